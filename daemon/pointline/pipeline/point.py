"""Point: choose the line before anything is said.

Strategy ``score``: how much more likely does a line make the question? For each of the best lexical candidates the
model gives the log-likelihood of the question after the line, minus that without a line; the lexical score is added.
Nothing is decoded, so nothing can be invented, and no prefill of the whole page is needed. Measured in DESIGN section
6; query likelihood as in Ponte and Croft (1998), with a language model in place of counts as in Sachan et al.,
"Improving Passage Retrieval with Zero-Shot Question Generation" (2022).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine, Likelihood
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.question import without_addresses_forms
from pointline.pipeline.rank import in_context

BATCH = 8
"""Lines scored at a time: the eight best lexical ones hold the answer in 95 of 100 questions (XQuAD, six languages)."""

LEXICAL_WEIGHT = 1.2
LEXICAL_LINES = 10
"""Weight of the lexical score beside the margin in nats, on a page of n lines: 1.2 · n / (n + 10).

How rare a word is can be told on a long page and hardly on a page of six lines, where "the" may look rare. Measured
with the starter on 48 XQuAD-en questions over whole articles (17–47 lines): R@1 0.75 without the lexical score, 0.83 at
weight 0.4, 0.90 at 1.0.
"""

MARGIN_ENOUGH = 1.3
SCORE_ENOUGH = 2.3
LEAD_MARGIN, LEAD = 0.85, 0.35
"""Nats for each token of the question from which a line answers: by its margin alone; by margin and lexical score
together; or by a smaller margin with so much lead over every other line.

Measured with the starter on XQuAD, each question asked of its own and of another article (right / wrong / NONE of the
own; NONE of the other), at 2.2, 1.4, 0.9: English 41 / 4 / 3 and 48 of 48 (before there were reference lines); with
them English 11 / 5 / 0 and 16 of 16, Turkish 9 / 1 / 4 and 14 of 14, German 8 / 1 / 3 and 12 of 12. With the answer's
own line taken away, more than half of the English questions still point at another line of their article: likelihood
tells topics apart better than answers.
"""

REFERENCE_LINES = 3
"""Lines from the bottom of the ranking; the least likelihood after one of them is what any line of this page says.

Any Turkish line makes a Turkish question likelier to a model that has read mostly English: over another article the
largest margin was 1.46 nats a token without reference lines, its AUROC against the own article 0.90, and 0.95 with
them.
"""

CLOSE = 0.5
"""A further line is pointed at too when its score is within this many nats a token of the best one."""

LINE_LIMIT = 1200
"""Characters of a line shown to the model; units are shorter but for odd pages."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """The lines pointed at, best first (empty: NONE), all that were scored, and whether the budget ended the search."""

    chosen: tuple[Candidate, ...]
    scored: tuple[Candidate, ...]
    budget_ended: bool


def passage_prefix(line: str) -> str:
    """The prompt after which the question's likelihood is taken; without a line, the prior."""
    return f"Passage: {line[:LINE_LIMIT]}\nQuestion answered by this passage:"


def point_by_score(
    page: Page,
    question: Question,
    ranked: Sequence[Candidate],
    engine: Engine,
    *,
    cancel: Cancelled | None = None,
    progress: Callable[[float], None] = lambda _share: None,
    clock: Callable[[], float] = time.monotonic,
) -> Pointed:
    """Score lines, best first, a batch at a time, until a batch answers, the page is read or the budget ends.

    Raises :class:`~pointline.engine.base.EngineCancelled` when cancelled.
    """
    asked, alone = wording(question, engine, cancel=cancel)
    deadline = clock() + question.budget.seconds
    weight = LEXICAL_WEIGHT * len(ranked) / (len(ranked) + LEXICAL_LINES)
    floor = max(alone.logprob, _reference(page, asked, ranked, engine, cancel))
    scored: list[Candidate] = []
    for first in range(0, len(ranked), BATCH):
        if scored and clock() > deadline:
            return Pointed((), tuple(scored), budget_ended=True)
        batch = ranked[first : first + BATCH]
        pairs = [(passage_prefix(in_context(page, candidate.unit)), asked) for candidate in batch]
        for candidate, found in zip(batch, engine.score_pairs(pairs, cancel=cancel), strict=True):
            margin = (found.logprob - floor) / alone.tokens
            score = margin + weight * candidate.lexical / alone.tokens
            scored.append(replace(candidate, margin=margin, score=score))
        progress(len(scored) / len(ranked))
        chosen = answers(scored, question.budget.max_claims)
        if chosen:
            return Pointed(chosen, tuple(scored), budget_ended=False)
    return Pointed((), tuple(scored), budget_ended=False)


def _reference(page: Page, asked: str, ranked: Sequence[Candidate], engine: Engine, cancel: Cancelled | None) -> float:
    """Log-likelihood of the question after lines that have least to do with it, the least of them; -inf on a page too
    short to have any."""
    lowest = ranked[BATCH:][-REFERENCE_LINES:] or ranked[2:][-REFERENCE_LINES:]
    if not lowest:
        return float("-inf")
    pairs = [(passage_prefix(in_context(page, candidate.unit)), asked) for candidate in lowest]
    return min(found.logprob for found in engine.score_pairs(pairs, cancel=cancel))


def answers(scored: Sequence[Candidate], most: int) -> tuple[Candidate, ...]:
    """The best candidate if it is good enough, and others close to it: best first, at most ``most``."""
    order = sorted(scored, key=lambda candidate: -candidate.score)
    chosen = [candidate for candidate in order if _enough(candidate) and candidate.score >= order[0].score - CLOSE]
    if chosen:
        return tuple(chosen[:most])
    by_margin = sorted(scored, key=lambda candidate: -_margin(candidate))
    if len(by_margin) > 1 and _margin(by_margin[0]) >= max(LEAD_MARGIN, _margin(by_margin[1]) + LEAD):
        return (by_margin[0],)
    return ()


def _enough(candidate: Candidate) -> bool:
    return candidate.score >= SCORE_ENOUGH or _margin(candidate) >= MARGIN_ENOUGH


def _margin(candidate: Candidate) -> float:
    return candidate.margin if candidate.margin is not None else float("-inf")


def wording(question: Question, engine: Engine, *, cancel: Cancelled | None = None) -> tuple[str, Likelihood]:
    """The words whose likelihood is taken, without addresses, and their likelihood without any line.

    Where an address was cut out, the word beside it may hang in the air ("the figure at <address>?"). Which form is
    meant the model says itself: the one whose words it finds likeliest, each on average. No list of words in any
    language is needed.
    """
    forms = [f" {form}" for form in without_addresses_forms(question.text)]
    found = engine.score_pairs([(passage_prefix(""), form) for form in forms], cancel=cancel)
    best = max(range(len(forms)), key=lambda i: found[i].logprob / max(1, found[i].tokens))
    return forms[best], found[best]

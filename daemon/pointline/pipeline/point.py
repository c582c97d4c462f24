"""Point: choose the line before anything is said.

Strategy ``score``: how much of a question's surprise does a line take away? For each of the best lexical candidates the
model gives the log-likelihood of the question after the line; what it gains over an ordinary line of the page, and the
lexical score, are taken as shares of the surprise that the ordinary line leaves. Nothing is decoded, so nothing can be
invented, and no prefill of the whole page is needed. Query likelihood as in Ponte and Croft (1998), with a language
model in place of counts as in Sachan et al., "Improving Passage Retrieval with Zero-Shot Question Generation" (2022).

Tried with the starter on XQuAD and left out, for it gained nothing: the line before in front of the line (alone, their
mean, their maximum, less what the line before explains by itself), the page's title, a shorter template, lexical scores
of the lines around. A line's heading in front of it gained 2 of 30 paraphrased questions and lost NONE (AUROC 0.81 to
0.77).
"""

from __future__ import annotations

import math
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

LEXICAL_WEIGHT = 1.5
SHORT_PAGE = 10
"""Weight of the lexical score beside the log-likelihood in nats, on a page of n lines: 1.5 · n / (n + 10).

How rare a word is can be told on a long page and hardly on a page of six lines, where "the" may look rare. Measured
with the starter on XQuAD over whole articles, the eight best lexical lines, as many questions of every article as fit;
R@1 by words and with likelihood: en (80) 77.5 and 82.5 %, de (66) 80.3 and 80.3, tr (47) 61.7 and 66.0, es (33) 69.7
and 72.7, zh (33) 78.8 and 78.8, ar (33) 63.6 and 66.7. Of the weights 0.5 to 3 this is the least at which no language
loses: at 0.75 German and Chinese lose (1.6 and 3 points), for a model that knows a language badly overrules words that
are sure. Few questions decide, and the weight was chosen with all of them in view; half of the articles by themselves
(even, odd): all languages +0.8 and +5.4 points.
"""

ENOUGH = 0.71
"""Score from which a line answers on a page of n lines: 0.71 · n / (n + 10), for the words weigh as much; a score of 1
would be a line after which the question is no surprise at all.

Measured likewise, questions of the own article (right / wrong, in 100), those whose lines were taken away that still
point at another one, and those of another article that do: en 79 / 15, 56, 0; de 62 / 8, 14, 0; tr 38 / 11, 13, 0; es
70 / 18, 27, 0; zh 61 / 9, 18, 0; ar 24 / 9, 9, 0. AUROC of the best score: other article at least 0.98, lines taken
away 0.78 (tr) to 0.86. On the golden pages (7 to 20 lines, 74 questions in nine languages): 88 / 5, 31, 3. On the pages
that models qualify with (6 lines, questions that avoid their words): 10 / 4, 4, 0; with 0.45 whatever the page, none.
At 0.6 the languages that the starter knows badly answer more (tr 45 / 19, ar 45 / 15) and point more where nothing is.
"""

CLOSE = 0.2
"""A further line is pointed at too when its score is within this much of the best one (XQuAD: 1.16 lines an answer, the
right one among them in 2 of 100 that miss it first)."""

STEEP = 1.4
"""Log-odds, for each point of score above what is enough, that the line is a right one.

Fitted with the starter on the XQuAD questions above (292, six languages), each asked of its article with and without
the lines that answer it: 282 lines were pointed at and 61 in 100 are right; slope 1.36, odds even (-0.08) where
pointing begins, calibration error 0.10 (fitted on one half of the articles and taken on the other: 0.07 and 0.15). On
pages that do have an answer 84 in 100 are right, so that what a claim shows is careful there.
"""

LINE_LIMIT = 1200
"""Characters of a line shown to the model; units are shorter but for odd pages."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """The lines pointed at, best first (empty: NONE), all that were scored, and whether the budget ended the search."""

    chosen: tuple[Candidate, ...]
    scored: tuple[Candidate, ...]
    budget_ended: bool


def passage_prefix(line: str, lead: str = "") -> str:
    """The prompt after which the question's likelihood is taken; without a line, the prior. ``lead``: what stands
    before it (``Question.lead``)."""
    return f"{lead}Passage: {line[:LINE_LIMIT]}\nQuestion answered by this passage:"


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
    floor = alone.logprob
    scored: list[Candidate] = []
    for first in range(0, len(ranked), BATCH):
        if scored and clock() > deadline:
            return Pointed((), tuple(scored), budget_ended=True)
        batch = ranked[first : first + BATCH]
        lines = [in_context(page, candidate.unit) for candidate in batch]
        batch = [replace(c, seen=min(1.0, LINE_LIMIT / len(line))) for c, line in zip(batch, lines, strict=True)]
        pairs = [(passage_prefix(line, question.lead), asked) for line in lines]
        found = [each.logprob for each in engine.score_pairs(pairs, cancel=cancel)]
        if not scored:
            floor = max(floor, ordinary(found))
        scored += _with_scores(batch, found, floor, len(ranked))
        progress(len(scored) / len(ranked))
        chosen = answers(scored, question.budget.max_claims, enough_on(len(ranked)))
        if chosen:
            return Pointed(chosen, tuple(scored), budget_ended=False)
    return Pointed((), tuple(scored), budget_ended=False)


def ordinary(logprobs: Sequence[float]) -> float:
    """Log-likelihood of the question after an ordinary one of the first lines: the median, the lower of two; minus
    infinity for fewer than three lines, which tell nothing of what is ordinary."""
    return sorted(logprobs)[(len(logprobs) - 1) // 2] if len(logprobs) > 2 else -math.inf


def _with_scores(batch: Sequence[Candidate], logprobs: Sequence[float], floor: float, lines: int) -> list[Candidate]:
    weight = LEXICAL_WEIGHT * lines / (lines + SHORT_PAGE)
    surprise = max(-floor, 1.0)  # nats; less is no question to a model
    done = []
    for candidate, logprob in zip(batch, logprobs, strict=True):
        margin = (logprob - floor) / surprise
        done.append(replace(candidate, margin=margin, score=margin + weight * candidate.lexical / surprise))
    return done


def enough_on(lines: int) -> float:
    """The score from which a line answers on a page of so many lines."""
    return ENOUGH * lines / (lines + SHORT_PAGE)


def answers(scored: Sequence[Candidate], most: int, enough: float) -> tuple[Candidate, ...]:
    """The best candidate if its score is ``enough``, and others close to it: best first, at most ``most``."""
    order = sorted(scored, key=lambda candidate: -candidate.score)
    taken = [candidate for candidate in order if candidate.score >= max(enough, order[0].score - CLOSE)][:most]
    return tuple(replace(candidate, chance=logistic(STEEP * (candidate.score - enough))) for candidate in taken)


def logistic(odds: float) -> float:
    """A probability from log-odds, without overflow."""
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else 1 - logistic(-odds)


def wording(question: Question, engine: Engine, *, cancel: Cancelled | None = None) -> tuple[str, Likelihood]:
    """The words whose likelihood is taken, without addresses, and their likelihood without any line.

    Where an address was cut out, the word beside it may hang in the air ("the figure at <address>?"). Which form is
    meant the model says itself: the one whose words it finds likeliest, each on average. No list of words in any
    language is needed.
    """
    forms = [f" {form}" for form in without_addresses_forms(question.text)]
    found = engine.score_pairs([(passage_prefix("", question.lead), form) for form in forms], cancel=cancel)
    best = max(range(len(forms)), key=lambda i: found[i].logprob / max(1, found[i].tokens))
    return forms[best], found[best]

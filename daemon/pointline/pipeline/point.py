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
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.question import without_addresses
from pointline.pipeline.rank import in_context

BATCH = 8
"""Lines scored at a time: the eight best lexical ones hold the answer in 95 of 100 questions (XQuAD, six languages)."""

LEXICAL_WEIGHT = 0.4
"""Weight of the lexical score beside the margin in nats (0.3–0.5 measured best, DESIGN section 6)."""

ENOUGH = 6.0
"""Fused score from which a line counts as an answer; see ``docs`` of :func:`answers`."""

CLOSE = 3.0
"""A further line is pointed at too when its fused score is within this many nats of the best one."""

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
    asked = " " + without_addresses(question.text)
    deadline = clock() + question.budget.seconds
    prior = engine.score_pairs([(passage_prefix(""), asked)], cancel=cancel)[0].logprob
    scored: list[Candidate] = []
    for first in range(0, len(ranked), BATCH):
        if scored and clock() > deadline:
            return Pointed((), tuple(scored), budget_ended=True)
        batch = ranked[first : first + BATCH]
        pairs = [(passage_prefix(in_context(page, candidate.unit)), asked) for candidate in batch]
        for candidate, found in zip(batch, engine.score_pairs(pairs, cancel=cancel), strict=True):
            margin = found.logprob - prior
            scored.append(replace(candidate, margin=margin, score=margin + LEXICAL_WEIGHT * candidate.lexical))
        progress(len(scored) / len(ranked))
        chosen = answers(scored, question.budget.max_claims)
        if chosen:
            return Pointed(chosen, tuple(scored), budget_ended=False)
    return Pointed((), tuple(scored), budget_ended=False)


def answers(scored: Sequence[Candidate], most: int) -> tuple[Candidate, ...]:
    """The candidates that answer: the best one if it is good enough, and others close to it; best first, at most
    ``most``."""
    order = sorted(scored, key=lambda candidate: -candidate.score)
    if not order or order[0].score < ENOUGH:
        return ()
    floor = max(ENOUGH, order[0].score - CLOSE)
    return tuple(candidate for candidate in order[:most] if candidate.score >= floor)

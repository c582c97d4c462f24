"""The line that answers a field: as :mod:`pointline.pipeline.point`, for words that are no question.

How much likelier is the field's name after a line than after an ordinary line of the page, in nats, and how many of its
words does the line share? The sum has to reach :data:`ENOUGH`, and :data:`SHARE` of the field's surprise, so that a
field that is a whole question needs more. Measured with the starter on five releases of our own, 30 fields of which 14
are not on their page: the three that reached both were right (6.7 to 7.8 nats, 0.27 to 0.31), wrong lines scored up to
5.3 (0.24), fields that are not there up to 2.7. Thirteen that are there were left without a line: the starter finds
little, and says so. The thresholds were chosen on the same pages; of five others, 25 fields, two penalties reached 6.2
(0.24, 0.25) and nothing wrong more than 4.7, so the share that was 0.26 is 0.23.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactquote.page import Page, Span
from exactquote.units import Unit
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Candidate
from pointline.pipeline.point import BATCH, ordinary, passage_prefix
from pointline.pipeline.rank import in_context

LEXICAL_WEIGHT = 0.3
"""Nats for a point of lexical score."""

ENOUGH = 6.0
"""Nats from which a line answers a field."""

SHARE = 0.23
"""Share of the field's surprise after an ordinary line that the best line has to take away."""

MOST_BATCHES = 4
"""Batches of lines that are read of one page for one field, those that share most with it first."""


def field_line(
    page: Page, field: str, ranked: Sequence[Candidate], engine: Engine, *, cancel: Cancelled | None = None
) -> Candidate | None:
    """The best line of ``ranked`` for ``field``, its score in nats; None when none answers.

    Where just one row has a cell under a header that is the field's very words, that row answers: its place says so,
    and a field of one word ("Visitors") could never take :data:`ENOUGH` away.

    Raises :class:`~pointline.engine.base.EngineCancelled` when cancelled, and ``EngineError`` when the engine fails.
    """
    headed = [candidate for candidate in ranked if cell_under(candidate.unit, field)]
    if len(headed) == 1:
        return replace(headed[0], score=ENOUGH)
    asked = f" {' '.join(field.split())}"
    floor = engine.score_pairs([(passage_prefix(""), asked)], cancel=cancel)[0].logprob
    for first in range(0, min(len(ranked), BATCH * MOST_BATCHES), BATCH):
        batch = ranked[first : first + BATCH]
        pairs = [(passage_prefix(in_context(page, candidate.unit)), asked) for candidate in batch]
        found = [each.logprob for each in engine.score_pairs(pairs, cancel=cancel)]
        if not first:
            floor = max(floor, ordinary(found))
        scored = [_scored(candidate, logprob - floor) for candidate, logprob in zip(batch, found, strict=True)]
        best = max(scored, key=lambda candidate: candidate.score)
        if best.score >= max(ENOUGH, SHARE * -floor):
            return best
    return None


def cell_under(unit: Unit, field: str) -> Span | None:
    """The one cell of a row that stands under the field's very words, case and white space aside; None without one."""
    wanted = " ".join(field.casefold().split())
    if unit.kind != "row" or not wanted:
        return None
    headers = [" ".join(" ".join(above).casefold().split()) for above in unit.column_headers]
    cells = [span for span, header in zip(unit.spans, headers, strict=True) if header == wanted]
    return cells[0] if len(cells) == 1 and cells[0].start < cells[0].end else None


def _scored(candidate: Candidate, margin: float) -> Candidate:
    return replace(candidate, margin=margin, score=margin + LEXICAL_WEIGHT * candidate.lexical)

"""Lines of a page to paint, of every sort there is: plain ones, several blocks at once, rows of cells, lines with a
line break in them, lines with footnote marks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from exactquote.page import Page, Span
from exactquote.quotes import locate, quote_index
from exactquote.units import Unit

Sort = Literal["plain", "row", "several blocks", "line break", "reference", "raised"]
SORTS: tuple[Sort, ...] = ("plain", "row", "several blocks", "line break", "reference", "raised")


@dataclass(frozen=True, slots=True)
class Line:
    """A line to paint: its sort, its text as a quote, its spans (code points of the page text)."""

    sort: Sort
    quote: str
    spans: tuple[Span, ...]


def sample(page: Page, most: int) -> list[Line]:
    """Draw up to ``most`` lines, the same ones each time: as many of each sort, as far as there are any."""
    sorts: dict[Sort, list[Line]] = {sort: [] for sort in SORTS}
    for line in lines_of(page):
        sorts[line.sort].append(line)
    chance = random.Random(len(page.text))
    for lines in sorts.values():
        chance.shuffle(lines)
    drawn: list[Line] = []
    while len(drawn) < most and any(sorts.values()):
        for sort in SORTS:
            if sorts[sort] and len(drawn) < most:
                drawn.append(sorts[sort].pop())
    return drawn


def lines_of(page: Page) -> Iterator[Line]:
    """Give every line of a page, and every pair of neighbouring lines that stand in two blocks."""
    index = quote_index(page)
    before: Unit | None = None
    for unit in page.units:
        yield Line(_sort(page, unit), unit.text(page.text), unit.spans)
        if before and before.blocks[-1] != unit.block and "row" not in (before.kind, unit.kind):
            yield Line("several blocks", page.text[before.start : unit.end], tuple(index.spans(before.start, unit.end)))
        before = unit


def _sort(page: Page, unit: Unit) -> Sort:
    if len(unit.spans) > 1:
        return "row"
    kinds = {mark.kind for mark in page.marks if mark.start < unit.end and mark.end > unit.start}
    if "reference" in kinds:
        return "reference"
    if kinds:
        return "raised"
    return "line break" if "\n" in unit.text(page.text) else "plain"


def is_located(page: Page, line: Line) -> bool:
    """Whether the line, given as a quote, is found exactly, and in its own place."""
    result = locate(page, line.quote, near=line.spans[0])
    wanted = _reach(line.spans)
    return result.found and any(_reach(found.spans) == wanted for found in result.occurrences)


def _reach(spans: Sequence[Span]) -> Span:
    return Span(spans[0].start, spans[-1].end)

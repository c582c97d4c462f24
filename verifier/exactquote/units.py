"""A page's lines: sentence-sized slices of a block, or whole table rows with one span per cell.

Units are trimmed, not empty, in order, do not overlap, and together hold every character of the page text that is not
white space, but for blocks of characters without width alone, which nobody can quote. A line begins and ends where a
quote may (:mod:`exactquote.quotes.edges`), so that every line can be quoted. All offsets are code points of the page
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from exactquote.page import Block, BlockKind, Page, Span
from exactquote.quotes.index import quote_index
from exactquote.quotes.tables import UNSEEN
from exactquote.sentences import Joined, language_of, sentences

UnitKind = BlockKind | Literal["row"]

_LONGEST_ROW = 1000
_LONGEST_CELL = 400
_LONGEST_STACK = 160
_MOST_STACKED = 4
"""A table with more in a cell or row is laid out with tables, or is prose in a table: sentences per block."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One line of a page.

    ``page.text[start:end]`` is its text. ``spans`` is what to paint: one span, or one per cell of a table row, beside
    which stand the numbers of their blocks (``blocks``; ``block`` is the first) and their column headers
    (``column_headers``, one tuple per span). ``kind`` is that of the block, ``row`` for a row of several cells.
    """

    start: int
    end: int
    spans: tuple[Span, ...]
    block: int
    blocks: tuple[int, ...]
    kind: UnitKind
    heading_path: tuple[str, ...] = ()
    row_headers: tuple[str, ...] = ()
    column_headers: tuple[tuple[str, ...], ...] = ()

    def text(self, page_text: str) -> str:
        """Return the unit's characters; the cells of a row are parted by tabs, as in the page text."""
        return page_text[self.start : self.end]


def split_units(page: Page, each: Callable[[], object] = lambda: None) -> tuple[Unit, ...]:
    """Split a page into its units; ``each`` is called before every one, and what it raises ends the work."""
    found = []
    for unit in _units(page):
        each()
        found.append(unit)
    return tuple(found)


def _units(page: Page) -> Iterator[Unit]:
    language = language_of(page.lang)
    rows = _data_rows(page)
    cut = quote_index(page).edges.cut
    number = 0
    while number < len(page.blocks):
        after = rows.get(number)
        if after is not None:
            row = _row(page, number, after)
            if row is not None:
                yield row
            number = after
            continue
        block = page.blocks[number]
        text = page.text[block.start : block.end]
        for start, end in sentences(text, language, code=block.kind == "code", joined=_from(block.start, cut)):
            if not text[start:end].strip(UNSEEN):
                continue
            span = Span(block.start + start, block.start + end)
            yield Unit(
                start=span.start,
                end=span.end,
                spans=(span,),
                block=number,
                blocks=(number,),
                kind=block.kind,
                heading_path=block.heading_path,
                row_headers=block.row_headers,
                column_headers=(block.column_headers,),
            )
        number += 1


def _from(start: int, cut: Joined) -> Joined:
    return lambda at: cut(start + at)


def _data_rows(page: Page) -> Mapping[int, int]:
    """Return ``{first block: block after the last}`` of the rows that are one line: short, with short cells."""
    found: dict[int, int] = {}
    seen: set[tuple[int, int]] = set()
    again: set[tuple[int, int]] = set()
    number = 0
    while number < len(page.blocks):
        first = number
        cell = page.blocks[first].cell
        number += 1
        if cell is None:
            continue
        place = (cell.table, cell.row)
        while number < len(page.blocks) and _place(page.blocks[number]) == place:
            number += 1
        # A row that comes back was interrupted by a table or another block inside one of its cells.
        if place in seen:
            again.add(place)
        seen.add(place)
        if number - first > 1 and _one_line(page.blocks[first:number]):
            found[first] = number
    return {first: after for first, after in found.items() if _place(page.blocks[first]) not in again}


def _place(block: Block) -> tuple[int, int] | None:
    return None if block.cell is None else (block.cell.table, block.cell.row)


def _one_line(blocks: tuple[Block, ...]) -> bool:
    """Tell a row of data from one that lays a page out: short cells, very short where they hold several blocks."""
    if blocks[-1].end - blocks[0].start > _LONGEST_ROW:
        return False
    cells = _cells(blocks)
    if len(cells) < 2:
        return False
    for cell in cells:
        longest = _LONGEST_CELL if len(cell) == 1 else _LONGEST_STACK
        if cell[-1].end - cell[0].start > longest or len(cell) > _MOST_STACKED:
            return False
        if len(cell) > 1 and any(block.kind == "heading" for block in cell):
            return False
    return True


def _cells(blocks: tuple[Block, ...]) -> list[tuple[Block, ...]]:
    """Part a row's blocks into its cells."""
    return [tuple(cell) for _, cell in groupby(blocks, key=lambda block: block.cell.index if block.cell else -1)]


def _row(page: Page, first: int, after: int) -> Unit | None:
    """Make one unit of a row; cells of nothing but Unicode white space are left out of its spans."""
    spans: list[Span] = []
    numbers: list[int] = []
    number = first
    for cell in _cells(page.blocks[first:after]):
        text = page.text[cell[0].start : cell[-1].end]
        stripped = text.strip()
        if stripped:
            start = cell[0].start + len(text) - len(text.lstrip())
            spans.append(Span(start, start + len(stripped)))
            numbers.append(number)
        number += len(cell)
    if not spans:
        return None
    blocks = [page.blocks[number] for number in numbers]
    heads = max((block.row_headers for block in blocks), key=len)
    return Unit(
        start=spans[0].start,
        end=spans[-1].end,
        spans=tuple(spans),
        block=numbers[0],
        blocks=tuple(numbers),
        kind="row",
        heading_path=blocks[0].heading_path,
        row_headers=heads,
        column_headers=tuple(block.column_headers for block in blocks),
    )

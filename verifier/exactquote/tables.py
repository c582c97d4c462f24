"""Row and column headers of table cells, from the coordinates that the walk gave them (``WALK.md``, "Cells").

The grid follows the HTML Standard's "forming a table"; which header belongs to which cell is simpler than its
algorithm, because the walk has no ``scope``: a header cell with a data cell to its right heads its row, any other heads
its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from exactquote.page import CapturedBlock, Cell, label_of

Headers = tuple[tuple[str, ...], tuple[str, ...]]
"""Row headers (left to right) and column headers (top to bottom)."""

_COLUMNS = 1000
"""Columns that are told apart; cells further right have no headers. Bounds the work on hostile spans."""
_WORK = 1_000_000
"""Columns looked at on one page, all tables together; from there on spans count as 1."""
_MOST = 8
"""Headers that one cell is given in each direction."""
_LONGEST = 300
"""Characters of a header; a longer ``th`` is a paragraph of a layout table."""


@dataclass(eq=False, slots=True)
class _Slot:
    """A cell in the grid: columns ``[left, right)``, rows up to ``bottom``."""

    cell: Cell
    left: int = 0
    right: int = 0
    bottom: int = 0
    texts: list[str] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)

    @property
    def label(self) -> str:
        return " ".join(self.texts)


def header_texts(blocks: Sequence[CapturedBlock]) -> dict[int, Headers]:
    """Return ``{block number: (row headers, column headers)}`` for the blocks that have any.

    Blocks with empty text keep the place of empty cells. A table without ``th`` gives none. A header row below data
    begins a new set of column headers; a wide header that is alone in its row (a section of the table) stands until the
    next such row.
    """
    tables: dict[int, dict[int, dict[int, _Slot]]] = {}
    with_headers: set[int] = set()
    for number, block in enumerate(blocks):
        cell = block.cell
        if cell is None:
            continue
        row = tables.setdefault(cell.table, {}).setdefault(cell.row, {})
        slot = row.get(cell.index)
        if slot is None:
            slot = row[cell.index] = _Slot(cell)
        slot.blocks.append(number)
        if block.text:
            slot.texts.append(label_of(block))
            if cell.header:
                with_headers.add(cell.table)
    found: dict[int, Headers] = {}
    work = _WORK
    for table in sorted(with_headers):
        grid = _Grid(tables[table], work)
        work = grid.work
        for slot, headers in grid.headers():
            if headers[0] or headers[1]:
                found.update(dict.fromkeys(slot.blocks, headers))
    return found


class _Grid:
    """One table, cells in their columns, read downwards."""

    def __init__(self, rows: dict[int, dict[int, _Slot]], work: int) -> None:
        self.work = work
        self._taken = [0] * _COLUMNS
        """First row in which the column is free again."""
        self._rows = [(number, self._place(rows[number], number)) for number in sorted(rows)]
        self._width = max((slot.right for _, row in self._rows for slot in row), default=0)
        self._columns: list[tuple[str, ...]] = [()] * self._width
        self._section: tuple[str, ...] = ()

    def headers(self) -> Iterator[tuple[_Slot, Headers]]:
        """Yield each cell with its headers."""
        spanning: list[_Slot] = []
        before: Literal["start", "heads", "section", "data"] = "start"
        for number, placed in self._rows:
            self.work -= len(spanning)
            spanning = [slot for slot in spanning if slot.bottom > number and self.work > 0]
            kind = self._kind(placed, spanning, before)
            section = () if kind == "section" else self._section
            if kind == "heads" and before != "heads":
                self._columns = [self._section if before == "section" else ()] * self._width
                self._section = section = ()
            yield from self._row(placed, spanning, section)
            labels = [slot for slot in placed if slot.cell.header]
            if kind == "section":
                self._section = (*(self._section if before == "section" else ()), *_labels(labels))[-_MOST:]
            elif kind == "heads":
                for slot in labels:
                    self._head(slot)
            spanning.extend(slot for slot in placed if slot.bottom > number + 1)
            before = kind

    def _kind(self, placed: list[_Slot], spanning: list[_Slot], before: str) -> Literal["heads", "section", "data"]:
        """Tell header rows and sections from rows of data (which may have lost their data, being empty)."""
        heads = [slot for slot in placed if slot.cell.header]
        empty = [slot for slot in placed if not slot.texts and not slot.cell.header]
        data = [slot for slot in (*placed, *spanning) if slot.texts and not slot.cell.header]
        if not heads or (data and len(heads) <= len(data)):
            return "data"
        if any(slot.left > heads[0].left for slot in data) or any(slot.left > heads[-1].left for slot in empty):
            return "data"
        if len(placed) == 1 and not spanning and heads[0].right - heads[0].left > 1:
            return "section"
        wide = sum(slot.right - slot.left for slot in heads) * 2 >= self._width
        return "heads" if wide or before in ("start", "heads") else "data"

    def _row(
        self, placed: list[_Slot], spanning: list[_Slot], section: tuple[str, ...]
    ) -> Iterator[tuple[_Slot, Headers]]:
        line = sorted([*placed, *spanning], key=lambda slot: slot.left)
        data = max((slot.left for slot in line if slot.texts and not slot.cell.header), default=-1)
        beside: tuple[str, ...] = ()
        new = set(map(id, placed))
        for slot in line:
            if id(slot) in new:
                # A wide cell that is alone in its row is a note, not a value of its columns.
                alone = len(line) == 1 and slot.right - slot.left > 1
                yield slot, (beside, () if alone else (*self._above(slot), *section)[:_MOST])
            if slot.cell.header and slot.left < data:
                beside = (*beside, *_labels([slot]))[:_MOST]

    def _head(self, slot: _Slot) -> None:
        labels = _labels([slot])
        old: tuple[str, ...] = ()
        new = labels
        for column in range(slot.left, slot.right):
            if self._columns[column] is not old:
                old = self._columns[column]
                new = (*old, *labels)[:_MOST]
            self._columns[column] = new

    def _above(self, slot: _Slot) -> tuple[str, ...]:
        """Column headers over a cell, in the order of its columns, each once."""
        if slot.right - slot.left == 1:
            return self._columns[slot.left]
        found: dict[str, None] = {}
        for column in range(slot.left, slot.right):
            found.update(dict.fromkeys(self._columns[column]))
            if len(found) >= _MOST:
                break
        return tuple(found)[:_MOST]

    def _place(self, row: dict[int, _Slot], number: int) -> list[_Slot]:
        """Give the cells of a row their columns; a missing index is a cell without text."""
        placed: list[_Slot] = []
        column = 0
        previous = -1
        for index in sorted(row):
            for _ in range(min(index - previous - 1, _COLUMNS)):
                column = self._free(column, number) + 1
            previous = index
            column = self._free(column, number)
            if column >= _COLUMNS:
                break
            slot = row[index]
            width = slot.cell.colspan if self.work > 0 else 1
            slot.left = column
            slot.right = column = min(column + width, _COLUMNS)
            slot.bottom = number + slot.cell.rowspan
            self.work -= slot.right - slot.left
            self._taken[slot.left : slot.right] = [slot.bottom] * (slot.right - slot.left)
            placed.append(slot)
        return placed

    def _free(self, column: int, row: int) -> int:
        while column < _COLUMNS and self._taken[column] > row:
            column += 1
            self.work -= 1
            if self.work < 0:
                return _COLUMNS
        return column


def _labels(slots: Iterable[_Slot]) -> tuple[str, ...]:
    return tuple(label for slot in slots if (label := slot.label) and len(label) <= _LONGEST)

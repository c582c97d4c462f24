"""Where the walk is: the elements that are open, and what holds for the text inside each."""

from __future__ import annotations

from dataclasses import dataclass

from exactquote.builder import OpenMark
from exactquote.page import BlockKind, Cell


class Table:
    """A table being walked: its number and how many rows were met."""

    __slots__ = ("number", "rows")

    def __init__(self, number: int) -> None:
        self.number = number
        self.rows = 0


class Row:
    """A row being walked: where it is and how many cells were met."""

    __slots__ = ("cells", "number", "table")

    def __init__(self, table: int, number: int) -> None:
        self.table = table
        self.number = number
        self.cells = 0


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for text at some place of the tree."""

    kind: BlockKind = "paragraph"
    level: int | None = None
    table: Table | None = None
    row: Row | None = None
    cell: Cell | None = None
    preformatted: bool = False
    collapsed: bool = False
    invisible: bool = False
    head: bool = False
    foreign: str = ""


class Frame:
    """An open element: the context inside it and what its end does."""

    __slots__ = ("block", "children", "context", "details", "mark", "math", "raised", "used")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.block = False
        self.mark: OpenMark | None = None
        self.details: Context | None = None
        """The context around a closed ``details`` whose first ``summary`` has not been met."""
        self.math = ""
        """Inside ``math``: the element's name, for the edges between its children."""
        self.children = 0
        self.raised = False
        """Whether the element's text stands above or below the line, or above or below other text of a formula."""
        self.used = True
        """For a cell: whether a block came of it."""

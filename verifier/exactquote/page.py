"""A page as one string, its blocks and its units: what every other part points into.

All offsets here are code points of :attr:`Page.text`. The HTTP edge converts them to UTF-16 (see
:mod:`exactquote.offsets`). How HTML becomes blocks is specified in ``WALK.md`` beside this file.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from exactquote.units import Unit

BlockKind = Literal["heading", "paragraph", "list_item", "cell", "caption", "code", "quote", "term", "definition"]
MarkKind = Literal["reference", "sup", "sub"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of the page text, in code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of ``text`` that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a block stands in a table: counts from 0, as the walk met them."""

    table: int
    row: int
    index: int
    colspan: int = 1
    rowspan: int = 1
    header: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Raised, lowered or reference text. Offsets are block-relative in a capture, page-wide in a page."""

    start: int
    end: int
    kind: MarkKind


@dataclass(frozen=True, slots=True)
class CapturedBlock:
    """One block as a walk found it, before it has a place in the page text."""

    text: str
    kind: BlockKind = "paragraph"
    level: int | None = None
    cell: Cell | None = None
    marks: tuple[Mark, ...] = ()
    collapsed: bool = False
    page: int | None = None
    """The page of a paginated document (PDF) that it stands on, from 1."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block in its place: ``page.text[start:end]`` is its text."""

    start: int
    end: int
    kind: BlockKind
    level: int | None = None
    heading_path: tuple[str, ...] = ()
    cell: Cell | None = None
    row_headers: tuple[str, ...] = ()
    column_headers: tuple[str, ...] = ()
    collapsed: bool = False
    page: int | None = None


def label_of(block: CapturedBlock) -> str:
    """Return how a heading or header is named elsewhere: on one line, without its reference marks ("[edit]", "[1]")."""
    text, end = "", len(block.text)
    for mark in sorted((mark for mark in block.marks if mark.kind == "reference"), key=lambda mark: -mark.end):
        text = block.text[mark.end : end] + text
        end = min(end, mark.start)
    return " ".join((block.text[:end] + text).split())


def join_blocks(blocks: Sequence[CapturedBlock]) -> tuple[str, list[int]]:
    """Join block texts into the page text; return it with the start of each block.

    A tab stands between neighbouring blocks in different cells of one table row, a line break between all others
    (WALK.md).
    """
    parts: list[str] = []
    starts: list[int] = []
    position = 0
    previous: CapturedBlock | None = None
    for block in blocks:
        if previous is not None:
            parts.append(_separator(previous.cell, block.cell))
            position += 1
        starts.append(position)
        parts.append(block.text)
        position += len(block.text)
        previous = block
    return "".join(parts), starts


def _separator(before: Cell | None, after: Cell | None) -> str:
    if before is None or after is None:
        return "\n"
    same_row = (before.table, before.row) == (after.table, after.row)
    return "\t" if same_row and before.index != after.index else "\n"


@dataclass(frozen=True, eq=False)
class Page:
    """What was read: one string with its blocks. Immutable; its identity is :attr:`sha256`.

    Pages compare and hash by object, so that indexes can be kept beside a page for as long as it lives.
    """

    text: str
    blocks: tuple[Block, ...]
    url: str = ""
    title: str = ""
    lang: str = ""
    marks: tuple[Mark, ...] = ()
    not_read: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_blocks(
        cls,
        captured: Iterable[CapturedBlock],
        *,
        url: str = "",
        title: str = "",
        lang: str = "",
        not_read: Mapping[str, int] | None = None,
    ) -> Page:
        """Build a page from captured blocks (see WALK.md); blocks without text only keep the place of table cells."""
        from exactquote.tables import header_texts

        walked = list(captured)
        headers_of_walked = header_texts(walked)
        blocks = [block for block in walked if block.text]
        headers = [headers_of_walked.get(number, ((), ())) for number, block in enumerate(walked) if block.text]
        text, starts = join_blocks(blocks)
        path: list[tuple[int, str]] = []
        placed: list[Block] = []
        marks: list[Mark] = []
        for block, start, (rows, columns) in zip(blocks, starts, headers, strict=True):
            if block.kind == "heading":
                level = block.level or 6
                path = [(depth, name) for depth, name in path if depth < level]
            placed.append(
                Block(
                    start=start,
                    end=start + len(block.text),
                    kind=block.kind,
                    level=block.level,
                    heading_path=tuple(name for _, name in path),
                    cell=block.cell,
                    row_headers=rows,
                    column_headers=columns,
                    collapsed=block.collapsed,
                    page=block.page,
                )
            )
            marks.extend(Mark(start + mark.start, start + mark.end, mark.kind) for mark in block.marks)
            if block.kind == "heading":
                path.append((block.level or 6, label_of(block)))
        return cls(text, tuple(placed), url, title, lang, tuple(marks), dict(not_read or {}))

    @cached_property
    def sha256(self) -> str:
        """Identity of the page version: SHA-256 over the block texts, joined by line breaks, in UTF-8."""
        joined = "\n".join(self.text[block.start : block.end] for block in self.blocks)
        return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()

    def page_at(self, offset: int) -> int | None:
        """Return the page (from 1) of a paginated document that a place (code points) stands on; None elsewhere."""
        number = bisect_right(self.blocks, offset, key=lambda block: block.start) - 1
        return self.blocks[number].page if number >= 0 else None

    def link_to(self, offset: int) -> str:
        """Return the page's URL; in a paginated document it leads to the page of a place (``#page=N``, RFC 8118)."""
        number = self.page_at(offset)
        return self.url if number is None or not self.url else f"{self.url.partition('#')[0]}#page={number}"

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The page's lines: sentence-sized slices of a block, or whole table rows (:mod:`exactquote.units`)."""
        from exactquote.units import split_units

        return split_units(self)

    def cut(self, each: Callable[[], object]) -> None:
        """Find :attr:`units` now, calling ``each`` between them, as a long page takes seconds.

        What ``each`` raises goes through; the page is as before then.
        """
        from exactquote.units import split_units

        if "units" not in self.__dict__:
            self.__dict__["units"] = split_units(self, each)

"""Text of the block that is being walked: white space, line breaks and marks (``WALK.md``, last two sections)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactquote.markup import BLANK, WHITE_SPACE
from exactquote.number_edges import AFTER_ENTERING, AFTER_LEAVING, AFTER_PLAIN, Tail, begins_number, tail_of
from exactquote.page import BlockKind, CapturedBlock, Cell, Mark, MarkKind

_RUN = re.compile(r"[ \t\n\r\f]+")
_UNEVEN = re.compile(r"[\t\n\r\f]|  ")
_MOST_OPEN = 8
"""Marks and links open at once that are kept apart; deeper ones are read without a mark (hostile nesting)."""


class OpenMark:
    """A mark or a link (``kind`` None) whose element has not ended; ``start`` is an offset of the unfinished block."""

    __slots__ = ("kind", "start")

    def __init__(self, kind: MarkKind | None, start: int) -> None:
        self.kind = kind
        self.start = start


class _Edge:
    """An edge whose ``character`` waits for a number to follow; ``part`` and ``at`` say where it would go."""

    __slots__ = ("at", "character", "links", "part")

    def __init__(self, character: str, links: frozenset[str], part: int, at: int) -> None:
        self.character = character
        self.links = links
        self.part = part
        self.at = at


class BlockBuilder:
    """Collects text until a block ends. Offsets are code points of the unfinished block, its ends not yet trimmed."""

    def __init__(self) -> None:
        self.blocks: list[CapturedBlock] = []
        self._parts: list[str] = []
        self._length = 0
        self._last = ""
        self._tail = Tail.OTHER
        self._edge: _Edge | None = None
        self._open: list[OpenMark] = []
        self._marks: list[Mark] = []
        self._links: list[tuple[int, int]] = []

    @property
    def empty(self) -> bool:
        """Whether nothing was added since the last block ended."""
        return not self._length

    def add(self, data: str) -> None:
        """Add text whose white space collapses."""
        if _UNEVEN.search(data):
            data = _RUN.sub(" ", data)
        if data[:1] == " " and self._last in ("", " ", "\n"):
            data = data[1:]
        if data:
            self._append(data)

    def add_preformatted(self, data: str) -> None:
        """Add text as it stands; CR LF and CR become LF."""
        if "\r" in data:
            data = data.replace("\r\n", "\n").replace("\r", "\n")
        if data:
            self._append(data)

    def line_break(self, *, preformatted: bool = False) -> None:
        """Add the line break of a ``br``; collapsible white space before it goes."""
        if not preformatted and self._last == " ":
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
            self._clamp()
        self._edge = None
        self._append("\n")

    def edge(self, character: str, *, plain: bool = False) -> None:
        """Note an edge that no number crosses: ``character`` goes there if a number stands on both sides.

        The last edge decides, but a ``plain`` one (between elements of a formula) gives way to one that waits.
        """
        if plain:
            if self._edge is None and self._tail is Tail.NUMBER:
                self._edge = _Edge(character, AFTER_PLAIN, len(self._parts), self._length)
            return
        self._edge = None
        if self._tail is not Tail.OTHER:
            links = AFTER_LEAVING if character == " " else AFTER_ENTERING
            self._edge = _Edge(character, links, len(self._parts), self._length)

    def open(self, kind: MarkKind | None) -> OpenMark:
        """Begin a mark, or a link when ``kind`` is None."""
        mark = OpenMark(kind, self._length)
        if len(self._open) < _MOST_OPEN:
            self._open.append(mark)
        return mark

    def close(self, mark: OpenMark) -> None:
        """End a mark or link that :meth:`open` gave; with it end those inside it that were left open."""
        if mark not in self._open:
            return
        at = self._open.index(mark)
        for ended in reversed(self._open[at:]):
            self._end(ended)
        del self._open[at:]

    def flush(self, kind: BlockKind, level: int | None, cell: Cell | None, collapsed: bool) -> bool:
        """End the block; return whether it had text. Marks that are open go on at the start of the next block."""
        if not self._length:
            for mark in self._open:
                mark.start = 0
            return False
        for mark in reversed(self._open):
            self._end(mark)
        raw = "".join(self._parts)
        text = raw.strip(WHITE_SPACE)
        kept = bool(text.strip(BLANK))
        if kept:
            lead = len(raw) - len(raw.lstrip(WHITE_SPACE))
            marks = _placed(self._marks, lead, len(text)) if self._marks else ()
            self.blocks.append(CapturedBlock(text, kind, level, cell, marks, collapsed))
        self._parts.clear()
        self._marks.clear()
        self._links.clear()
        self._length, self._last, self._tail, self._edge = 0, "", Tail.OTHER, None
        for mark in self._open:
            mark.start = 0
        return kept

    def _append(self, data: str) -> None:
        if self._edge is not None:
            meets = begins_number(data, self._edge.links)
            if meets:
                self._insert(self._edge)
            if meets is not None:
                self._edge = None
        self._parts.append(data)
        self._length += len(data)
        self._last = data[-1]
        self._tail = tail_of(data, self._tail)

    def _insert(self, edge: _Edge) -> None:
        """Put the character of an edge where it was noted; marks and links that begin there get it."""
        self._parts.insert(edge.part, edge.character)
        self._length += 1
        for opened in self._open:
            opened.start += opened.start > edge.at
        for number in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[number]
            if mark.end <= edge.at:
                break
            self._marks[number] = Mark(mark.start + (mark.start > edge.at), mark.end + 1, mark.kind)
        for number in range(len(self._links) - 1, -1, -1):
            start, end = self._links[number]
            if end <= edge.at:
                break
            self._links[number] = (start + (start > edge.at), end + 1)

    def _clamp(self) -> None:
        """Take back what a mark holds of a space that went."""
        for opened in self._open:
            opened.start = min(opened.start, self._length)
        for number in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[number]
            if mark.end <= self._length:
                break
            self._marks[number] = Mark(min(mark.start, self._length), self._length, mark.kind)

    def _end(self, ended: OpenMark) -> None:
        if ended.start >= self._length:
            return
        text = self._since(ended.start)
        if ended.kind is None:
            self._end_link(ended.start, text)
            return
        reference = ended.kind == "reference" or self._is_reference(ended.start, text)
        self._marks.append(Mark(ended.start, self._length, "reference" if reference else ended.kind))

    def _end_link(self, start: int, text: str) -> None:
        """Remember a link inside a mark; a mark that is all a link holds becomes a reference."""
        if any(mark.kind in ("sup", "sub") for mark in self._open):
            self._links.append((start, self._length))
        for number in range(len(self._marks) - 1, -1, -1):
            mark = self._marks[number]
            if mark.start < start:
                break
            around = text[: mark.start - start] + text[mark.end - start :]
            if mark.kind != "reference" and not around.strip(BLANK):
                self._marks[number] = Mark(mark.start, mark.end, "reference")

    def _is_reference(self, start: int, text: str) -> bool:
        stripped = text.strip(BLANK)
        if stripped[:1] == "[" and stripped[-1:] == "]":
            return True
        linked = [(max(a, start) - start, b - start) for a, b in self._links if b > start]
        return bool(linked) and not any(map(str.isalnum, _outside(text, linked)))

    def _since(self, start: int) -> str:
        """Return the text from ``start`` on, without joining the whole block."""
        taken: list[str] = []
        missing = self._length - start
        for part in reversed(self._parts):
            taken.append(part[-missing:])
            missing -= len(part)
            if missing <= 0:
                break
        return "".join(reversed(taken))


def _outside(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return what of ``text`` lies outside the spans, which are in order of their ends."""
    out: list[str] = []
    end = len(text)
    for a, b in reversed(spans):
        if b < end:
            out.append(text[b:end])
        end = min(end, a)
    out.append(text[:end])
    return "".join(reversed(out))


def _placed(marks: Sequence[Mark], lead: int, length: int) -> tuple[Mark, ...]:
    """Shift marks by the white space that the block lost at its start; drop what is empty then; sort by start."""
    moved = (Mark(max(m.start - lead, 0), min(m.end - lead, length), m.kind) for m in marks)
    return tuple(sorted((m for m in moved if m.start < m.end), key=lambda m: (m.start, -m.end, m.kind)))

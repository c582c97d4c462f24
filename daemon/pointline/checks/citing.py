"""What the lines of a memo cite: links, bare addresses, footnotes, numbered references, and where each of them reaches.

A citation speaks for the line it stands in. One that stands alone behind others ("… was paid. [release]") speaks for
those before it in its block that cite nothing themselves; one in a lead-in ("According to the release:") for the list
or table that follows; a block of nothing but a citation for the block, list or table right above it. All this is told
by structure (links, marks, brackets, blocks), never by words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from exactquote.facts import find_facts
from exactquote.links import LinkedPage
from exactquote.page import Block, Span
from exactquote.units import Unit
from pointline.checks.borne import figures
from pointline.pipeline.question import addresses

_NO_DOCUMENT = re.compile(r"(?!https?:|file:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""Schemes that lead to no document: mailto, tel, javascript, data."""
_MARK = re.compile(r"\[\^?([0-9]{1,3}|[A-Za-z][\w-]{0,15})\]|([⁰¹²³⁴-⁹]{1,3})")
"""A reference mark in the text: [1], [Smith20], ¹."""
_DEFINED = re.compile(r"(?:\[\^?([0-9]{1,3}|[A-Za-z][\w-]{0,15})\]:?|([⁰¹²³⁴-⁹]{1,3})[:.)]?)\s")
_MARK_LINK = re.compile(r"\[?\^?\w{1,4}\]")
"""What a link holds that is a reference mark: [1], [a], 1]."""
_FILE = re.compile(r"[^\s<>\"]*[^\s<>\"./]\.[A-Za-z][A-Za-z0-9]{1,4}(?:#\S*)?")
"""A note that is nothing but the name of a file."""
_SHORT_MARK = 8
_LOOSE = re.compile(r"\s+([.,;!?](?:\s|$))")
"""A space that a citation left before a mark."""
_FEW_WORDS = 3
_WORD = re.compile(r"\w+")
_BRACKETS = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]|（[^（）]*）|【[^【】]*】")
_NEXT = re.compile(r"\s+(?=\S*[^\W\d_])")
_ENDS = re.compile(r"[.!?…。！？؟॥।][\"'”’»)\]]*\s*$")


@dataclass(slots=True)
class Line:
    """A line of the memo with what it cites itself. ``linked``: places that links hold; ``cut``: places that are
    citation and no part of a claim; ``marked``: a note or reference is marked, with or without an address."""

    unit: Unit
    block: Block
    text: str
    own: list[str] = field(default_factory=list)
    linked: list[Span] = field(default_factory=list)
    cut: list[Span] = field(default_factory=list)
    marked: bool = False

    @property
    def bare(self) -> str:
        """The text without its citations."""
        return _LOOSE.sub(r"\1", " ".join(self.without(self.cut).split()))

    def without(self, spans: Sequence[Span]) -> str:
        """The text without these places (of the page text)."""
        kept, at, first = [], self.unit.start, self.unit.start
        for span in sorted(spans):
            kept.append(self.text[at - first : max(at, span.start) - first])
            at = max(at, span.end)
        kept.append(self.text[at - first :])
        return "".join(kept)


def read_lines(linked: LinkedPage) -> tuple[list[Line], int]:
    """The lines of a memo with what each cites itself, and how many lines are notes and references, which are left
    out."""
    page = linked.page
    notes = _Notes(linked)
    found, left_out = [], 0
    for unit in page.units:
        if unit.block in notes.blocks or unit.start in notes.lines:
            left_out += 1
            continue
        for part in _parted(unit, linked):
            line = Line(part, page.blocks[part.block], part.text(page.text))
            _read_links(line, linked, notes)
            _read_marks(line, notes)
            _read_addresses(line)
            _cut_brackets(line)
            line.own = list(dict.fromkeys(line.own))
            found.append(line)
    return found, left_out


def _parted(unit: Unit, linked: LinkedPage) -> Iterator[Unit]:
    """The sentences of a line that only the raised marks of notes held together (``5 euros.¹ Children pay``)."""
    text, start = linked.page.text, unit.start
    raised = [mark for mark in linked.page.marks if mark.kind != "sub" and unit.kind != "row"]
    for mark in raised:
        ends = start < mark.start and mark.end < unit.end and _ENDS.search(text, start, mark.start)
        after = _NEXT.match(text, mark.end, unit.end) if ends else None
        if after:
            yield replace(unit, start=start, end=mark.end, spans=(Span(start, mark.end),))
            start = after.end()
    yield unit if start == unit.start else replace(unit, start=start, spans=(Span(start, unit.end),))


def is_citation(line: Line) -> bool:
    """Whether a line is nothing but a citation: a link and hardly a word before it ("See", "Source:"), no figure, no
    sentence in a link. Words beside a link in brackets are a claim, however few."""
    if not (line.own or line.marked) or line.unit.kind == "row":
        return False
    rest = line.without([*line.linked, *line.cut])
    outside = _WORD.findall(rest)
    loose = [link for link in line.linked if not any(cut.start <= link.start < cut.end for cut in line.cut)]
    if not loose:
        return not outside
    few = _FEW_WORDS if rest.rstrip(" .").endswith((":", "：")) else 1
    first = line.unit.start
    sentence = any(_ENDS.search(line.text[span.start - first : span.end - first]) for span in line.linked)
    return len(outside) <= few and not sentence and not figures(find_facts(line.bare))


class _Notes:
    """Notes and references: the blocks and lines that are some, and the addresses behind each mark."""

    def __init__(self, linked: LinkedPage) -> None:
        self._linked = linked
        self.blocks: set[int] = set()
        self._anchors: dict[str, list[str]] = {}
        self._marks: dict[str, list[str]] = {}
        page, anchors = linked.page, linked.anchors or {}
        for link in linked.links:
            name = link.href[1:]
            if not link.href.startswith("#") or name not in anchors or name in self._anchors:
                continue
            first, after = anchors[name]
            mark = page.text[link.start : link.end].strip(" []()^")
            if len(mark) <= _SHORT_MARK and first < after and page.blocks[first].start > link.end:
                self._anchors[name] = self._addresses(first, after)
                self.blocks.update(range(first, after))
        self.lines: set[int] = set()
        for unit in page.units:
            defined = _DEFINED.match(page.text, unit.start, unit.end)
            if unit.block not in self.blocks and defined:
                self._marks.setdefault(defined[1] or defined[2], self._within(unit.start, unit.end))
                self.lines.add(unit.start)
        self._list = self._last_list()

    def behind_link(self, href: str) -> list[str] | None:
        """The addresses of the note that a link within the memo leads to; None where it leads to no note."""
        return self._anchors.get(href[1:])

    def behind_mark(self, mark: str) -> list[str] | None:
        """The addresses behind [1]; None where nothing is behind it. A bare number may count a list of references."""
        if mark in self._marks:
            return self._marks[mark]
        if mark.isdecimal() and mark.isascii() and 1 <= int(mark) <= len(self._list):
            number = self._list[int(mark) - 1]
            return self._addresses(number, number + 1)
        return None

    def _addresses(self, first: int, after: int) -> list[str]:
        blocks = self._linked.page.blocks
        if first >= after or first >= len(blocks):
            return []
        return self._within(blocks[first].start, blocks[after - 1].end)

    def _within(self, start: int, end: int) -> list[str]:
        page = self._linked.page
        inside = [link for link in self._linked.links if start <= link.start and link.end <= end]
        hrefs = [link.href for link in inside if leads_out(link.href)]
        found = [*hrefs, *addresses(page.text[start:end])]
        if not found:
            note = _DEFINED.sub("", page.text[start:end], count=1).strip(" \n↩\ufe0e.")
            found = [note] if _FILE.fullmatch(note) else []
        return list(dict.fromkeys(found))

    def _last_list(self) -> list[int]:
        """The blocks of the last list of which every item has an address."""
        found: list[int] = []
        for number in range(len(self._linked.page.blocks) - 1, -1, -1):
            block = self._linked.page.blocks[number]
            if block.kind == "list_item" and self._addresses(number, number + 1):
                found.insert(0, number)
            elif found or block.kind == "list_item":
                break
        return found


def leads_out(href: str) -> bool:
    """Whether an address may lead to a document other than the memo."""
    return bool(href) and not href.startswith("#") and not _NO_DOCUMENT.match(href)


def _read_links(line: Line, linked: LinkedPage, notes: _Notes) -> None:
    unit = line.unit
    for mark in linked.page.marks:
        if mark.kind == "reference" and unit.start <= mark.start and mark.end <= unit.end:
            line.cut.append(Span(mark.start, mark.end))
    for link in linked.links:
        if not (unit.start <= link.start and link.end <= unit.end):
            continue
        behind = notes.behind_link(link.href) if link.href.startswith("#") else None
        if behind is not None:
            line.own += behind
            line.marked = True
            line.cut.append(Span(link.start, link.end))
        elif leads_out(link.href):
            line.own.append(link.href)
            line.linked.append(Span(link.start, link.end))
            if _is_mark(linked.page.text, link.start, link.end):
                line.cut.append(Span(link.start, link.end))


def _is_mark(text: str, start: int, end: int) -> bool:
    """Whether a link holds a reference mark: [1], or a number that stands right behind a word."""
    held = text[start:end]
    glued = start > 0 and not text[start - 1].isspace() and held.isdecimal() and len(held) <= 3
    return bool(_MARK_LINK.fullmatch(held)) or glued


def _read_marks(line: Line, notes: _Notes) -> None:
    for match in _MARK.finditer(line.text):
        behind = notes.behind_mark(match[1] or match[2])
        start = line.unit.start + match.start()
        known = any(other.start <= start < other.end for other in (*line.cut, *line.linked))
        if behind is not None and not known:
            line.own += behind
            line.marked = True
            line.cut.append(Span(line.unit.start + match.start(), line.unit.start + match.end()))


def _read_addresses(line: Line) -> None:
    at = 0
    for address in addresses(line.text):
        start = line.text.index(address, at)
        at = start + len(address)
        span = Span(line.unit.start + start, line.unit.start + at)
        line.cut.append(span)
        if not any(other.start <= span.start and span.end <= other.end for other in line.linked):
            line.own.append(address)


def _cut_brackets(line: Line) -> None:
    """Brackets that hold a citation and hardly a word beside it are citation too."""
    first = line.unit.start
    for match in _BRACKETS.finditer(line.text):
        start, end = first + match.start(), first + match.end()
        inside = [span for span in (*line.linked, *line.cut) if start <= span.start and span.end <= end]
        if not inside:
            continue
        rest = "".join(
            char for at, char in enumerate(match[0], start) if not any(s.start <= at < s.end for s in inside)
        )
        if len(_WORD.findall(rest)) < _FEW_WORDS and not any(map(str.isnumeric, rest)):
            before = len(line.text[: match.start()]) - len(line.text[: match.start()].rstrip())
            line.cut.append(Span(start - before, end))

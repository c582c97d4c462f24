"""A text becomes a memo: its form, its lines, and of those the ones that claim something, with what they cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactquote.facts import find_facts
from exactquote.links import LinkedPage, read_linked_html
from exactquote.page import Span
from exactquote.plaintext import read_text
from pointline.checks.borne import figures
from pointline.checks.citing import Line, is_citation, read_lines
from pointline.checks.markdown import to_html
from pointline.checks.memo import MOST_CHARACTERS, MOST_CLAIMS, ClaimKind, Form, Memo, MemoClaim
from pointline.errors import BadInput
from pointline.pipeline.languages import page_language

_LEADS_IN = (":", "：")
_HTML = re.compile(
    r"\s*(?:<!doctype html|<html[\s>]|<(?:body|head|article|section|div|p|h[1-6]|ul|ol|table)[\s>])", re.I
)
_ENDINGS: dict[str, Form] = {
    "md": "markdown", "markdown": "markdown", "mdown": "markdown", "html": "html", "htm": "html", "xhtml": "html",
    "txt": "text", "text": "text",
}  # fmt: skip


def form_of(text: str, name: str = "") -> Form:
    """The form of a text by the ending of its name, else by how it begins; what is neither is read as Markdown, which
    plain text mostly is, too."""
    known = _ENDINGS.get(name.rpartition(".")[2].lower()) if "." in name else None
    return known or ("html" if _HTML.match(text) else "markdown")


def read_memo(text: str, form: Form) -> Memo:
    """Split a text into claims with what they cite.

    Raises :class:`BadInput` (``empty-memo``, ``long-memo``, ``no-claims``).
    """
    if not text.strip():
        raise BadInput("empty-memo", "The text is empty: there is nothing to check.", "Give a text with claims.")
    if len(text) > MOST_CHARACTERS:
        message = f"The text has {len(text)} characters; {MOST_CHARACTERS} are the most."
        raise BadInput("long-memo", message, "Check it in parts.")
    linked = _linked(text, form)
    lines, left_out = read_lines(linked)
    claims, passed = _claims(linked, lines)
    if not claims:
        raise BadInput("no-claims", "The text makes no claim: no sentence or table row was found in it.",
                       "Give a text with sentences; headings, code and references alone claim nothing.")  # fmt: skip
    if len(claims) > MOST_CLAIMS:
        raise BadInput("long-memo", f"The text makes {len(claims)} claims; {MOST_CLAIMS} are the most.", "Split it.")
    return Memo(linked.page, tuple(claims), linked.base, left_out + passed)


def _linked(text: str, form: Form) -> LinkedPage:
    """The text with its links, in the language that it says or seems to be in: where sentences end depends on it
    (``am 4. April``)."""
    if form == "text":
        linked = LinkedPage(read_text(text))
    else:
        linked = read_linked_html(to_html(text) if form == "markdown" else text)
    lang = page_language(linked.page)
    return replace(linked, page=replace(linked.page, lang=lang)) if lang and not linked.page.lang else linked


def _claims(linked: LinkedPage, lines: Sequence[Line]) -> tuple[list[MemoClaim], int]:
    reaching = _Reach(lines)
    lang = page_language(linked.page)
    claims: list[MemoClaim] = []
    passed = 0
    for at, line in enumerate(lines):
        text = _row_text(linked, line) if line.unit.kind == "row" else line.bare
        if not _claims_something(line, text):
            passed += 1
            continue
        cites = reaching.of(at)
        kind: ClaimKind = (
            "row" if line.unit.kind == "row" else "list_item" if line.block.kind == "list_item" else "sentence"
        )
        place = Span(line.unit.start, line.unit.end)
        noted = line.marked or bool(cites)
        number = len(claims) + 1
        claims.append(MemoClaim(number, text, kind, place, line.unit.heading_path, tuple(cites), noted, lang))
    return claims, passed


def _claims_something(line: Line, text: str) -> bool:
    """Whether a line makes a claim: no heading, no code, no header row, no citation alone, no mere lead-in."""
    if line.block.kind in ("heading", "code") or not any(map(str.isalnum, text)) or is_citation(line):
        return False
    if text.endswith(_LEADS_IN) and line.unit.kind != "row":
        return bool(figures(find_facts(text)))
    return True


def _row_text(linked: LinkedPage, line: Line) -> str:
    """A table row as it is read, each cell after its column header; without cells that are citation alone (but for the
    first, which says what the row is about), and empty for a row of headers."""
    page, cells = linked.page, []
    blocks = [page.blocks[number] for number in line.unit.blocks]
    if all(block.cell is not None and block.cell.header for block in blocks):
        return ""
    for span, headers in zip(line.unit.spans, line.unit.column_headers, strict=True):
        inside = [cut for cut in line.cut if span.start <= cut.start and cut.end <= span.end]
        links = [one for one in line.linked if span.start <= one.start and one.end <= span.end]
        if (inside or links) and not _words(page.text, span.start, span.end, [*inside, *links]):
            names_the_row = bool(links) and span == line.unit.spans[0] and len(line.unit.spans) > 1
            if not names_the_row and (not links or not figures(find_facts(span.of(page.text)))):
                continue
            inside = []
        value = " ".join(_left(page.text, span.start, span.end, inside).split())
        header = " ".join(" ".join(headers).split())
        if value:
            cells.append(f"{header}: {value}" if header and header != value else value)
    return " | ".join(cells)


def _left(text: str, start: int, end: int, cut: Sequence[Span]) -> str:
    return "".join(text[at] for at in range(start, end) if not any(one.start <= at < one.end for one in cut))


def _words(text: str, start: int, end: int, cut: Sequence[Span]) -> bool:
    return any(map(str.isalnum, _left(text, start, end, cut)))


class _Reach:
    """How far citations reach; see :mod:`~pointline.checks.citing`."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._cites: list[list[str]] = [list(line.own) for line in lines]
        self._backwards(lines)
        self._forwards(lines)

    def of(self, at: int) -> list[str]:
        """What the line with this number cites."""
        return self._cites[at]

    def _backwards(self, lines: Sequence[Line]) -> None:
        for at, line in enumerate(lines):
            if not is_citation(line) or (line.block.kind == "list_item" and _opens_block(lines, at)):
                continue
            for before in _before(lines, at):
                if not self._cites[before]:
                    self._cites[before] = list(line.own)

    def _forwards(self, lines: Sequence[Line]) -> None:
        inherited: list[str] = []
        inside = False
        for at, line in enumerate(lines):
            listed = line.block.kind in ("list_item", "cell")
            if inherited and listed:
                inside = True
                self._cites[at] = self._cites[at] or list(inherited)
            elif inherited and inside:
                inherited, inside = [], False
            if not listed:
                inherited = list(self._cites[at]) if line.bare.endswith(_LEADS_IN) else []
                inside = False


def _opens_block(lines: Sequence[Line], at: int) -> bool:
    return at == 0 or lines[at - 1].unit.block != lines[at].unit.block


def _before(lines: Sequence[Line], at: int) -> Iterator[int]:
    """The lines that a citation standing alone speaks for, nearest first: those before it in its block, else those of
    the block, list or table right above it; up to another citation."""
    first = at - 1
    if first < 0:
        return
    same = lines[first].unit.block == lines[at].unit.block
    kind, block = lines[first].block.kind, lines[first].unit.block
    for before in range(first, -1, -1):
        line = lines[before]
        if line.block.kind in ("heading", "code") or is_citation(line) or line.own:
            return
        in_list = not same and kind in ("list_item", "cell") and line.block.kind == kind
        if line.unit.block != block and not in_list:
            return
        yield before

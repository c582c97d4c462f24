"""Plain text, or text with the usual marks of Markdown at line starts, to a page.

Every character of the file stays: a ``#`` or a list marker is part of its block's text. Only white space around blocks
goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactquote.encoding import repair
from exactquote.markup import BLANK, WHITE_SPACE
from exactquote.page import CapturedBlock, Page

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+\S")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦⁃–—·]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])[ \t]+\S")
_RULER = re.compile(r" {0,3}([-*_=~])(?:[ \t]*\1){2,}[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def read_text(text: str, *, url: str = "", title: str = "") -> Page:
    """Read plain text as a page: blocks are parted by blank lines; headings and list items are blocks of their own.

    A line break within a block stays one. Line breaks are LF, CR LF, CR, form feed and the Unicode ones. Offsets are
    code points.
    """
    return Page.from_blocks(_blocks(_lines(repair(text))), url=url, title=title)


def _lines(text: str) -> list[str]:
    return re.split("[\n\f\u0085\u2028\u2029]", text)


def _blocks(lines: list[str]) -> Iterator[CapturedBlock]:
    """Part lines into blocks, looking one line ahead for an underlined heading."""
    held: list[str] = []
    item = False
    fence = ""
    for number, line in enumerate(lines):
        if fence:
            held.append(line)
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                yield from _block(held, "code")
                held, fence = [], ""
            continue
        opened = _FENCE.match(line)
        if opened:
            yield from _block(held, "list_item" if item else "paragraph")
            held, item, fence = [line], False, opened[1]
        elif not line.strip(BLANK):
            yield from _block(held, "list_item" if item else "paragraph")
            held, item = [], False
        elif _HEADING.match(line):
            yield from _block(held, "list_item" if item else "paragraph")
            held, item = [], False
            yield CapturedBlock(line.strip(WHITE_SPACE), "heading", len(line.lstrip()) - len(line.lstrip().lstrip("#")))
        elif len(held) == 1 and not item and _underlines(line, held[0], lines, number):
            text = "\n".join((held[0], line)).strip(WHITE_SPACE)
            yield CapturedBlock(text, "heading", 1 if "=" in line else 2)
            held = []
        elif _RULER.fullmatch(line):
            yield from _block(held, "list_item" if item else "paragraph")
            held, item = [], False
            yield CapturedBlock(line.strip(WHITE_SPACE))
        elif _ITEM.match(line) and (item or not held or not _sentence_goes_on(held[-1], line)):
            yield from _block(held, "list_item" if item else "paragraph")
            held, item = [line], True
        else:
            held.append(line)
    yield from _block(held, "code" if fence else "list_item" if item else "paragraph")


def _underlines(line: str, heading: str, lines: list[str], number: int) -> bool:
    """Tell whether a line of ``=`` or ``-`` underlines a heading: as long as it, or the paragraph ends here."""
    if not _UNDERLINE.fullmatch(line):
        return False
    follows = lines[number + 1].strip() if number + 1 < len(lines) else ""
    return not follows or abs(len(line.strip()) - len(heading.strip())) <= 2 or "=" in line


def _sentence_goes_on(before: str, line: str) -> bool:
    """Tell prose whose next line happens to begin like an item ("1998. ") from a list under its first line."""
    first = line.lstrip()[:1]
    return first.isalnum() and before.rstrip()[-1:] not in (":", ".", "!", "?", "：", "。")


def _block(lines: list[str], kind: str) -> Iterator[CapturedBlock]:
    text = "\n".join(lines).strip(WHITE_SPACE)
    if text.strip(BLANK):
        yield CapturedBlock(text, kind)  # type: ignore[arg-type]

"""Saved HTML to a page with its links: the walk of ``WALK.md``, which itself keeps no addresses.

The walk runs as it does for any page; where a link begins and ends a code point stands that no text may hold (a Unicode
noncharacter), and it is taken out of the blocks again before they become a page. So the text is the walk's own, but for
a space that may stand double at the edge of a link.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate

from lxml import etree

from exactquote.context import Frame
from exactquote.encoding import decode, repair
from exactquote.markup import BLANK, WHITE_SPACE
from exactquote.page import CapturedBlock, Mark, Page
from exactquote.walk import Walk

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_NEITHER = str.maketrans({_OPEN: "\ufffd", _CLOSE: "\ufffd"})


@dataclass(frozen=True, slots=True)
class Link:
    """A link: ``page.text[start:end]`` is what it holds, ``href`` its address as written. A link that runs over several
    blocks is given once for each."""

    start: int
    end: int
    href: str


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A page with its links in order, and the blocks of every element with an ``id``: ``{id: (first, after)}``."""

    page: Page
    links: tuple[Link, ...] = ()
    anchors: Mapping[str, tuple[int, int]] | None = None
    base: str = ""
    """What ``<base href>`` says addresses are relative to."""


def read_linked_html(data: bytes | str, *, url: str = "", charset: str | None = None) -> LinkedPage:
    """Read saved HTML as :func:`exactquote.html.read_html` does, with its links. Offsets are code points."""
    text = repair(data) if isinstance(data, str) else decode(data, charset).text
    walk = _LinkWalk()
    if text.strip(WHITE_SPACE):
        parser = etree.HTMLParser(target=walk, encoding="utf-8", huge_tree=True)
        etree.fromstring(text.translate(_NEITHER).encode("utf-8"), parser)
    walk.finish()
    blocks: list[CapturedBlock] = []
    places: list[tuple[int, int, int, str]] = []
    going: list[str] = []
    hrefs = iter(walk.hrefs)
    for block in walk.builder.blocks:
        plain, found, going = _without_signs(block, hrefs, going)
        places += [(len(blocks), start, end, href) for start, end, href in found]
        blocks.append(plain)
    page = Page.from_blocks(blocks, url=url, title=walk.title, lang=walk.lang, not_read=walk.not_read)
    number = [0, *accumulate(bool(block.text) for block in blocks)]
    links = [
        Link(page.blocks[number[at]].start + start, page.blocks[number[at]].start + end, href)
        for at, start, end, href in places
        if blocks[at].text
    ]
    anchors = {name: (number[first], number[after]) for name, (first, after) in walk.anchors.items()}
    return LinkedPage(page, tuple(links), anchors, walk.base)


class _LinkWalk(Walk):
    """The walk, with a sign at either end of each link and the blocks of each element with an id."""

    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.anchors: dict[str, tuple[int, int]] = {}
        self.base = ""
        self._linked: list[Frame] = []
        self._named: list[tuple[Frame, str, int]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Enter an element."""
        depth = len(self._frames)
        super().start(tag, attributes)
        name = tag.lower()
        if name == "base" and not self.base:
            self.base = (attributes.get("href") or "").strip()
        if len(self._frames) == depth:
            return
        frame = self._frames[-1]
        identity = attributes.get("id") or (attributes.get("name") if name == "a" else None)
        if identity:
            self._named.append((frame, identity, len(self.builder.blocks)))
        href = attributes.get("href") if name == "a" else None
        if href is not None and not (frame.context.invisible or frame.context.head):
            self.hrefs.append(href.strip())
            self._linked.append(frame)
            self.data(_OPEN)

    def end(self, tag: str) -> None:
        """Leave an element."""
        if self._skip:
            super().end(tag)
            return
        frame = self._frames[-1]
        if self._linked and self._linked[-1] is frame:
            self._linked.pop()
            self.data(_CLOSE)
        super().end(tag)
        while self._named and self._named[-1][0] is frame:
            _, identity, first = self._named.pop()
            self.anchors.setdefault(identity, (first, max(first + 1, len(self.builder.blocks))))

    def finish(self) -> None:
        """End the last block; elements that were never closed end with it."""
        super().finish()
        last = len(self.builder.blocks)
        for _, identity, first in self._named:
            self.anchors.setdefault(identity, (min(first, last), last))
        self.anchors = {name: (first, min(after, last)) for name, (first, after) in self.anchors.items()}


def _without_signs(
    block: CapturedBlock, hrefs: Iterator[str], going: list[str]
) -> tuple[CapturedBlock, list[tuple[int, int, str]], list[str]]:
    """The block without the signs, the links in it (block-relative), and those that go on after it."""
    if not going and _OPEN not in block.text and _CLOSE not in block.text:
        return block, [], going
    kept: list[str] = []
    found: list[tuple[int, int, str]] = []
    opened = [(0, href) for href in going]
    place = [0] * (len(block.text) + 1)
    for at, char in enumerate(block.text):
        place[at] = len(kept)
        if char == _OPEN:
            opened.append((len(kept), next(hrefs, "")))
        elif char == _CLOSE:
            if opened:
                start, href = opened.pop()
                found.append((start, len(kept), href))
        else:
            kept.append(char)
    place[-1] = len(kept)
    going = [href for _, href in opened]
    found += [(start, len(kept), href) for start, href in opened]
    raw = "".join(kept)
    text = raw.strip(WHITE_SPACE) if raw.strip(BLANK) else ""
    lead = len(raw) - len(raw.lstrip(WHITE_SPACE)) if text else 0

    def moved(offset: int) -> int:
        return min(max(offset - lead, 0), len(text))

    marks = (Mark(moved(place[m.start]), moved(place[m.end]), m.kind) for m in block.marks)
    plain = replace(block, text=text, marks=tuple(mark for mark in marks if mark.start < mark.end))
    return plain, sorted((moved(start), moved(end), href) for start, end, href in found), going

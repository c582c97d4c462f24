"""One block's text to sentence-sized slices: sentencex where it is right, plain rules where it does not look."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import sentencex

_BLANK_LINE = re.compile(r"[ \t]*\n[ \t\u00a0]*\n\s*")
_LONGEST = 600
"""Code points of a slice; a longer sentence is cut at the best place before that (sentencex returns whole paragraphs at times)."""
_SHORTEST = 200
"""A cut is not made before this."""
_CLOSING = "\"'’”»›)]}」』）】〉》］"
# Where a sentence that is too long may be cut, best places first; each pattern ends where the cut goes.
_CUTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n+",
        rf"[.!?…;:][{re.escape(_CLOSING)}]*\s+|[。！？；：।॥؟۔｡][{re.escape(_CLOSING)}]*\s*",
        r"[,،][\"'’”»]*\s+|[，、､]\s*|\s+[–—-]\s+|[–—]",
        r"\s+",
    )
)
_MARKER = re.compile(r"\s*\(?(?:\d{1,3}|[^\W\d_])[.)]\s*")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_WRAPPED = 40
"""A line shorter than this was not broken for want of room."""


def language_of(lang: str) -> str:
    """Return the primary subtag of a page's language for sentencex, which falls back by itself; English when there is none."""
    match = _LANGUAGE.fullmatch(re.split(r"[-_]", lang.strip().lower(), maxsplit=1)[0])
    return match[0] if match else "en"


def sentences(text: str, language: str, *, code: bool = False) -> Iterator[tuple[int, int]]:
    """Yield ``(start, end)`` of the slices of a block's text, in order, trimmed, not empty, covering all that is not white space.

    Line breaks part slices where they part lines (an address, opening hours, a verse, code), not where they wrap prose.
    Offsets are code points.
    """
    for start, end in _pieces(text, code):
        for a, b in _sentences(text[start:end], language):
            for c, d in _cut(text, start + a, start + b):
                first, last = _trim(text, c, d)
                if first < last:
                    yield first, last


def _pieces(text: str, code: bool) -> Iterator[tuple[int, int]]:
    """Part a text at blank lines and at line breaks that are not mere wrapping."""
    if "\n" not in text:
        yield 0, len(text)
        return
    position = 0
    for blank in (*(match.span() for match in _BLANK_LINE.finditer(text)), (len(text), len(text))):
        if position < blank[0]:
            yield from _lines(text, position, blank[0], code)
        position = max(position, blank[1])


def _lines(text: str, start: int, end: int, code: bool) -> Iterator[tuple[int, int]]:
    lines = text[start:end].split("\n")
    width = max(map(len, lines))
    begin = position = start
    for before, after in zip(lines, lines[1:], strict=False):
        position += len(before) + 1
        if not _wraps(before, after, width, code):
            yield begin, position
            begin = position
    yield begin, end


def _wraps(before: str, after: str, width: int, code: bool) -> bool:
    """Tell whether a line break only wraps prose: the line was full, or the next one goes on in lower case or after a comma."""
    indent = len(after) - len(after.lstrip())
    full = width >= _WRAPPED and len(before) >= 0.75 * width
    if code:
        # In code a line that goes on in lower case is an ordinary line.
        return full and indent == len(before) - len(before.lstrip()) and after[indent : indent + 1].isalpha()
    if full:
        return True
    last = before.rstrip()[-1:]
    return after[indent : indent + 1].islower() or (last != "" and last in ",،，、-")


def _sentences(text: str, language: str) -> Iterator[tuple[int, int]]:
    if len(text) < 2 or text.isspace():
        yield 0, len(text)
        return
    start = 0
    for boundary in sentencex.get_sentence_boundaries(language, text):
        end = boundary["end_index"]
        if end < len(text) and _MARKER.fullmatch(text, start, end):
            continue  # the number of a list item is no sentence
        yield start, end
        start = end


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is too long, at the last good place that leaves a slice of a sensible size."""
    while end - start > _LONGEST:
        at = _place(text, start)
        yield start, at
        start = at
    yield start, end


def _place(text: str, start: int) -> int:
    for pattern in _CUTS:
        at = 0
        for match in pattern.finditer(text, start + _SHORTEST, start + _LONGEST):
            at = match.end()
        if at:
            return at
    at = start + _LONGEST
    # No cut between a letter and its marks, inside a number, or inside an emoji sequence, as far as one step back can
    # tell.
    while at > start + _SHORTEST and _joined(text[at - 1], text[at]):
        at -= 1
    return at if at > start + _SHORTEST else start + _LONGEST


def _joined(before: str, after: str) -> bool:
    return (
        unicodedata.category(after)[0] == "M"
        or "\u200d" in (before, after)
        or (before.isalnum() and after.isalnum() and before.isascii() and after.isascii())
        or (before.isdecimal() and (after.isdecimal() or after in ".,"))
        or (before in ".," and after.isdecimal())
    )


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return start, start
    first = start + len(piece) - len(piece.lstrip())
    return first, first + len(stripped)

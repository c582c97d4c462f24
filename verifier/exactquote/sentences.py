"""One block's text to sentence-sized slices: sentencex where it is right, plain rules where it does not look."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import sentencex

LONGEST = 600
"""Code points of a slice. A longer one is cut: sentencex returns whole paragraphs at unbalanced quotation marks."""
_SHORTEST = 200
"""A cut for length alone is not made before this."""
_FED = 8_000
"""Code points that sentencex is given at once: on unbalanced quotation marks its time grows with their square."""
_WRAPPED = 40
"""A line shorter than this was not broken for want of room."""

# A blank line, from the line break before it. It does not begin with a pattern for spaces: long runs of them would take
# time that grows with their square.
_BLANK_LINE = re.compile(r"\n[ \t\u00a0]*\n\s*")
_QUOTATION_END = "”’»」』》"
_CLOSING = "[" + re.escape("\"'’”»›)]}」』）】〉》］") + "]*"
_END = re.compile(rf"[.!?…;]{_CLOSING}\s+(?=[^\W\d_a-zß-öø-ÿ]|[\"'“‘«„(\[])|[。！？；।॥؟۔｡]{_CLOSING}\s*")
"""Where a sentence that is too long is parted: after a full stop before what may begin a sentence."""
# Where a slice that is still too long may be cut, best places first; each pattern ends where the cut goes.
_CUTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n+",
        rf"[.!?…;:]{_CLOSING}\s+|[。！？；：।॥؟۔｡]{_CLOSING}\s*",
        rf"[,،]{_CLOSING}\s+|[，、､]\s*|(?<!\s)\s+[–—-]\s+|[–—]",
        r"\s+",
    )
)
_NO_SENTENCE = re.compile(r"\s*\(?(?:\d{1,3}|\S{1,2})[.)]\s*")
"""A slice that is the number or letter of a list item, or an abbreviation that sentencex does not know."""
_INITIAL = re.compile(r"(?:^|\W)[^\W\d_]\.\s*$")
"""A slice that ends in a single letter: an initial, or an abbreviation."""
_ORDINAL = re.compile(r"(?:^|[\s(])(?:\d{1,2}|[IVXLC]+)\.\s*$")
"""A slice that ends in a day, century or regnal number."""
_ORDINAL_LANGUAGES = frozenset(
    "az bs cs da de et eu fi fo hr hu is lb lv nb nn no pl sk sl sq sr tr".split()  # noqa: SIM905
)
"""Languages that write ordinal numbers with a full stop."""
_TAIL = re.compile(r"(?:\s*\[[^\[\]]{1,30}\])+\s*|\W+")
"""A slice of reference marks or of nothing but signs: it belongs to the sentence before it."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def language_of(lang: str) -> str:
    """Return a page language's primary subtag for sentencex, which falls back by itself; without one, English."""
    match = _LANGUAGE.fullmatch(re.split(r"[-_]", lang.strip().lower(), maxsplit=1)[0])
    return match[0] if match else "en"


def sentences(text: str, language: str, *, code: bool = False) -> Iterator[tuple[int, int]]:
    """Yield ``(start, end)`` of a block's slices: in order, trimmed, not empty, covering all but white space.

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
    for before, after in pairwise(lines):
        position += len(before) + 1
        if not _wraps(before, after, width, code):
            yield begin, position
            begin = position
    yield begin, end


def _wraps(before: str, after: str, width: int, code: bool) -> bool:
    """Tell a line break that only wraps prose: the line was full, or the next goes on in lower case or after a comma.

    A line that goes on in a script without case, after a short line, is taken for a line of its own.
    """
    indent = len(after) - len(after.lstrip())
    full = width >= _WRAPPED and len(before) >= 0.75 * width
    if code:
        # In code a line that begins in lower case is an ordinary line.
        return full and indent == len(before) - len(before.lstrip()) and after[indent : indent + 1].isalpha()
    return full or after[indent : indent + 1].islower() or before.rstrip()[-1:] in tuple(",،，、-")


def _sentences(text: str, language: str) -> Iterator[tuple[int, int]]:
    if text.isspace():
        return
    begin = 0
    while begin < len(text):
        fed = len(text)
        if fed - begin > _FED:
            fed = _place(text, begin, _FED // 2, _FED)
        start = end = begin
        # A lone surrogate cannot cross into the library; what replaces it is as long.
        for boundary in sentencex.get_sentence_boundaries(language, _SURROGATE.sub("\ufffd", text[begin:fed])):
            after = begin + boundary["end_index"]
            if end > start and not _goes_on(text, start, end, after, language):
                yield start, end
                start = end
            end = after
        if end > start:
            yield start, end
        begin = fed


def _goes_on(text: str, start: int, end: int, after: int, language: str) -> bool:
    """Tell whether the sentence ``[start, end)`` goes on up to ``after``, though sentencex parts it there.

    Rather too long a slice than half a sentence.
    """
    if after - start > LONGEST:
        return False
    if _NO_SENTENCE.fullmatch(text, start, end) or _TAIL.fullmatch(text, end, after):
        return True
    before = text[max(start, end - 40) : end]
    if before[-1] in _QUOTATION_END and text[end].isalpha():
        return True  # "…", says who said it, where no space stands between
    if before.rstrip()[-1:] != ".":
        return False
    if before[-1] == "." and text[end].isalpha() and (before[-2:-1].isupper() or not text[end].isupper()):
        return True  # a token with a stop in it, as in PRESS.Net; in "the end.Next" a space is missing
    if language in _ORDINAL_LANGUAGES and _ORDINAL.search(before):
        return True
    return text[end:after].lstrip(" \n\"'“‘«(")[:1].islower() or _INITIAL.search(before) is not None


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is too long: at every end of a sentence, then at the last good place that leaves a sensible size."""
    if end - start <= LONGEST:
        yield start, end
        return
    ends = [match.end() for match in _END.finditer(text, start, end)]
    for stop in (*ends, end):
        while stop - start > LONGEST:
            at = _place(text, start, _SHORTEST, LONGEST)
            yield start, at
            start = at
        yield start, stop
        start = stop


def _place(text: str, start: int, least: int, most: int) -> int:
    """Return the last good place for a cut that is ``least`` to ``most`` code points after ``start``."""
    for pattern in _CUTS:
        at = 0
        for match in pattern.finditer(text, start + least, start + most):
            at = match.end()
        if at:
            return at
    at = start + most
    while at > start + least and _joined(text[at - 1], text[at]):
        at -= 1
    return at if at > start + least else start + most


def _joined(before: str, after: str) -> bool:
    """Tell whether two characters belong together: a letter and its mark, a word, a number, an emoji sequence."""
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
    first = start + len(piece) - len(piece.lstrip())
    return first, first + len(stripped)

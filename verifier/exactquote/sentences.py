"""One block's text to sentence-sized slices: sentencex where it is right, plain rules where it does not look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import sentencex

from exactquote.quotes.tables import SPACELESS

Joined = Callable[[int], bool]
"""Whether a place of the text lies inside a word, number or other token, where no slice may begin or end."""

LONGEST = 600
"""Code points of a slice. A longer one is cut: sentencex returns whole paragraphs at unbalanced quotation marks."""
_SHORTEST = 200
"""A cut for length alone is not made before this, unless it would part a word."""
_BACK = 100
"""Code points that a cut in a longer run without white space may move back to spare a word or number."""
_NEAR = 20
"""Code points in which the letters beside a full stop are looked for."""
_FED = 8_000
"""Code points that sentencex is given at once: on unbalanced quotation marks its time grows with their square."""
_WRAPPED = 40
"""A line shorter than this was not broken for want of room."""

# A blank line, from the line break before it. It does not begin with a pattern for spaces: long runs of them would take
# time that grows with their square.
_BLANK_LINE = re.compile(r"\n[ \t\u00a0]*\n\s*")
_QUOTATION_END = "”’»」』》"
_CLOSERS = "\"'’”»›)]}」』）】〉》］"
_CLOSING = f"[{re.escape(_CLOSERS)}]*"
_KHMER_STOPS = "\u17d4\u17d5"
_FULL_STOPS = "。！？；।॥؟۔｡" + _KHMER_STOPS
"""What stands at the end of a sentence and never inside a token."""
_AND_SO_ON = "\u179b"
"""Between two Khmer full stops this letter makes them an abbreviation, "etc."."""
_STOP = rf"(?<!\u17d4{_AND_SO_ON})[{_FULL_STOPS}](?!{_AND_SO_ON}\u17d4)"
_END = re.compile(rf"[.!?…;]{_CLOSING}\s+(?=[^\W\d_a-zß-öø-ÿ]|[\"'“‘«„(\[])|{_STOP}{_CLOSING}\s*")
"""Where a sentence that is too long is parted: after a full stop before what may begin a sentence."""
_KHMER_END = re.compile(rf"(?=[{_KHMER_STOPS}]){_STOP}{_CLOSING}\s*")
"""Where sentences end that sentencex does not part."""
# Where a slice that is still too long may be cut, best places first; each pattern ends where the cut goes.
_CUTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n+",
        rf"[.!?…;:]{_CLOSING}\s+|(?:{_STOP}|：){_CLOSING}\s*",
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
_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f](?=\.)")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def language_of(lang: str) -> str:
    """Return a page language's primary subtag for sentencex, which falls back by itself; without one, English."""
    match = _LANGUAGE.fullmatch(re.split(r"[-_]", lang.strip().lower(), maxsplit=1)[0])
    return match[0] if match else "en"


def sentences(text: str, language: str, *, code: bool, joined: Joined) -> Iterator[tuple[int, int]]:
    """Yield ``(start, end)`` of a block's slices: in order, trimmed, not empty, covering all but white space.

    Line breaks part slices where they part lines (an address, opening hours, a verse, code), not where they wrap prose.
    No slice begins or ends at a place that is ``joined``, unless a single token is longer than a slice may be. Offsets
    are code points.
    """
    found = (
        _trim(text, start + a, start + b)
        for start, end in _pieces(text, code)
        for a, b in _sentences(text[start:end], language)
    )
    for start, end in _whole(found, joined):
        for a, b in _cut(text, start, end, joined):
            first, last = _trim(text, a, b)
            if first < last:
                yield first, last


def _whole(found: Iterable[tuple[int, int]], joined: Joined) -> Iterator[tuple[int, int]]:
    """Put trimmed slices together again that part a token between them."""
    held: tuple[int, int] | None = None
    for start, end in found:
        if start == end:
            continue
        if held is None:
            held = start, end
        elif joined(held[1]) or joined(start):
            held = held[0], end
        else:
            yield held
            held = start, end
    if held is not None:
        yield held


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
            fed = _place(text, begin, _FED // 2, _FED, _nowhere)
        start = end = begin
        for boundary in _boundaries(text[begin:fed], language):
            after = begin + boundary
            if end > start and not _goes_on(text, start, end, after, language):
                yield start, end
                start = end
            end = after
        if end > start:
            yield start, end
        begin = fed


def _boundaries(text: str, language: str) -> list[int]:
    """Return where sentences end as sentencex sees it, and after Khmer full stops; the end of the text last."""
    # Two things cannot cross into the library: a lone surrogate, and before a full stop a space of several bytes, at
    # which it panics. What replaces them is as long.
    plain = _WIDE_SPACE.sub(" ", _SURROGATE.sub("\ufffd", text))
    try:
        found = [boundary["end_index"] for boundary in sentencex.get_sentence_boundaries(language, plain)]
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of pyo3, which is no Exception and cannot be imported
            raise
        found = [*(match.end() for match in _END.finditer(text)), len(text)]
    return sorted({*found, *(match.end() for match in _KHMER_END.finditer(text))})


def _goes_on(text: str, start: int, end: int, after: int, language: str) -> bool:
    """Tell whether the sentence ``[start, end)`` goes on up to ``after``, though sentencex parts it there.

    Rather too long a slice than half a sentence.
    """
    if _inside_token(text, end):
        return True
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


def _nowhere(_: int) -> bool:
    return False


def _inside_token(text: str, at: int) -> bool:
    """Tell whether no space stands at ``at``, though the script sets spaces: an address, a name like PRESS.Net.

    Where a full stop behind a small letter meets a capital, as in "the end.Next", a space is missing.
    """
    if text[at - 1].isspace() or text[at].isspace():
        return False
    before, after = text[max(at - _NEAR, 0) : at], text[at : at + _NEAR]
    beside = (next(filter(str.isalnum, reversed(before)), " "), next(filter(str.isalnum, after), " "))
    if any(map(_IS_SPACELESS.match, (text[at - 1], text[at], *beside))):
        return False
    stop = before.rstrip(_CLOSERS)
    if stop[-1:] in tuple(_FULL_STOPS):
        return False
    word = stop.rstrip(".!?…")
    return word == stop or not (word[-1:].islower() and text[at].isupper())


def _cut(text: str, start: int, end: int, joined: Joined) -> Iterator[tuple[int, int]]:
    """Cut what is too long: at every end of a sentence, then at the last good place that leaves a sensible size."""
    if end - start <= LONGEST:
        yield start, end
        return
    ends = [match.end() for match in _END.finditer(text, start, end) if _parts(text, start, match.end(), joined)]
    for stop in (*ends, end):
        while stop - start > LONGEST:
            at = _place(text, start, _SHORTEST, LONGEST, joined)
            yield start, at
            start = at
        yield start, stop
        start = stop


def _place(text: str, start: int, least: int, most: int, joined: Joined) -> int:
    """Return the last good place for a cut that is ``least`` to ``most`` code points after ``start``.

    One before ``least`` is better than one that parts a token.
    """
    for pattern, low, high in (*((pattern, least, most) for pattern in _CUTS), (_CUTS[-1], 1, least)):
        places = [match.end() for match in pattern.finditer(text, start + low, start + high)]
        for at in reversed(places):
            if _parts(text, start, at, joined):
                return at
    for at in range(start + most, max(start + least, start + most - _BACK), -1):
        if not joined(at):
            return at
    return start + most


def _parts(text: str, start: int, at: int, joined: Joined) -> bool:
    """Tell whether what stands before ``at`` and what stands after it are two tokens, the white space between aside."""
    if joined(at):
        return False
    before = at
    while before > start and text[before - 1].isspace():
        before -= 1
    return before == at or not joined(before)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    stripped = piece.strip()
    first = start + len(piece) - len(piece.lstrip())
    return first, first + len(stripped)

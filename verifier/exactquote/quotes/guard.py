"""The check of a hit: what the fold overlooked must be of the allowed kinds at that very place.

The key of the quote was found in the key of the page; here the two raw texts are compared again for what a key cannot
tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from exactquote.quotes.fold import Folded, fold
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.results import Fold
from exactquote.quotes.tables import (
    CJK,
    DOUBLE_QUOTES,
    EM_DASHES,
    HYPHENS,
    IGNORABLE,
    JOINED,
    PUNCTUATION,
    SINGLE_QUOTES,
    SKIPPED,
)
from exactquote.quotes.variants import Variant

_IS_CJK = re.compile(f"[{CJK}]")
_DROP = str.maketrans("", "", IGNORABLE + SKIPPED + JOINED)
_QUOTES = SINGLE_QUOTES + DOUBLE_QUOTES
_LINE_EDGE = re.compile("[\\t\\n\\r\\x0b\\x0c\\x1c-\\x1f\\x85\u2028\u2029]")
_TELLING = re.compile(
    f"(?P<gap>(?<=\\d)\\s+(?=\\d{{3}}(?!\\d)))"
    f"|(?P<dash>[{re.escape(HYPHENS + EM_DASHES)}](?=\\d|[^\\w\\s]\\d))"
    f"|(?P<quote>[{re.escape(_QUOTES)}])"
)


def agrees(index: QuoteIndex, page: Folded, masked: str, hit: int, quote: Folded, variant: Variant) -> bool:
    """Tell whether the hit at key offset ``hit`` says what the quote says. ``masked`` is the text that ``page`` was
    folded from.
    """
    end = hit + len(quote.key)
    if not (_same_gaps(page, hit, end, quote) and _same_marks(index, page, hit, quote, variant)):
        return False
    if variant.scripts and not all(index.is_raised(page.start(hit + quote.place(at))) for at in variant.scripts):
        return False
    start = page.start(hit)
    if variant.case and index.edges.after_number(start):
        # "5 mW" is not "5 MW".
        return False
    if not _has_digit(quote.key):
        return True
    return _telling(masked[start : page.end(end)]) == _telling(variant.text)


def level(masked: str, start: int, end: int, raw: str, quote: str, variant: Variant) -> Fold:
    """Name the fold that a hit needed."""
    if raw == quote:
        return "verbatim"
    if variant.case or variant.scripts:
        return "typography"
    same = fold(masked[start:end], "layout").key == fold(variant.text, "layout").key
    return "layout" if same else "typography"


def _has_digit(key: str) -> bool:
    return any(map(str.isdecimal, key))


def _same_gaps(page: Folded, hit: int, end: int, quote: Folded) -> bool:
    """White space that only one side has must stand between two CJK characters, or a CJK character and punctuation."""
    if not page.vanished and not quote.vanished:
        return True
    first, last = bisect_right(page.vanished, hit), bisect_left(page.vanished, end)
    here = {at - hit for at in page.vanished[first:last]}
    return all(_may_vanish(quote.key, at) for at in here.symmetric_difference(quote.vanished))


def _may_vanish(key: str, at: int) -> bool:
    if not 0 < at < len(key):
        return True
    before, after = key[at - 1], key[at]
    if _IS_CJK.match(before):
        return bool(_IS_CJK.match(after)) or after in PUNCTUATION
    return before in PUNCTUATION or before == "-"


def _same_marks(index: QuoteIndex, page: Folded, hit: int, quote: Folded, variant: Variant) -> bool:
    """Reference marks and line-break hyphens that were left out of the quote must have been left out of the page at
    the same place.
    """
    for at in quote.joined:
        place = bisect_left(page.joined, hit + at)
        if place == len(page.joined) or page.joined[place] != hit + at:
            return False
    for at, start, stop in quote.skipped:
        place = bisect_left(page.skipped, (hit + at,))
        if place == len(page.skipped) or page.skipped[place][0] != hit + at:
            return False
        _, page_start, page_stop = page.skipped[place]
        if variant.original[start:stop].translate(_DROP) not in index.base[page_start:page_stop].translate(_DROP):
            return False
    return True


def _telling(text: str) -> list[str]:
    """List what the key does not show about numbers: line edges in what reads as a grouped number, dashes that are
    signs, primes.
    """
    plain = text.translate(_DROP)
    out: list[str] = []
    depth = 0
    for found in _TELLING.finditer(plain):
        at = found.start()
        before = plain[at - 1] if at else " "
        if found["gap"]:
            head = re.search(r"\d+$", plain[max(at - 4, 0) : at])
            grouped = head is not None and len(head[0]) <= 3
            out.append("edge" if grouped and _LINE_EDGE.search(found[0]) else "space")
        elif found["dash"]:
            free = not before.isalnum() or bool(_IS_CJK.match(before))
            out.append("sign" if free and found[0] in HYPHENS else "dash")
        elif before.isalpha() and plain[at + 1 : at + 2].isalpha():
            continue
        elif not before.isalnum() and plain[at + 1 : at + 2].strip():
            depth += 1
        elif depth:
            depth -= 1
        elif before.isdecimal():
            out.append("double" if found[0] in DOUBLE_QUOTES else "single")
    return out

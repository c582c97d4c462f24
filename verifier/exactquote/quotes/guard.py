"""The check of a hit: what the fold overlooked must be of the allowed kinds at that very place.

The key of the quote was found in the key of the page; here the two raw texts are compared for what a key cannot tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from exactquote.quotes.fold import Folded, fold
from exactquote.quotes.index import Key, QuoteIndex
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
CJK_DIGITS = frozenset("〇零一二三四五六七八九两兩廿卅")
_UNIT = 3
"""Letters that a unit's sign has at most."""
_DIGIT = re.compile(r"\d")
_DROP = str.maketrans("", "", IGNORABLE + SKIPPED + JOINED)
_QUOTES = SINGLE_QUOTES + DOUBLE_QUOTES
_DASHES = HYPHENS + EM_DASHES
_LINE_EDGE = re.compile("[\\t\\n\\r\\x0b\\x0c\\x1c-\\x1f\\x85\u2028\u2029]")
_TELLING = re.compile(
    f"(?P<gap>(?<=\\d)\\s+(?=\\d{{3}}(?!\\d)))"
    f"|(?P<spaced>[{re.escape(_DASHES)}](?=\\s+[^\\w\\s]?\\d))"
    f"|(?P<dash>[{re.escape(_DASHES)}](?=\\d|[^\\w\\s{re.escape(_DASHES)}]\\d))"
    f"|(?P<quote>[{re.escape(_QUOTES)}])"
)
_HEAD = re.compile(r"(?:\d[.,'’])?(\d+)$")
_PRIMES = frozenset("′″‵‶")
_LOOSE = {
    ("minus", "hyphen"),
    ("taken", "hyphen"),
    ("hyphen", "taken"),
    ("spaced dash", "hyphen"),
    ("hyphen", "spaced dash"),
}
"""What the page may have and the quote write otherwise. A hyphen with spaces is never made a minus sign."""


class Guard:
    """Checks the hits of one reading of a quote in one key of a page."""

    def __init__(self, index: QuoteIndex, page: Key, key: Folded, reading: Variant, quote: str) -> None:
        self._index, self._page, self._masked = index, page.folded, page.masked
        self._key, self._reading, self._quote = key, reading, quote
        self._numbers = telling(reading.text) if _DIGIT.search(key.key) or "'" in key.key else None
        self._like_unit = len(re.split(r"[\W_]", key.key.lstrip("'(["), maxsplit=1)[0]) <= _UNIT
        self._marks = [(at, reading.original[start:stop].translate(_DROP)) for at, start, stop in key.skipped]
        inner = [at for at, *_ in self._marks] + key.joined
        self._inside = not inner or (min(inner) > 0 and max(inner) < len(key.key))
        self._layout: str | None = None
        self._known: dict[str, Fold | None] = {}
        self._last: tuple[str, str, Fold | None] | None = None

    def level(self, place: int, start: int, end: int, *, case: bool) -> Fold | None:
        """Return the fold that the hit at key offset ``place`` needs, or None when it does not say what the quote
        says.
        """
        if not case and self._index.raw(start, end) == self._quote:
            return "verbatim"
        if case and self._like_unit and self._index.edges.after_number(start):
            # "5 mW" is not "5 MW".
            return None
        if case and not self._index.turkic and self._index.base[start] in "iIıİ" and self._index.is_turkic_at(start):
            # On a page in another language, too, "Isparta" in a Turkish passage does not begin with "i".
            return None
        level = self._level_at(place, start, end) if self._raised(place) else None
        return "typography" if level and (case or self._reading.scripts) else level

    def _level_at(self, place: int, start: int, end: int) -> Fold | None:
        base, masked = self._index.base[start:end], self._masked[start:end]
        # Periodic pages: what reads alike and is masked alike is judged alike, but for marks right beside it.
        if self._last is not None and self._inside and self._last[:2] == (base, masked):
            return self._last[2]
        level: Fold | None = None
        if self._same_gaps(place) and self._same_marks(place):
            if masked not in self._known:
                self._known[masked] = self._level_of(masked)
            level = self._known[masked]
        self._last = base, masked, level
        return level

    def _level_of(self, masked: str) -> Fold | None:
        if self._numbers is not None and not agree(telling(masked), self._numbers):
            return None
        if self._layout is None:
            self._layout = fold(self._reading.text, "layout").key
        return "layout" if fold(masked, "layout").key == self._layout else "typography"

    def _same_gaps(self, place: int) -> bool:
        """White space that one side lacks must stand between two CJK characters, or a CJK character and punctuation; or
        a CJK character and a letter or figure of the same line and cell.
        """
        page, quote = self._page.vanished, self._key.vanished
        if not page and not quote:
            return True
        first, last = bisect_right(page, place), bisect_left(page, place + len(self._key.key))
        here = {at - place for at in page[first:last]}
        key = self._key.key
        return all(
            _may_vanish(key, at) or (_spaced_out(key, at) and not (at in here and self._is_edge(place + at)))
            for at in here.symmetric_difference(quote)
        )

    def _is_edge(self, place: int) -> bool:
        """Tell whether the white space that was dropped at a key offset ends a line or cell."""
        start, end = self._page.end(place), self._page.start(place)
        return start < 0 or end < 0 or bool(_LINE_EDGE.search(self._index.base, start, end))

    def _same_marks(self, place: int) -> bool:
        """Reference marks and line-break hyphens left out of the quote must have been left out of the page right
        there.
        """
        page = self._page
        if self._key.joined:
            first = bisect_left(page.joined, place + self._key.joined[0])
            here = page.joined[first : bisect_right(page.joined, place + self._key.joined[-1])]
            if not {place + at for at in self._key.joined} <= set(here):
                return False
        if not self._marks:
            return True
        found = bisect_left(page.skipped, (place + self._marks[0][0],))
        for at, mark in self._marks:
            while found < len(page.skipped) and page.skipped[found][0] < place + at:
                found += 1
            if found == len(page.skipped) or page.skipped[found][0] != place + at:
                return False
            _, start, stop = page.skipped[found]
            text = self._index.base[start:stop]
            if mark not in text and mark not in text.translate(_DROP):
                return False
        return True

    def _raised(self, place: int) -> bool:
        """Digits that the quote raises or lowers must stand raised or lowered on the page."""
        scripts = self._reading.scripts
        return all(self._index.is_raised(self._page.start(place + self._key.place(at))) for at in scripts)


def _may_vanish(key: str, at: int) -> bool:
    if not 0 < at < len(key):
        return True
    before, after = key[at - 1], key[at]
    if _IS_CJK.match(before):
        return bool(_IS_CJK.match(after)) or after in PUNCTUATION
    return before in PUNCTUATION or before == "-"


def _spaced_out(key: str, at: int) -> bool:
    """Tell whether a CJK character and a letter or figure of another script stand here, between which editors set a
    space or none; two figures are kept apart.
    """
    before, after = key[at - 1], key[at]
    cjk, other = (before, after) if _IS_CJK.match(before) else (after, before)
    return other.isalnum() and not (other.isnumeric() and cjk in CJK_DIGITS)


def telling(text: str) -> list[str]:
    """List what a key does not show about numbers, in the order of the text.

    That is line edges in what would read as a grouped number, which dashes are signs, and of each quote mark whether it
    is single or double; of a prime, and of any mark after a figure (feet, inches, minutes), with an ``!``.
    """
    plain = text.translate(_DROP)
    out: list[str] = []
    for found in _TELLING.finditer(plain):
        at = found.start()
        before = plain[at - 1] if at else " "
        if found["gap"]:
            head = _HEAD.search(plain, max(at - 6, 0), at)
            # "24,905" with its comma is no head of a number grouped by spaces.
            grouped = head is not None and head[0] == head[1] and len(head[1]) <= 3
            out.append("edge" if grouped and _LINE_EDGE.search(found[0]) else "space")
        elif found["spaced"]:
            if found[0] == "−":
                out.append("taken" if plain[max(at - 4, 0) : at].rstrip()[-1:].isnumeric() else "minus")
            else:
                out.append("hyphen" if found[0] in "-－﹣" else "spaced dash")
        elif found["dash"]:
            # A dash after a dash is punctuation, one behind a word or a figure joins it to the next.
            free = not (before.isalnum() or before in _DASHES) or bool(_IS_CJK.match(before))
            out.append("sign" if free and found[0] in HYPHENS else "dash")
        else:
            kind = "double" if found[0] in DOUBLE_QUOTES else "single"
            out.append(kind + "!" if before.isnumeric() or found[0] in _PRIMES else kind)
    return out


def agree(page: list[str], quote: list[str]) -> bool:
    """Tell whether what :func:`telling` lists of a place of the page may be written as it lists of the quote."""
    return len(page) == len(quote) and all(map(_may_stand_for, page, quote))


def _may_stand_for(page: str, quote: str) -> bool:
    if page == quote or (page, quote) in _LOOSE:
        return True
    strict = page[-1] == "!" or quote[-1] == "!"
    kinds = page.rstrip("!"), quote.rstrip("!")
    return set(kinds) <= {"single", "double"} and (kinds[0] == kinds[1] or not strict)

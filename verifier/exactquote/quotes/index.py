"""What is worked out of a page once, and kept beside it, so that quotes can be located fast."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from weakref import WeakKeyDictionary

from exactquote.page import MarkKind, Page, Span
from exactquote.quotes.edges import Edges
from exactquote.quotes.fold import Folded, fold
from exactquote.quotes.quantity import is_exponent
from exactquote.quotes.search import Search
from exactquote.quotes.tables import (
    BREAKING_HYPHENS,
    JOINED,
    LETTER,
    SKIPPED,
    SPACELESS,
    drop_joiners,
    free_of_masks,
    is_combining,
)
from exactquote.quotes.words import WordIndex

_BROKEN = re.compile(f"(?<={LETTER})([{BREAKING_HYPHENS}])([ \\t]*\\n[ \\t]*)(?=[^\\W_])")
_SPACED_WORD = f"(?:(?![{SPACELESS}])(?:{LETTER}))+|{LETTER}"
"""In scripts without spaces one letter, since a quote may end behind any."""
_WORD = re.compile(_SPACED_WORD)
_WORD_END = re.compile(f"(?:{_SPACED_WORD})$")
_TURKIC = ("tr", "az", "crh", "gag", "tt-latn", "kk-latn")
_SHORT_PAGE = 60_000
_DOTLESS_SHARE_HERE = 0.02
_PASSAGE = 400
_DOTLESS_SHARE = 0.005
"""Turkish text has about one dotless i in 25 letters, others none; a few Turkish names on an English page stay below
this."""


@dataclass(frozen=True, slots=True)
class Key:
    """A folded text of the page, the masked text it was made of, and the search through it."""

    folded: Folded
    masked: str
    search: Search


class QuoteIndex:
    """The folded texts of one page and the places where it may be cut. Use :func:`quote_index`."""

    def __init__(self, page: Page) -> None:
        base = drop_joiners(free_of_masks(page.text))
        self.base = base
        """The page text, character for character, but for joiners without effect."""
        self._text = page.text
        # No reference to the page itself: the index is kept in a dictionary of weak references to pages.
        self.length = len(base)
        self._lang = page.lang.lower()
        self._block_starts = [block.start for block in page.blocks]
        self._block_ends = [block.end for block in page.blocks]
        self._collapsed = [block.collapsed for block in page.blocks]
        self.skipped = _reference_runs(page, base)
        linked = [run for run in _merged(page, ("reference",)) if is_exponent(base, *run)]
        self.raised = sorted({*_merged(page, ("sup", "sub")), *linked})
        """Raised and lowered text, linked exponents (:func:`is_exponent`) included."""
        self.breaks: dict[tuple[str, str], bool] = {}
        """The words that go on in the next line: the pieces on both sides, and whether the hyphen goes with the line
        break.
        """
        self.broken: list[tuple[int, int]] = []
        """Their hyphens and line breaks."""
        joins = self._broken_words(base)
        self.shown = _masked(base, joins, JOINED)
        """The page text with what broken words leave out masked; same offsets."""
        self.reader = _masked(self.shown, self.skipped, SKIPPED)
        """Likewise, with the reference marks masked too: what a reader takes in."""
        self.edges = Edges(base, self.skipped, self.broken, self._lang)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """The folded texts to search: with reference marks left out, and as they are if there are any."""
        reader = self._reader_key
        words = Search(reader, self.edges, lambda: self.words)
        key = Key(reader, self.reader, words)
        if not self.skipped:
            return (key,)
        shown = fold(self.shown)
        return key, Key(shown, self.shown, Search(shown, self.edges, None))

    @cached_property
    def _reader_key(self) -> Folded:
        return fold(self.reader)

    @cached_property
    def words(self) -> WordIndex:
        """The words of the page and their places."""
        return WordIndex(self._reader_key)

    @property
    def is_short(self) -> bool:
        """Whether the page is so short that one more search through it costs next to nothing."""
        return self.length < _SHORT_PAGE

    def may_hold_mark(self, key: str) -> bool:
        """Tell whether a quote with this key may have one of the page's reference marks in it, or stand in one.

        Of short pages it always may: there a search is cheap.
        """
        return self.is_short or any(mark in key or key in mark for mark in self._mark_keys)

    @cached_property
    def _mark_keys(self) -> frozenset[str]:
        marks = (self.shown[start:end] for start, end in self.skipped)
        # A mark that begins with a combining character melts into what stands before it: it may be in any quote.
        return frozenset("" if is_combining(mark[0]) else fold(mark).key.strip() for mark in marks)

    @cached_property
    def turkic(self) -> bool:
        """Whether dotted and dotless i are letters of their own here: by the page's language, else by how often they
        stand.
        """
        if self._lang:
            return self._lang.startswith(_TURKIC)
        dotless = self.shown.count("ı") + self.shown.count("İ")
        return dotless > _DOTLESS_SHARE * self.length

    def is_turkic_at(self, position: int) -> bool:
        """Tell whether the block at a place has as many dotless or dotted capital letters i as Turkish text does."""
        block = self.block_at(position)
        start = max(self._block_starts[block], position - _PASSAGE)
        text = self.shown[start : min(self._block_ends[block], position + _PASSAGE)]
        return text.count("ı") + text.count("İ") > _DOTLESS_SHARE_HERE * len(text)

    def raw(self, start: int, end: int) -> str:
        """Return the page's own characters."""
        return self._text[start:end]

    def find(self, text: str, start: int) -> int:
        """Return the next place of a text among the page's own characters, -1 if there is none."""
        return self._text.find(text, start)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """Cut a range of the page text at the block edges; the separators are in no span."""
        first = max(bisect_right(self._block_starts, start) - 1, 0)
        last = bisect_left(self._block_starts, end)
        blocks = zip(self._block_starts[first:last], self._block_ends[first:last], strict=True)
        cuts = ((max(start, begin), min(end, stop)) for begin, stop in blocks)
        return tuple(Span(begin, stop) for begin, stop in cuts if begin < stop)

    def span_count(self, start: int, end: int) -> int:
        """Return how many blocks a range of the page text touches: as many spans as :meth:`spans` gives, or more."""
        first = max(bisect_right(self._block_starts, start) - 1, 0)
        return max(bisect_left(self._block_starts, end) - first, 1)

    def block_at(self, position: int) -> int:
        """Return the number of the block that holds the character at ``position``."""
        return max(bisect_right(self._block_starts, position) - 1, 0)

    def is_collapsed(self, start: int, end: int) -> bool:
        """Tell whether a block that the range touches is folded away on the page."""
        first = max(bisect_right(self._block_starts, start) - 1, 0)
        return any(self._collapsed[first : bisect_left(self._block_starts, end)])

    def skips_mark(self, start: int, end: int) -> bool:
        """Tell whether a reference mark stands inside the range."""
        at = bisect_right(self.skipped, (start, self.length + 1))
        return at < len(self.skipped) and self.skipped[at][1] < end

    def is_raised(self, position: int) -> bool:
        """Tell whether the character at ``position`` is raised or lowered text."""
        at = bisect_right(self.raised, (position, self.length + 1)) - 1
        return at >= 0 and position < self.raised[at][1]

    def _broken_words(self, base: str) -> list[tuple[int, int]]:
        """Find the words that go on in the next line of their block, and what of each break a reader does not read."""
        joins = []
        for found in _BROKEN.finditer(base):
            line_end = base.index("\n", found.start())
            block = bisect_right(self._block_starts, found.start()) - 1
            if block < 0 or line_end >= self._block_ends[block]:
                continue
            before, after = base[found.start() - 1], base[found.end()]
            whole = (before.isalpha() or is_combining(before)) and after.isalpha() and not after.isupper()
            joins.append((found.start() if whole else found.start(2), found.end()))
            self.broken.append((found.start(), found.end()))
            self.breaks[pieces(base, found.start(), found.end())] = whole
        return joins


def pieces(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the end of the word before ``start`` and the beginning of the word after ``end``, as far as 40
    characters.
    """
    after = _WORD.match(text, end, end + 40)
    return _last_word(text[max(start - 40, 0) : start]), after[0] if after else ""


@lru_cache(maxsize=1024)
def _last_word(text: str) -> str:
    found = _WORD_END.search(text)
    return found[0] if found else ""


def _reference_runs(page: Page, base: str) -> list[tuple[int, int]]:
    """Merge reference marks that touch; leave out those between two digits, where skipping them would make a number,
    and exponents.
    """
    runs = _merged(page, ("reference",))
    return [
        (start, end)
        for start, end in runs
        if not (start > 0 and end < len(base) and base[start - 1].isnumeric() and base[end].isnumeric())
        and not is_exponent(base, start, end)
    ]


def _merged(page: Page, kinds: tuple[MarkKind, ...]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for mark in sorted(page.marks, key=lambda mark: (mark.start, mark.end)):
        if mark.kind not in kinds or not 0 <= mark.start < mark.end <= len(page.text):
            continue
        if runs and mark.start <= runs[-1][1]:
            runs[-1] = (runs[-1][0], max(runs[-1][1], mark.end))
        else:
            runs.append((mark.start, mark.end))
    return runs


def _masked(text: str, ranges: list[tuple[int, int]], mask: str) -> str:
    parts: list[str] = []
    done = 0
    for start, end in ranges:
        parts += (text[done:start], mask * (end - start))
        done = end
    parts.append(text[done:])
    return "".join(parts)


_kept: WeakKeyDictionary[Page, QuoteIndex] = WeakKeyDictionary()
_lock = Lock()


def quote_index(page: Page) -> QuoteIndex:
    """Return the page's index: built at the first call, kept as long as the page is."""
    with _lock:
        index = _kept.get(page)
    if index is None:
        index = QuoteIndex(page)
        with _lock:
            index = _kept.setdefault(page, index)
    return index

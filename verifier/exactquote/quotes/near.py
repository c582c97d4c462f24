"""The real line nearest to a quote that is not exact: found by the places of its words, shown with a word diff.

It proves nothing: likeness is never a reason to call a quote found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from exactquote.page import Page
from exactquote.quotes.candidates import MOST_GUESSES, by_pieces, by_words, likest, word_at
from exactquote.quotes.diff import word_diff
from exactquote.quotes.results import Nearest
from exactquote.quotes.words import WordIndex, Words
from exactquote.units import Unit

MOST_WORDS = 600
"""Words of the quote that are looked up and compared."""
_MOST_PLACES = 1500
"""Places of words that vote."""
_BUCKET = 8
_CANDIDATES = 5
"""Passages that are aligned with the quote."""
_GOOD = 80.0
_SHORT = 250
"""Characters up to which a quote is aligned character by character; longer ones are aligned word by word."""
_LIKE = 60.0
"""Least likeness (rapidfuzz ratio of quote and passage, 0–100) that is called near."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of page words that looks like the quote.

    ``first`` and ``last`` word; ``like``: likeness of the characters (rapidfuzz ratio, 0–100); ``line``: likewise of
    the whole line it stands in, 0 when that is much longer or shorter.
    """

    first: int
    last: int
    like: float
    line: float = 0.0

    @property
    def best(self) -> float:
        """The greater of the two: a line may be like the quote where the passage chosen of it is not."""
        return max(self.like, self.line)


def passages(page: Page, index: WordIndex, key: str, quote: Words) -> list[Passage]:
    """Return the passages most like the quote, best first. ``quote`` holds at most ``MOST_WORDS`` words."""
    rare = index.rare(quote, _MOST_PLACES)
    guesses = by_words(index, rare)
    found = _compared(page, index, key, quote, guesses)
    if not found or len(guesses) >= MOST_GUESSES or not _is_sure(index, found[0], quote, len(rare)):
        found = _best(found, _compared(page, index, key, quote, by_pieces(index, key)))
    if not found or found[0].best < _GOOD:
        alike = index.alike(quote, 3)
        if alike:
            found = _best(found, _compared(page, index, key, quote, by_words(index, [*rare, *alike])))
    return found


def _is_sure(index: WordIndex, best: Passage, quote: Words, looked_up: int) -> bool:
    """Tell whether no passage that has none of the words looked up can have more of the quote's words than the best
    one.
    """
    here = index.words.words[best.first : best.last + 1]
    known = sum(quote.seed(at) in index.places for at in range(len(quote)))
    return int(LCSseq.similarity(here, quote.words)) > known - looked_up


def _best(found: Sequence[Passage], more: Sequence[Passage]) -> list[Passage]:
    return sorted(dict.fromkeys((*found, *more)), key=lambda passage: (-passage.best, passage.first))


def _compared(page: Page, index: WordIndex, key: str, quote: Words, starts: Sequence[int]) -> list[Passage]:
    """Compare the quote with what stands behind the likeliest of some places of the page's key."""
    found: list[Passage] = []
    slack = max(_BUCKET, len(quote) // 4)
    for start in likest(index, key, starts, _CANDIDATES):
        at = word_at(index.words, start)
        low, high = max(at - slack, 0), min(at + len(quote) + slack, len(index.words))
        passage = _align(index, low, high, quote.words, key)
        if passage is not None:
            found.append(replace(passage, line=_line_like(page, index, passage, key)))
    return _best(found, ())


def _line_like(page: Page, index: WordIndex, passage: Passage, key: str) -> float:
    """Return how like the whole line under a passage is to the quote: it tells lines apart that differ in a word."""
    line = _line_under(page, *index.source(passage.first, passage.last))
    if line is None or not len(key) < 2 * (line.end - line.start) < 4 * len(key):
        return 0.0
    return fuzz.ratio(index.folded.key[index.folded.place(line.start) : index.folded.place(line.end)], key)


def _align(index: WordIndex, low: int, high: int, asked: Sequence[str], key: str) -> Passage | None:
    if low >= high:
        return None
    if len(key) <= _SHORT:
        return _by_characters(index, low, high, key)
    blocks = [block for block in LCSseq.opcodes(index.words.words[low:high], asked) if block.tag == "equal"]
    if not blocks:
        return None
    # The outermost words may match by chance: the passage lies around the longest of the runs.
    longest = max(blocks, key=lambda block: block.src_end - block.src_start)
    first = max(low + longest.src_start - longest.dest_start, low)
    last = min(low + longest.src_end + len(asked) - longest.dest_end, high) - 1
    passage = index.folded.key[index.words.starts[first] : index.words.ends[last]]
    return Passage(first, last, fuzz.ratio(passage, key[: 2 * len(passage) + 64]))


def _by_characters(index: WordIndex, low: int, high: int, key: str) -> Passage | None:
    """Take the part of the window that is most like the quote, character by character."""
    starts = index.words.starts
    begin = starts[low]
    found = fuzz.partial_ratio_alignment(key, index.folded.key[begin : index.words.ends[high - 1]])
    if found is None or found.dest_end <= found.dest_start:
        return None
    first = max(bisect_right(starts, begin + found.dest_start) - 1, low)
    last = max(bisect_right(starts, begin + found.dest_end - 1) - 1, first)
    return Passage(first, last, found.score)


def nearest(page: Page, index: WordIndex, found: Sequence[Passage], quote: str) -> Nearest | None:
    """Return the page's line under the best passage, if that is like the quote at all."""
    if not found or found[0].best < _LIKE:
        return None
    start, end = index.source(found[0].first, found[0].last)
    return line_at(page, start, end, quote)


def line_at(page: Page, start: int, end: int, quote: str) -> Nearest | None:
    """Return the page's line that holds most of a range, with the way from it to the quote."""
    best = _line_under(page, start, end)
    if best is None:
        return None
    text = page.text[best.start : best.end]
    return Nearest(text, best.start, best.end, word_diff(text, quote))


def _line_under(page: Page, start: int, end: int) -> Unit | None:
    units = page.units
    at = max(bisect_right(units, start, key=lambda unit: unit.start) - 1, 0)
    best, most = None, 0
    while at < len(units) and units[at].start < end:
        common = min(units[at].end, end) - max(units[at].start, start)
        if common > most:
            best, most = units[at], common
        at += 1
    return best


def lines_of(page: Page, start: int, end: int) -> range:
    """Return the numbers of the page's lines that a range touches."""
    units = page.units
    first = bisect_right(units, start, key=lambda unit: unit.start) - 1
    return range(first, bisect_right(units, max(end - 1, start), key=lambda unit: unit.start))

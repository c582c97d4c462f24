"""The real line nearest to a quote that is not exact: found by the places of its words, shown with a word diff.

It proves nothing: likeness is never a reason to call a quote found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from exactquote.page import Page
from exactquote.quotes.diff import word_diff
from exactquote.quotes.results import Nearest
from exactquote.quotes.words import WordIndex, Words

MOST_WORDS = 600
"""Words of the quote that are looked up and compared."""
_MOST_PLACES = 1500
"""Places of words that vote."""
_BUCKET = 8
_CANDIDATES = 5
_CLEAR = 0.5
"""A candidate with less than this share of the best one's votes is not looked at once a good passage is found."""
_GOOD = 80.0
_SHORT = 250
"""Characters up to which a quote is aligned character by character; longer ones are aligned word by word."""
_LIKE = 60.0
"""Least likeness (rapidfuzz ratio of quote and passage, 0–100) that is called near."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of page words that looks like the quote.

    ``first`` and ``last`` word; ``like``: likeness of the characters (rapidfuzz ratio, 0–100).
    """

    first: int
    last: int
    like: float


def passages(index: WordIndex, key: str, quote: Words) -> list[Passage]:
    """Return the passages most like the quote, best first. ``quote`` holds at most ``MOST_WORDS`` words."""
    rare = index.rare(quote, _MOST_PLACES)
    found = _compared(index, key, quote, rare)
    if not found or found[0].like < _GOOD:
        alike = index.alike(quote, 3)
        if alike:
            found += (one for one in _compared(index, key, quote, [*rare, *alike]) if one not in found)
    return sorted(found, key=lambda passage: -passage.like)


def _compared(index: WordIndex, key: str, quote: Words, matches: Sequence[tuple[int, list[int]]]) -> list[Passage]:
    found: list[Passage] = []
    best = 0.0
    for votes, diagonal in _diagonals(matches):
        if found and found[0].like >= _GOOD and votes < _CLEAR * best:
            break
        best = max(best, votes)
        slack = max(_BUCKET, len(quote) // 4)
        low, high = max(diagonal - slack, 0), min(diagonal + len(quote) + slack + _BUCKET, len(index.words))
        passage = _align(index, low, high, quote.words, key)
        if passage is not None and passage not in found:
            found.append(passage)
            found.sort(key=lambda passage: -passage.like)
    return found


def _diagonals(matches: Iterable[tuple[int, list[int]]]) -> list[tuple[float, int]]:
    """Let words vote for where on the page the quote would begin, rare ones most; return votes and page word, best
    first.
    """
    votes: dict[int, float] = {}
    for at, places in matches:
        weight = 1.0 / (1 + len(places) / 8)
        for place in places:
            bucket = (place - at) // _BUCKET
            votes[bucket] = votes.get(bucket, 0.0) + weight
    both = ((number + votes.get(bucket + 1, 0.0), -bucket) for bucket, number in votes.items())
    return [(number, -bucket * _BUCKET) for number, bucket in nlargest(_CANDIDATES, both)]


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
    if not found or found[0].like < _LIKE:
        return None
    start, end = index.source(found[0].first, found[0].last)
    return line_at(page, start, end, quote)


def line_at(page: Page, start: int, end: int, quote: str) -> Nearest | None:
    """Return the page's line that holds most of a range, with the way from it to the quote."""
    units = page.units
    at = max(bisect_right(units, start, key=lambda unit: unit.start) - 1, 0)
    best, most = None, 0
    while at < len(units) and units[at].start < end:
        common = min(units[at].end, end) - max(units[at].start, start)
        if common > most:
            best, most = units[at], common
        at += 1
    if best is None:
        return None
    text = page.text[best.start : best.end]
    return Nearest(text, best.start, best.end, word_diff(text, quote))


def lines_of(page: Page, start: int, end: int) -> range:
    """Return the numbers of the page's lines that a range touches."""
    units = page.units
    first = bisect_right(units, start, key=lambda unit: unit.start) - 1
    return range(first, bisect_right(units, max(end - 1, start), key=lambda unit: unit.start))

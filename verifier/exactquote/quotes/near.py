"""The real line nearest to a quote that is not exact: found by the places of its words, shown with a word diff. It
proves nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from exactquote.page import Page
from exactquote.quotes.diff import word_diff
from exactquote.quotes.results import Nearest
from exactquote.quotes.words import WordIndex, Words

_MOST_WORDS = 600
"""Words of the quote that are looked up and compared."""
_COMMON = 400
"""A word with more places than this says too little about where to look."""
_BUCKET = 8
_CANDIDATES = 6
_LIKE = 60.0
"""Least likeness (rapidfuzz ratio of quote and passage, 0–100) that is called near."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of page words that looks like the quote: first and last word, share of the quote's words in order (0–1),
    likeness (0–100).
    """

    first: int
    last: int
    share: float
    like: float


def passages(index: WordIndex, key: str, quote: Words) -> list[Passage]:
    """Return the passages most like the quote, best first."""
    found = []
    asked = quote.words[:_MOST_WORDS]
    for diagonal in _diagonals(index, quote):
        slack = max(_BUCKET, len(asked) // 4)
        low, high = max(diagonal - slack, 0), min(diagonal + len(asked) + slack + _BUCKET, len(index.words))
        passage = _align(index, low, high, asked, key)
        if passage is not None and passage not in found:
            found.append(passage)
    return sorted(found, key=lambda passage: (-passage.like, passage.first))


def _diagonals(index: WordIndex, quote: Words) -> list[int]:
    """Vote with the rare words of the quote for where on the page it would begin."""
    votes: Counter[int] = Counter()
    for at in range(min(len(quote), _MOST_WORDS)):
        places = index.places.get(quote.seed(at), ())
        if len(places) <= _COMMON:
            weight = 1.0 / (1 + len(places) // 8)
            for place in places:
                votes[(place - at) // _BUCKET] += weight  # type: ignore[assignment]
    both = {bucket: votes[bucket] + votes.get(bucket + 1, 0) for bucket in votes}
    best = sorted(both, key=lambda bucket: (-both[bucket], bucket))[:_CANDIDATES]
    return [bucket * _BUCKET for bucket in best]


def _align(index: WordIndex, low: int, high: int, asked: Sequence[str], key: str) -> Passage | None:
    blocks = [block for block in LCSseq.opcodes(index.words.words[low:high], asked) if block.tag == "equal"]
    if not blocks:
        return None
    # The outermost words may match by chance: the passage lies around the longest of the runs.
    longest = max(blocks, key=lambda block: block.src_end - block.src_start)
    first = low + max(blocks[0].src_start, longest.src_start - longest.dest_start - 4)
    last = low + min(blocks[-1].src_end, longest.src_end + len(asked) - longest.dest_end + 4) - 1
    shared = sum(block.src_end - block.src_start for block in blocks)
    passage = index.folded.key[index.words.starts[first] : index.words.ends[last]]
    return Passage(first, last, shared / len(asked), fuzz.ratio(passage, key[: 2 * len(passage) + 64]))


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

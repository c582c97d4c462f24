"""All places where a quote stands exactly, at any level of the fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from exactquote.quotes.fold import Folded, fold
from exactquote.quotes.guard import agrees, level
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.results import Fold
from exactquote.quotes.tables import IGNORABLE, WHITE_SPACE, drop_joiners, free_of_masks
from exactquote.quotes.variants import variants

MOST_HITS = 1000
"""Occurrences listed at most."""
_MOST_MISSES = 4000
"""Hits looked at that turn out to cut a word, before the search is given up (hostile pages of one repeated pattern).
"""


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """One place of the quote in the page text, code points."""

    start: int
    end: int
    fold: Fold
    case: bool = False


@dataclass(frozen=True, slots=True)
class Hits:
    """Every place found, in the order of the page; ``many`` when there are more."""

    places: tuple[Hit, ...]
    many: bool = False


def stripped(quote: str) -> str:
    """Return the quote as it is searched: without white space and ignorable characters around it."""
    return drop_joiners(free_of_masks(quote)).strip(WHITE_SPACE + IGNORABLE)


def exact(index: QuoteIndex, text: str, quote: str) -> Hits:
    """Find every place of a quote (``text`` is what :func:`stripped` made of ``quote``)."""
    found: dict[tuple[int, int], Hit] = {}
    many = False
    for variant in variants(index, text):
        if variant.case and found:
            break
        key = fold(variant.text)
        if not key.key.strip():
            continue
        for page, masked in index.keys:
            for place, start, end in _uncut(index, page, key.key):
                if (start, end) in found:
                    continue
                raw = index.raw(start, end)
                if raw != quote and not agrees(index, page, masked, place, key, variant):
                    continue
                if len(found) == MOST_HITS:
                    many = True
                    break
                found[start, end] = Hit(start, end, level(masked, start, end, raw, quote, variant), variant.case)
    return Hits(tuple(sorted(found.values())), many)


def _uncut(index: QuoteIndex, page: Folded, key: str) -> Iterator[tuple[int, int, int]]:
    """Yield key offset, start and end in the page text of each hit that cuts no word, number or character."""
    misses = 0
    place = page.key.find(key)
    while place >= 0 and misses < _MOST_MISSES:
        start, end = page.start(place), page.end(place + len(key))
        if start >= 0 and end >= 0 and not index.edges.cut(start) and not index.edges.cut(end):
            yield place, start, end
        else:
            misses += 1
        place = page.key.find(key, place + 1)

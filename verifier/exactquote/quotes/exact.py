"""All places where a quote stands exactly, at any level of the fold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from exactquote.quotes.fold import fold
from exactquote.quotes.guard import Guard
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.results import Fold
from exactquote.quotes.tables import IGNORABLE, WHITE_SPACE, drop_joiners, free_of_masks
from exactquote.quotes.variants import may_break, other_case, readings

MOST_HITS = 500
"""Occurrences listed at most."""
_MOST_LOOKS = 8000
_MOST_CHARACTERS = 500_000
"""Places of the very same characters that are looked at, and their characters together."""


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """One place of the quote in the page text, code points."""

    start: int
    end: int
    fold: Fold
    case: bool = False


@dataclass(frozen=True, slots=True)
class Hits:
    """Every place found, in the order of the page; ``many`` when there are more, or the search was given up before the
    end of the page.
    """

    places: tuple[Hit, ...]
    many: bool = False


def stripped(quote: str) -> str:
    """Return the quote as it is searched: without white space and ignorable characters around it."""
    return drop_joiners(free_of_masks(quote)).strip(WHITE_SPACE + IGNORABLE)


def exact(index: QuoteIndex, text: str, quote: str, within: tuple[int, int] | None = None) -> Hits:
    """Find every place of a quote (``text`` is what :func:`stripped` made of ``quote``), or every one within a range.

    Places where only the first letter's case differs count when there are no others. Where the quote breaks a word over
    two lines, the very same characters are looked for, too: a page may have the word broken in one place and parted by
    the edge of a block in another, and no one reading of the quote fits both. On short pages that is the last resort.
    """
    lead = _lead(quote)
    same: dict[tuple[int, int], Hit] = {}
    cased: dict[tuple[int, int], Hit] = {}
    many = False
    for reading in readings(index, text):
        other = other_case(index, reading)
        key = fold(reading.text)
        if not key.key.strip():
            continue
        other_key = fold(other.text).key if other else None
        for number, page in enumerate(index.keys):
            if number and not index.may_hold_mark(key.key):
                continue
            guard = Guard(index, page, key, reading, quote)
            for found_at in page.search.places(key.key, other_key, within):
                if found_at is None:
                    many = True
                    continue
                place, start, end, is_other = found_at
                found = cased if is_other else same
                if (is_other and same) or (start, end) in found:
                    continue
                if len(found) == MOST_HITS:
                    many = True
                    break
                level = guard.level(place, start, end, case=is_other)
                if level is not None:
                    found[start, end] = _whole(index, Hit(start, end, level, is_other), quote, lead)
    if may_break(index, text) or (index.is_short and not same):
        as_it_is = verbatim(index, text, quote, within)
        for hit in as_it_is.places:
            same.setdefault((hit.start, hit.end), _whole(index, replace(hit, fold="layout"), quote, lead))
        many = many or as_it_is.many
    hits = sorted((same or cased).values())
    return Hits(tuple(hits[:MOST_HITS]), many or len(hits) > MOST_HITS)


def verbatim(index: QuoteIndex, text: str, quote: str, within: tuple[int, int] | None = None) -> Hits:
    """Find the places of the very same characters, white space and ignorable characters around them aside, that cut no
    number or word (the ``%`` of ``5%`` does).

    All there is to find of a quote without a letter, figure or picture.
    """
    lead = _lead(quote)
    text = quote[lead : lead + len(text)]
    found: list[Hit] = []
    at, stop = within or (0, index.length)
    at = index.find(text, at)
    looked, most = 0, min(_MOST_LOOKS, max(_MOST_CHARACTERS // max(len(text), 1), 1))
    while 0 <= at <= stop - len(text) and looked < most:
        end = at + len(text)
        if not index.edges.cut(at) and not index.edges.cut(end):
            if len(found) == MOST_HITS:
                return Hits(tuple(found), many=True)
            found.append(Hit(at, end, "verbatim"))
        looked += 1
        at = index.find(text, at + 1)
    return Hits(tuple(found), many=0 <= at <= stop - len(text))


def _lead(quote: str) -> int:
    """Return how many characters before a quote do not count."""
    return len(quote) - len(drop_joiners(quote).lstrip(WHITE_SPACE + IGNORABLE))


def _whole(index: QuoteIndex, hit: Hit, quote: str, lead: int) -> Hit:
    """Take in the ignorable characters around the quote where the page has the very same."""
    start = hit.start - lead
    if start >= 0 and index.raw(start, start + len(quote)) == quote:
        return Hit(start, start + len(quote), "verbatim")
    return hit

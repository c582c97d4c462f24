"""Where a quote stands among very many places of it: by a rare word of its context, instead of one place by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactquote.quotes.context import Context
from exactquote.quotes.words import WordIndex, Words, is_spaceless

_MOST_PLACES = 1000
"""A word with more places on the page is no help."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A word of one side of a context: how many words further out than the quote it stands, its places on the page,
    and how many words of that side can stand beside a quote that does not have it there.
    """

    away: int
    places: Sequence[int]
    bound: int


def anchored(index: WordIndex, keys: Sequence[str], context: Context) -> list[tuple[int, int, int]]:
    """Return fit, start and end in the page's key of the places of ``keys`` that fit the context better than any place
    can that is not looked at.

    On either side the first word is looked up that the page does not have too often. A place without that word there
    has only words of the context that stand nearer to the quote.
    """
    before, after = _anchor(index, context.before[::-1], -1), _anchor(index, context.after, 1)
    ranges = {
        found
        for key in keys
        for found in (
            *(found for word in before.places for found in _ending_before(index, key, word + 1 + before.away)),
            *(found for word in after.places for found in _beginning_behind(index, key, word - after.away)),
        )
    }
    fits = ((context.fit(index.words, *found), *found) for found in ranges)
    return [one for one in fits if one[0] > before.bound + after.bound]


def _anchor(index: WordIndex, given: Sequence[str], step: int) -> Anchor:
    """Choose the anchor among the words of one side, which are given in the order of a text."""
    words = Words(given, (), ())
    for away in range(len(given)):
        at = away if step > 0 else len(given) - 1 - away
        if at == len(given) - 1 and is_spaceless(given[at]):
            continue  # such words are looked up with the one behind them, which is not of the context
        seed = words.seed(at)
        places = index.places.get(seed, ())
        if len(places) <= _MOST_PLACES:
            return Anchor(away, places, away + (step > 0 and seed != given[at]))
    return Anchor(0, (), len(given))


def _ending_before(index: WordIndex, key: str, first: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a key whose first word is the page's word number ``first``."""
    starts, text = index.words.starts, index.folded.key
    if 0 < first <= len(starts):
        last_start = starts[first] if first < len(starts) else len(text)
        yield from _within(text, key, starts[first - 1] + 1, last_start + len(key))


def _beginning_behind(index: WordIndex, key: str, after: int) -> Iterator[tuple[int, int]]:
    """Yield the places of a key behind which the page's word number ``after`` comes."""
    starts = index.words.starts
    if 0 <= after < len(starts):
        first_end = starts[after - 1] + 1 if after else 0
        yield from _within(index.folded.key, key, max(first_end - len(key), 0), starts[after])


def _within(text: str, key: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = text.find(key, start, end)
    while at >= 0:
        yield at, at + len(key)
        at = text.find(key, at + 1, end)

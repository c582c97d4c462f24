"""Searching a key in the key of a page: every place, those with the other first letter in the same pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from exactquote.quotes.edges import Edges
from exactquote.quotes.fold import Folded
from exactquote.quotes.tables import SPACELESS
from exactquote.quotes.words import WordIndex, words_of

_SPACED = f"[^\\W{SPACELESS}]"
_IS_SPACED = re.compile(_SPACED)
_LINK = r"[.,:/^_×*°~⁄∕٫٬،·-]"
"""Of the signs that make one number of two figures those that stand in a key as they are."""
_SHORT = 16
"""Keys up to this length stand inside many words; an expression sorts most of those out."""
_LONG_PAGE = 60_000
"""From this length on the rarest word of a quote is looked up; shorter pages are searched through."""
_MOST_WORDS = 600
"""Words of the quote among which the rarest is chosen."""
_MOST_PLACES = 20_000
"""A word with more places is no help."""
_PATIENCE = 100
_MOST_MISSES = 3000
"""Hits looked at closely that turn out to cut a word, before the search is given up; of keys longer than a line fewer.

Only a hostile page of one repeated pattern has as many.
"""
_FEWEST = 1000
_LINE = 600
"""Characters of the longest lines."""
_MOST_SEEN = 30_000
"""Hits of which one look at their edges tells that they cut a word or number, before the search is given up; fewer of
long keys, each of which takes longer."""
_MOST_CHARACTERS = 2_000_000
_MOST_TAILS = 300
"""Places of the common end of both keys that are neither, before each is searched by itself."""

Place = tuple[int, int, int, bool]
"""Key offset, start and end in the page text, and whether it is the key with the first letter in its other case."""


class Search:
    """Searches one key of a page. ``words`` gives the page's words in that key; None for a key with reference marks
    left in, whose edges are edges of words whatever stands beside them.
    """

    def __init__(self, page: Folded, edges: Edges, words: Callable[[], WordIndex] | None) -> None:
        self._page, self._edges = page, edges
        self._words = words if len(page.key) > _LONG_PAGE else None
        self._marks_in = words is None

    def places(self, key: str, other: str | None, within: tuple[int, int] | None = None) -> Iterator[Place | None]:
        """Yield each place of ``key``, or of ``other``, that cuts no word, number or character; None where the search
        was given up before the end of the page.

        Of short keys the places of ``other`` come last; of long ones both come in the order of the page. ``within``
        is a range of the page text that a place must lie in.
        """
        text = self._page.key
        area = (0, len(text)) if within is None else (self._page.place(within[0]), self._page.place(within[1]))
        joint = _joint(key, other)
        found = None
        if self._words is not None and area[1] - area[0] > _LONG_PAGE:
            found = _by_word(text, self._words(), key, other if joint else None)
        if found is None:
            found = _both(text, key, other, joint, area) if joint and other else _through(text, key, area)
        yield from self._uncut(found, key)
        if other and not joint:
            for place in self._uncut(_through(text, other, area), other):
                yield place and (*place[:3], True)

    def _uncut(self, found: Iterator[tuple[int, bool]], key: str) -> Iterator[Place | None]:
        length, text = len(key), self._page.key
        expressions = ("", "") if self._marks_in else _cuts(key)
        front, behind = (re.compile(expression or "(?!)").match for expression in expressions)
        misses = seen = 0
        most_seen = min(_MOST_SEEN, max(_MOST_CHARACTERS // length, _FEWEST))
        most = _MOST_MISSES if length <= _LINE else _FEWEST
        for place, is_other in found:
            if behind(text, place + length) or front(text, place):
                seen += 1
                if seen > most_seen:
                    yield None
                    return
                continue
            start, end = self._page.start(place), self._page.end(place + length)
            if start >= 0 and end >= 0 and not self._edges.cut(start) and not self._edges.cut(end):
                yield place, start, end, is_other
                continue
            misses += 1
            if misses > most:
                yield None
                return


def _cuts(key: str) -> tuple[str, str]:
    """Return expressions for what stands before and behind a place that cuts a word or number for certain.

    They hold for fewer places than :meth:`Edges.cut`, which has the last word.
    """
    front = [f"(?<={_SPACED})"] if _IS_SPACED.match(key[0]) else []
    behind = [f"(?={_SPACED})"] if _IS_SPACED.match(key[-1]) else []
    if key[0].isdecimal():
        front.append(rf"(?<=\d{_LINK})")
    if key[-1].isdecimal():
        behind.append(rf"(?={_LINK}\d)")
    return "|".join(front), "|".join(behind)


def _joint(key: str, other: str | None) -> int:
    """Return the length of the common end of a long key and its ``other``, if they differ in one character; else 0."""
    if other is None or len(other) != len(key) or len(key) <= _SHORT:
        return 0
    at = next((number for number, (a, b) in enumerate(zip(key, other, strict=True)) if a != b), len(key))
    end = len(key) - at - 1
    return end if end >= _SHORT // 2 and key[at + 1 :] == other[at + 1 :] else 0


def _by_word(text: str, index: WordIndex, key: str, other: str | None) -> Iterator[tuple[int, bool]] | None:
    """Look the key up by the rarest word inside it; None when it has none.

    A word inside has a neighbour on either side within the key, so it stands on the page just as it stands in the
    key; the first and the last word might be parts of longer ones there.
    """
    quote = words_of(key, _MOST_WORDS)
    rarest: list[int] | None = None
    offset = 0
    for at in range(1, len(quote) - 2):
        where = index.places.get(quote.seed(at), [])
        if rarest is None or len(where) < len(rarest):
            rarest, offset = where, quote.starts[at]
    if rarest is None or len(rarest) > _MOST_PLACES:
        return None
    return _at_words(text, index, key, other, rarest, offset)


def _at_words(
    text: str, index: WordIndex, key: str, other: str | None, where: list[int], offset: int
) -> Iterator[tuple[int, bool]]:
    for word in where:
        place = index.words.starts[word] - offset
        if place < 0:
            continue
        if text.startswith(key, place):
            yield place, False
        elif other is not None and text.startswith(other, place):
            yield place, True


def _both(text: str, key: str, other: str, joint: int, area: tuple[int, int]) -> Iterator[tuple[int, bool]]:
    tail, head = key[-joint:], len(key) - joint
    at = text.find(tail, area[0] + head, area[1])
    neither = 0
    while at >= 0 and neither < _MOST_TAILS:
        place = at - head
        if text.startswith(key, place):
            yield place, False
        elif text.startswith(other, place):
            yield place, True
        else:
            neither += 1
        at = text.find(tail, at + 1, area[1])
    if at < 0:
        return
    one, two = text.find(key, at - head, area[1]), text.find(other, at - head, area[1])
    while one >= 0 or two >= 0:
        if two < 0 or 0 <= one < two:
            yield one, False
            one = text.find(key, one + 1, area[1])
        else:
            yield two, True
            two = text.find(other, two + 1, area[1])


def _through(text: str, key: str, area: tuple[int, int]) -> Iterator[tuple[int, bool]]:
    at = text.find(key, *area)
    seen = 0
    while at >= 0 and (seen < _PATIENCE or len(key) > _SHORT):
        yield at, False
        seen += 1
        at = text.find(key, at + 1, area[1])
    if at < 0:
        return
    # The literal comes first, so that the search for it is fast; a word goes on neither behind it nor before it.
    front, behind = _cuts(key)
    behind = f"(?!{behind})" if behind else ""
    before = f"(?<!{_SPACED}{re.escape(key)})" if front else ""
    whole = re.compile(re.escape(key) + behind + before)
    match = whole.search(text, at, area[1])
    while match is not None:
        yield match.start(), False
        match = whole.search(text, match.start() + 1, area[1])

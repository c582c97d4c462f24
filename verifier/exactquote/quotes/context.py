"""How well the text around a place of the page fits the text that is said to stand around the quote."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from exactquote.quotes.fold import fold
from exactquote.quotes.tables import drop_joiners, free_of_masks
from exactquote.quotes.words import Words, words_of

_CONTEXT = 400
"""Code points of context read on either side."""
_MOST_WORDS = 40
_ENOUGH = 0.5
"""Share of the context's words that must stand right beside the quote."""
_MARGIN = 8
"""Words further on in which a number of the context may still stand."""


@dataclass(frozen=True, slots=True)
class Context:
    """The words before a quote and those after it, each from the quote outwards, folded and without case."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.before or self.after)

    def fit(self, words: Words, start: int, end: int) -> int:
        """Return how many whole words right beside the key range ``start`` to ``end`` are those of the context.

        0 when they are too few to tell anything, or when a number of the context is another one there.
        """
        first, last = bisect_left(words.starts, start), bisect_left(words.starts, end)
        page = words.words
        beside = (first > 0 and self.before[:1] == (page[first - 1],)) or self.after[:1] == tuple(page[last : last + 1])
        if not beside:
            return 0
        left = _common(page, first - 1, -1, self.before)
        right = _common(page, last, 1, self.after)
        if left < 0 or right < 0:
            return 0
        # No more can be asked than the page has there.
        asked = min(len(self.before), first) + min(len(self.after), len(words) - last)
        return left + right if left + right >= _ENOUGH * asked else 0


def context_of(before: str, after: str) -> Context:
    """Read the text before and after a quote, as far as it counts."""
    left, right = _words(before[-_CONTEXT:]), _words(after[:_CONTEXT])
    return Context(tuple(left[: -_MOST_WORDS - 1 : -1]), tuple(right[:_MOST_WORDS]))


def _words(text: str) -> Sequence[str]:
    return words_of(fold(drop_joiners(free_of_masks(text))).key).words


def _common(page: Sequence[str], at: int, step: int, given: Sequence[str]) -> int:
    """Return how many words of the page from ``at`` on are the given ones, -1 when their numbers differ."""
    for number, word in enumerate(given):
        here = at + step * number
        if not 0 <= here < len(page):
            return number
        if page[here] == word:
            continue
        if number == len(given) - 1 and (page[here].endswith(word) if step < 0 else page[here].startswith(word)):
            return number  # the outermost word may have been cut off by whoever took the context
        rest = given[number:]
        reach = here + step * (len(rest) + _MARGIN)
        window = page[here:reach] if step > 0 else page[max(reach, 0) : here + 1]
        differs = _is_number(page[here]) or any(_is_number(one) and one not in window for one in rest)
        return -1 if differs else number
    return len(given)


def _is_number(word: str) -> bool:
    return any(map(str.isnumeric, word))

"""The words of a page and where they stand: the way to a line that is near a quote, without comparing the whole page.

In scripts without spaces each character is a word, and two neighbours are looked up together. Words are compared
without case here: nothing in this module decides that a quote is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import Indel

from exactquote.quotes.fold import Folded
from exactquote.quotes.tables import SPACELESS, composing

_WORD = re.compile(f"[\\w{composing()}]+")
_SPACELESS = re.compile(f"[{SPACELESS}]")
_PIECE = re.compile(f"[{SPACELESS}]|[^{SPACELESS}]+")
_LIKE_WORD = 0.7
_LIKE_WORDS = 8


@dataclass(frozen=True, slots=True)
class Words:
    """Words in the order of a text: each folded, with the key offsets where it starts and ends."""

    words: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.words)

    def seed(self, at: int) -> str:
        """Return what the word at ``at`` is looked up by."""
        word = self.words[at]
        if len(word) == 1 and at + 1 < len(self.words) and _SPACELESS.match(word):
            return word + self.words[at + 1]
        return word


def is_spaceless(word: str) -> bool:
    """Tell whether a word is one character of a script without spaces."""
    return bool(_SPACELESS.match(word))


def words_of(key: str, most: int | None = None) -> Words:
    """Split a folded text into words, at most ``most`` of them."""
    # The capital dotted I is the one letter whose small form is longer; sigma has a second form at the end of a word.
    lower = key.replace("İ", "I").lower().replace("ς", "σ")
    ranges: list[tuple[int, int]] = []
    mixed = bool(_SPACELESS.search(key))
    for found in _WORD.finditer(lower):
        if mixed and _SPACELESS.search(lower, found.start(), found.end()):
            ranges += (piece.span() for piece in _PIECE.finditer(lower, found.start(), found.end()))
        else:
            ranges.append(found.span())
        if most is not None and len(ranges) >= most:
            break
    return Words([lower[a:b] for a, b in ranges], [a for a, _ in ranges], [b for _, b in ranges])


class WordIndex:
    """The words of a page with the places of each."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self.words = words_of(folded.key)
        self.places: dict[str, list[int]] = {}
        places, seed = self.places, self.words.seed
        for at in range(len(self.words)):
            places.setdefault(seed(at), []).append(at)
        self._vocabulary = list(places)

    def rare(self, quote: Words, most: int) -> list[tuple[int, list[int]]]:
        """Return words of the quote with their places on the page, rarest first, until there are ``most`` places."""
        known = []
        for at in range(len(quote)):
            places = self.places.get(quote.seed(at))
            if places is not None:
                known.append((len(places), at, places))
        known.sort(key=lambda entry: entry[:2])
        return list(_until(known, most))

    def alike(self, quote: Words, most_words: int) -> list[tuple[int, list[int]]]:
        """Return the places of page words that look like the longest of the quote's words that the page does not
        have.
        """
        unknown = [at for at in range(len(quote)) if len(quote.words[at]) > 3 and quote.words[at] not in self.places]
        unknown.sort(key=lambda at: -len(quote.words[at]))
        found: list[tuple[int, list[int]]] = []
        for at in unknown[:most_words]:
            like = process.extract(
                quote.words[at],
                self._vocabulary,
                scorer=Indel.normalized_similarity,
                score_cutoff=_LIKE_WORD,
                limit=_LIKE_WORDS,
            )
            found += ((at, self.places[word]) for word, _, _ in like)
        return found

    def source(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the page text that the words ``first`` to ``last`` (included) cover."""
        start, end = self.folded.start(self.words.starts[first]), self.folded.end(self.words.ends[last])
        return max(start, 0), max(end, start, 0)


def _until(known: Iterable[tuple[int, int, list[int]]], most: int) -> Iterator[tuple[int, list[int]]]:
    for number, at, places in known:
        most -= number
        if most < 0:
            return
        yield at, places

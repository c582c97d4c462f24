"""The words of a page and where they stand: the way to a line that is near a quote, without comparing the whole page.

In scripts without spaces each character is a word, and two neighbours are looked up together. Words are compared
without case here: nothing in this module decides that a quote is exact.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from exactquote.quotes.fold import Folded
from exactquote.quotes.tables import SPACELESS, composing

_MARKS = composing()
_WORD = re.compile(f"[{SPACELESS}]|(?:[^\\W{SPACELESS}]|[{_MARKS}])+")
_SPACELESS = re.compile(f"[{SPACELESS}]")


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


def words_of(key: str) -> Words:
    """Split a folded text into words."""
    words: list[str] = []
    starts, ends = array("l"), array("l")
    for found in _WORD.finditer(key.lower() if len(key.lower()) == len(key) else key):
        words.append(found[0])
        starts.append(found.start())
        ends.append(found.end())
    return Words(words, starts, ends)


class WordIndex:
    """The words of a page with the places of each."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self.words = words_of(folded.key)
        self.places: dict[str, list[int]] = {}
        places = self.places
        seed = self.words.seed
        for at in range(len(self.words)):
            places.setdefault(seed(at), []).append(at)

    def source(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the page text that the words ``first`` to ``last`` (included) cover."""
        start, end = self.folded.start(self.words.starts[first]), self.folded.end(self.words.ends[last])
        return max(start, 0), max(end, start, 0)

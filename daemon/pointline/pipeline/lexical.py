"""Lexical scores for lines: BM25 over words and over character n-grams, so that endings and missing spaces do not
matter.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009). Words alone miss inflected forms and
scripts without spaces; character n-grams alone are noisy; their sum is neither. Pure functions over strings, no model.
"""

from __future__ import annotations

import math
import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

K1 = 1.2
B = 0.4
GRAM_LENGTHS = (3, 4)
GRAM_WEIGHT = 0.35
"""Share of a gram's score in the sum: a word of eight letters brings some ten grams, which say the same thing ten
times."""

Each = Callable[[], object]
"""Called before every text that is indexed, as a long page takes seconds; what it raises ends the work."""

_Item = TypeVar("_Item")
_WORD = re.compile(r"\w+")


def terms(text: str) -> list[str]:
    """Split ``text`` into words, case folded; a word in a script without spaces also gives its single characters and
    pairs."""
    found: list[str] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text).casefold()):
        word = match.group()
        if _written_without_spaces(word):
            found.extend(word)
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.append(word)
    return found


def grams(words: Iterable[str]) -> list[str]:
    """Character n-grams of each word, with its edges marked; words of one or two characters give none."""
    found: list[str] = []
    for word in words:
        if len(word) < 3:
            continue
        edged = f"^{word}$"
        for length in GRAM_LENGTHS:
            found.extend(edged[i : i + length] for i in range(len(edged) - length + 1))
    return found


def _between(items: Sequence[_Item], each: Each) -> Iterator[_Item]:
    for item in items:
        each()
        yield item


def _written_without_spaces(word: str) -> bool:
    point = ord(word[0])
    return (
        0x0E00 <= point <= 0x0EFF or 0x1780 <= point <= 0x17FF or 0x3040 <= point <= 0x30FF or 0x3400 <= point <= 0x9FFF
    )


@dataclass(frozen=True)
class Bm25:
    """Postings of one collection of short texts: term -> text number, count, text number, count …

    In an array, as a page of ten million characters has fifteen million of them.
    """

    postings: dict[str, array[int]]
    lengths: tuple[int, ...]
    mean_length: float

    @classmethod
    def of(cls, documents: Iterable[Sequence[str]]) -> Bm25:
        """Index ``documents``, each a list of terms."""
        postings: dict[str, array[int]] = {}
        lengths: list[int] = []
        for number, document in enumerate(documents):
            for term, count in Counter(document).items():
                found = postings.get(term)
                if found is None:
                    postings[term] = array("I", (number, count))
                else:
                    found.append(number)
                    found.append(count)
            lengths.append(len(document))
        return cls(postings, tuple(lengths), max(1.0, sum(lengths) / max(1, len(lengths))))

    def scores(self, query: Iterable[str]) -> list[float]:
        """Score of every text against the distinct terms of ``query``."""
        total = [0.0] * len(self.lengths)
        for term in set(query):
            found = self.postings.get(term)
            if not found:
                continue
            texts = len(found) // 2
            weight = math.log(1 + (len(self.lengths) - texts + 0.5) / (texts + 0.5))
            for number, count in zip(found[::2], found[1::2], strict=True):
                norm = K1 * (1 - B + B * self.lengths[number] / self.mean_length)
                total[number] += weight * count * (K1 + 1) / (count + norm)
        return total


@dataclass(frozen=True)
class LexicalIndex:
    """Words and character n-grams of the same texts."""

    words: Bm25
    grams: Bm25

    @classmethod
    def of(cls, texts: Sequence[str], each: Each = lambda: None) -> LexicalIndex:
        """Index ``texts`` (the lines of a page)."""
        documents = [terms(text) for text in _between(texts, each)]
        words = Bm25.of(_between(documents, each))
        return cls(words, Bm25.of(grams(document) for document in _between(documents, each)))

    def scores(self, question: str) -> list[float]:
        """Lexical score of every text for ``question``; 0.0 where nothing is shared."""
        query = terms(question)
        by_word = self.words.scores(query)
        by_gram = self.grams.scores(grams(query))
        return [word + GRAM_WEIGHT * gram for word, gram in zip(by_word, by_gram, strict=True)]

"""How much of a claim a line holds: the share of its words and word pieces, the rare ones counting most.

Rarity is taken from the page itself and from the other texts at hand (the memo, the other sources), for on a page of
six lines any word may look rare. A share is between 0 and 1 whatever the length of the claim, so that one threshold
fits all. The weight of a word is that of BM25 (Robertson and Zaragoza, 2009), without its counts.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pointline.pipeline.lexical import grams, terms

Bag = frozenset[str]

_EDGE = re.compile(r"(?<=\d)(?=[\u0e00-\u9fff])|(?<=[\u0e00-\u9fff])(?=\d)")
"""Between a figure and a letter of a script without spaces, so that neither hides the other."""


def bag_of(text: str) -> tuple[Bag, Bag]:
    """The words of a text and their pieces, each once."""
    words = terms(_EDGE.sub(" ", text))
    return frozenset(words), frozenset(grams(words))


class Shares:
    """Lines of one page, ready to be asked for the share of a claim that they hold."""

    def __init__(self, lines: Sequence[str], background: Iterable[str] = ()) -> None:
        self._lines = [bag_of(line) for line in lines]
        everything = [*self._lines, *map(bag_of, background)]
        self._count = len(everything)
        self._in: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for words, pieces in everything:
            self._in[0].update(words)
            self._in[1].update(pieces)

    def of(self, claim: str) -> list[float]:
        """Share of the claim in each line: the mean of that of its words and that of their pieces."""
        found = []
        words, pieces = bag_of(claim)
        weights = self._weights(words, self._in[0]), self._weights(pieces, self._in[1])
        for line_words, line_pieces in self._lines:
            found.append(_mean((_share(weights[0], line_words), _share(weights[1], line_pieces))))
        return found

    def union(self, claim: str, numbers: Sequence[int]) -> float:
        """Share of the claim that these lines hold together."""
        words, pieces = bag_of(claim)
        together = (
            frozenset[str]().union(*(self._lines[number][0] for number in numbers)),
            frozenset[str]().union(*(self._lines[number][1] for number in numbers)),
        )
        weights = self._weights(words, self._in[0]), self._weights(pieces, self._in[1])
        return _mean((_share(weights[0], together[0]), _share(weights[1], together[1])))

    def _weights(self, wanted: Bag, known: Counter[str]) -> dict[str, float]:
        return {term: math.log(1 + (self._count - known[term] + 0.5) / (known[term] + 0.5)) for term in wanted}


def _share(weights: Mapping[str, float], there: Bag) -> float | None:
    whole = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in there) / whole if whole else None


def _mean(shares: Sequence[float | None]) -> float:
    known = [share for share in shares if share is not None]
    return sum(known) / len(known) if known else 0.0

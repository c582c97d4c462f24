"""The same quantity in another unit of its dimension (1.5 km, 1500 m), and money in whole currency or its parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from exactquote.facts import numerals
from exactquote.facts.compare import Match, match_values, same_measure
from exactquote.facts.model import Fact
from exactquote.facts.nearby import Nearby
from exactquote.facts.unit_table import SIZES
from exactquote.facts.vocabulary import is_currency, is_subunit

_Sized = list[tuple[Fraction, Fact]]


def sizes(fact: Fact) -> dict[str, Fraction]:
    """The dimensions that a fact may be of, each with the size of its unit; a currency is a dimension of its own."""
    found: dict[str, Fraction] = {}
    for measure in sorted(fact.measures):
        if is_currency(measure):
            found[measure] = Fraction(1)
        elif is_subunit(measure):
            found[measure[:3]] = Fraction(1, 100)
        elif measure in SIZES:
            dimension, size = SIZES[measure]
            found[dimension] = size
    return found


class Converted:
    """The sized facts of a line, ready to be asked for those that are equal in another unit."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._sized: dict[str, _Sized] = {}
        for fact in facts:
            for dimension, size in sizes(fact).items() if fact.readings else ():
                self._sized.setdefault(dimension, []).append((size, fact))
        self._units = {dimension: {size for size, _ in sized} for dimension, sized in self._sized.items()}
        self._nearby: dict[str, tuple[Nearby, dict[int, Fact]]] = {}

    def of(self, fact: Fact) -> list[tuple[Match, Fact]]:
        """The facts that are equal to ``fact`` (or rounded to it) but stated in another unit, with how they agree."""
        found: list[tuple[Match, Fact]] = []
        for dimension, size in sizes(fact).items() if fact.readings else ():
            if self._units.get(dimension, {size}) == {size}:
                continue
            mine, (near, given) = _scaled(fact, size), self._near(dimension)
            for theirs in near.of(mine):
                other = given[theirs.start]
                match = None if same_measure(fact, other) else match_values(mine, theirs)
                if match:
                    found.append((match, other))
        return found

    def _near(self, dimension: str) -> tuple[Nearby, dict[int, Fact]]:
        known = self._nearby.get(dimension)
        if known is None:
            sized = self._sized[dimension]
            near = Nearby(_scaled(fact, size) for size, fact in sized)
            known = self._nearby[dimension] = near, {fact.start: fact for _, fact in sized}
        return known


def _scaled(fact: Fact, size: Fraction) -> Fact:
    return replace(fact, readings=tuple(numerals.scaled(reading, size) for reading in fact.readings), key="")

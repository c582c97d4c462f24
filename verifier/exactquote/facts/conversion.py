"""The same quantity in another unit of its dimension (1.5 km, 1500 m), and money in whole currency or its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from exactquote.facts import numerals
from exactquote.facts.cldr import language
from exactquote.facts.compare import Match, match_values, same_measure
from exactquote.facts.fold import lower
from exactquote.facts.model import Fact, Reading
from exactquote.facts.nearby import Nearby
from exactquote.facts.spoken import parts_alone
from exactquote.facts.taken import Taken
from exactquote.facts.unit_table import SIZES
from exactquote.facts.vocabulary import is_currency, is_subunit

Measure = tuple[Fraction, Fraction]
"""The size of a unit in its dimension's own unit, and its zero there."""
_ZERO = Fraction(0)
_Sized = list[tuple[Measure, Fact]]


def sizes(fact: Fact) -> dict[str, Measure]:
    """The dimensions that a fact may be of, each with the size of its unit and its zero; a currency is a dimension of
    its own, and a bare number below one may be a share."""
    found: dict[str, Measure] = {}
    for measure in sorted(fact.measures):
        if is_currency(measure):
            found[measure] = Fraction(1), _ZERO
        elif is_subunit(measure):
            found[measure[:3]] = Fraction(1, 100), _ZERO
        else:
            found.update(SIZES.get(measure, {}))
    if not fact.measures and fact.kind == "number" and 0 < fact.readings[0].value < 1:
        found["share"] = Fraction(1), _ZERO
    return found


def parts_of_a_whole(line: str, taken: Iterable[Fact], lang: str) -> Iterator[Fact]:
    """The words of a line for a part of a whole (``half of them``) that belong to no fact, as numbers."""
    free = Taken(line, (fact for fact in taken if fact.kind != "name"))
    for start, end, part in parts_alone(lower(line), language(lang) or "en"):
        fact = Fact("number", line[start:end], start, end, (Reading(part, Fraction(0)),))
        if free.take(fact):
            yield fact


class Converted:
    """The sized facts of a line, ready to be asked for those that are equal in another unit."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._sized: dict[str, _Sized] = {}
        for fact in facts:
            for dimension, measure in sizes(fact).items() if fact.readings else ():
                self._sized.setdefault(dimension, []).append((measure, fact))
        self._units = {dimension: {measure for measure, _ in sized} for dimension, sized in self._sized.items()}
        self._nearby: dict[str, tuple[Nearby, dict[int, Fact]]] = {}

    def of(self, fact: Fact) -> list[tuple[Match, Fact]]:
        """The facts that are equal to ``fact`` (or rounded to it) but stated in another unit, with how they agree."""
        found: list[tuple[Match, Fact]] = []
        for dimension, measure in sizes(fact).items() if fact.readings else ():
            if self._units.get(dimension, {measure}) == {measure} or (not fact.readings[0].value and not measure[1]):
                continue  # nought of one unit is nought of another
            mine, (near, given) = _scaled(fact, measure), self._near(dimension)
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
            # The line's number counts as exact: 62 mph is 100 km/h, though 99.8 to the step of 62.
            near = Nearby(_exact(_scaled(fact, measure)) for measure, fact in sized)
            known = self._nearby[dimension] = near, {fact.start: fact for _, fact in sized}
        return known


def _scaled(fact: Fact, measure: Measure) -> Fact:
    size, zero = measure
    readings = (numerals.scaled(reading, size) for reading in fact.readings)
    return replace(fact, readings=tuple(replace(reading, value=reading.value + zero) for reading in readings), key="")


def _exact(fact: Fact) -> Fact:
    return replace(fact, readings=tuple(replace(reading, step=_ZERO) for reading in fact.readings))

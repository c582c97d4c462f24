"""Whether a number that is not in the line comes out of numbers that are: sum, difference, half, double, ratio, share.

Models legitimately compute. What comes out is marked as computed, with the formula, and never counts as being in
the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

from exactquote.facts.compare import match_values, same_measure
from exactquote.facts.model import Fact, Reading
from exactquote.facts.nearby import Nearby

_MOST_INPUTS = 10
"""Numbers of a line that are combined; with more, chance would find a formula for anything."""
_NOT_COUNTED = ("time", "date", "code")
_PERCENT = frozenset("%")


class Formulas:
    """The numbers that come out of a line's, with their formulas; worked out once for each thing that is counted."""

    def __init__(self, line_facts: tuple[Fact, ...]) -> None:
        self._inputs = tuple(other for other in line_facts if other.readings and other.kind not in _NOT_COUNTED)
        self._known: dict[frozenset[str], tuple[Nearby, list[tuple[str, tuple[Fact, ...]]]]] = {}

    def of(self, fact: Fact) -> tuple[str, tuple[Fact, ...]] | None:
        """The first formula over numbers of the line that gives the fact's number, at the precision the fact states
        it."""
        if not fact.readings or fact.kind in _NOT_COUNTED or len(self._inputs) > _MOST_INPUTS:
            return None
        results, formulas = self._results(fact)
        for result in results.of(fact):
            match = match_values(fact, result)
            if match and not match.unlikely:
                formula, used = formulas[result.start]
                return f"{formula} {'≈' if match.rounded else '='} {fact.text}", used
        return None

    def _results(self, fact: Fact) -> tuple[Nearby, list[tuple[str, tuple[Fact, ...]]]]:
        known = self._known.get(fact.measures)
        if known is None:
            results: list[Fact] = []
            formulas: list[tuple[str, tuple[Fact, ...]]] = []
            for value, formula, used in _formulas(fact, self._inputs):
                # Where a result begins is its number among the formulas.
                results.append(Fact("quantity", "", len(formulas), 0, (Reading(value, Fraction(0)),)))
                formulas.append((formula, used))
            known = self._known[fact.measures] = Nearby(results), formulas
        return known


def _value(fact: Fact) -> Fraction:
    return fact.readings[0].value


def _formulas(fact: Fact, inputs: tuple[Fact, ...]) -> Iterator[tuple[Fraction, str, tuple[Fact, ...]]]:
    alike = tuple(other for other in inputs if same_measure(fact, other) and not _year_like(other))
    if len(alike) > 1:
        yield sum(map(_value, alike), Fraction(0)), " + ".join(other.text for other in alike), alike
    for one, other in combinations(alike, 2):
        yield _value(one) + _value(other), f"{one.text} + {other.text}", (one, other)
    for one, other in permutations(inputs, 2):
        years = _year_like(one) and _year_like(other) and _counts_years(fact)
        if years or (same_measure(fact, one) and same_measure(fact, other) and not _year_like(one)):
            yield _value(one) - _value(other), f"{one.text} − {other.text}", (one, other)
    for one in filter(_large, alike):
        yield _value(one) / 2, f"{one.text} ÷ 2", (one,)
        yield _value(one) * 2, f"{one.text} × 2", (one,)
    yield from _shares(fact, inputs)


def _shares(fact: Fact, inputs: tuple[Fact, ...]) -> Iterator[tuple[Fraction, str, tuple[Fact, ...]]]:
    """Ratios, shares and changes in percent of two amounts of one kind, and a percentage of an amount."""
    for one, other in permutations(inputs, 2):
        if same_measure(one, other) and not _year_like(one) and not _year_like(other) and _value(other):
            ratio = _value(one) / _value(other)
            if fact.measures == _PERCENT and not one.measures & _PERCENT:
                yield ratio * 100, f"{one.text} ÷ {other.text}", (one, other)
                yield (ratio - 1) * 100, f"({one.text} − {other.text}) ÷ {other.text}", (one, other)
                yield (1 - ratio) * 100, f"({other.text} − {one.text}) ÷ {other.text}", (one, other)
            elif not fact.measures and ratio != 1 and (one.measures or (_large(one) and _large(other))):
                yield ratio, f"{one.text} ÷ {other.text}", (one, other)
        if one.measures & _PERCENT and not other.measures & _PERCENT and same_measure(fact, other):
            yield _value(one) * _value(other) / 100, f"{one.text} × {other.text}", (one, other)


def _year_like(fact: Fact) -> bool:
    return not fact.measures and fact.readings[0].step == 1 and 1500 <= _value(fact) <= 2100


def _large(fact: Fact) -> bool:
    """Whether a number is not so small that chance makes one of its kind out of another."""
    return abs(_value(fact)) >= 10 or _value(fact).denominator > 1


def _counts_years(fact: Fact) -> bool:
    return not fact.measures or "duration-year" in fact.measures

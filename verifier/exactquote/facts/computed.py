"""Whether a number that is not in the line comes out of numbers that are: sum, difference, half, double, ratio, share.

Models legitimately compute. What comes out is marked as computed, with the formula, and never counts as being in
the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from itertools import combinations, permutations

from exactquote.facts.compare import match_values, same_measure
from exactquote.facts.model import Fact, Reading
from exactquote.facts.nearby import Nearby
from exactquote.facts.numbers import find_numbers
from exactquote.facts.ranges import Ends, ends_in
from exactquote.facts.unit_table import SYMBOLS
from exactquote.facts.vocabulary import vocabulary
from exactquote.facts.words import MAYBE_SPELLED

_MOST_INPUTS = 10
"""Numbers of a line that are combined; with more, chance would find a formula for anything."""
_NOT_COUNTED = ("time", "date", "code")
_PERCENT = frozenset("%")


class Formulas:
    """The numbers that come out of a line's, with their formulas; worked out once for each thing that is counted."""

    def __init__(self, line: str, line_facts: tuple[Fact, ...], lang: str) -> None:
        ranges = ends_in(line, line_facts, lang)
        self._lang = lang
        self._inputs = tuple(
            other
            for other in line_facts
            if other.readings
            and other.kind not in _NOT_COUNTED
            and other.key != MAYBE_SPELLED
            and _stands_for_itself(other, ranges)
        )
        self._ways = {(ends.first, ends.last) for ends in ranges.values() if ends.way}
        self._known: dict[frozenset[str], tuple[Nearby, list[tuple[str, tuple[Fact, ...]]]]] = {}

    def of(self, fact: Fact, claim_lang: str) -> tuple[str, tuple[Fact, ...]] | None:
        """The first formula over numbers of the line that gives the fact's number, at the precision the fact states
        it."""
        if not fact.readings or fact.kind in _NOT_COUNTED or len(self._inputs) > _MOST_INPUTS:
            return None
        results, formulas = self._results(fact)
        for result in results.of(fact):
            match = match_values(fact, result)
            if match and not match.unlikely and not (match.rounded and _coarse(fact)):
                pattern, used = formulas[result.start]
                formula = pattern.format(*(said(other, self._lang) for other in used))
                return f"{formula} {'≈' if match.rounded else '='} {said(fact, claim_lang)}", tuple(dict.fromkeys(used))
        return None

    def _results(self, fact: Fact) -> tuple[Nearby, list[tuple[str, tuple[Fact, ...]]]]:
        known = self._known.get(fact.measures)
        if known is None:
            results: list[Fact] = []
            formulas: list[tuple[str, tuple[Fact, ...]]] = []
            for value, formula, used in _formulas(fact, self._inputs, self._ways):
                # Where a result begins is its number among the formulas.
                results.append(Fact("quantity", "", len(formulas), 0, (Reading(value, Fraction(0)),)))
                formulas.append((formula, used))
            known = self._known[fact.measures] = Nearby(results), formulas
        return known


def _coarse(fact: Fact) -> bool:
    """Whether a number is stated to so few digits that chance makes something that rounds to it (``1 million``)."""
    return fact.kind != "percent" and abs(fact.readings[0].value) < 10 * fact.readings[0].step


def said(fact: Fact, lang: str) -> str:
    """A number as a formula shows it: as it stands when that alone says what was counted with, else written out.

    The first end of ``20 to 25 million`` is 20,000,000, and so is a cell under a header that states its scale.
    """
    alone = find_numbers(fact.text, vocabulary(lang), lang)
    if len(alone) == 1 and alone[0].readings[:1] == fact.readings[:1] and alone[0].measures == fact.measures:
        return fact.text
    return f"{_written(fact.readings[0].value)} {_SIGNS.get(min(fact.measures, default=''), '')}".rstrip()


def _written(value: Fraction) -> str:
    if value.denominator == 1:
        return f"{int(value):,}"
    exact = f"{float(value):.12f}".rstrip("0")
    return exact if Fraction(exact) == value else f"{value.numerator}/{value.denominator}"


_SIGNS = {unit: sign for sign, unit in reversed(SYMBOLS.items())}


def _stands_for_itself(fact: Fact, ranges: Mapping[int, Ends]) -> bool:
    """Whether a number is one that the line states: the ends of a range are not (``10 to 30 rooms``), unless it is a
    way from one to the other, or between years."""
    ends = ranges.get(fact.start)
    return ends is None or ends.way or _year_like(fact)


def _value(fact: Fact) -> Fraction:
    return fact.readings[0].value


_Formula = tuple[Fraction, str, tuple[Fact, ...]]


def _formulas(fact: Fact, inputs: tuple[Fact, ...], ways: Set[tuple[int, int]]) -> Iterator[_Formula]:
    """What comes out of numbers: the value, the pattern of its formula, and the numbers that go into it in order."""
    alike = tuple(other for other in inputs if same_measure(fact, other) and not _year_like(other))
    if len(alike) > 1:
        yield sum(map(_value, alike), Fraction(0)), " + ".join(["{}"] * len(alike)), alike
    for one, other in combinations(alike, 2):
        yield _value(one) + _value(other), "{} + {}", (one, other)
    for one, other in permutations(inputs, 2):
        years = _year_like(one) and _year_like(other) and _counts_years(fact)
        if years or (same_measure(fact, one) and same_measure(fact, other) and not _year_like(one)):
            yield _value(one) - _value(other), "{} − {}", (one, other)
    for one in filter(_large, alike):
        yield _value(one) / 2, "{} ÷ 2", (one,)
        yield _value(one) * 2, "{} × 2", (one,)
    yield from _shares(fact, inputs, ways)


def _shares(fact: Fact, inputs: tuple[Fact, ...], ways: Set[tuple[int, int]]) -> Iterator[_Formula]:
    """Ratios, shares and changes in percent of two amounts of one kind, and a percentage of an amount.

    A change on the way from one number to another (``ways``: where the two begin) is one of the first.
    """
    for one, other in permutations(inputs, 2):
        if same_measure(one, other) and not _year_like(one) and not _year_like(other) and _value(other):
            ratio = _value(one) / _value(other)
            if fact.measures == _PERCENT and not one.measures & _PERCENT:
                yield ratio * 100, "{} ÷ {}", (one, other)
                if (one.start, other.start) not in ways:
                    yield (ratio - 1) * 100, "({} − {}) ÷ {}", (one, other, other)
                    yield (1 - ratio) * 100, "({} − {}) ÷ {}", (other, one, other)
            elif not fact.measures and ratio != 1 and (one.measures or (_large(one) and _large(other))):
                yield ratio, "{} ÷ {}", (one, other)
        if one.measures == _PERCENT and not other.measures & _PERCENT and same_measure(fact, other):
            yield _value(one) * _value(other) / 100, "{} × {}", (one, other)


def _year_like(fact: Fact) -> bool:
    return not fact.measures and fact.readings[0].step == 1 and 1500 <= _value(fact) <= 2100


def _large(fact: Fact) -> bool:
    """Whether a number is not so small that chance makes one of its kind out of another."""
    return abs(_value(fact)) >= 10 or _value(fact).denominator > 1


def _counts_years(fact: Fact) -> bool:
    return not fact.measures or "duration-year" in fact.measures

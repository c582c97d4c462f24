"""Facts by their values, so that those which a fact may agree with are found without a look at all the others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction

from exactquote.facts.compare import stated_dates
from exactquote.facts.model import DateParts, Fact


class Nearby:
    """An index over facts: O(log n) for each fact asked for, and those that are given back."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts = tuple(facts)
        self._by_value: dict[Fraction, list[int]] = {}
        self._by_key: dict[Hashable, list[int]] = {}
        for number, fact in enumerate(self._facts):
            for reading in fact.readings:
                self._by_value.setdefault(reading.value, []).append(number)
            for key in _keys(fact):
                self._by_key.setdefault(key, []).append(number)
        self._values = sorted(self._by_value)

    def of(self, fact: Fact) -> list[Fact]:
        """Return the facts that may agree with a fact, in their order: a number equal to it or rounded to it, a date
        with the parts that it states, a date of another year, the same code. Some do not: each is to be compared.
        """
        found: set[int] = set()
        for reading in fact.readings:
            reach = reading.step / 2
            first = bisect_left(self._values, reading.value - reach)
            last = bisect_right(self._values, reading.value + reach)
            for value in self._values[first:last]:
                found.update(self._by_value[value])
        for key in _asked(fact):
            found.update(self._by_key.get(key, ()))
        return [self._facts[number] for number in sorted(found)]


def _keys(fact: Fact) -> Iterator[Hashable]:
    if fact.key and not fact.readings:
        yield fact.key
    for date in dict.fromkeys(stated_dates(fact)):
        yield "day", date.month, date.day
        yield "month", date.year, date.month
        yield "year", date.year
        yield "any month", date.month
        yield "any day", date.day


def _asked(fact: Fact) -> Iterator[Hashable]:
    if fact.key and not fact.readings:
        yield fact.key
    for date in stated_dates(fact):
        yield _narrowest(date)
        if date.year is not None and date.month is None:
            yield "year", -date.year  # of the other era, where one of them states none
        if date.month is not None:
            yield "day", date.month, date.day  # the same day of another year, or of none


def _narrowest(date: DateParts) -> Hashable:
    """Return the key under which every date stands that states what this one does, the year aside."""
    if date.month is not None and date.day is not None:
        return "day", date.month, date.day
    if date.month is not None:
        return ("any month", date.month) if date.year is None else ("month", date.year, date.month)
    return ("year", date.year) if date.year is not None else ("any day", date.day)

"""What comes out of the numbers of a line, plain formulas first: sums, differences, halves, doubles, ratios, shares and
changes; then means; then those of two steps (a share of a sum, the difference of two ratios, a sum of products is not
among them).

The search is small on purpose. Every formula more is a chance more that a wrong number comes out of something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from exactquote.facts.grid import Band, Grid, Input, counts_with, pair_up, plain, year_like
from exactquote.facts.model import Fact
from exactquote.facts.vocabulary import is_currency

Formula = tuple[Fraction, str, tuple[Input, ...]]
"""The value, the pattern of its formula, and the numbers that go into it, in order."""

_PERCENT = frozenset("%")
_FEW = 4
"""Numbers of a sentence up to which the mean of each two is looked at."""


def formulas(fact: Fact, grid: Grid, ways: Set[tuple[int, int]]) -> Iterator[Formula]:
    """What comes out of a line's numbers that may be the number of ``fact``.

    ``ways``: where the ends of a range begin that is a way from one number to another.
    """
    for band, table in grid.bands:
        yield from _sums(fact, band, table=table)
    yield from _years(fact, grid.years)
    for band, table in grid.bands:
        yield from _shares(fact, band, ways, table=table)
    for band, table in grid.bands:
        yield from _means(fact, band, table=table)
    if not fact.measures or fact.measures == _PERCENT:
        whole = 100 if fact.measures else 1
        for band, table in grid.bands:
            if table:
                yield from _shares_of_sums(band, whole)
        yield from _changes_of_ratios(grid, whole)


def _sums(fact: Fact, band: Band, *, table: bool) -> Iterator[Formula]:
    alike = _alike(fact, band, table=table)
    for some in _runs(alike, table=table):
        yield _added(some), " + ".join(["{}"] * len(some)), some
        if _added(some) < 0:  # a loss is told without its sign
            yield -_added(some), f"−({' + '.join(['{}'] * len(some))})", some
    for one, other in map(plain, combinations(alike, 2)):
        yield one.value + other.value, "{} + {}", (one, other)
    for one, other in map(plain, permutations(alike, 2)):
        yield one.value - other.value, "{} − {}", (one, other)
    for one in () if table else alike:  # nobody halves a column, and round numbers are each other's halves
        if _large(one):
            yield one.value / 2, "{} ÷ 2", (one,)
            yield one.value * 2, "{} × 2", (one,)


def _years(fact: Fact, years: Sequence[Input]) -> Iterator[Formula]:
    if not fact.measures or "duration-year" in fact.measures:
        for one, other in permutations(years, 2):
            yield one.value - other.value, "{} − {}", (one, other)


def _means(fact: Fact, band: Band, *, table: bool) -> Iterator[Formula]:
    alike = _alike(fact, band, table=table)
    if table or len(alike) <= _FEW:
        for pair in map(plain, combinations(alike, 2)):
            yield _added(pair) / 2, "({} + {}) ÷ 2", pair
    for some in _runs(alike, table=table):
        if len(some) > 2:
            inside = " + ".join(["{}"] * len(some))
            yield _added(some) / len(some), f"({inside}) ÷ {len(some)}", some
            if _added(some) < 0:
                yield -_added(some) / len(some), f"−({inside}) ÷ {len(some)}", some


def _runs(alike: Sequence[Input], *, table: bool) -> Iterator[Band]:
    """All of a band, and of a table every three or more that stand in a row."""
    if len(alike) > 1:
        yield plain(alike)
    if table:
        for length in range(len(alike) - 1, 2, -1):
            for start in range(len(alike) - length + 1):
                yield plain(alike[start : start + length])


def _shares(fact: Fact, band: Band, ways: Set[tuple[int, int]], *, table: bool) -> Iterator[Formula]:
    """Ratios, shares and changes in percent of two amounts of one kind, a percentage of an amount or of another
    percentage, and in a table a price times a count.

    A change on the way from one number to another (``ways``) is one of the first.
    """
    for one, other in map(plain, permutations(band, 2)):
        counted = not year_like(one.fact) and not year_like(other.fact)
        percents = one.fact.measures & other.fact.measures & _PERCENT
        if counted and other.value and pair_up(one, other, table=table):
            ratio = one.value / other.value
            if fact.measures == _PERCENT and not percents:
                yield ratio * 100, "{} ÷ {}", (one, other)
            if fact.measures == _PERCENT and (table or not percents):
                if (one.fact.start, other.fact.start) not in ways:
                    yield (ratio - 1) * 100, "({} − {}) ÷ {}", (one, other, other)
                    yield (1 - ratio) * 100, "({} − {}) ÷ {}", (other, one, other)
            elif not fact.measures and ratio != 1 and (one.fact.measures or (_large(one) and _large(other))):
                yield ratio, "{} ÷ {}", (one, other)
        part = one.fact.measures == _PERCENT and bool(percents or not other.fact.measures & _PERCENT)
        if part and counted and counts_with(fact, other, band, table=table):
            yield one.value * other.value / 100, "{} × {}", (one, other)
        priced = table and any(map(is_currency, one.fact.measures)) and not other.fact.measures
        if priced and counted and fact.measures & one.fact.measures:
            yield one.value * other.value, "{} × {}", (one, other)


def _shares_of_sums(band: Band, hundred: int) -> Iterator[Formula]:
    """How much two numbers that stand one after the other are of a third."""
    for one, other in pairwise(plain(band)):
        for whole in band:
            if whole.fact in (one.fact, other.fact) or not whole.value:
                continue
            if pair_up(one, other, table=True) and pair_up(one, whole, table=True) and not _rate(whole):
                share = (one.value + other.value) / whole.value
                if 0 < share <= 1:
                    yield share * hundred, "({} + {}) ÷ {}", (one, other, whole)


def _changes_of_ratios(grid: Grid, hundred: int) -> Iterator[Formula]:
    """How a share of one row in another changes from one header to the next (``(a ÷ b) − (c ÷ d)``)."""
    for first, second in permutations(grid.rows, 2):
        below = {one.column: one for one in second}
        pairs = [(one, below[one.column]) for one in first if one.column in below]
        for (a, b), (c, d) in permutations(pairs, 2):
            if b.value and d.value and not any(map(_rate, (a, b, c, d))):
                yield (a.value / b.value - c.value / d.value) * hundred, "({} ÷ {}) − ({} ÷ {})", (a, b, c, d)


def _alike(fact: Fact, band: Band, *, table: bool) -> tuple[Input, ...]:
    return tuple(one for one in band if counts_with(fact, one, band, table=table))


def _added(some: Sequence[Input]) -> Fraction:
    return sum((one.value for one in some), Fraction(0))


def _rate(one: Input) -> bool:
    return bool(one.fact.measures & _PERCENT)


def _large(one: Input) -> bool:
    """Whether a number is not so small that chance makes one of its kind out of another."""
    return abs(one.value) >= 10 or one.value.denominator > 1

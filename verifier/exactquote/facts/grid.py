"""Where the numbers of a line stand: in a sentence, or in the row and under the header of a table.

What may be put together depends on it: in a table the numbers of one row, and those under one header; a price and a
headcount two rows further down are no pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from exactquote.facts.compare import same_measure
from exactquote.facts.model import Fact
from exactquote.facts.vocabulary import is_currency

_BRACKETED = re.compile(r"[(（]\W{0,3}$"), re.compile(r"\W{0,2}[)）]")
_PERCENT = frozenset("%")


@dataclass(frozen=True, slots=True)
class Input:
    """A number of the line with its place. ``column`` is the header of its cell, or which cell of its row it is; ""
    in a sentence. A number of a table in brackets is negative, as in accounts."""

    fact: Fact
    row: int = 0
    column: str = ""
    negative: bool = False

    @property
    def value(self) -> Fraction:
        """Its number in the likeliest reading, with its sign."""
        value = self.fact.readings[0].value
        return -value if self.negative else value


def plain(some: Iterable[Input]) -> tuple[Input, ...]:
    """The numbers without their signs when all are negative: costs in brackets add up like others."""
    given = tuple(some)
    if all(one.negative for one in given):
        return tuple(replace(one, negative=False) for one in given)
    return given


Band = tuple[Input, ...]
"""Numbers that may be put together, in the order in which they stand."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers of a line: those of sentences, and the rows and columns of those in tables."""

    sentences: Band
    rows: tuple[Band, ...]
    columns: tuple[Band, ...]
    years: Band

    @property
    def bands(self) -> tuple[tuple[Band, bool], ...]:
        """All that may be put together, each with whether it is of a table."""
        tables = (*self.rows, *self.columns)
        return (*(((self.sentences, False),) if self.sentences else ()), *((band, True) for band in tables))


def grid_of(line: str, facts: Iterable[Fact]) -> Grid:
    """The numbers of a line by their places. ``facts``: those that may be counted with.

    A table row is told by the bars between its cells (:func:`exactquote.verdicts.lines.as_read` writes them). Figures
    of a header are none of the row, but for years.
    """
    sentences: list[Input] = []
    rows: dict[int, list[Input]] = {}
    columns: dict[str, list[Input]] = {}
    years: list[Input] = []
    for fact in facts:
        if year_like(fact):
            years.append(Input(fact))
        start = line.rfind("\n", 0, fact.start) + 1
        end = len(line) if (found := line.find("\n", fact.end)) < 0 else found
        if "|" not in line[start:end]:
            sentences.append(Input(fact))
            continue
        cell = max(line.rfind("|", start, fact.start) + 1, start)
        stop = end if (bar := line.find("|", fact.end, end)) < 0 else bar
        colon = _colon(line, cell, stop)
        if year_like(fact) or fact.start < colon:
            continue
        column = " ".join(line[cell:colon].split()) if colon > cell else str(line.count("|", start, cell))
        before, after = line[max(cell, fact.start - 4) : fact.start], line[fact.end : fact.end + 3]
        negative = bool(_BRACKETED[0].search(before) and _BRACKETED[1].match(after))
        one = Input(fact, start, column, negative)
        rows.setdefault(start, []).append(one)
        columns.setdefault(column, []).append(one)
    mixed = [*sentences, *(one for band in rows.values() for one in band)] if sentences else []
    return Grid(
        tuple(sorted(mixed, key=lambda one: one.fact.start)),
        tuple(tuple(band) for band in rows.values()),
        tuple(tuple(band) for band in columns.values() if len(band) > 1),
        tuple(years),
    )


def without_units(grid: Grid) -> Grid:
    """The numbers of the tables alone, as if no unit were stated; percentages stay what they are."""

    def bare(band: Band) -> Band:
        return tuple(
            one if one.fact.measures & _PERCENT else replace(one, fact=replace(one.fact, measures=frozenset()))
            for one in band
        )

    return Grid((), tuple(map(bare, grid.rows)), tuple(map(bare, grid.columns)), ())


def _colon(line: str, cell: int, stop: int) -> int:
    """Where the value of a cell begins, after the last colon of its header; its beginning when it has none."""
    found = [line.rfind(f"{colon} ", cell, stop) for colon in ":："]
    return max(cell, max(found) + 1) if max(found) >= 0 else cell


def counts_with(fact: Fact, one: Input, band: Band, *, table: bool) -> bool:
    """Whether a number of a band counts what a fact does: the same unit; in a table also a number without a sign beside
    one with it (accounts write the sign in their first row), and a fact without one."""
    other = one.fact
    if year_like(other):
        return False
    if same_measure(fact, other):
        return True
    if not table or _PERCENT & (fact.measures | other.measures):
        return False
    if not other.measures:
        return any(fact.measures & beside.fact.measures for beside in band)
    return not fact.measures and any(map(is_currency, other.measures))


def pair_up(one: Input, other: Input, *, table: bool) -> bool:
    """Whether two numbers count the same thing, as far as signs tell."""
    if same_measure(one.fact, other.fact):
        return True
    bare = not one.fact.measures or not other.fact.measures
    return table and bare and not _PERCENT & (one.fact.measures | other.fact.measures)


def year_like(fact: Fact) -> bool:
    """Whether a number may be a year: four digits in a row, nothing counted."""
    value = fact.readings[0].value
    plain = not fact.measures and fact.readings[0].step == 1 and 1500 <= value <= 2100
    return plain and sum(map(str.isdecimal, fact.text)) == len(fact.text)

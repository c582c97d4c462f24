"""Whether a number that is not in the line comes out of numbers that are: sum, difference, half, double, ratio, share,
mean, and a few formulas of two steps (:mod:`~exactquote.facts.formulas`).

Models legitimately compute. What comes out is marked as computed, with the formula, and never counts as being in
the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from exactquote.facts.compare import Match, match_values
from exactquote.facts.formulas import formulas
from exactquote.facts.grid import Band, Grid, Input, grid_of, without_units, year_like
from exactquote.facts.model import Fact, Reading
from exactquote.facts.nearby import Nearby
from exactquote.facts.numbers import find_numbers
from exactquote.facts.ranges import Ends, ends_in
from exactquote.facts.unit_table import SYMBOLS
from exactquote.facts.vocabulary import vocabulary
from exactquote.facts.words import MAYBE_SPELLED

_MOST_IN_A_SENTENCE = 10
"""Numbers of sentences that are combined; with more, chance would find a formula for anything."""
_MOST_IN_A_BAND = 12
"""Numbers of one row or column that are combined."""
_TWO, _SEVERAL = 2, 3
_SCALES = (1, 10**3, 10**6, 10**9)
_NOT_COUNTED = ("time", "date", "code")


class Formulas:
    """The numbers that come out of a line's, with their formulas; worked out once for each thing that is counted."""

    def __init__(self, line: str, line_facts: tuple[Fact, ...], lang: str) -> None:
        ranges = ends_in(line, line_facts, lang)
        self._lang = lang
        inputs = tuple(
            other
            for other in line_facts
            if other.readings
            and other.kind not in _NOT_COUNTED
            and other.key != MAYBE_SPELLED
            and _stands_for_itself(other, ranges)
        )
        self._grid = grid_of(line, inputs)
        self._ways = {(ends.first, ends.last) for ends in ranges.values() if ends.way}
        self._known: dict[tuple[bool, frozenset[str]], tuple[Nearby, list[tuple[str, tuple[Input, ...]]]]] = {}

    def of(self, fact: Fact, claim_lang: str) -> tuple[str, tuple[Fact, ...]] | None:
        """The first formula over numbers of the line that gives the fact's number, at the precision the fact states
        it."""
        if not fact.readings or fact.kind in _NOT_COUNTED or not _few(self._grid):
            return None
        first = self._first(fact, self._grid)
        if first is None:
            return None
        match, (pattern, used) = first
        formula = pattern.format(*(_signed(other, self._lang) for other in used))
        shown = f"{formula} {'≈' if match.rounded else '='} {said(fact, claim_lang)}"
        return shown, tuple(dict.fromkeys(other.fact for other in used))

    def but_for_unit(self, fact: Fact) -> tuple[Fact, ...]:
        """The numbers of a table that the fact's number comes out of when no unit is looked at and the scale may stand
        elsewhere (above the table, in a header that is not read); none otherwise."""
        if not fact.readings or fact.kind in _NOT_COUNTED or not self._bare.rows or not _few(self._bare):
            return ()
        for scale in _SCALES:
            plain = replace(fact, kind="number", measures=frozenset(), readings=_scaled(fact.readings, scale))
            if plain.readings and (first := self._first(plain, self._bare)) is not None:
                return tuple(dict.fromkeys(other.fact for other in first[1][1]))
        return ()

    def left_open(self, fact: Fact) -> tuple[Fact, ...]:
        """The numbers of several table rows, or of a row and a sentence, out of which the fact's number may come in a
        way that is not searched; none where it is surely wrong: larger than all of them together, or one of them with a
        digit changed or two turned round."""
        every = self._every
        if not fact.readings or fact.kind in _NOT_COUNTED or len(every) < _SEVERAL:
            return ()
        places = len({one.row for one in every if one.column}) + any(not one.column for one in every)
        value = abs(fact.readings[0].value)
        largest = 100 * len(every) if fact.kind == "percent" else sum(abs(one.value) for one in every)
        if places < _TWO or value > largest or any(_miscopied(fact.text, one.fact.text) for one in every):
            return ()
        return tuple(one.fact for one in every)

    @cached_property
    def _every(self) -> Band:
        grid = self._grid
        found = {
            one.fact.start: one for band in (grid.sentences, *grid.rows) for one in band if not year_like(one.fact)
        }
        rows = {one.fact.start: one for band in grid.rows for one in band}
        return tuple((found | rows).values()) if grid.rows else ()

    def _first(self, fact: Fact, grid: Grid) -> tuple[Match, tuple[str, tuple[Input, ...]]] | None:
        results, found = self._results(fact, grid)
        for result in results.of(fact):
            match = match_values(fact, result)
            if match and not match.unlikely and not (match.rounded and _coarse(fact)):
                return match, found[result.start]
        return None

    @cached_property
    def _bare(self) -> Grid:
        """The numbers of the tables alone, without their units."""
        return without_units(self._grid)

    def _results(self, fact: Fact, grid: Grid) -> tuple[Nearby, list[tuple[str, tuple[Input, ...]]]]:
        key = grid is self._grid, fact.measures
        known = self._known.get(key)
        if known is None:
            results: list[Fact] = []
            found: list[tuple[str, tuple[Input, ...]]] = []
            for value, formula, used in formulas(fact, grid, self._ways):
                # Where a result begins is its number among the formulas.
                results.append(Fact("quantity", "", len(found), 0, (Reading(value, Fraction(0)),)))
                found.append((formula, used))
            known = self._known[key] = Nearby(results), found
        return known


def _scaled(readings: tuple[Reading, ...], scale: int) -> tuple[Reading, ...]:
    """The readings as they would be stated in thousands or the like, where they are stated to no less."""
    return tuple(
        replace(one, value=one.value / scale, step=one.step / scale, custom="")
        for one in readings[:1]
        if scale == 1 or one.value >= scale
    )


def _miscopied(one: str, other: str) -> bool:
    """Whether two numbers have the same digits but for one, or but for two that stand side by side turned round."""
    mine, theirs = ("".join(filter(str.isdecimal, text)) for text in (one, other))
    if len(mine) != len(theirs) or len(mine) < _SEVERAL:
        return False
    off = [place for place in range(len(mine)) if mine[place] != theirs[place]]
    turned = len(off) == _TWO and off[1] == off[0] + 1 and mine[off[0]] == theirs[off[1]]
    return len(off) == 1 or (turned and mine[off[1]] == theirs[off[0]])


def _few(grid: Grid) -> bool:
    return len(grid.sentences) <= _MOST_IN_A_SENTENCE and all(
        len(band) <= _MOST_IN_A_BAND for band in (*grid.rows, *grid.columns)
    )


def _coarse(fact: Fact) -> bool:
    """Whether a number is stated to so few digits that chance makes something that rounds to it (``1 million``)."""
    return fact.kind != "percent" and abs(fact.readings[0].value) < 10 * fact.readings[0].step


def _signed(one: Input, lang: str) -> str:
    return f"(−{said(one.fact, lang)})" if one.negative else said(one.fact, lang)


def said(fact: Fact, lang: str) -> str:
    """A number as a formula shows it: as it stands when that alone says what was counted with, else written out.

    The first end of ``20 to 25 million`` is 20,000,000, and so is a cell under a header that states its scale.
    """
    alone = find_numbers(fact.text, vocabulary(lang), lang)
    if len(alone) == 1 and alone[0].readings[:1] == fact.readings[:1] and alone[0].measures == fact.measures:
        return fact.text
    return f"{_written(fact.readings[0].value)} {_SIGNS.get(min(fact.measures, default=''), '')}".rstrip()


def with_unit(fact: Fact, lang: str) -> str:
    """A number as it stands when its unit stands with it, else as :func:`said`: the unit of ``5 to 10 km`` stands at
    the other end."""
    alone = find_numbers(fact.text, vocabulary(lang), lang)
    return fact.text if len(alone) == 1 and alone[0].measures == fact.measures else said(fact, lang)


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
    return ends is None or ends.way or year_like(fact)

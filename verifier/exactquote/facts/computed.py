"""Whether a number that is not in the line comes out of numbers that are: sum, difference, half, double, ratio, share,
mean, and a few formulas of two steps (:mod:`~exactquote.facts.formulas`).

Models legitimately compute. What comes out is marked as computed, with the formula, and never counts as being in
the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactquote.facts.compare import match_values
from exactquote.facts.formulas import formulas
from exactquote.facts.grid import Grid, Input, grid_of, year_like
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
        self._known: dict[frozenset[str], tuple[Nearby, list[tuple[str, tuple[Input, ...]]]]] = {}

    def of(self, fact: Fact, claim_lang: str) -> tuple[str, tuple[Fact, ...]] | None:
        """The first formula over numbers of the line that gives the fact's number, at the precision the fact states
        it."""
        if not fact.readings or fact.kind in _NOT_COUNTED or not _few(self._grid):
            return None
        results, found = self._results(fact)
        for result in results.of(fact):
            match = match_values(fact, result)
            if match and not match.unlikely and not (match.rounded and _coarse(fact)):
                pattern, used = found[result.start]
                formula = pattern.format(*(_signed(other, self._lang) for other in used))
                shown = f"{formula} {'≈' if match.rounded else '='} {said(fact, claim_lang)}"
                return shown, tuple(dict.fromkeys(other.fact for other in used))
        return None

    def _results(self, fact: Fact) -> tuple[Nearby, list[tuple[str, tuple[Input, ...]]]]:
        known = self._known.get(fact.measures)
        if known is None:
            results: list[Fact] = []
            found: list[tuple[str, tuple[Input, ...]]] = []
            for value, formula, used in formulas(fact, self._grid, self._ways):
                # Where a result begins is its number among the formulas.
                results.append(Fact("quantity", "", len(found), 0, (Reading(value, Fraction(0)),)))
                found.append((formula, used))
            known = self._known[fact.measures] = Nearby(results), found
        return known


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

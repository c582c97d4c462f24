"""Amounts that add up near a line: the value is the total of parts, or a part of a total.

``a + b ≈ t`` within the steps to which the three are stated: ``$1.186 billion`` is the total of $865,630,784 and
$320,715,066. Three amounts out of many meet by chance when they are round or far apart, so the sum has to be good to a
hundredth of its smallest part, and either state three digits or stand in one line. Plain figures of fewer digits count
in two lines where there is little to choose from: the parts are all the amounts of one line, the total is the only one
of a line close by, and the sum is exact ("€40 for the permit and €12 for the plate", "€52 in all").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from exactquote.facts import Fact
from exactquote.facts.compare import same_measure
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.lines import Lines, Placed, agree, digits, lines_of

_MOST = 24
"""Different amounts near a line that are added up."""
_MOST_PARTS = 3
_CLOSE = 100
"""A sum may be off by a hundredth of its smallest part, at most."""
_ENOUGH_DIGITS = 3
"""Of each amount in several lines; of the parts together where they are plain."""
_CLOSE_BY = 3
"""Lines between plain parts and their total, at most."""
_TWO = 2


@dataclass(frozen=True, slots=True)
class Composite:
    """Parts that add up to a total; ``role`` is that of the value, ``unit`` the line that shows the others."""

    total: Placed
    parts: tuple[Placed, ...]
    role: Literal["total", "part"]
    unit: Unit
    exact: bool

    @property
    def formula(self) -> str:
        """The sum in the page's own figures: ``$5 + $3 = $8``."""
        added = " + ".join(part.fact.text for part in self.parts)
        return f"{added} {'=' if self.exact else '≈'} {self.total.fact.text}"

    @property
    def members(self) -> tuple[Placed, ...]:
        """Total and parts."""
        return (self.total, *self.parts)


def composite_of(page: Page, unit: Unit, value: Fact) -> Composite | None:
    """The sum that ``value``, an amount of ``unit``, belongs to: the one in the fewest lines, then with the fewest
    parts, then the one that is exact; None without any."""
    if not value.readings or not value.measures:
        return None
    mine = Placed(value, unit)
    others = _others(page, unit, mine)
    lines = lines_of(page)
    found = [*_as_total(lines, mine, others), *_as_part(lines, mine, others)]
    return min(found, key=lambda sum_: (_lines(sum_.members), len(sum_.parts), not sum_.exact), default=None)


def _others(page: Page, unit: Unit, mine: Placed) -> tuple[Placed, ...]:
    """The different amounts of the same measure near the line, nearest first; where one is a rounded form of another,
    the one that is stated more precisely."""
    lines = lines_of(page)
    kept: list[Placed] = []
    for near in lines.near(unit):
        for other in lines.amounts(near):
            if other.value <= 0 or not same_measure(mine.fact, other.fact) or agree(mine.fact, other.fact):
                continue
            same = next((i for i, known in enumerate(kept) if agree(known.fact, other.fact)), None)
            if same is None:
                kept.append(other)
            elif other.step < kept[same].step:
                kept[same] = other
    return tuple(kept[:_MOST])


def _as_total(lines: Lines, mine: Placed, others: Sequence[Placed]) -> Iterable[Composite]:
    for count in range(2, _MOST_PARTS + 1):
        for parts in combinations(others, count):
            if count == 2 or _lines(parts) == 1:
                yield from _sum(lines, mine, mine, parts, "total")


def _as_part(lines: Lines, mine: Placed, others: Sequence[Placed]) -> Iterable[Composite]:
    for total in others:
        if total.value > mine.value:
            rest = [other for other in others if other is not total and other.value < total.value]
            for other in rest:
                yield from _sum(lines, mine, total, (mine, other), "part")
            for pair in combinations(rest, 2):
                if _lines((mine, *pair)) == 1:
                    yield from _sum(lines, mine, total, (mine, *pair), "part")


def _sum(
    lines: Lines, mine: Placed, total: Placed, parts: tuple[Placed, ...], role: Literal["total", "part"]
) -> Iterable[Composite]:
    off = abs(sum(part.value for part in parts) - total.value)
    allowed = sum(part.step for part in (total, *parts)) / 2
    smallest = min(part.value for part in parts)
    if off > allowed or (off and off * _CLOSE > smallest) or allowed * 2 > smallest:
        return
    members = (total, *parts)
    if _lines(members) > 1 and min(map(digits, members)) < _ENOUGH_DIGITS and (off or not _plain(lines, total, parts)):
        return
    in_order = tuple(sorted(parts, key=lambda part: (part.unit.start, part.fact.start)))
    yield Composite(total, in_order, role, _shown_in(mine, members), not off)


def _plain(lines: Lines, total: Placed, parts: Sequence[Placed]) -> bool:
    """Whether the parts are all the amounts of one line, and the total is the only one of another that is close."""
    if _lines(parts) > 1 or total.unit.start == parts[0].unit.start or total.fact.kind == "percent":
        return False
    if lines.apart(total.unit, parts[0].unit) > _CLOSE_BY or sum(map(digits, parts)) < _ENOUGH_DIGITS:
        return False
    alike = [
        [one for one in lines.amounts(of) if same_measure(total.fact, one.fact)] for of in (total.unit, parts[0].unit)
    ]
    return len(alike[0]) == 1 and len(alike[1]) == len(parts) and len(parts) == _TWO


def _shown_in(mine: Placed, members: Sequence[Placed]) -> Unit:
    """The line with the most of the other amounts; of those, the value's own, then the first."""
    others = [member.unit for member in members if member is not mine]
    return min(others, key=lambda unit: (-others.count(unit), unit != mine.unit, unit.start))


def _lines(members: Iterable[Placed]) -> int:
    return len({member.unit.start for member in members})

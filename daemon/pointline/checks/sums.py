"""Figures that stand in no document but are the sum of figures in several.

Two releases may each report what was paid, and one of them that part of it counts towards the other: then the sum
counts money twice. So a sum over documents always carries a caveat at the line of each part, and one at each line that
ties the parts together (it stands near one part, and has the amount of another or names the other document); whether
it speaks of an offset only an evaluator can tell, by :mod:`pointline.pipeline.caveats`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from exactquote.facts import Fact, find_facts
from exactquote.facts.compare import same_measure
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import Caveat, caveat_at, relocated
from exactquote.verdicts.lines import Placed, agree, digits, lines_of

_MOST_PARTS = 3
_MOST_AMOUNTS = 24
_ENOUGH_DIGITS = 2
_CLOSE = 100


@dataclass(frozen=True, slots=True)
class Part:
    """An amount in a line of a document."""

    page: Page
    placed: Placed


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount of a claim that is the sum of parts in at least two documents."""

    total: Fact
    parts: tuple[Part, ...]
    exact: bool

    @property
    def formula(self) -> str:
        """The sum in the documents' own figures."""
        added = " + ".join(part.placed.fact.text for part in self.parts)
        return f"{added} {'=' if self.exact else '≈'} {self.total.text}"

    def caveats(self) -> tuple[Caveat, ...]:
        """A caveat at the line of each part, and at each line that ties parts together."""
        found = [caveat_at("computed_value", part.page, part.placed.unit, self.formula) for part in self.parts]
        for part in self.parts:
            for unit in _ties(part, self.parts):
                found.append(caveat_at("composite_value", part.page, unit, self.formula))
        return relocated(found, [part.page for part in self.parts])


def amounts_of(claim: str, lang: str) -> list[Fact]:
    """The amounts and quantities of a claim, the largest first."""
    found = [fact for fact in find_facts(claim, lang=lang) if fact.kind in ("amount", "quantity") and fact.readings]
    return sorted(found, key=lambda fact: -fact.readings[0].value)


def sum_of(total: Fact, stated: Sequence[Fact], lines: Sequence[tuple[Page, Unit]]) -> Sum | None:
    """``total`` as the sum of amounts of ``lines`` in at least two documents: the one with the fewest parts, the
    nearest lines first; None without any. ``stated``: the claim's other amounts, which are likely parts."""
    parts = list(_parts(total, lines))[:_MOST_AMOUNTS]
    for count in range(2, _MOST_PARTS + 1):
        for chosen in combinations(parts, count):
            if len({part.page.sha256 for part in chosen}) < 2 or any(
                agree(one.placed.fact, other.placed.fact) and one.page is other.page
                for one, other in combinations(chosen, 2)
            ):
                continue
            found = _sum(total, chosen, stated)
            if found is not None:
                return found
    return None


def _parts(total: Fact, lines: Sequence[tuple[Page, Unit]]) -> Iterator[Part]:
    whole = total.readings[0].value
    seen: list[Part] = []
    for page, unit in lines:
        for placed in lines_of(page).amounts(unit):
            known = any(one.page is page and agree(one.placed.fact, placed.fact) for one in seen)
            if 0 < placed.value < whole and same_measure(total, placed.fact) and not known:
                seen.append(Part(page, placed))
                yield seen[-1]


def _sum(total: Fact, chosen: tuple[Part, ...], stated: Sequence[Fact]) -> Sum | None:
    reading = total.readings[0]
    off = abs(sum(part.placed.value for part in chosen) - reading.value)
    allowed = (sum(part.placed.step for part in chosen) + reading.step) / 2
    smallest = min(part.placed.value for part in chosen)
    if off > allowed or (off and off * _CLOSE > reading.value) or allowed * 2 > smallest:
        return None
    known = all(any(agree(part.placed.fact, fact) for fact in stated) for part in chosen)
    if not known and min(digits(part.placed) for part in chosen) < _ENOUGH_DIGITS:
        return None  # round amounts add up by chance
    return Sum(total, chosen, not off)


def _ties(part: Part, parts: Sequence[Part]) -> Iterator[Unit]:
    """Lines with an amount near one part, its own among them, that have the amount of another part, or name what the
    other part's line names and its own line does not."""
    lines = lines_of(part.page)
    own = _names(part)
    others = [other for other in parts if other.page is not part.page]
    named = frozenset[str]().union(*(_names(other) for other in others)) - own
    for unit in lines.near(part.placed.unit):
        amounts = lines.amounts(unit)
        if not amounts:
            continue
        there = {fact.key for fact in lines.facts(unit) if fact.kind == "name"}
        if there & named or any(agree(amount.fact, other.placed.fact) for amount in amounts for other in others):
            yield unit


def _names(part: Part) -> frozenset[str]:
    facts = lines_of(part.page).facts(part.placed.unit)
    return frozenset(fact.key for fact in facts if fact.kind == "name" and fact.key)

"""A page's lines with their facts, read once for all rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from weakref import WeakKeyDictionary

from exactquote.facts import Fact, find_facts
from exactquote.facts.compare import match_values
from exactquote.page import Page, Span
from exactquote.units import Unit

NEAR = 12
"""Lines on either side that count as near: some three paragraphs."""

AMOUNTS = ("amount", "quantity", "percent")
"""Kinds of facts whose unit says what they count."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact of a line."""

    fact: Fact
    unit: Unit

    @property
    def value(self) -> Fraction:
        """Its number in the likeliest reading."""
        return self.fact.readings[0].value

    @property
    def step(self) -> Fraction:
        """To what it is stated (``$1.186 billion``: 1000000)."""
        return self.fact.readings[0].step


@dataclass(eq=False)
class Lines:
    """The lines of one page with a word or figure in them, and what was read of each so far."""

    page: Page
    units: tuple[Unit, ...] = ()
    _facts: dict[int, tuple[Fact, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        units = self.page.units
        self.units = tuple(unit for unit in units if any(map(str.isalnum, unit.text(self.page.text))))
        self._at = {unit.start: number for number, unit in enumerate(self.units)}

    def facts(self, unit: Unit) -> tuple[Fact, ...]:
        """The facts of a line, as it is read (:func:`as_read`)."""
        if unit.start not in self._facts:
            self._facts[unit.start] = find_facts(as_read(self.page, unit), lang=self.page.lang)
        return self._facts[unit.start]

    def amounts(self, unit: Unit) -> tuple[Placed, ...]:
        """Its numbers with a unit or currency."""
        return tuple(Placed(fact, unit) for fact in self.facts(unit) if fact.kind in AMOUNTS and fact.readings)

    def near(self, unit: Unit) -> tuple[Unit, ...]:
        """The line itself and those near it, nearest first."""
        at = self._at.get(unit.start)
        if at is None:
            return (unit,)
        around = self.units[max(0, at - NEAR) : at + NEAR + 1]
        return tuple(sorted(around, key=lambda other: abs(self._at[other.start] - at)))

    def apart(self, one: Unit, other: Unit) -> int:
        """How many lines further one of two lines of the page stands."""
        return abs(self._at[one.start] - self._at[other.start])

    def beside(self, unit: Unit, step: int) -> Unit | None:
        """The line so many lines after it (before it where negative); None where the page has none there."""
        at = self._at.get(unit.start, 0) + step
        return self.units[at] if 0 <= at < len(self.units) else None

    def holding(self, span: Span) -> Unit | None:
        """The line that a place stands in."""
        return next((unit for unit in self.units if unit.start <= span.start and span.end <= unit.end), None)


_known: WeakKeyDictionary[Page, Lines] = WeakKeyDictionary()


def lines_of(page: Page) -> Lines:
    """The lines of a page; kept for as long as the page lives."""
    found = _known.get(page)
    if found is None:
        found = _known[page] = Lines(page)
    return found


def as_read(page: Page, unit: Unit) -> str:
    """A line as its facts are read: white space closed up, and in a table row each cell after its column header."""
    if unit.kind != "row":
        return " ".join(unit.text(page.text).split())
    cells = []
    for span, headers in zip(unit.spans, unit.column_headers, strict=True):
        value = " ".join(span.of(page.text).split())
        header = " ".join(" ".join(headers).split())
        cells.append(f"{header}: {value}" if header and header != value else value)
    return " | ".join(cells)


def words(text: str) -> frozenset[str]:
    """The words of a text without those that hold a figure; in a script without letter case, pairs of characters."""
    found: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if any(map(str.isnumeric, word)):
            continue
        if word.upper() == word:
            found.update(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.add(word)
    return frozenset(found)


def agree(one: Fact, other: Fact) -> bool:
    """Whether two numbers are the same, one of them perhaps rounded."""
    return match_values(one, other) is not None or match_values(other, one) is not None


def digits(placed: Placed) -> int:
    """How many digits a number states: 4 for 1.186 billion, 1 for 500,000. Round numbers agree by chance."""
    value = abs(placed.value)
    whole = value if value.denominator == 1 or not placed.step else value / placed.step  # a fraction (½) has no step
    return len(str(int(whole)).rstrip("0"))

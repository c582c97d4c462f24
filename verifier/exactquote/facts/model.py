"""What flows: a fact as it was read, what the comparison found about it, and the verdict over a claim."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

FactKind = Literal["number", "percent", "amount", "quantity", "date", "time", "code", "url", "email", "name"]
"""``amount``: with a currency; ``quantity``: with a unit; ``code``: letters and digits, versions, long digit
strings."""

Status = Literal["same", "rounds_to", "computed_from", "different", "missing", "unchecked"]

BASE = "base"

Flag = Literal[
    "rounded_value",
    "computed_value",
    "ambiguous_number",
    "unit_or_currency_inferred",
    "names_unchecked",
    "from_context",
    "too_many_facts",
    "uncomputed_number",
]
"""What a caller may want to say beside the verdict; the first two and the fourth are caveat codes of the cell
record. ``uncomputed_number``: one is not in its line, but may come out of a table's numbers in a unit or scale that
stands elsewhere, or is twice or half a number of it and nothing says so."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a number: its value, and the step it is stated to (``1.186 billion``: 1186000000 in steps of
    1000000)."""

    value: Fraction
    step: Fraction = Fraction(1)
    custom: str = ""
    """How an ambiguous mark was read: ``.decimal``, ``,group`` …; two numbers with the same mark are read alike.
    :data:`BASE`: without the raised figure on it, which may be the mark of a note."""


@dataclass(frozen=True, slots=True)
class DateParts:
    """A calendar date as far as it is stated; a year before Christ is negative (44 BC: -44)."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def within(self, other: DateParts) -> bool:
        """Whether every part stated here is stated alike in ``other``."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(mine is None or mine == theirs for mine, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Fact:
    """A checkable piece of a text: ``text[start:end]`` of the string it was found in, in code points.

    ``readings``: how its number may be read, the likeliest first; ``measures``: what it counts (currency codes,
    CLDR unit names, ``%``), several when the sign is shared (``$``), none for a bare number; ``dates``: how its
    date may be read (both orders of 03/04/2022); ``key``: the form in which codes, addresses and names are
    compared.
    """

    kind: FactKind
    text: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    measures: frozenset[str] = frozenset()
    dates: tuple[DateParts, ...] = ()
    key: str = ""
    bound: str = ""
    """``<`` or ``>`` when the sign stands before the number."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the line says about one fact of the claim. ``line_facts``: the facts of the line it was compared with."""

    fact: Fact
    status: Status
    line_facts: tuple[Fact, ...] = ()
    formula: str = ""
    """How a computed value comes out of the line, as text (``865,630,784 + 320,715,066``); empty otherwise."""


@dataclass(frozen=True, slots=True)
class Support:
    """The rules' verdict over a claim and its line. ``uncertain`` is not a yes."""

    verdict: Literal["mismatch", "uncertain"]
    facts: tuple[Finding, ...] = ()
    flags: tuple[Flag, ...] = ()

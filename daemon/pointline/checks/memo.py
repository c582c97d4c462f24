"""What flows: a memo with its claims, and what each of them cites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from exactquote.facts import Fact, find_facts
from exactquote.page import Page, Span
from pointline.checks.borne import figures

Form = Literal["markdown", "html", "text"]
ClaimKind = Literal["sentence", "list_item", "row"]

MOST_CHARACTERS = 2_000_000
MOST_CLAIMS = 2_000
"""A longer memo is refused, not cut."""


@dataclass(frozen=True, slots=True)
class MemoClaim:
    """One claim as the memo makes it.

    ``text`` is without its citation marks and bare addresses; a table row has each cell after its column header.
    ``place`` is where it stands in the memo's page text (code points). ``cites`` are the addresses as written, each
    once; ``noted`` tells that it cites something (a note without an address) even if that is empty.
    """

    number: int
    text: str
    kind: ClaimKind
    place: Span
    heading_path: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    noted: bool = False
    lang: str = ""

    @property
    def figures(self) -> list[Fact]:
        """The numbers in it that carry load: amounts, quantities, shares; no bare years and small counts."""
        return figures(find_facts(self.text, lang=self.lang))


@dataclass(frozen=True, slots=True)
class Memo:
    """A memo as it was read. ``base`` is what it says its addresses are relative to (HTML), mostly empty; ``passed``
    counts lines that make no claim: headings, notes, references, lead-ins, code."""

    page: Page
    claims: tuple[MemoClaim, ...]
    base: str = ""
    passed: int = 0


def by_load(claims: tuple[MemoClaim, ...]) -> list[MemoClaim]:
    """Claims in the order they are checked and reported: amounts of money by size, other figures by size, the rest as
    they stand."""

    def key(claim: MemoClaim) -> tuple[int, float, int]:
        found = claim.figures
        money = [fact for fact in found if fact.kind == "amount"]
        largest = max((abs(float(fact.readings[0].value)) for fact in money or found), default=0.0)
        return (0 if money else 1 if found else 2, -largest, claim.number)

    return sorted(claims, key=key)

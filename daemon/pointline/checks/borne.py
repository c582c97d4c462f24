"""Which facts of a claim carry load, and how many of them a line bears out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactquote.facts import Fact, Finding

ALL_FACTS = 3
"""Facts from which a line that bears out all of them is evidence, whatever words it has: a row of a table."""

_BORNE = ("same", "rounds_to", "computed_from")
_WEIGHTS = {"name": 0.5, "date": 0.75}
"""What a fact counts; figures count 1."""


def figures(facts: Sequence[Fact]) -> list[Fact]:
    """The facts that are numbers of something; a bare year or small count is none."""
    return [fact for fact in facts if fact.readings and fact.kind not in ("date", "time", "code") and not _slight(fact)]


def _slight(fact: Fact) -> bool:
    """Whether a bare number is so small, or so like a year, that lines have it by chance."""
    value = fact.readings[0].value
    return not fact.measures and value.denominator == 1 and (abs(value) <= 12 or 1500 <= value <= 2100)


@dataclass(frozen=True, slots=True)
class Borne:
    """Share of a claim's facts that a line bears out; whether a figure is among them; whether the line is silent on the
    claim's figures: it neither has one nor another of its kind in its place; and whether it bears out all of at least
    :data:`ALL_FACTS`, a figure among them."""

    share: float
    figure: bool
    silent: bool
    all: bool


def borne_out(facts: Sequence[Finding]) -> Borne:
    """Count the facts; names that only title or heading have say nothing about the line."""
    whole = borne = 0.0
    figure = False
    count = answered = asked = 0
    for found in facts:
        if found.status == "unchecked":
            continue
        weight = _WEIGHTS.get(found.fact.kind, 1.0)
        whole += weight
        count += 1
        is_figure = bool(figures([found.fact]))
        asked += is_figure
        answered += is_figure and found.status != "missing"
        if found.status in _BORNE and (found.line_facts or found.fact.kind != "name"):
            borne += weight
            figure = figure or is_figure
    every = figure and borne == whole and count >= ALL_FACTS
    return Borne(borne / whole if whole else 0.0, figure, asked > 0 and not answered, every)

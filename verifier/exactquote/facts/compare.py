"""Comparing one fact of a claim with one of a line: equal, equal after rounding, or not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exactquote.facts.model import BASE, DateParts, Fact, Reading


@dataclass(frozen=True, slots=True)
class Match:
    """How two numbers agree: after rounding the line's, or only by a reading that is not the likeliest."""

    rounded: bool = False
    unlikely: bool = False


def match_values(claim: Fact, line: Fact) -> Match | None:
    """How the numbers of two facts agree; ``None`` when they do not. Measures are not looked at.

    The line's number may be rounded to the step the claim states it to, never the other way round.
    """
    if not claim.readings or not line.readings:
        return Match() if claim.key and claim.key == line.key else None
    best: Match | None = None
    for i, mine in enumerate(claim.readings):
        for j, theirs in enumerate(line.readings):
            if BASE in (mine.custom, theirs.custom):
                continue
            if mine.custom[:1] == theirs.custom[:1] and mine.custom != theirs.custom:
                continue
            # A pair is likely when both are read the same way round: both first, or both by the other custom.
            unlikely = (i > 0) != (j > 0)
            if mine.value == theirs.value:
                found = Match(False, unlikely)
            elif mine.step > theirs.step and _rounds(theirs.value, mine):
                found = Match(True, unlikely)
            else:
                continue
            if best is None or (found.rounded, found.unlikely) < (best.rounded, best.unlikely):
                best = found
    return best


def _rounds(value: Fraction, to: Reading) -> bool:
    """Whether a value rounds to a number stated to its step.

    The step is what the last digit stated counts, or the scale word: ``1.19 billion`` is stated to ten million,
    ``1 million`` to a million, ``1,000,000`` to one. So ``1 million`` covers 1.4 million and 0.6 million; a text that
    means more precision states more digits. A half goes away from zero (2.5 to 3, never to 2), but not to the
    first step (500,000 is no million). Nothing but zero is zero.
    """
    if not to.value:
        return False
    off = 2 * abs(to.value - value)
    return off < to.step or (off == to.step and abs(to.value) > abs(value) and abs(to.value) > to.step)


def may_agree(claim: Fact, line: Fact) -> bool:
    """Whether two facts agree if a raised figure is the mark of a note (``96²``), or a bare number a year of the era
    that the other states (``44 BC``)."""
    raised = any(
        mine.value == theirs.value and BASE in (mine.custom, theirs.custom)
        for mine in claim.readings
        for theirs in line.readings
    )
    bare, other = (claim, line) if claim.readings else (line, claim)
    years = stated_dates(bare)[:1] if not bare.dates else ()
    return raised or any(year.year == -(date.year or 0) for year in years for date in other.dates if date.month is None)


def match_dates(claim: Fact, line: Fact) -> Match | None:
    """How two dates agree: every part the claim states stands in one date of the line. A bare year is a date, too."""
    mine, theirs = stated_dates(claim), stated_dates(line)
    best: Match | None = None
    for i, one in enumerate(mine):
        for j, other in enumerate(theirs):
            if one.within(other) and (best is None or best.unlikely):
                best = Match(unlikely=i != j and len(mine) + len(theirs) > 2 and (i > 0 or j > 0))
    return best


def stated_dates(fact: Fact) -> tuple[DateParts, ...]:
    """The dates that a fact may state; a bare number that may be a year (of any era) is one."""
    if fact.dates:
        return fact.dates
    if fact.kind != "number" or not fact.readings:
        return ()
    value = fact.readings[0].value
    plain = value.denominator == 1 and 1 <= value <= 2999 and fact.readings[0].step == 1
    return (DateParts(year=int(value)),) if plain else ()


def same_measure(claim: Fact, line: Fact) -> bool:
    """Whether two facts count the same thing, as far as signs tell (``$`` and ``USD`` do, ``$`` and ``€`` do not)."""
    if not claim.measures and not line.measures:
        return True
    return bool(claim.measures & line.measures)

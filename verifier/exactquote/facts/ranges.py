"""Numbers that are ends of a range share what stands at one end."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from exactquote.facts import numerals
from exactquote.facts.cldr import language
from exactquote.facts.fold import cased
from exactquote.facts.model import Fact, FactKind, Reading
from exactquote.facts.scale_table import FROM_WORDS, RANGE_WORDS
from exactquote.facts.vocabulary import is_currency, is_subunit

_RANGE = re.compile(r"[ \u00a0\u2009\u200a]?[-‑–—−~〜～][ \u00a0\u2009\u200a]?")
_LONGEST = 8
"""Characters between the ends of a range, at most."""


@dataclass(frozen=True, slots=True)
class Found:
    """A number in its text, with whether a scale word stood beside it (ranges share it)."""

    fact: Fact
    factors: tuple[int, ...] = ()


def kind_of(measures: frozenset[str]) -> FactKind:
    """What kind of fact a number is by what it counts."""
    if not measures:
        return "number"
    if measures & {"%", "‰", "percentage-point", "basis-point"}:
        return "percent"
    return "amount" if any(is_currency(measure) or is_subunit(measure) for measure in measures) else "quantity"


def share(text: str, found: list[Found], words: frozenset[str]) -> list[Found]:
    """Let the ends of a range share what stands at one end: ``25–65 %``, ``$25–65 million``, ``5 to 10 km``."""
    for index in range(len(found) - 1):
        one, other = found[index].fact, found[index + 1].fact
        between = text[one.end : other.start]
        if not one.readings or not other.readings or not _joins(between, words):
            continue
        measures = one.measures or other.measures
        values = one.readings
        if years := _short_year(one, other):
            found[index + 1] = replace(found[index + 1], fact=replace(other, readings=years))
            continue
        if found[index + 1].factors and not found[index].factors:
            scaled = (numerals.scaled(value, f) for f in found[index + 1].factors for value in one.readings)
            values = tuple(dict.fromkeys((*scaled, *one.readings)))
        if not one.measures or values != one.readings:
            found[index] = replace(
                found[index], fact=replace(one, readings=values, measures=measures, kind=kind_of(measures))
            )
        if not other.measures and measures:
            found[index + 1] = replace(found[index + 1], fact=replace(other, measures=measures, kind=kind_of(measures)))
    return found


def _joins(between: str, words: frozenset[str]) -> bool:
    """Whether what stands between two numbers makes them the ends of a range."""
    return len(between) <= _LONGEST and (between.strip() in words or _RANGE.fullmatch(between) is not None)


@dataclass(frozen=True, slots=True)
class Ends:
    """The other end of the range that a number is an end of, and whether the range is a way from one to the other
    (``from 40 to 120``)."""

    first: int
    last: int
    way: bool


def ends_in(text: str, facts: Sequence[Fact], lang: str) -> dict[int, Ends]:
    """The ranges of a plain text, under where each of their ends begins."""
    base = language(lang) or "en"
    words, ways = RANGE_WORDS.get(base, frozenset()), FROM_WORDS.get(base, frozenset())
    numbers = [fact for fact in facts if fact.readings]
    found: dict[int, Ends] = {}
    for one, other in itertools.pairwise(numbers):
        if _joins(text[one.end : other.start], words):
            before = text[max(0, one.start - _LONGEST) : one.start].lower().split()
            way = bool(before) and before[-1] in ways
            way = way or any(cased(word[0]) is False and "".join(before).endswith(word) for word in ways)
            found[one.start] = found[other.start] = Ends(one.start, other.start, way)
    return found


def _short_year(one: Fact, other: Fact) -> tuple[Reading, ...]:
    """Readings of the second year of ``2018–19``: as 2019, and as it stands."""
    first, second = one.readings[0].value, other.readings[0].value
    plain = not one.measures and not other.measures and len(one.text) == 4 and len(other.text) == 2
    if not plain or not 1000 <= first <= 2999 or second <= first % 100:
        return ()
    return (Reading(first - first % 100 + second), *other.readings)

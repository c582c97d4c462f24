"""Words that belong to a number in running text: ``and a half`` after it, ``minus`` before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from exactquote.facts.fold import cased, spellings
from exactquote.facts.model import Reading
from exactquote.facts.spoken_table import GLUED, MINUS, PARTS_AFTER, PARTS_ALONE, PARTS_BEFORE, PLUS

_GAP = "[ \u00a0-]"
_SPACES = " \u00a0"
_REACH = 12


def part_after(low: str, end: int, lang: str) -> tuple[int, Fraction] | None:
    """The part of one that is said after the number ending at ``end`` of a folded text: (where it ends, its value)."""
    pattern, parts = _parts(lang)
    match = pattern.match(low, end) if pattern else None
    return (match.end(), parts[re.sub(_GAP, " ", match[1])]) if match else None


def parts_before(low: str, lang: str) -> Iterator[tuple[int, int, Fraction]]:
    """The places of a folded text where a part of one is said as before a scale word or unit: (start, end, value).

    Whether one follows is left to the caller.
    """
    yield from _said(low, *_before(lang))


def parts_alone(low: str, lang: str) -> Iterator[tuple[int, int, Fraction]]:
    """The words of a folded text for a part of a whole (``half``, ``Hälfte``): (start, end, value)."""
    yield from _said(low, *_alone(lang))


def _said(
    low: str, pattern: re.Pattern[str] | None, parts: Mapping[str, Fraction]
) -> Iterator[tuple[int, int, Fraction]]:
    for match in pattern.finditer(low) if pattern else ():
        yield match.start(), match.end(), parts[re.sub(_GAP, " ", match[0])]


def with_part(reading: Reading, part: Fraction) -> Reading:
    """A number and a part of what it counts: of one after ``two``, of a million after ``two million``. It is stated as
    exactly as its decimals would be."""
    step = Fraction(1, 10) if part.denominator == 2 else Fraction(1, 100)
    return Reading(reading.value + part * reading.step, step * reading.step)


@lru_cache(maxsize=64)
def glued_parts(lang: str) -> tuple[str, ...]:
    """The parts that a language writes onto the number (``zweieinhalb``), longest first."""
    names = (name for name in PARTS_AFTER.get(lang, {}) if lang in GLUED and " " not in name)
    return tuple(sorted(names, key=len, reverse=True))


@lru_cache(maxsize=64)
def _parts(lang: str) -> tuple[re.Pattern[str] | None, dict[str, Fraction]]:
    names = {form: part for name, part in PARTS_AFTER.get(lang, {}).items() for form in spellings(name)}
    if not names:
        return None, names
    either = "|".join(re.escape(name).replace("\\ ", _GAP) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"{_GAP}?({either})(?!\w)"), names


@lru_cache(maxsize=64)
def _before(lang: str) -> tuple[re.Pattern[str] | None, dict[str, Fraction]]:
    # A scale may be written onto it (Viertelmillion, полмиллиона), another letter may not stand before it.
    return _words(PARTS_BEFORE.get(lang, {}), "")


@lru_cache(maxsize=64)
def _alone(lang: str) -> tuple[re.Pattern[str] | None, dict[str, Fraction]]:
    return _words({**PARTS_BEFORE.get(lang, {}), **PARTS_ALONE.get(lang, {})}, r"(?!\w)")


def _words(table: Mapping[str, Fraction], after: str) -> tuple[re.Pattern[str] | None, dict[str, Fraction]]:
    names = {form: part for name, part in table.items() for form in spellings(name)}
    if not names:
        return None, names
    longest = sorted(names, key=len, reverse=True)
    either = "|".join(
        (r"(?<!\w)" if cased(name[0]) else "")
        + re.escape(name).replace("\\ ", _GAP)
        + (after if cased(name[0]) else "")
        for name in longest
    )
    return re.compile(either), names


def minus_before(low: str, start: int) -> int | None:
    """Where a word for minus begins that stands before the number at ``start`` of a folded text.

    ``None`` also where it takes one number from another (``10 minus 3``), and beside plus (``plus or minus 3``).
    """
    stop = start - 1 if start and low[start - 1] in _SPACES else start
    if not low.endswith(_minus_words(), 0, stop):
        return None
    for word in _minus_words():
        if not low.endswith(word, 0, stop):
            continue
        place = stop - len(word)
        if cased(word[0]) and (stop == start or low[place - 1 : place].isalnum()):
            continue
        before = low[max(0, place - _REACH) : place].rstrip(_SPACES)
        both = any(plus in before for plus in PLUS)
        return None if both or before[-1:].isdecimal() or before[-1:] in tuple(")%") else place
    return None


@lru_cache(maxsize=1)
def _minus_words() -> tuple[str, ...]:
    return tuple(sorted((form for word in MINUS for form in spellings(word)), key=len, reverse=True))

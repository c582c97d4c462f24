"""Words that belong to a number in running text: ``and a half`` after it, ``minus`` before it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from exactquote.facts.fold import cased, spellings
from exactquote.facts.model import Reading
from exactquote.facts.spoken_table import GLUED, MINUS, PARTS_AFTER, PLUS

_GAP = "[ \u00a0-]"
_SPACES = " \u00a0"
_REACH = 12


def part_after(low: str, end: int, lang: str) -> tuple[int, Fraction] | None:
    """The part of one that is said after the number ending at ``end`` of a folded text: (where it ends, its value)."""
    pattern, parts = _parts(lang)
    match = pattern.match(low, end) if pattern else None
    return (match.end(), parts[re.sub(_GAP, " ", match[1])]) if match else None


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

"""Numerals that are not read as numbers, because they mostly number things: circled and Roman ones of Unicode."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from exactquote.facts.numbers import ODD

_RUN = re.compile(f"(?:{ODD.pattern})+")


def unread_values(text: str) -> frozenset[Fraction]:
    """What the runs of such numerals in a text may stand for: each alone, their sum, their digits in a row."""
    found: set[Fraction] = set()
    for run in _RUN.findall(text):
        values = [Fraction(unicodedata.numeric(char)).limit_denominator(1000) for char in run[:_MOST]]
        found.update((*values, sum(values, Fraction(0))))
        if all(0 <= value <= 9 and value.denominator == 1 for value in values):
            found.add(Fraction(int("".join(str(int(value)) for value in values))))
    return frozenset(found)


_MOST = 12
"""Numerals of a run that are looked at."""

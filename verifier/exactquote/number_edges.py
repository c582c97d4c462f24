"""Where a number would be read across an edge between elements (``WALK.md``, "Raised and lowered text").

The sets are those of ``WALK.md`` and of ``extension/content/walker.js``; the three change together.
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import lru_cache

CJK_NUMERALS = "零一二三四五六七八九十百千万萬億亿兆两兩廿卅"
"""Numerals that Unicode counts as letters."""
POINTS = ".,'‘’·٫٬．，＇"
"""Decimal and grouping marks."""
SIGNS = "+-±∓−‐‑‒–—―﹣－＋⁺⁻₊₋~～〜:∶："
"""Signs, and what stands between the two ends of a range or a ratio."""
SLASHES = "/⁄∕／"

AFTER_ENTERING = frozenset(POINTS + SIGNS + SLASHES)
"""What may stand between an edge and a number behind it, for the edge to part them: raised or lowered text begins."""
AFTER_LEAVING = frozenset(POINTS)
"""The same where raised text ends: a sign there goes on with the expression, not with the number."""
AFTER_PLAIN: frozenset[str] = frozenset()
"""The same between the elements of a formula: only numbers that touch are parted."""

_BEFORE = frozenset(POINTS + SIGNS)
_FILLERS = "\u115f\u1160\u3164\uffa0"


class Tail(Enum):
    """How a text ends, invisible characters not counted."""

    OTHER = 0
    NUMBER = 1
    LINK = 2
    """A number, then nothing but points and signs."""


@lru_cache(maxsize=8192)
def is_numeric(character: str) -> bool:
    """Tell a digit or numeral: Unicode N, or one of the CJK numerals."""
    return unicodedata.category(character)[0] == "N" or character in CJK_NUMERALS


@lru_cache(maxsize=8192)
def is_passed_over(character: str) -> bool:
    """Tell what takes no room of its own: Unicode M, Cf and Cc but for white space, and the Hangul fillers."""
    category = unicodedata.category(character)
    return (
        category[0] == "M"
        or category == "Cf"
        or (category == "Cc" and character not in "\t\n\f\r")
        or (character in _FILLERS)
    )


def tail_of(text: str, before: Tail = Tail.OTHER) -> Tail:
    """Tell how a text ends that follows on text with the tail ``before``."""
    linked = False
    for character in reversed(text):
        if character in _BEFORE:
            linked = True
        elif is_numeric(character):
            return Tail.LINK if linked else Tail.NUMBER
        elif not is_passed_over(character):
            return Tail.OTHER
    return Tail.LINK if linked and before is not Tail.OTHER else before


def begins_number(text: str, links: frozenset[str]) -> bool | None:
    """Tell whether a text begins with a number, ``links`` before it or not; None when it ends before that is known."""
    for character in text:
        if is_numeric(character):
            return True
        if character not in links and not is_passed_over(character):
            return False
    return None

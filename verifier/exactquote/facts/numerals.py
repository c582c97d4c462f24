"""A string of digits with separators: what numbers it may stand for.

Grouping and decimal marks differ by locale, so ``1.030`` is both 1030 and 1.03; every reading is kept, the likelier
one first. Digits here are ASCII (see :func:`exactquote.facts.fold.ascii_digits`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from exactquote.facts.model import Reading

GROUP_SPACES = " \u00a0\u202f\u2009\u2007"
_ALWAYS_GROUP = frozenset(GROUP_SPACES + "'’٬")
_MOST_GROUPS = 4
MOST_DIGITS = 40
"""Longer strings of digits are identifiers, not numbers (and Python refuses to convert very long ones)."""

NUMERAL = re.compile(
    rf"\d{{1,3}}(?:(?P<gap>[{GROUP_SPACES}'’٬])\d{{3}})(?:(?P=gap)\d{{3}}){{0,12}}(?:[.,٫]\d+)?(?![.,]?\d)"
    rf"|\d+(?:[.,٬٫·]\d+){{0,12}}"
)
"""Digits with grouping and decimal marks. Spaces and apostrophes group only in threes."""

_INDIAN = re.compile(r"\d{1,2}(?:,\d\d)+,\d{3}")


def readings(numeral: str, *, decimal_comma: bool | None) -> tuple[Reading, ...]:
    """All readings of a numeral that matched :data:`NUMERAL`; none when it is no number (``1.2.3``, ``12.5.2022``).

    ``decimal_comma``: whether the language writes a decimal comma; ``None`` when it is not known.
    """
    if len(numeral) > MOST_DIGITS:
        return ()
    marks = [char for char in numeral if not char.isdecimal()]
    if not marks:
        return (_reading(numeral, ""),)
    last = marks[-1]
    groups = re.split(r"\D", numeral)
    if len(set(marks)) == 1:
        if last in _ALWAYS_GROUP:
            return (_reading("".join(groups), ""),) if _in_threes(groups) else ()
        if len(marks) > 1:
            if _in_threes(groups) or (last == "," and _INDIAN.fullmatch(numeral)):
                return (_reading("".join(groups), ""),)
            return ()
        whole, part = groups
        decimal = _reading(whole, part)
        if len(part) != 3 or len(whole) > 3 or whole.startswith("0") or last not in ".,":
            return (decimal,)
        decimal = replace(decimal, custom=f"{last}decimal")
        grouped = replace(_reading(whole + part, ""), custom=f"{last}group")
        likely_decimal = (last == ",") == bool(decimal_comma)
        return (decimal, grouped) if likely_decimal else (grouped, decimal)
    head = numeral[: numeral.rindex(last)]
    if last in ".,٫·" and marks.count(last) == 1 and len(set(marks[:-1])) == 1:
        groups = re.split(r"\D", head)
        if _in_threes(groups) or _INDIAN.fullmatch(head):
            return (_reading("".join(groups), numeral[len(head) + 1 :]),)
    return ()


_COMMA_SHOWN = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+|,\d{1,2})(?![.,]?\d)")
_POINT_SHOWN = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+|\.\d{1,2})(?![.,]?\d)")


def shows(text: str, *, decimal_comma: bool) -> bool:
    """Whether a text has a numeral that only one with a decimal comma (or else with a decimal point) would write."""
    return bool((_COMMA_SHOWN if decimal_comma else _POINT_SHOWN).search(text))


def is_list(numeral: str, *, decimal_comma: bool | None) -> bool:
    """Whether it is several numbers: commas without a space (``1,4,7``; ``1665,1691``), or threes in a row without
    end."""
    if numeral.count(" ") > _MOST_GROUPS:
        return True
    head, comma, tail = numeral.partition(",")
    if not comma or not head.isdecimal():
        return False
    many = "," in tail and not readings(numeral, decimal_comma=decimal_comma)
    return many or (decimal_comma is False and tail.isdecimal() and len(tail) >= 4)


def _in_threes(groups: list[str]) -> bool:
    return 1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])


def _reading(whole: str, part: str) -> Reading:
    return Reading(Fraction(int(whole + part), 10 ** len(part)), Fraction(1, 10 ** len(part)))


def scaled(reading: Reading, factor: Fraction | int) -> Reading:
    """The reading with a scale word after it."""
    return replace(reading, value=reading.value * factor, step=reading.step * factor)

"""The grader's own reading of figures: does every number of a claim stand in its lines, or come out of them?

It shares nothing with :mod:`exactquote.facts`, which the program itself checks by: a fault there must not hide itself
here. It knows digits and nothing else, in any script; number words, units and dates are left to the other reading,
which the grader asks too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

_SPACES = "\u00a0\u202f\u2009 "
_MARKS = ".,'’٫٬·"
_NUMBER = re.compile(rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?!\d)(?:[{_MARKS}]\d+)?|\d+(?:[{_MARKS}]\d+)*")
_MOST = 12
"""Numbers of a line that are calculated with."""

_LEAST_ROUNDED = 2
"""Digits from which a figure may be a longer one rounded."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written: its digits in ASCII, and what it may be worth (``1,250``: 1250 or 1.25)."""

    text: str
    digits: str
    values: tuple[Fraction, ...]
    step: Fraction

    @property
    def significant(self) -> str:
        """Its digits without zeros at either end: ``1.50`` and ``1,500,000`` are both 15."""
        return self.digits.strip("0")


def plain_digits(text: str) -> str:
    """The text with the decimal digits of every script as ASCII ones, character for character."""
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def figures(text: str) -> list[Figure]:
    """Every number that is written in digits."""
    return [_figure(match.group()) for match in _NUMBER.finditer(plain_digits(text))]


def not_borne(claim: str, lines: str, *, around: str = "") -> list[str]:
    """The figures of a claim that neither stand in its lines nor come out of them.

    ``around``: headings and title, from which a year may be taken. White space may part the thousands of a number, or
    two numbers: both readings count.
    """
    known = [*figures(lines), *_parted(lines)]
    years = {figure.digits for figure in figures(around) if _is_year(figure)}
    return [
        figure.text
        for figure in figures(claim)
        if not _stands(figure, known)
        and figure.digits not in years
        and not all(_stands(part, known) for part in _parted_or(figure))
        and not _comes_out(figure, known)
    ]


def _figure(text: str) -> Figure:
    digits = re.sub(r"\D", "", text)
    values = [Fraction(int(digits))]
    step = Fraction(1)
    last = max(text.rfind(mark) for mark in _MARKS)
    if last >= 0:
        decimals = len(re.sub(r"\D", "", text[last:]))
        step = Fraction(1, 10**decimals)
        values.append(int(digits) * step)
    return Figure(text, digits, tuple(values), step)


def _parted(text: str) -> list[Figure]:
    """The numbers of a text if white space parts them."""
    return [_figure(part) for match in _NUMBER.finditer(plain_digits(text)) for part in match.group().split()]


def _parted_or(figure: Figure) -> list[Figure]:
    return [_figure(part) for part in figure.text.split()]


def _is_year(figure: Figure) -> bool:
    return len(figure.text) == 4 and "1000" <= figure.digits <= "2199"


def _stands(figure: Figure, known: Sequence[Figure]) -> bool:
    """Whether it stands there, perhaps at another scale or rounded; which scale, the other reading tells."""
    return any(figure.digits == other.digits or _same_digits(figure, other) for other in known)


def _same_digits(figure: Figure, other: Figure) -> bool:
    mine, theirs = figure.significant, other.significant
    if mine == theirs:
        return True
    if len(mine) < _LEAST_ROUNDED or len(theirs) <= len(mine):
        return False
    kept = int(theirs[: len(mine)]) + (theirs[len(mine)] >= "5")
    return str(kept).rstrip("0") == mine


def _comes_out(figure: Figure, known: Sequence[Figure]) -> bool:
    values = list(dict.fromkeys(value for other in known for value in other.values))[:_MOST]
    half = figure.step / 2
    return any(abs(result - value) <= half for result in _results(values) for value in figure.values)


def _results(values: Sequence[Fraction]) -> Iterator[Fraction]:
    """Sums, differences, products, ratios and shares of the numbers, their halves and doubles."""
    for value in values:
        yield value / 2
        yield value * 2
    for one, other in combinations(values, 2):
        low, high = sorted((one, other))
        yield from (low + high, high - low, low * high, low * high / 100)
        if low:
            yield from (high / low, low / high, 100 * low / high, 100 * high / low, 100 * (high - low) / low)
            yield 100 * (high - low) / high
    for size in (3, 4):
        for some in combinations(values, size):
            yield sum(some, Fraction(0))

"""Numbers that go on over a space: with a scale word, a percent word, the sign of a unit or currency, or the next word
of a number in words. No quote may end or begin between the two: ``priced at 5`` is not what ``priced at 5 million``
says.

The names come from the tables of :mod:`exactquote.facts`. For a page without a language those of all languages are
read, once in a process, which takes about half a second.
"""

from __future__ import annotations

import re
from functools import lru_cache

from exactquote.facts.fold import ascii_digits, lower
from exactquote.facts.vocabulary import currency_before, percent_before, sign_at, vocabulary
from exactquote.facts.words import find_words
from exactquote.quotes.tables import SPACELESS

_LONGEST = 40
"""Characters of a name that are read, and of a number in words on either side."""
_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_FIGURE = re.compile(r"\s*[\^_]?(?P<sign>[-−–+]?)(?P<digits>\d{1,3})\s*")
_UNIT = re.compile(r"\d[ \u00a0\u2009\u202f]?(?:[^\W\d_]{1,4}[/·⋅])?([^\W\d_]{1,4})\Z")
_NO_BASE = re.compile(r"\d[., '’\u00a0\u2009\u202f]?\d{3}\Z")
_YEAR = re.compile(r"(?<![\d.,:/'’-])[12]\d{3}\Z")


def parts_quantity(text: str, end: int, begin: int, lang: str) -> bool:
    """Tell whether what ends at ``end`` and what begins at ``begin`` make one quantity; between the two stands nothing,
    or a space.

    ``lang`` is the page's language tag, empty when unknown.
    """
    before, after = text[end - 1 : end], text[begin : begin + 1]
    if before.isnumeric():
        return _is_measured(text[max(end - 8, 0) : end], text[begin : begin + _LONGEST], lang)
    if begin == end:
        return False  # nothing of the rest is written without a space
    if after.isdecimal():
        return currency_before(text, end) is not None or _after_percent(text[max(end - _LONGEST, 0) : end])
    if not (before.isalpha() and after.isalpha()) or _IS_SPACELESS.match(before) or _IS_SPACELESS.match(after):
        return False
    return _in_words(text, end, begin, lang)


def is_exponent(text: str, start: int, end: int) -> bool:
    """Tell whether a mark that is a link (``WALK.md``) is an exponent, not a reference: a figure without brackets right
    behind a figure that is no year and not in the thousands, or a 2 or 3, or one with a sign, right behind the unit of
    a figure.
    """
    figure = _FIGURE.fullmatch(text, start, end)
    before = text[max(start - _LONGEST, 0) : start]
    if figure is None or not before:
        return False
    if before[-1].isdecimal():
        return not _NO_BASE.search(ascii_digits(before))
    unit = _UNIT.search(before)
    if unit is None or not (figure["sign"] or figure["digits"] in ("2", "3")):
        return False
    read = sign_at(unit[1], 0)
    return read is not None and read.end == len(unit[1])


def _in_words(text: str, end: int, begin: int, lang: str) -> bool:
    last = _LAST_WORD.search(text, max(end - _LONGEST, 0), end)
    first = _FIRST_WORD.match(text, begin, begin + _LONGEST)
    if last is None or first is None:
        return False
    left, right = is_number(last[0], lang), is_number(first[0], lang)
    if left and _is_measured("", text[begin : begin + _LONGEST], lang):
        return True
    if not (left or right):
        return False
    ahead = text[max(end - _LONGEST, 0) : end]
    return _spans(ahead, text[end : begin + _LONGEST], lang)


@lru_cache(maxsize=4096)
def is_number(word: str, lang: str) -> bool:
    """Tell whether a word is a number, or begins with one where words have no spaces, in the language of the page."""
    return any(number.start == 0 for number in find_words(word, lang))


@lru_cache(maxsize=1024)
def _spans(before: str, after: str, lang: str) -> bool:
    """Tell whether a number in words begins in one text and ends in the one that follows it."""
    at = len(before)
    return any(number.start < at < number.end for number in find_words(before + after, lang))


@lru_cache(maxsize=4096)
def _is_measured(figure: str, following: str, lang: str) -> bool:
    """Tell whether a text begins with a scale word, a percent word, or the sign of a unit or currency.

    A unit's name in full is a word of its own, as ``apples`` is: ``It was 150`` of ``It was 150 euros`` says nothing
    else. A year has no units: ``in 2008 A`` counts no amperes.
    """
    name = (vocabulary(lang) if lang else vocabulary()).name_at(lower(following), 0)
    if name is not None and (name.factors or "%" in name.measures):
        return True
    sign = sign_at(following, 0) if figure else None
    if sign is None:
        return False
    return bool("%" in sign.measures or not _YEAR.search(ascii_digits(figure)))


@lru_cache(maxsize=1024)
def _after_percent(before: str) -> bool:
    return percent_before(lower(before), len(before)) is not None

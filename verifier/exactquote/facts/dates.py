"""Finding dates and clock times. Parts that a text does not state stay empty; nothing is filled in from today.

03/04/2022 is kept both as 3 April and as 4 March; a year alone stays a number. Digits here are ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactquote.facts.cldr import language
from exactquote.facts.eras import in_other_calendar, years_of_eras
from exactquote.facts.fold import MARKS, ascii_digits, cased, lower
from exactquote.facts.model import DateParts, Fact, Reading
from exactquote.facts.months import month_of, odd_months
from exactquote.facts.taken import Taken
from exactquote.facts.words import han_value

_EDGE, _END = r"(?<![\d.,/:-])", r"(?![\d/]|[.,:-]\d)"
_ISO = re.compile(rf"{_EDGE}(\d{{4}})([-/]|\. ?)(\d{{1,2}})\2(\d{{1,2}})(?:(?=T\d)|{_END})")
_NUMERIC = re.compile(rf"{_EDGE}(\d{{1,2}})(\. ?|[-/])(\d{{1,2}})\2(\d{{4}}|\d\d){_END}")
_YEAR_MONTH = re.compile(rf"{_EDGE}(\d{{4}})-(0[1-9]|1[0-2]){_END}")
_MONTH_YEAR = re.compile(rf"{_EDGE}(\d{{1,2}})/([12]\d{{3}}){_END}")
_HAN = "[〇零一二三四五六七八九十]"
_HAN_DATE = re.compile(
    rf"(?<!{_HAN})({_HAN}{{4}})年(?!代)(?:({_HAN}{{1,2}})月)?(?:({_HAN}{{1,3}})[日號号])?"
    rf"|(?<!{_HAN})({_HAN}{{1,2}})月({_HAN}{{1,3}})[日號号]"
)
_EAST = re.compile(
    r"(?<!\d)(\d{4}) ?[年년](?!代)(?: ?(\d{1,2}) ?[月월])?(?: ?(\d{1,2}) ?[日號号일])?"
    r"|(?<!\d)(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日號号일])?"
)
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])+")
_DAY = r"(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?"
_LINK = r"(?:[ \u00a0]|[-/.])(?:(?:de|of|di|du|the|den) )?"
_DAY_BEFORE = re.compile(rf"(?<![\d.,:/])(?:(\d{{1,2}})\.? ?[-–—] ?)?{_DAY}[ \u00a0]?{_LINK}?$")
_YEAR_BEFORE = re.compile(rf"(?<![\d.,:/])(\d{{4}})[.,]?{_LINK}$")
_DAY_AFTER = re.compile(rf"\.?(?:[ \u00a0]|[-/.]){_DAY}(?: ?[-–—] ?(\d{{1,2}}))?(?![\d:%]|[.,]\d)")
_YEAR_AFTER = re.compile(r"[.,]{0,2}(?:[ \u00a0]|[-/.])?(?:(?:del?|di|of|năm) )?(\d{4})(?!\d|[.,:%]\d)")
_SHORT = 5
"""English month names up to this length are other words, too, when they have no capital (``may``, ``march``)."""
_CLOCK = re.compile(r"(?<![\d:.,])(\d{1,2}):(\d\d)(?::(\d\d))?(?![\d:])(?:[ \u00a0]?([ap])\.?m\b)?")


def find_dates(text: str, lang: str) -> list[Fact]:
    """All dates and clock times of ``text``, in order, not overlapping."""
    flat = ascii_digits(text)
    low = lower(flat)
    taken = Taken(text)
    found = [
        fact
        for fact in (
            *_of_eras(flat, lang),
            *_numeric(flat),
            *_east(flat),
            *_han(flat),
            *_clock(low),
            *_named(flat, low, lang),
        )
        if taken.take(fact)
    ]
    return sorted((_with_text(_in_all_calendars(fact, lang), text) for fact in found), key=lambda fact: fact.start)


def _of_eras(flat: str, lang: str) -> Iterator[Fact]:
    for start, end, date in years_of_eras(flat, lang):
        if fact := _date(start, end, date):
            yield fact


def _in_all_calendars(fact: Fact, lang: str) -> Fact:
    others = (other for date in fact.dates if (other := in_other_calendar(date, lang)))
    return replace(fact, dates=tuple(dict.fromkeys((*fact.dates, *others))))


def _with_text(fact: Fact, text: str) -> Fact:
    return Fact(fact.kind, text[fact.start : fact.end], fact.start, fact.end, fact.readings, dates=fact.dates)


def _date(start: int, end: int, *parts: DateParts) -> Fact | None:
    real = tuple(dict.fromkeys(part for part in parts if _possible(part)))
    return Fact("date", "", start, end, dates=real) if real else None


def _possible(parts: DateParts) -> bool:
    return (parts.month is None or 1 <= parts.month <= 12) and (parts.day is None or 1 <= parts.day <= 31)


def _numeric(flat: str) -> Iterator[Fact]:
    for match in _ISO.finditer(flat):
        if fact := _date(*match.span(), DateParts(int(match[1]), int(match[3]), int(match[4]))):
            yield fact
    for match in _NUMERIC.finditer(flat):
        one, other = int(match[1]), int(match[3])
        years = [int(match[4])] if len(match[4]) == 4 else [1900 + int(match[4]), 2000 + int(match[4])]
        orders = [DateParts(year, month, day) for year in years for day, month in ((one, other), (other, one))]
        if fact := _date(*match.span(), *orders):
            yield fact
    for match in _YEAR_MONTH.finditer(flat):
        # 2001-05 may be a range of years.
        if int(match[2]) <= int(match[1]) % 100 and (
            fact := _date(*match.span(), DateParts(int(match[1]), int(match[2])))
        ):
            yield fact
    for match in _MONTH_YEAR.finditer(flat):
        if fact := _date(*match.span(), DateParts(int(match[2]), int(match[1]))):
            yield fact


def _east(flat: str) -> Iterator[Fact]:
    for match in _EAST.finditer(flat):
        year, month, day, only_month, only_day = (int(group) if group else None for group in match.groups())
        month, day = (only_month, only_day) if year is None else (month, day)
        if fact := _date(*match.span(), DateParts(year, month, day)):
            yield fact


def _han(flat: str) -> Iterator[Fact]:
    for match in _HAN_DATE.finditer(flat):
        year, month, day, only_month, only_day = (han_value(group) if group else None for group in match.groups())
        if match[1] and not year:
            continue
        month, day = (1 if match[2] == "一" else month), (1 if match[3] == "一" else day)
        only_month, only_day = (1 if match[4] == "一" else only_month), (1 if match[5] == "一" else only_day)
        if fact := _date(*match.span(), DateParts(year, month or only_month, day or only_day)):
            yield fact


def _clock(low: str) -> Iterator[Fact]:
    for match in _CLOCK.finditer(low):
        hours, minutes, seconds = int(match[1]), int(match[2]), int(match[3] or 0)
        if hours > 24 or minutes > 59 or seconds > 59:
            continue
        step = Fraction(1 if match[3] else 60)
        at = Fraction(hours * 3600 + minutes * 60 + seconds)
        half_day = 12 * 3600
        ways = [at]
        if match[4]:
            ways = [at % half_day + (half_day if match[4] == "p" else 0)]
        elif 1 <= hours < 12:
            ways.append(at + half_day)
        yield Fact("time", "", match.start(), match.end(), tuple(Reading(way, step) for way in ways))


def _named(flat: str, low: str, lang: str) -> Iterator[Fact]:
    pattern, names = odd_months(lang)
    for match in pattern.finditer(low) if pattern else ():
        yield from _around(flat, low, match, (names[match[1]],), lang)
    for match in _WORD.finditer(low):
        months = month_of(match[0], lang)
        small_english = language(lang) in ("", "en") and flat[match.start()].islower() and len(match[0]) <= _SHORT
        if months and not small_english:
            yield from _around(flat, low, match, months, lang)


def _around(flat: str, low: str, word: re.Match[str], months: tuple[int, ...], lang: str) -> Iterator[Fact]:
    """Dates around a month name: day before or after it (two of a range share the rest), year after or before it."""
    start, end = word.span()
    left = low[max(0, start - 24) : start]
    offset = start - len(left)
    before, after, follows = _DAY_BEFORE.search(left), _DAY_AFTER.match(low, end), _YEAR_AFTER.match(low, end)
    year, stop = (int(follows[1]), follows.end()) if follows else (None, end)
    days: list[tuple[int, int, int]] = []  # a day, and where its date begins and ends
    if before and 1 <= int(before[2]) <= 31:
        if before[1]:
            days.append((int(before[1]), offset + before.start(1), offset + before.end(1)))
        days.append((int(before[2]), offset + before.start(2), stop))
    elif after and 1 <= int(after[1]) <= 31:
        follows = _YEAR_AFTER.match(low, after.end())
        if follows:
            year, stop = int(follows[1]), follows.end()
        elif year_before := _YEAR_BEFORE.search(left):
            year, start, stop = int(year_before[1]), offset + year_before.start(1), after.end()
        else:
            stop = after.end()
        days.append((int(after[1]), start, after.end(1) if after[2] else stop))
        if after[2]:
            days.append((int(after[2]), after.start(2), stop))
    else:
        if year is None and (year_before := _YEAR_BEFORE.search(left)):
            year, start = int(year_before[1]), offset + year_before.start(1)
        if year is None and not _stands_alone(flat, start, end, lang):
            return
        if fact := _date(start, stop, *(DateParts(year, month) for month in months)):
            yield fact
        return
    for number, begin, finish in days:
        if fact := _date(begin, finish, *(DateParts(year, month, number) for month in months)):
            yield fact


def _stands_alone(flat: str, start: int, end: int, lang: str) -> bool:
    """Whether a month name without day and year may count: written like a name, and not where every word is.

    Short ones are words, too (``May``, ``march``), and only English has a capital to tell them by; before another word
    with a capital they may be a person's name (``Jan Stuart``).
    """
    known, plain = language(lang), not cased(flat[start]) or any(map(str.isdecimal, flat[start:end]))
    if end - start >= 5 and (known not in ("", "en") or (not known and plain)):
        return True
    if not flat[start].isupper() or (end - start > 1 and flat[start:end].isupper()):
        return False
    if end - start >= 6:
        return True
    if flat[end : end + 1] in tuple(" \u00a0") and flat[end + 1 : end + 2].isupper():
        return False
    before = flat[:start].rstrip(" \u00a0\"'“‘(")
    return before[-1:] == "," or cased(before[-1:] or " ")

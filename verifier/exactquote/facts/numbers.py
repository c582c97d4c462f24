"""Finding numbers with what stands beside them: sign, fraction, power, scale word, percent, currency, unit, range."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactquote.facts import numerals
from exactquote.facts.beside import After, plus
from exactquote.facts.cldr import decimal_comma, percent_prefixes
from exactquote.facts.fold import ascii_digits, cased, lower
from exactquote.facts.headers import under_headers
from exactquote.facts.model import BASE, Fact, Reading
from exactquote.facts.primes import with_primes
from exactquote.facts.ranges import Found, kind_of, share
from exactquote.facts.scale_table import ORDINALS, RANGE_WORDS
from exactquote.facts.spoken import minus_before, part_after, parts_before, with_part
from exactquote.facts.taken import Taken
from exactquote.facts.vocabulary import (
    Beside,
    Vocabulary,
    currency_before,
    percent_before,
    sign_at,
)
from exactquote.facts.words import MAYBE_SPELLED, SPELLED, Spelled, find_words

_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789+-0123456789")
_POWER = re.compile(r"\^ ?([-+]?\d{1,3})(?!\d)|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})")
_TIMES_TEN = re.compile(r"[ \u00a0]?[×x·⋅*][ \u00a0]?10(?:\^ ?([-+]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))")
_EXPONENT = re.compile(r"[eE]([-+]?\d{1,3})(?![\w.])")
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉"
_STACKED = re.compile(r"(?:(?P<gap>[ \u00a0])(?P<top>\d{1,3})|)(?P<bar>[/⁄])(?P<under>\d{1,4})(?![\d/⁄.,]{0,4}\d)")
_BOUND = re.compile(r"(?:(?<=[\s(\[|:,;])|(?<=^))([<>≤≥])=?[ \u00a0]?$")
ODD = re.compile("[\u2160-\u2188\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]")
"""Roman and circled numerals: not read, and no number goes on with one."""
_START = re.compile(rf"{numerals.NUMERAL.pattern}|[{_VULGAR}]")
_DIGITS = re.compile(r"\d+")
_GAPS = " \u00a0\u202f\u2009-‑"
_LEAST_NAME = 3
"""Letters of a unit of which a part is said in words, at least: shorter ones are signs and articles."""
_DECADE = re.compile(r"[12]\d\d0(?:(?:['’]?s|ern?|['’]l[ae]r\w{0,4})(?!\w)| ?年代)")
_BEFORE_SIGN = frozenset(" \u00a0\u202f\u2009\t\n([{«“\"'/:;,=~≈<>≤≥|")


def find_numbers(text: str, vocabulary: Vocabulary, lang: str) -> list[Fact]:
    """All numbers of ``text``, in digits and in words, in order.

    Characters that belong to other facts must have been blanked out before.
    """
    scan = _Scan(text, vocabulary, decimal_comma(lang))
    found: list[Found] = []
    place = listed = 0
    while match := (_START if place >= listed else _DIGITS).search(scan.flat, place):
        if place >= listed and numerals.is_list(match[0], decimal_comma=scan.comma):
            place, listed = match.span()
            continue
        number = scan.number(match, found[-1].fact.end if found else 0)
        place = number.fact.end
        found.append(number)
    taken = Taken(text, [number.fact for number in found])
    said = [*scan.parts(), *(scan.word(word) for word in find_words(text, lang))]
    for ways in sorted(said, key=_first_and_longest):
        for spelled in ways:
            if taken.take(spelled.fact):
                found.append(spelled)
                break
    found.sort(key=lambda number: number.fact.start)
    found = under_headers(scan.after, found)
    return [number.fact for number in share(text, found, RANGE_WORDS.get(vocabulary.langs[0], frozenset()))]


def _first_and_longest(ways: tuple[Found, ...]) -> tuple[int, int]:
    return (ways[0].fact.start, -ways[0].fact.end) if ways else (0, 0)


def _spelled_fact(text: str, word: Spelled, end: int, measures: frozenset[str], factors: tuple[int, ...]) -> Fact:
    values = tuple(numerals.scaled(word.reading, factor) for factor in factors) or (word.reading,)
    key = SPELLED if word.sure else MAYBE_SPELLED
    return Fact(kind_of(measures), text[word.start : end], word.start, end, values, measures, key=key)


class _Scan:
    def __init__(self, text: str, vocabulary: Vocabulary, comma: bool | None) -> None:
        self.text = text
        self.flat = with_primes(ascii_digits(text))
        self.low = lower(self.flat)
        self.vocabulary = vocabulary
        self.comma = comma
        self.after = After(self.flat, self.low, vocabulary)

    def number(self, match: re.Match[str], taken: int) -> Found:
        """Read the number whose digits ``match`` found; ``taken``: where the fact before it ends."""
        start, end = match.span()
        code = self._code(start, end, taken)
        if code:
            return Found(code)
        values, end = self._value(match[0], end)
        if not values:
            return Found(Fact("code", self.text[start:end], start, end, key=lower(self.flat[start:end])))
        if decade := _DECADE.match(self.flat, start, end + 9):
            fact = Fact("quantity", self.text[start : decade.end()], start, decade.end(), values, frozenset({"decade"}))
            return Found(fact)
        values, end = self._with_part(values, end)
        start, negative = self._sign(start, taken)
        currency = currency_before(self.flat, start)
        measures: frozenset[str] = frozenset()
        if currency and currency[0] >= taken:
            start, measures = currency
        elif (percent := percent_before(self.low, start)) is not None and percent >= taken:
            start, measures = percent, frozenset("%")
        elif not currency and (inside := self._sign_of_bracket(start, end)) and inside[0] >= taken:
            measures = inside[1]
            if self.after.scales(end + 1, measures).factors:  # $(5) million
                start, end = inside[0], end + 1
        if measures and not negative:
            start, negative = self._sign(start, taken)
        if not negative and (minus := minus_before(self.low, start)) is not None and minus >= taken:
            start, negative = minus, True
        beside = self.after.beside(end, measures)
        if beside.factors:
            values = tuple(
                dict.fromkeys(numerals.scaled(value, factor) for factor in beside.factors for value in values)
            )
        values, stop = self.after.compound(values, beside)
        measures = measures or beside.measures
        if stop > beside.end and not measures:
            after = self.after.beside(stop, measures)
            if not after.factors:
                measures, stop = after.measures, after.end
        values, beside = self._with_later_part(values, replace(beside, end=stop, measures=measures))
        measures, stop = beside.measures, beside.end
        if negative:
            values = tuple(replace(value, value=-value.value) for value in values)
        if stop == end and not measures:
            stop = self._ordinal(end)
        fact = Fact(kind_of(measures), self.text[start:stop], start, stop, values, measures, bound=self._bound(start))
        return Found(fact, beside.factors)

    def _sign_of_bracket(self, start: int, end: int) -> tuple[int, frozenset[str]] | None:
        """The currency sign before the bracket that a number stands in alone, as accounts write losses: ``$(55)``."""
        closed = self.flat[start - 1 : start] == "(" and self.flat[end : end + 1] == ")"
        return currency_before(self.flat, start - 1) if closed else None

    def _bound(self, start: int) -> str:
        """The sign of less or more that stands before the number; not an arrow, nor the end of a tag."""
        match = _BOUND.search(self.flat, max(0, start - 4), start)
        return {"≤": "<", "≥": ">"}.get(match[1], match[1]) if match else ""

    def word(self, word: Spelled) -> tuple[Found, ...]:
        """A number in words, with what stands around it, and without; none for the hundred of 百分之."""
        if self.low.startswith(percent_prefixes(), word.start):
            return ()
        return self.spelled(word), Found(_spelled_fact(self.text, word, word.end, frozenset(), ()))

    def parts(self) -> Iterator[tuple[Found, ...]]:
        """Parts of a scale or unit: ``half a million``, ``eine Viertelstunde``."""
        for start, end, part in parts_before(self.low, self.vocabulary.langs[0]):
            beside = self.after.beside(end, frozenset())
            name = self.low[end : beside.end].strip(_GAPS)
            if not name or (cased(name[0]) and len(name) < _LEAST_NAME):
                continue  # no scale or unit, or only its sign
            word = Spelled(start, end, with_part(Reading(Fraction(0)), part))
            fact = _spelled_fact(self.text, word, beside.end, beside.measures, beside.factors)
            yield (Found(fact, beside.factors),)

    def spelled(self, word: Spelled) -> Found:
        """A number in words, with what stands around it."""
        measures: frozenset[str] = frozenset()
        start, reading = word.start, word.reading
        if (percent := percent_before(self.low, start)) is not None:
            start, measures = percent, frozenset("%")
        if (minus := minus_before(self.low, start)) is not None:
            start, reading = minus, replace(reading, value=-reading.value)
        word = replace(word, start=start, reading=reading)
        if measures:
            return Found(_spelled_fact(self.text, word, word.end, measures, ()))
        beside = self.after.beside(word.end, measures)
        if beside.end > word.end:
            (reading,), later = self._with_later_part((reading,), beside)
            word, beside = replace(word, reading=reading), later
        return Found(_spelled_fact(self.text, word, beside.end, beside.measures, beside.factors), beside.factors)

    def _with_part(self, values: tuple[Reading, ...], end: int) -> tuple[tuple[Reading, ...], int]:
        """A whole number with the part of one said right after it (``2 and a half million``)."""
        part = part_after(self.low, end, self.vocabulary.langs[0]) if _whole(values) else None
        return ((with_part(values[0], part[1]),), part[0]) if part else (values, end)

    def _with_later_part(self, values: tuple[Reading, ...], beside: Beside) -> tuple[tuple[Reading, ...], Beside]:
        """A whole number with the part said after scale or unit (``2 millones y medio``, ``2 hours and a half``)."""
        if not _whole(values) or not (beside.factors or beside.measures):
            return values, beside
        part = part_after(self.low, beside.end, self.vocabulary.langs[0])
        if not part:
            return values, beside
        after = beside if beside.measures else self.after.beside(part[0], frozenset(), scaled=True)
        end = part[0] if beside.measures or after.factors else after.end
        measures = beside.measures or (frozenset() if after.factors else after.measures)
        return (with_part(values[0], part[1]),), replace(beside, end=end, measures=measures)

    def _code(self, start: int, end: int, taken: int) -> Fact | None:
        """A token in which letters and digits are written together and the letters are no unit (``B12``, ``5G``,
        ``4x4``)."""
        text = self.flat
        left = start
        while left > taken and (text[left - 1].isdecimal() or cased(text[left - 1]) or ODD.match(text[left - 1])):
            left -= 1
        right = end
        while right < len(text) and (text[right].isdecimal() or cased(text[right]) or ODD.match(text[right])):
            right += 1
        glued_left = left < start and currency_before(text, start) is None
        tail = text[end:right]
        known = bool(tail) and (
            _EXPONENT.match(text, end)
            or sign_at(text, end)
            or self.vocabulary.name_at(self.low, end)
            or (tail.islower() and not any(char.isdecimal() for char in tail))
        )
        if not glued_left and (not tail or known):
            return None
        return Fact("code", self.text[left:right], left, right, key=lower(text[left:right]))

    def _value(self, digits: str, end: int) -> tuple[tuple[Reading, ...], int]:
        """Readings of the digits with what belongs to the number itself: vulgar fraction, a/b, power, exponent."""
        flat = self.flat
        if digits in _VULGAR:
            return (_vulgar(digits),), end
        values = numerals.readings(digits, decimal_comma=self.comma)
        if not values:
            return (), end
        whole = values[0].value.denominator == 1
        after = flat[end : end + 1]
        if whole and after and after in _VULGAR:
            return (plus(values[0], _vulgar(after)),), end + 1
        if whole and (stacked := _STACKED.match(flat, end)) and int(stacked["under"]):
            under = int(stacked["under"])
            if stacked["gap"] is None:
                return (Reading(values[0].value / under, Fraction(0)),), stacked.end()
            if int(stacked["top"]) < under <= 100:
                return (Reading(values[0].value + Fraction(int(stacked["top"]), under), Fraction(0)),), stacked.end()
        if ten := _TIMES_TEN.match(flat, end):
            factor = Fraction(10) ** _exponent(ten)
            return tuple(numerals.scaled(value, factor) for value in values), ten.end()
        if exponent := _EXPONENT.match(flat, end):
            factor = Fraction(10) ** int(exponent[1])
            return tuple(numerals.scaled(value, factor) for value in values), exponent.end()
        if power := _POWER.match(flat, end):
            raised = _exponent(power)
            if values[0].value == 10:
                return (Reading(Fraction(10) ** raised, Fraction(0)),), power.end()
            # A raised number beside another one is a power or the mark of a note: both are kept. Numbers in the
            # thousands (years) are seldom raised.
            exact = (Reading(values[0].value ** raised, Fraction(0)),) if 0 <= raised <= 20 and whole else ()
            if exact and values[0].value < 1000:
                return (*exact, replace(values[0], custom=BASE)), power.end()
            return (*values, *exact), power.end()
        return values, end

    def _sign(self, start: int, taken: int) -> tuple[int, bool]:
        """Start of the number with its sign, and whether it is a minus; a dash between words or digits is none."""
        if start <= taken or self.flat[start - 1] not in "-+–±":
            return start, False
        if start > 1 and self.flat[start - 2] not in _BEFORE_SIGN:
            return start, False
        return start - 1, self.flat[start - 1] in "-–"

    def _ordinal(self, end: int) -> int:
        """End of the number with the letters of an ordinal written onto it (``3rd``)."""
        stop = end
        while stop < len(self.low) and stop - end < 4 and (cased(self.low[stop]) or self.low[stop] in "ºª"):
            stop += 1
        return stop if self.low[end:stop] in ORDINALS else end


def _whole(values: tuple[Reading, ...]) -> bool:
    """Whether it is one whole number, stated to one (or to its scale: two million)."""
    return len(values) == 1 and values[0].step >= 1 and values[0].value.denominator == 1


def _vulgar(char: str) -> Reading:
    import unicodedata

    return Reading(Fraction(unicodedata.numeric(char)).limit_denominator(10), Fraction(0))


def _exponent(match: re.Match[str]) -> int:
    return int(match[1] if match[1] is not None else match[2].translate(_SUPER))

"""Finding numbers with what stands beside them: sign, fraction, power, scale word, percent, currency, unit, range."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from exactquote.facts import numerals
from exactquote.facts.cldr import decimal_comma
from exactquote.facts.fold import ascii_digits, cased, lower
from exactquote.facts.model import Fact, Reading
from exactquote.facts.ranges import Found, kind_of, share
from exactquote.facts.scale_table import AMOUNT_SCALES, ORDINALS, RANGE_WORDS
from exactquote.facts.taken import Taken
from exactquote.facts.vocabulary import (
    Beside,
    Vocabulary,
    currency_before,
    is_currency,
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
_START = re.compile(rf"{numerals.NUMERAL.pattern}|[{_VULGAR}]")
_DIGITS = re.compile(r"\d+")
_SMALLER = re.compile(r"\d{1,4}(?![\d.,]{0,4}\d)")
_EMPHASIS = re.compile(r"[*_]{1,3}(?=[ \u00a0])")
_DECADE = re.compile(r"[12]\d\d0(?:(?:['’]?s|ern?|['’]l[ae]r\w{0,4})(?!\w)| ?年代)")
_GAP = " \u00a0\u202f\u2009\u2007-‑"
_SPACES = " \u00a0\u202f\u2009"
_FILLER = re.compile(r"[ \u00a0](?:d[eiao]?s?|von|av|of)[ \u00a0]|[ \u00a0]?d['’]", re.I)
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
    for word in find_words(text, lang):
        for spelled in (scan.spelled(word), Found(_spelled_fact(text, word, word.end, frozenset(), ()))):
            if taken.take(spelled.fact):
                found.append(spelled)
                break
    found.sort(key=lambda number: number.fact.start)
    return [number.fact for number in share(text, found, RANGE_WORDS.get(vocabulary.langs[0], frozenset()))]


def _spelled_fact(text: str, word: Spelled, end: int, measures: frozenset[str], factors: tuple[int, ...]) -> Fact:
    values = tuple(numerals.scaled(word.reading, factor) for factor in factors) or (word.reading,)
    key = SPELLED if word.sure else MAYBE_SPELLED
    return Fact(kind_of(measures), text[word.start : end], word.start, end, values, measures, key=key)


class _Scan:
    def __init__(self, text: str, vocabulary: Vocabulary, comma: bool | None) -> None:
        self.text = text
        self.flat = ascii_digits(text)
        self.low = lower(self.flat)
        self.vocabulary = vocabulary
        self.comma = comma

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
        start, negative = self._sign(start, taken)
        currency = currency_before(self.flat, start)
        measures: frozenset[str] = frozenset()
        if currency and currency[0] >= taken:
            start, measures = currency
            if not negative:
                start, negative = self._sign(start, taken)
        elif (percent := percent_before(self.low, start)) is not None and percent >= taken:
            start, measures = percent, frozenset("%")
        beside = self._beside(end, measures)
        if beside.factors:
            values = tuple(
                dict.fromkeys(numerals.scaled(value, factor) for factor in beside.factors for value in values)
            )
        values, stop = self._compound(values, beside)
        measures = measures or beside.measures
        if stop > beside.end and not measures:
            after = self._beside(stop, measures)
            if not after.factors:
                measures, stop = after.measures, after.end
        if negative:
            values = tuple(replace(value, value=-value.value) for value in values)
        if stop == end and not measures:
            stop = self._ordinal(end)
        fact = Fact(kind_of(measures), self.text[start:stop], start, stop, values, measures)
        return Found(fact, beside.factors)

    def spelled(self, word: Spelled) -> Found:
        """A number in words, with what stands after it."""
        beside = self._beside(word.end, frozenset())
        return Found(_spelled_fact(self.text, word, beside.end, beside.measures, beside.factors), beside.factors)

    def _code(self, start: int, end: int, taken: int) -> Fact | None:
        """A token in which letters and digits are written together and the letters are no unit (``B12``, ``5G``,
        ``4x4``)."""
        text = self.flat
        left = start
        while left > taken and (text[left - 1].isdecimal() or cased(text[left - 1])):
            left -= 1
        right = end
        while right < len(text) and (text[right].isdecimal() or cased(text[right])):
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
            return (_plus(values[0], _vulgar(after)),), end + 1
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
            # A raised number beside another one is a power or the mark of a note: both are kept.
            exact = (Reading(values[0].value ** raised, Fraction(0)),) if 0 <= raised <= 20 and whole else ()
            return (*values, *exact), power.end()
        return values, end

    def _sign(self, start: int, taken: int) -> tuple[int, bool]:
        """Start of the number with its sign, and whether it is a minus; a dash between words or digits is none."""
        if start <= taken or self.flat[start - 1] not in "-+–±":
            return start, False
        if start > 1 and self.flat[start - 2] not in _BEFORE_SIGN:
            return start, False
        return start - 1, self.flat[start - 1] in "-–"

    def _beside(self, end: int, measures: frozenset[str]) -> Beside:
        """Scale words, then a unit or currency, after the number; with its end, or ``end`` when there is nothing."""
        factors: tuple[int, ...] = ()
        stop, word = end, False
        for _ in range(3):
            hit = self._next(stop, bool(factors), measures)
            if hit is None:
                break
            if hit.factors and not factors:
                factors, stop, word = hit.factors, hit.end, hit.word
                continue
            if hit.measures and not measures:
                return Beside(hit.end, factors, hit.measures, word)
            break
        return Beside(stop, factors, frozenset(), word)

    def _next(self, end: int, scaled: bool, measures: frozenset[str]) -> Beside | None:
        emphasis = _EMPHASIS.match(self.flat, end)
        place = end = emphasis.end() if emphasis else end  # **5** million
        if scaled and (filler := _FILLER.match(self.low, end)):
            place = filler.end()
        elif self.flat[place : place + 1] and self.flat[place] in _GAP:
            place += 1
        if self.flat[place : place + 1] == "." and scaled and self.flat[place + 1 : place + 2] in _SPACES:
            place += 2 if place + 2 < len(self.flat) else 0  # Mio. Euro
        sign, name = sign_at(self.flat, place), self.vocabulary.name_at(self.low, place)
        short = self.flat[place : place + 1]
        if short in AMOUNT_SCALES and not self.flat[place + 1 : place + 2].isalpha() and not scaled:
            if any(map(is_currency, measures)) and place == end:
                return Beside(place + 1, (AMOUNT_SCALES[short],))
            if (after := sign_at(self.flat, place + 1)) and any(map(is_currency, after.measures)):
                return Beside(place + 1, (AMOUNT_SCALES[short],))
        if sign and sign.factors and not sign.measures and place > end and sign.end - place == 1 and not measures:
            # A lone capital after a space is a scale only before a currency (5 M€).
            after = sign_at(self.flat, sign.end) or sign_at(self.flat, sign.end + 1)
            sign = sign if after and any(map(is_currency, after.measures)) else None
        hits = [hit for hit in (sign, name) if hit and (hit.measures or hit.factors)]
        if not hits:
            return None
        longest = max(hit.end for hit in hits)
        best = [hit for hit in hits if hit.end == longest]
        factors = () if scaled else tuple(dict.fromkeys(factor for hit in best for factor in hit.factors))
        measures = frozenset().union(*(hit.measures for hit in best))
        return Beside(longest, factors, measures, word=name in best)

    def _compound(self, values: tuple[Reading, ...], beside: Beside) -> tuple[tuple[Reading, ...], int]:
        """Add what a smaller scale goes on with: ``3億5000万``, ``2 crore 50 lakh``, ``1万2000``."""
        stop, factors = beside.end, beside.factors
        while beside.word and len(factors) == 1 and len(values) == 1 and not beside.measures:
            east, spaced = not cased(self.flat[stop - 1]), self.flat[stop : stop + 1] in tuple(_SPACES)
            match = _SMALLER.match(self.flat, stop + spaced)
            if not match or not (spaced or east):
                break
            scale = self._next(match.end(), False, frozenset())
            if scale and scale.word and scale.factors and scale.factors[0] < factors[0]:
                factor, end = scale.factors[0], scale.end
            elif not spaced and not (scale and scale.factors) and int(match[0]) < factors[0]:
                factor, end = 1, match.end()
            else:
                break
            values = (_plus(values[0], Reading(Fraction(int(match[0]) * factor), Fraction(factor))),)
            stop, factors = end, (factor,) if factor > 1 else ()
        return values, stop

    def _ordinal(self, end: int) -> int:
        """End of the number with the letters of an ordinal written onto it (``3rd``)."""
        stop = end
        while stop < len(self.low) and stop - end < 4 and (cased(self.low[stop]) or self.low[stop] in "ºª"):
            stop += 1
        return stop if self.low[end:stop] in ORDINALS else end


def _plus(one: Reading, other: Reading) -> Reading:
    return Reading(one.value + other.value, other.step)


def _vulgar(char: str) -> Reading:
    import unicodedata

    return Reading(Fraction(unicodedata.numeric(char)).limit_denominator(10), Fraction(0))


def _exponent(match: re.Match[str]) -> int:
    return int(match[1] if match[1] is not None else match[2].translate(_SUPER))

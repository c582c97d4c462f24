"""Numbers written as words: text2num's languages, Turkish, and Chinese numerals by the values that Unicode gives
them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import text_to_num  # type: ignore[import-untyped]

from exactquote.facts.cldr import language
from exactquote.facts.fold import lower
from exactquote.facts.model import Reading
from exactquote.facts.spoken import glued_parts, part_after, with_part

SPOKEN = frozenset({"fr", "es", "en", "pt", "de", "nl", "da", "it"})
"""Languages whose number words text2num 3.1 reads."""

SPELLED, MAYBE_SPELLED = "spelled", "spelled?"
"""Keys of facts that were read from words; the second where the word may mean something else (``yüz``: hundred,
face)."""

_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_HAN = re.compile("[〇零一二三四五六七八九十百千万亿億萬兆两兩]{1,24}")
_HAN_DIGITS = {"〇": 0, "零": 0, "两": 2, "兩": 2, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
_MULTIPLIERS = frozenset("十百千万亿億萬兆")
_TURKISH = {
    **dict(zip(["bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"], range(1, 10), strict=True)),
    **dict(
        zip(
            ["on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan"],
            range(10, 100, 10),
            strict=True,
        )
    ),
    "yüz": 100,
    "bin": 1000,
    "milyon": 10**6,
    "milyar": 10**9,
    "trilyon": 10**12,
}
_TURKISH_WORD = re.compile(r"[^\W\d_]+")
_LEAST = 2
"""``one`` is a pronoun or an article in many languages, and left to the reader."""
_ROUND = frozenset(Fraction(10**power) for power in (2, 3, 6, 9, 12))


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number in words: its place, and its value."""

    start: int
    end: int
    reading: Reading
    sure: bool = True


def reads(lang: str) -> bool:
    """Whether numbers written as words are read in a language."""
    return language(lang) in SPOKEN | {"tr", "zh", "ja"}


@dataclass(frozen=True, slots=True)
class _Token:
    """A token as text2num wants it."""

    word: str
    start: int

    def text(self) -> str:
        return self.word

    def nt_separated(self, _previous: _Token) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


def find_words(text: str, lang: str) -> list[Spelled]:
    """Numbers in words. ``one`` alone is left to the reader.

    ``lang``: language tag; English when it is not known. For languages that :func:`reads` does not know there are none.
    """
    base = language(lang) or "en"
    spoken = _spoken(text, base) if base in SPOKEN else _turkish(text) if base == "tr" else ()
    low = lower(text)
    whole = (_with_part(number, low, base) for number in spoken)
    counted = (number for number in whole if number.reading.value >= _LEAST or number.reading.step < 1)
    return sorted([*counted, *_han(text)], key=lambda number: number.start)


def _with_part(number: Spelled, low: str, lang: str) -> Spelled:
    part = part_after(low, number.end, lang) if number.reading.value.denominator == 1 else None
    return Spelled(number.start, part[0], with_part(number.reading, part[1])) if part else number


def _spoken(text: str, lang: str) -> Iterator[Spelled]:
    # text2num panics on lone surrogates.
    tokens = _tokens(_SURROGATE.sub("\ufffd", text), glued_parts(lang))
    waiting: Spelled | None = None
    for found in text_to_num.find_numbers(tokens, lang, 1):
        last = tokens[found.end - 1]
        if any(char.isdecimal() for token in tokens[found.start : found.end] for char in token.word):
            continue
        value = Fraction(found.value).limit_denominator(10**6)
        if value <= _LEAST and found.is_ordinal:
            continue  # a second is a unit, too
        start, end = tokens[found.start].start, last.start + len(last.word)
        step = Fraction(1, 10 ** len(found.text.partition(".")[2])) if not found.is_ordinal else Fraction(1)
        # A lone hundred or million may be hundreds or millions, which state no number.
        sure = value not in _ROUND or found.end - found.start > 1
        number = Spelled(start, end, Reading(value, step if value.denominator > 1 else _stated_to(value)), sure)
        if waiting and found.is_ordinal and _parts(waiting, number, text, many=found.text.endswith("s")):
            yield Spelled(waiting.start, end, Reading(waiting.reading.value / value, Fraction(0)))
            waiting = None
            continue
        if waiting and _year(waiting, number, text):
            century = waiting.reading.value * 100
            waiting = Spelled(waiting.start, end, Reading(century + value))
            continue
        if waiting:
            yield waiting
        waiting = number
    if waiting:
        yield waiting


def _tokens(text: str, glued: tuple[str, ...]) -> list[_Token]:
    """The tokens of a text, a part of one that is written onto its number (``zweieinhalb``) as a token of its own."""
    if not glued:
        return [_Token(match[0], match.start()) for match in _TOKEN.finditer(text)]
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(text):
        word, start = match[0], match.start()
        ending = next((part for part in glued if word.endswith(part) and len(word) > len(part)), "")
        cut = len(word) - len(ending)
        tokens.append(_Token(word[:cut], start))
        if ending:
            tokens.append(_Token(ending, start + cut))
    return tokens


def _stated_to(value: Fraction) -> Fraction:
    """The step a number in words is stated to: ``five million`` to a million, ``three hundred`` to one."""
    step = 1
    while value and not value % (step * 1000):
        step *= 1000
    return Fraction(step)


def _year(one: Spelled, other: Spelled, text: str) -> bool:
    """Whether two numbers in a row are a year said in two halves (``nineteen ninety-two``)."""
    return (
        text[one.end : other.start] == " "
        and 11 <= one.reading.value <= 20
        and 10 <= other.reading.value <= 99
        and other.reading.value.denominator == 1
    )


def _parts(one: Spelled, other: Spelled, text: str, *, many: bool) -> bool:
    """Whether a number and an ordinal are a fraction (``two thirds``, ``one fifth``; not ``the two third parties``)."""
    whole, part = one.reading.value, other.reading.value
    joined = text[one.end : other.start] in (" ", "\u00a0", "-", "‑")
    return joined and whole.denominator == 1 and whole < part and (many or whole == 1)


def _turkish(text: str) -> Iterator[Spelled]:
    """Runs of Turkish number words; one alone may be another word (``altı``: six, under it) and is not sure."""
    run: list[re.Match[str]] = []
    for match in _TURKISH_WORD.finditer(text):
        if run and text[run[-1].end() : match.start()] != " ":
            yield from _turkish_number(run)
            run = []
        if match[0].replace("İ", "i").lower() in _TURKISH:
            run.append(match)
        else:
            yield from _turkish_number(run)
            run = []
    yield from _turkish_number(run)


def _turkish_number(run: list[re.Match[str]]) -> Iterator[Spelled]:
    values = [_TURKISH[match[0].replace("İ", "i").lower()] for match in run]
    if values and (value := _composed(values)) is not None:
        yield Spelled(
            run[0].start(), run[-1].end(), Reading(Fraction(value), _stated_to(Fraction(value))), len(run) > 1
        )


def _composed(values: list[int]) -> int | None:
    """A number from its words' values: smaller ones add, hundreds and thousands multiply what stands before them."""
    total = section = 0
    last = 10**18
    for value in values:
        if value >= 1000:
            if value >= last:
                return None
            total, section, last = total + (section or 1) * value, 0, value
        elif value == 100:
            if section > 9:
                return None
            section = (section or 1) * 100
        elif section % (100 if value >= 10 else 10):
            return None
        else:
            section += value
    return total + section


def _han(text: str) -> Iterator[Spelled]:
    for match in _HAN.finditer(text):
        value = han_value(match[0])
        if value is not None:
            # One numeral alone is often part of another word.
            yield Spelled(match.start(), match.end(), Reading(Fraction(value)), len(match[0]) > 1)


def han_value(numeral: str) -> int | None:
    """Value of a Chinese numeral: places (``二〇二二``) or multipliers (``三百二十``); ``None`` when it is neither."""
    values = [_HAN_DIGITS[char] if char in _HAN_DIGITS else int(unicodedata.numeric(char)) for char in numeral]
    if not _MULTIPLIERS & set(numeral):
        # Digits in a row are a number only as a year; two may be an estimate (三四: three or four).
        if len(values) == 1:
            return values[0] if values[0] > 1 else None
        return int("".join(map(str, values))) if len(values) == 4 else None
    if numeral[0] in "万萬亿億兆":
        return None  # a scale alone (万亿), or another word (万一)
    total = section = digit = 0
    last = 10**18
    for char, value in zip(numeral, values, strict=True):
        if char not in _MULTIPLIERS:
            if digit:
                return None
            digit = value
        elif value >= 10**4:
            if value >= last:
                return None
            total, section, digit, last = total + (section + digit or 1) * value, 0, 0, value
        else:
            section, digit = section + (digit or 1) * value, 0
    return total + section + digit

"""What Babel's copy of CLDR says about languages: decimal marks, scale words, names of units, currencies and months."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from babel import localedata

from exactquote.facts import money_table, unit_table
from exactquote.facts.fold import lower

_SOURCES = """en en_GB en_IN de fr es it pt nl sv da nb fi et is tr pl cs sk sl hr ro hu el ru uk bg sr lt lv ar fa he
hi bn ur zh zh_Hant ja ko vi id ms th az kk ca"""
LANGUAGES = tuple(_SOURCES.split())
_MONTHS_ELSEWHERE = {"ar": ("ar_LB", "ar_MA", "ar_DZ"), "de": ("de_AT",)}
"""Regions that name months otherwise (Levantine, Maghrebi, Austrian names): their names are known wherever the
language is written."""

_PLURALS = ("zero", "one", "two", "few", "many", "other")
_SHARED = 5
"""A word at the head of so many names of currencies is a head word wherever it stands (``долларов США``)."""
_HAN = "\u4e00\u9fff"
_SAME = {"no": "nb", "nn": "nb", "iw": "he", "in": "id"}
_EDGES = " \u00a0\u200f\u200e"


@lru_cache(maxsize=256)
def language(lang: str) -> str:
    """The language of a tag (``de-AT`` gives ``de``, any Chinese ``zh``) when CLDR knows it, else ``""``."""
    found = re.match(r"[A-Za-z]{2,3}(?![^-_])", lang.strip())
    base = found[0].lower() if found else ""
    base = _SAME.get(base, base)
    return base if base and localedata.exists(base) else ""


@lru_cache(maxsize=64)
def data(source: str) -> Mapping[Any, Any]:
    """CLDR's data of a locale that exists (``en``, ``zh_Hant``)."""
    loaded: dict[Any, Any] = localedata.load(source)
    return localedata.LocaleDataDict(loaded)


def sources(lang: str) -> tuple[str, ...]:
    """The locales that are read for a language: its own, and those of its regions that write otherwise."""
    return tuple(source for source in LANGUAGES if source.split("_")[0] == lang) or (lang,)


def decimal_comma(lang: str) -> bool | None:
    """Whether the language writes a decimal comma; ``None`` when the language is not known."""
    base = language(lang)
    return bool(data(base)["number_symbols"].get("latn", {}).get("decimal") == ",") if base else None


@lru_cache(maxsize=64)
def settled_comma(lang: str) -> bool | None:
    """Whether a language writes a decimal comma, if two thirds of its regions agree (of Spanish ones half do not).

    Regions with digits of their own (most Arabic ones) use both their marks and those of others.
    """
    base = language(lang)
    if not base:
        return None
    regions = [source for source in localedata.locale_identifiers() if re.fullmatch(rf"{base}(_.*)?", source)]
    marks = Counter(
        data(source)["number_symbols"].get("latn", {}).get("decimal")
        for source in regions
        if data(source).get("default_numbering_system", "latn") == "latn"
    )
    return next((mark == "," for mark in ",." if 3 * marks[mark] >= 2 * len(regions)), None)


def scales(source: str) -> Iterator[tuple[str, int]]:
    """Scale words of CLDR's compact formats: in ``00 mil millones`` for 10^10 the words stand for 10^9."""
    for style in ("long", "short"):
        for by_size in (data(source).get("compact_decimal_formats") or {}).get(style, {}).values():
            for size, pattern in by_size.items():
                form = pattern.pattern.split(";")[0].replace("'", "")
                name = form.strip("0 \u00a0\u202f\u200f").rstrip(".").replace("\u00a0", " ").replace("\u202f", " ")
                least = 2 if style == "short" and name.isascii() else 1
                if "0" in form and len(name) >= least and not any(char.isdecimal() for char in name):
                    yield name, int(size) // 10 ** (form.count("0") - 1)


def units(source: str) -> Iterator[tuple[str, str]]:
    """Names of the units in :data:`~exactquote.facts.unit_table.UNITS` that follow their number, with the unit."""
    patterns = data(source).get("unit_patterns") or {}
    for unit in unit_table.UNITS:
        forms = patterns.get(unit)
        for style in ("long", "short"):
            for plural, pattern in ((forms or {}).get(style) or {}).items() if forms else ():
                if plural in _PLURALS and isinstance(pattern, str) and pattern.startswith("{0}"):
                    name = pattern[3:].strip(" \u00a0\u200f\u200e.")
                    # Short forms in Latin letters are those of unit_table.SYMBOLS, with case.
                    least = 4 if style == "short" and name.isascii() else 1
                    if len(name) >= least and "{" not in name:
                        measure = {"concentr-percent": "%", "concentr-permille": "‰"}.get(unit, unit)
                        yield name.replace("\u00a0", " "), measure


def currencies(source: str) -> Iterator[tuple[str, str]]:
    """Names of currencies, and their head words (``US dollars``: ``dollars``), with all codes that share them."""
    pairs = []
    plural_names = data(source).get("currency_names_plural") or {}
    for code, display in (data(source).get("currency_names") or {}).items():
        if (code.startswith("X") and code not in ("XAF", "XOF", "XPF", "XCD")) or code in ("CHE", "CHW"):
            continue
        for name in {display, *(plural_names.get(code) or {}).values()}:
            if isinstance(name, str) and not re.search(r"[\d(\[]", name):
                pairs.append((name.replace("\u00a0", " ").strip(_EDGES), code))
    yield from pairs
    first, last = (Counter(name.split()[place] for name, _ in pairs) for place in (0, -1))
    head = -1 if max(last.values(), default=0) >= max(first.values(), default=0) else 0
    shared = {word for word, count in (first, last)[head].items() if count >= _SHARED}
    tails = Counter(name[-2:] for name, _ in pairs if _HAN[0] <= name[-1] <= _HAN[1] and len(name) > 2)
    yield from ((name[-2:], code) for name, code in pairs if tails[name[-2:]] >= _SHARED)  # 克朗, of 瑞典克朗
    for name, code in pairs:
        words = name.split()
        for word in {words[head], *shared.intersection(words)}:
            if len(word) >= 3 and lower(word) not in money_table.WORDS_NOT_MONEY:
                yield word, code


def currency_codes() -> Iterator[str]:
    """ISO 4217 codes, without metals, funds and codes that are words in capitals."""
    for code in data("en")["currency_names"]:
        if len(code) == 3 and not code.startswith("X") and code not in money_table.CODES_NOT_MONEY:
            yield code


def months(source: str) -> Iterator[tuple[str, int]]:
    """Names of months, whole and short, as they stand in dates and alone; those of other regions, too."""
    for region in (source, *_MONTHS_ELSEWHERE.get(source, ())):
        forms = data(region).get("months") or {}
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in ((forms.get(context) or {}).get(width) or {}).items():
                    yield name.strip("." + _EDGES), int(number)


@lru_cache(maxsize=1)
def percent_prefixes() -> tuple[str, ...]:
    """Words and signs for percent that stand before the number, folded, longest first."""
    found = {"%", *unit_table.PERCENT_PREFIXES}
    for source in LANGUAGES:
        patterns = (data(source).get("unit_patterns") or {}).get("concentr-percent") or {}
        for style in ("long", "short"):
            for pattern in (patterns.get(style) or {}).values():
                if isinstance(pattern, str) and pattern.endswith("{0}"):
                    found.add(lower(pattern[:-3].strip(_EDGES)))
    return tuple(sorted(filter(None, found), key=len, reverse=True))


def is_territory(name: str, lang: str) -> bool:
    """Whether a folded name is that of a country or a part of the world in a language (``north korea``)."""
    return name in _territories(language(lang) or "en")


@lru_cache(maxsize=16)
def _territories(lang: str) -> frozenset[str]:
    return frozenset(lower(name) for name in (data(lang).get("territories") or {}).values())

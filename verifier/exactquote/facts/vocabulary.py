"""What stands beside numbers: scale words, currencies and units in many languages, looked up at a place in a text.

Scale words come from CLDR's compact number formats, currency and unit names from CLDR (through Babel), the rest from
:mod:`~exactquote.facts.unit_table`. Names of four letters or more count in every language of :data:`LANGUAGES`,
shorter ones only in the languages asked for, because ``an`` is a year in one language and an article in another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError

from exactquote.facts import unit_table
from exactquote.facts.fold import cased, lower

LANGUAGES = [
    "en",
    "en_GB",
    "en_IN",
    "de",
    "fr",
    "es",
    "it",
    "pt",
    "nl",
    "sv",
    "da",
    "nb",
    "fi",
    "et",
    "is",
    "tr",
    "pl",
    "cs",
    "sk",
    "sl",
    "hr",
    "ro",
    "hu",
    "el",
    "ru",
    "uk",
    "bg",
    "sr",
    "lt",
    "lv",
    "ar",
    "fa",
    "he",
    "hi",
    "bn",
    "ur",
    "zh",
    "zh_Hant",
    "ja",
    "ko",
    "vi",
    "id",
    "ms",
    "th",
    "az",
    "kk",
    "ca",
]
SUFFIX_LETTERS = 3
"""At most this many letters of an inflection may follow a name (``milyon-un``, ``dollari-n``)."""

_PLURALS = ("zero", "one", "two", "few", "many", "other")


@dataclass(slots=True)
class Entry:
    """What a name means: factors of a scale by language (languages differ over ``billion``), measures of a unit."""

    scales: dict[str, int] = field(default_factory=dict)
    measures: set[str] = field(default_factory=set)


class Names:
    """Names that can be looked up at a place in a text, longest first."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self._heads: dict[str, list[str]] = {}

    def entry(self, name: str) -> Entry:
        """The entry of a name, made if there is none yet."""
        found = self.entries.get(name)
        if found is None:
            found = self.entries[name] = Entry()
        return found

    def sealed(self) -> Names:
        """Index the names by how they begin, longest first, once all are in."""
        self._heads = {}
        for name in sorted(self.entries, key=len, reverse=True):
            self._heads.setdefault(name[:2], []).append(name)
        return self

    def at(self, text: str, place: int, *, inflected: bool) -> tuple[int, str] | None:
        """The longest name at ``place`` that ends where a word may end: (end of the word, name)."""
        for head in (text[place : place + 2], text[place : place + 1]):
            for name in self._heads.get(head, ()):
                if text.startswith(name, place):
                    end = _word_end(text, place + len(name), name, inflected)
                    if end is not None:
                        return end, name
        return None


def _word_end(text: str, end: int, name: str, inflected: bool) -> int | None:
    if not cased(name[-1]):
        return end
    stop = end
    while stop < len(text) and stop - end <= SUFFIX_LETTERS and text[stop].isalpha() and cased(text[stop]):
        stop += 1
    if stop == end:
        return None if text[end : end + 1].isdecimal() else end
    long_enough = inflected and len(name.rsplit(" ", 1)[-1]) >= 4
    return stop if long_enough and stop - end <= SUFFIX_LETTERS else None


@dataclass(frozen=True, slots=True)
class Beside:
    """What was read after a number: the end of the reading, factors of a scale (likeliest first), measures."""

    end: int
    factors: tuple[int, ...] = ()
    measures: frozenset[str] = frozenset()
    word: bool = False
    """Whether it was a word rather than a sign."""


class Vocabulary:
    """The names that count for a text in given languages (the first is the text's own)."""

    def __init__(self, langs: tuple[str, ...]) -> None:
        self.langs = langs
        self._own = _names_of(langs)
        self._all = _names_of_all()

    def name_at(self, low: str, place: int) -> Beside | None:
        """The longest scale word, unit or currency name at ``place`` of a folded text."""
        hits = [hit for hit in (names.at(low, place, inflected=True) for names in (self._own, self._all)) if hit]
        if not hits:
            return None
        end, name = max(hits)
        entries = [names.entries[name] for names in (self._own, self._all) if name in names.entries]
        scales = {lang: factor for entry in reversed(entries) for lang, factor in entry.scales.items()}
        measures = frozenset(measure for entry in entries for measure in entry.measures)
        return Beside(end, self._factors(scales), measures)

    def _factors(self, scales: dict[str, int]) -> tuple[int, ...]:
        own = [scales[lang] for lang in self.langs if lang in scales]
        return tuple(dict.fromkeys(own)) or tuple(dict.fromkeys(scales.values()))


def sign_at(text: str, place: int) -> Beside | None:
    """The longest sign (unit symbol, currency sign or code, sign of a scale) at ``place``; case counts."""
    hit = _signs().at(text, place, inflected=False)
    if not hit:
        return None
    entry = _signs().entries[hit[1]]
    return Beside(hit[0], tuple(entry.scales.values()), frozenset(entry.measures))


def currency_before(text: str, place: int) -> tuple[int, frozenset[str]] | None:
    """A currency sign or code that ends at ``place``, one space allowed between: (its start, its codes)."""
    if place and text[place - 1] in " \u00a0\u202f\u2009":
        place -= 1
    for length in range(min(4, place), 0, -1):
        start = place - length
        entry = _signs().entries.get(text[start:place])
        if entry and any(is_currency(measure) for measure in entry.measures):
            inside = start and text[start].isalpha() and cased(text[start]) and text[start - 1].isalpha()
            if not inside:
                return start, frozenset(filter(is_currency, entry.measures))
    return None


def percent_before(low: str, place: int) -> int | None:
    """Start of a word or sign for percent that stands before its number (``yüzde 50``, ``%50``, ``百分之50``)."""
    stop = place
    while stop and low[stop - 1] in " \u00a0":
        stop -= 1
    for name in _percent_prefixes():
        if low.endswith(name, 0, stop):
            start = stop - len(name)
            if not (start and cased(name[0]) and low[start - 1].isalpha()):
                return start
    return None


def is_currency(measure: str) -> bool:
    """Whether a measure is a currency (by its code)."""
    return len(measure) == 3 and measure.isupper()


@lru_cache(maxsize=64)
def vocabulary(*langs: str) -> Vocabulary:
    """The vocabulary of the given languages; unknown ones are passed over, English is always there."""
    known = [base for lang in langs if (base := language(lang))]
    return Vocabulary(tuple(dict.fromkeys([*known, *([] if known else ["en"])])))


def language(lang: str) -> str:
    """The language of a tag (``de-AT`` gives ``de``, any Chinese ``zh``) when CLDR knows it, else ``""``."""
    base = re.split(r"[-_]", lang.strip().lower(), maxsplit=1)[0][:8]
    base = {"no": "nb", "iw": "he", "in": "id", "nn": "nb"}.get(base, base)
    return base if _locale(base) is not None else ""


@lru_cache(maxsize=128)
def decimal_comma(lang: str) -> bool | None:
    """Whether the language writes a decimal comma; ``None`` when the language is not known."""
    locale = _locale(language(lang) or "?")
    if locale is None:
        return None
    symbols = locale._data["number_symbols"]
    return bool(symbols.get("latn", {}).get("decimal") == ",")


@lru_cache(maxsize=128)
def _locale(name: str) -> Any:
    try:
        return Locale.parse(name)
    except (UnknownLocaleError, ValueError, TypeError):
        return None


@lru_cache(maxsize=64)
def _names_of(langs: tuple[str, ...]) -> Names:
    names = Names()
    for lang in (*langs, "en"):
        for source in [name for name in LANGUAGES if name.split("_")[0] == lang] or [lang]:
            _fill(names, source, short=True)
    return names.sealed()


@lru_cache(maxsize=1)
def _names_of_all() -> Names:
    names = Names()
    for source in LANGUAGES:
        _fill(names, source, short=False)
    return names.sealed()


def _fill(names: Names, source: str, *, short: bool) -> None:
    """Put the names of one locale in; without ``short`` only those long enough to be unmistakable."""
    locale = _locale(source)
    lang = source.split("_")[0]
    if locale is None:
        return
    scales = [*_scales(locale), *((name, factor) for name, (of, factor) in unit_table.SCALES.items() if of == lang)]
    for name, factor in scales:
        if short or not cased(name[-1]) or len(name) >= 4:
            names.entry(lower(name)).scales.setdefault(lang, factor)
    units = [*_units(locale), *((name, unit) for name, (of, unit) in unit_table.NAMES.items() if of == lang)]
    for name, measure in [*units, *_currencies(locale)]:
        if short or len(name) >= (4 if cased(name[-1]) else 2):
            names.entry(lower(name)).measures.add(measure)


def _scales(locale: Any) -> Iterator[tuple[str, int]]:
    """Scale words of CLDR's compact formats: in ``00 mil millones`` for 10^10 the words stand for 10^9."""
    for style in ("long", "short"):
        for by_size in (locale._data.get("compact_decimal_formats") or {}).get(style, {}).values():
            for size, pattern in by_size.items():
                form = pattern.pattern.split(";")[0].replace("'", "")
                name = form.strip("0 \u00a0\u202f\u200f").rstrip(".").replace("\u00a0", " ").replace("\u202f", " ")
                least = 2 if style == "short" and name.isascii() else 1
                if "0" in form and len(name) >= least and not any(char.isdecimal() for char in name):
                    yield name, int(size) // 10 ** (form.count("0") - 1)


def _units(locale: Any) -> Iterator[tuple[str, str]]:
    patterns = locale._data.get("unit_patterns") or {}
    for unit in unit_table.UNITS:
        forms = patterns.get(unit)
        for style, least in (("long", 1), ("short", 4)):
            for plural, pattern in ((forms or {}).get(style) or {}).items() if forms else ():
                if plural in _PLURALS and isinstance(pattern, str) and pattern.startswith("{0}"):
                    name = pattern[3:].strip(" \u00a0\u200f\u200e.")
                    if len(name) >= least and "{" not in name:
                        measure = {"concentr-percent": "%", "concentr-permille": "‰"}.get(unit, unit)
                        yield name.replace("\u00a0", " "), measure


def _currencies(locale: Any) -> Iterator[tuple[str, str]]:
    """Names of currencies, and their head words (``US dollars``: ``dollars``), with all codes that share them."""
    pairs = []
    plural_names = locale._data.get("currency_names_plural") or {}
    for code, display in (locale._data.get("currency_names") or {}).items():
        if (code.startswith("X") and code not in ("XAF", "XOF", "XPF", "XCD")) or code in ("CHE", "CHW"):
            continue
        for name in {display, *(plural_names.get(code) or {}).values()}:
            if isinstance(name, str) and not re.search(r"[\d(\[]", name):
                pairs.append((name.replace("\u00a0", " ").strip("\u200f\u200e "), code))
    yield from pairs
    first, last = (Counter(name.split()[place] for name, _ in pairs) for place in (0, -1))
    head = -1 if max(last.values(), default=0) >= max(first.values(), default=0) else 0
    for name, code in pairs:
        words = name.split()
        if len(words[head]) >= 3 and lower(words[head]) not in unit_table.WORDS_NOT_MONEY:
            yield words[head], code


@lru_cache(maxsize=1)
def _signs() -> Names:
    names = Names()
    for sign, measure in unit_table.SYMBOLS.items():
        names.entry(sign).measures.add(measure)
    for sign, factor in unit_table.SCALE_SYMBOLS.items():
        names.entry(sign).scales["*"] = factor
    for sign, codes in unit_table.CURRENCY_SIGNS.items():
        names.entry(sign).measures.update(codes)
    for code in _codes():
        names.entry(code).measures.add(code)
    return names.sealed()


def _codes() -> Iterable[str]:
    english = _locale("en")
    for code in english._data["currency_names"]:
        if len(code) == 3 and not code.startswith("X") and code not in unit_table.CODES_NOT_MONEY:
            yield code


@lru_cache(maxsize=1)
def _percent_prefixes() -> tuple[str, ...]:
    found = {"%", *unit_table.PERCENT_PREFIXES}
    for source in LANGUAGES:
        patterns = (_locale(source)._data.get("unit_patterns") or {}).get("concentr-percent") or {}
        for style in ("long", "short"):
            for pattern in (patterns.get(style) or {}).values():
                if isinstance(pattern, str) and pattern.endswith("{0}"):
                    found.add(lower(pattern[:-3].strip(" \u00a0\u200f\u200e")))
    return tuple(sorted(filter(None, found), key=len, reverse=True))

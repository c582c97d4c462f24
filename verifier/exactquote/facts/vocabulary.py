"""What stands beside numbers: scale words, currencies and units in many languages, looked up at a place in a text.

Scale words come from CLDR's compact number formats, currency and unit names from CLDR (through Babel), the rest from
the tables beside this file. Names of four letters or more count in every language of
:data:`~exactquote.facts.cldr.LANGUAGES`, shorter ones only in the languages asked for, because ``an`` is a year in
one language and an article in another.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from exactquote.facts import cldr, money_table, scale_table, unit_table
from exactquote.facts.cldr import language
from exactquote.facts.fold import cased, spellings

_EXACT = 4
"""Names of parts of currencies as short as this take no ending: ``cent`` begins many words."""
SUFFIX_LETTERS = 3
"""At most this many letters of an inflection may follow a name (``milyon-un``, ``dollari-n``); in English one."""


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

    def at(self, text: str, place: int, *, letters: int) -> tuple[int, str] | None:
        """The longest name at ``place`` that ends where a word may end: (end of the word, name)."""
        for head in (text[place : place + 2], text[place : place + 1]):
            for name in self._heads.get(head, ()):
                if text.startswith(name, place):
                    short = len(name) == _EXACT and all(map(is_subunit, self.entries[name].measures or ("",)))
                    end = _word_end(text, place + len(name), name, 0 if short else letters)
                    if end is not None:
                        return end, name
        return None


def _word_end(text: str, end: int, name: str, letters: int) -> int | None:
    if not cased(name[-1]):
        return _uncased_end(text, end, name)
    stop = end
    while stop < len(text) and stop - end <= letters and text[stop].isalpha() and cased(text[stop]):
        stop += 1
    if stop == end:
        return None if text[end : end + 1].isdecimal() else end
    return stop if stop - end <= letters and len(name.rsplit(" ", 1)[-1]) >= 4 else None


def _uncased_end(text: str, end: int, name: str) -> int | None:
    """End of the word in a script without case: anywhere in East Asian ones; after a letter or two more where words
    have spaces (``دولارا``); in those that have none (Thai) a name of a letter or two is an abbreviation."""
    if not _in_word(name[-1]) or name[-1] >= _EAST:
        return end
    stop = end
    while stop < len(text) and stop - end <= SUFFIX_LETTERS and _in_word(text[stop]) and not cased(text[stop]):
        stop += 1
    if stop == end:
        return end
    if any(first <= name[-1] <= last for first, last in _SPACELESS):
        return end if len(name) > 2 else None
    return stop if stop - end <= (SUFFIX_LETTERS if len(name) >= 4 else 1) and len(name) >= 3 else None


def _in_word(char: str) -> bool:
    return char.isalpha() or unicodedata.category(char) in ("Mn", "Mc")


_EAST = "\u2e80"
_SPACELESS = (("\u0e00", "\u0eff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
"""Thai and Lao, Burmese, Khmer."""


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

    def __init__(self, langs: tuple[str, ...], *, known: bool) -> None:
        self.langs = langs
        self._letters = 1 if known and langs[0] == "en" else SUFFIX_LETTERS
        self._tables = [_names_of(langs), *([] if known else [_names_of_all()])]

    def name_at(self, low: str, place: int) -> Beside | None:
        """The longest scale word, unit or currency name at ``place`` of a folded text."""
        hits = [hit for names in self._tables if (hit := names.at(low, place, letters=self._letters))]
        if not hits:
            return None
        end, name = max(hits)
        entries = [names.entries[name] for names in self._tables if name in names.entries]
        scales = {lang: factor for entry in reversed(entries) for lang, factor in entry.scales.items()}
        measures = frozenset(measure for entry in entries for measure in entry.measures)
        return Beside(end, self._factors(scales), measures)

    def _factors(self, scales: dict[str, int]) -> tuple[int, ...]:
        own = [scales[lang] for lang in self.langs if lang in scales]
        return tuple(dict.fromkeys(own)) or tuple(dict.fromkeys(scales.values()))


def sign_at(text: str, place: int) -> Beside | None:
    """The longest sign (unit symbol, currency sign or code, sign of a scale) at ``place``; case counts."""
    hit = _signs().at(text, place, letters=0)
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
    for name in cldr.percent_prefixes():
        if low.endswith(name, 0, stop):
            start = stop - len(name)
            if not (start and cased(name[0]) and low[start - 1].isalpha()):
                return start
    return None


def is_currency(measure: str) -> bool:
    """Whether a measure is a currency (by its code)."""
    return len(measure) == 3 and measure.isupper()


def is_subunit(measure: str) -> bool:
    """Whether a measure is the hundredth part of a currency (``USD/100``)."""
    return measure.endswith("/100")


@lru_cache(maxsize=64)
def vocabulary(*langs: str) -> Vocabulary:
    """The vocabulary of the given languages; unknown ones are passed over, English is always there."""
    known = [base for lang in langs if (base := language(lang))]
    return Vocabulary(tuple(dict.fromkeys(known)) or ("en",), known=bool(known))


@lru_cache(maxsize=64)
def _names_of(langs: tuple[str, ...]) -> Names:
    names = Names()
    for lang in (*langs, "en"):
        for source in cldr.sources(lang):
            _fill(names, source, short=True)
    return names.sealed()


@lru_cache(maxsize=1)
def _names_of_all() -> Names:
    names = Names()
    for source in cldr.LANGUAGES:
        _fill(names, source, short=False)
    return names.sealed()


def _fill(names: Names, source: str, *, short: bool) -> None:
    """Put the names of one locale in; without ``short`` only those long enough to be unmistakable."""
    lang = source.split("_")[0]
    scales = [*cldr.scales(source), *((name, factor) for of, factor, name in scale_table.SCALES if of == lang)]
    for name, factor in scales:
        if short or not cased(name[-1]) or len(name) >= 4:
            for form in spellings(name):
                names.entry(form).scales.setdefault(lang, factor)
    units = [*cldr.units(source), *((name, unit) for of, unit, name in unit_table.NAMES if of == lang)]
    money = ((name, code) for of, codes, name in money_table.MONEY for code in codes if of == lang)
    parts = ((name, f"{code}/100") for of, code, name in money_table.SUBUNITS if of == lang)
    for name, measure in [*units, *money, *parts, *cldr.currencies(source)]:
        if short or len(name) >= (4 if cased(name[-1]) else 2):
            for form in spellings(name):
                names.entry(form).measures.add(measure)


@lru_cache(maxsize=1)
def _signs() -> Names:
    names = Names()
    for sign, measure in unit_table.SYMBOLS.items():
        names.entry(sign).measures.add(measure)
    for sign, units in unit_table.SHARED_SYMBOLS.items():
        names.entry(sign).measures.update(units)
    for sign, factor in scale_table.SCALE_SYMBOLS.items():
        names.entry(sign).scales["*"] = factor
    for sign, codes in money_table.CURRENCY_SIGNS.items():
        names.entry(sign).measures.update(codes)
    for of, code, sign in money_table.SUBUNITS:
        if of == "*":
            names.entry(sign).measures.add(f"{code}/100")
    for code in cldr.currency_codes():
        names.entry(code).measures.add(code)
    return names.sealed()

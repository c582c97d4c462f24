"""Month names of many languages (CLDR, through Babel): which month a word names."""

from __future__ import annotations

import re
from functools import lru_cache

from exactquote.facts import cldr
from exactquote.facts.cldr import LANGUAGES, language
from exactquote.facts.fold import MARKS, cased, spellings
from exactquote.facts.vocabulary import SUFFIX_LETTERS

_ONE_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])+")
_HEBREW_PREFIXES = "בלמהושכ"
"""Letters of prepositions, the article and conjunctions, which Hebrew writes onto the word."""


@lru_cache(maxsize=64)
def odd_months(lang: str) -> tuple[re.Pattern[str] | None, dict[str, int]]:
    """The months of a language that are not one word of letters (``tháng 5``, ``ม.ค.``, ``जन॰``, ``ינו׳``): a pattern
    that finds them in a folded text, and the month of each. When the language is not known, those of all languages
    that have a letter outside ASCII, which no other language writes so."""
    known = language(lang)
    names: dict[str, int] = {}
    for source in (known,) if known else LANGUAGES:
        for name, number in cldr.months(source):
            letters = any(char.isalpha() for char in name) and (known or not name.isascii())
            if letters and len(name) > 2 and not _ONE_WORD.fullmatch(name) and not name[0].isdecimal():
                names.update(dict.fromkeys(spellings(name), number))
    if not names:
        return None, names
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    prefix = f"[{_HEBREW_PREFIXES}]?" if known == "he" else ""
    return re.compile(rf"(?<!\w){prefix}({either})(?!\w)\.?"), names


@lru_cache(maxsize=4096)
def month_of(word: str, lang: str) -> tuple[int, ...]:
    """The months that a folded word may name, in its own language and in English; in every one when it is not known.

    In its own language a name of five letters may be inflected by a few (``toukokuu-ssa``); not in English, where it
    would be another word.
    """
    known = language(lang)
    if known == "he" and word[0] in _HEBREW_PREFIXES and (months := _own_months(known).get(word[1:])):
        return months
    if not known:
        return _own_months("en").get(word) or _all_months().get(word, ())
    own = _own_months(known)
    for cut in range(1 if known == "en" else SUFFIX_LETTERS + 1):
        stem = word[: len(word) - cut]
        if cut and len(stem) < 5:
            break
        if months := own.get(stem):
            return months
    return ()


@lru_cache(maxsize=64)
def _own_months(lang: str) -> dict[str, tuple[int, ...]]:
    names: dict[str, set[int]] = {}
    for source in (*cldr.sources("en"), *cldr.sources(lang)):
        names.update(_months_of(source))
    return {name: tuple(sorted(months)) for name, months in names.items() if len(name) >= 3 or not cased(name[0])}


@lru_cache(maxsize=1)
def _all_months() -> dict[str, tuple[int, ...]]:
    names: dict[str, set[int]] = {}
    for source in LANGUAGES:
        for name, months in _months_of(source).items():
            if len(name) >= 4:
                names.setdefault(name, set()).update(months)
    return {name: tuple(sorted(months)) for name, months in names.items()}


def _months_of(source: str) -> dict[str, set[int]]:
    names: dict[str, set[int]] = {}
    for name, number in cldr.months(source):
        if name and not any(char.isdecimal() for char in name):
            for form in spellings(name):
                names.setdefault(form, set()).add(number)
    return names

"""Month names of many languages (CLDR, through Babel): which month a word names."""

from __future__ import annotations

from functools import lru_cache

from exactquote.facts import cldr
from exactquote.facts.cldr import LANGUAGES, language
from exactquote.facts.fold import cased, spellings
from exactquote.facts.vocabulary import SUFFIX_LETTERS


@lru_cache(maxsize=4096)
def month_of(word: str, lang: str) -> tuple[int, ...]:
    """The months that a folded word may name, in its own language and in English; in every one when it is not known.

    In its own language a name of five letters may be inflected by a few (``toukokuu-ssa``); not in English, where it
    would be another word.
    """
    known = language(lang)
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
    names = {**_months_of("en"), **_months_of(lang)}
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

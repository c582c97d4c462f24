"""Halves and quarters of a scale or unit, in words; dozens; and parts of a whole beside percentages."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactquote.facts import find_facts, supports

HALVES = [
    ("half a million visitors", "en"),
    ("a half-million visitors", "en"),
    ("half of a million visitors", "en"),
    ("eine halbe Million Gäste", "de"),
    ("einer halben Million Gästen", "de"),
    ("un demi-million de visiteurs", "fr"),
    ("medio millón de visitas", "es"),
    ("meio milhão de visitas", "pt"),
    ("mezzo milione di visite", "it"),
    ("een half miljoen bezoekers", "nl"),
    ("en halv miljon besök", "sv"),
    ("en halv million besøg", "da"),
    ("puoli miljoonaa kävijää", "fi"),
    ("pół miliona gości", "pl"),
    ("půl milionu hostů", "cs"),
    ("полмиллиона гостей", "ru"),
    ("половина миллиона гостей", "ru"),
    ("пів мільйона гостей", "uk"),
    ("jumătate de milion de vizite", "ro"),
    ("fél millió vendég", "hu"),
    ("μισό εκατομμύριο επισκέπτες", "el"),
    ("yarım milyon ziyaretçi", "tr"),
    ("نصف مليون زائر", "ar"),
    ("חצי מיליון מבקרים", "he"),
]


@pytest.mark.parametrize(("text", "lang"), HALVES)
def test_half_a_million_is_half_of_it(text: str, lang: str) -> None:
    assert [fact.readings[0].value for fact in find_facts(text, lang=lang) if fact.readings] == [500_000]
    assert supports(text, "It had 500,000.", lang="en", claim_lang=lang).facts[0].status == "same"
    assert supports("It had 3 million.", text, lang=lang, claim_lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("text", "lang", "value"),
    [
        ("a quarter of a million", "en", 250_000),
        ("a quarter million", "en", 250_000),
        ("three quarters of a million", "en", 750_000),
        ("three-quarters of a billion", "en", 750_000_000),
        ("eine Viertelmillion", "de", 250_000),
        ("eine Dreiviertelmillion", "de", 750_000),
        ("un quart de million", "fr", 250_000),
        ("un cuarto de millón", "es", 250_000),
        ("çeyrek milyon", "tr", 250_000),
        ("one and a half million", "en", 1_500_000),
        ("half a dozen", "en", 6),
        ("3 dozen", "en", 36),
        ("zwei Dutzend", "de", 24),
        ("yarım düzine", "tr", 6),
        ("half a mile", "en", Fraction(1, 2)),
        ("半小时", "zh", Fraction(1, 2)),
    ],
)
def test_other_parts_and_dozens(text: str, lang: str, value: int | Fraction) -> None:
    assert [fact.readings[0].value for fact in find_facts(text, lang=lang) if fact.readings] == [value]


@pytest.mark.parametrize("text", ["half of them", "the first half", "half in jest", "halfway there"])
def test_a_part_of_nothing_counted_is_no_number(text: str) -> None:
    assert [fact for fact in find_facts(text, lang="en") if fact.readings] == []


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("50 % of them came.", "Half of them came.", "en"),
        ("25 percent of all came.", "A quarter of all came.", "en"),
        ("67 % came.", "Two thirds came.", "en"),
        ("50 % der Boote", "die Hälfte der Boote", "de"),
        ("50 % des bateaux", "la moitié des bateaux", "fr"),
        ("el 50 % de los barcos", "la mitad de los barcos", "es"),
        ("teknelerin %50'si", "teknelerin yarısı", "tr"),
    ],
)
def test_a_percentage_of_a_part_in_words_is_computed(claim: str, line: str, lang: str) -> None:
    assert [f.status for f in supports(claim, line, lang=lang).facts if f.fact.kind == "percent"] == ["computed_from"]


@pytest.mark.parametrize("claim", ["40 % of them came.", "5 % of them came.", "500 % of them came."])
def test_another_percentage_is_refuted(claim: str) -> None:
    assert supports(claim, "Half of them came.", lang="en").verdict == "mismatch"

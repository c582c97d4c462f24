"""Parts of one said after a number, and minus said before it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactquote.facts import find_facts, supports


def values(text: str, lang: str) -> list[Fraction]:
    return [fact.readings[0].value for fact in find_facts(text, lang=lang) if fact.readings]


@pytest.mark.parametrize(
    ("text", "lang", "value"),
    [
        ("some two and a half million", "en", "2500000"),
        ("some two-and-a-half million", "", "2500000"),
        ("some 2 and a half million", "en", "2500000"),
        ("one and a half miles", "en", "1.5"),
        ("a million and a half", "en", "1500000"),
        ("two hours and a half", "en", "2.5"),
        ("three and a quarter miles", "en", "3.25"),
        ("five and three quarters", "en", "5.75"),
        ("zweieinhalb Millionen", "de", "2500000"),
        ("eineinhalb Jahre", "de", "1.5"),
        ("tweeënhalf miljoen", "nl", "2500000"),
        ("deux millions et demi", "fr", "2500000"),
        ("trois heures et demie", "fr", "3.5"),
        ("dos millones y medio", "es", "2500000"),
        ("2 millones y medio", "es", "2500000"),
        ("due milioni e mezzo", "it", "2500000"),
        ("iki buçuk milyon", "tr", "2500000"),
        ("bir buçuk yıl", "tr", "1.5"),
        ("2 مليون ونصف", "ar", "2500000"),
        ("2 с половиной миллиона", "ru", "2500000"),
        ("minus 5 percent", "en", "-5"),
        ("minus five percent", "en", "-5"),
        ("minus $5", "en", "-5"),
        ("minus 5 Grad", "de", "-5"),
        ("eksi yüzde 5", "tr", "-5"),
        ("минус 5 градусов", "ru", "-5"),
        ("マイナス5度", "ja", "-5"),
        ("零下5度", "zh", "-5"),
        ("minus two and a half million", "en", "-2500000"),
    ],
)
def test_the_value_of_what_is_said(text: str, lang: str, value: str) -> None:
    assert values(text, lang) == [Fraction(value)]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("10 minus 3", "en", ["10", "3"]),
        ("plus or minus 3 percent", "en", ["3"]),
        ("terminus 5", "en", ["5"]),
        ("al menos 5", "es", ["5"]),
        ("seven and a halfling", "en", ["7"]),
        ("2.5 and a half", "en", ["2.5"]),
        ("12 i mig", "sv", ["12"]),
    ],
)
def test_what_belongs_to_no_number(text: str, lang: str, expected: list[str]) -> None:
    assert values(text, lang) == list(map(Fraction, expected))


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("They sold 2.5 million boats.", "They sold two and a half million boats.", "en"),
        ("They sold two and a half million boats.", "They sold 2,500,000 boats.", "en"),
        ("They sold two and a half million boats.", "They sold 2,486,310 boats.", "en"),
        ("Trade grew by minus 5 percent.", "Trade grew by −5 %.", "en"),
        ("Trade grew by -5%.", "Trade grew by minus five per cent.", "en"),
        ("Es kostete 2,5 Millionen Euro.", "Es kostete zweieinhalb Millionen Euro.", "de"),
    ],
)
def test_the_same_number_otherwise_said(claim: str, line: str, lang: str) -> None:
    found = [finding.status for finding in supports(claim, line, lang=lang).facts if finding.fact.kind != "name"]
    assert found in (["same"], ["rounds_to"])


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("They sold two million boats.", "They sold two and a half million boats.", "en"),
        ("They sold two and a half million boats.", "They sold 2 million boats.", "en"),
        ("They sold two and a half million boats.", "They sold two and a half thousand boats.", "en"),
        ("They sold two and a half million boats.", "They sold 2,596,310 boats.", "en"),
        ("They sold three and a half million boats.", "They sold two and a half million boats.", "en"),
        ("Trade grew by 5 percent.", "Trade grew by minus 5 percent.", "en"),
        ("Trade grew by minus 5 percent.", "Trade grew by 5 %.", "en"),
        ("Es kostete 2 Millionen Euro.", "Es kostete zweieinhalb Millionen Euro.", "de"),
        ("Es war minus 4 Grad.", "Es war minus 5 Grad.", "de"),
    ],
)
def test_another_number_is_refuted(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"
    assert supports(line, line, lang=lang).verdict == "uncertain"

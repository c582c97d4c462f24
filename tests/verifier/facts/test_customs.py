"""Grouping and decimal marks where the languages of claim and line settle them, and where they do not."""

from __future__ import annotations

import pytest

from exactquote.facts import supports


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("It cost $4.250 million", "It cost $4,250 million", "en"),
        ("It cost 1.186 million", "It cost 1,186,345,850", "en"),
        ("It has 5 members", "It has 5,000 members", "en"),
        ("Es sind 1,03 m.", "Es sind 1.030 m.", "de"),
    ],
)
def test_the_custom_of_a_known_language_refutes(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "lang", "claim_lang"),
    [
        ("It cost $4.250 million", "It cost $4,250 million", "", ""),
        ("It cost $4.250", "It cost $4,250", "en", ""),
        ("Cuesta 4.250 dólares", "Cuesta 4,250 dólares", "es", "es"),
        ("It cost 4.250 euros", "Es kostete 4.250 Euro", "de", "en"),
        ("It cost 4,250 euros", "It cost 4.250 euros of 1.234.567,50 euros", "en", "en"),
    ],
)
def test_other_customs_stay_open(claim: str, line: str, lang: str, claim_lang: str) -> None:
    assert supports(claim, line, lang=lang, claim_lang=claim_lang).verdict == "uncertain"

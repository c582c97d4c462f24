"""Digits written below the line: the same token on a letter, no part of a number on a digit."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("The kiln gives off CO2.", "The kiln gives off CO₂.", "en"),
        ("The kiln gives off 4 t of CO₂.", "The kiln gives off 4 t of CO2 a day.", "en"),
        ("PM2.5 levels fell.", "PM₂.₅ levels fell.", "en"),
        ("Der CO2-Ausstoß sank.", "Der CO₂-Ausstoß sank.", "de"),
        ("CO₂排放量下降", "CO2排放量下降", "zh"),
        ("C6H12O6 dissolves.", "C₆H₁₂O₆ dissolves.", "en"),
        ("It holds CO2.", "It holds CO\u200b₂.", "en"),
    ],
)
def test_the_same_token(claim: str, line: str, lang: str) -> None:
    for one, other in ((claim, line), (line, claim)):
        found = supports(one, other, lang=lang)
        assert [finding.status for finding in found.facts if finding.fact.kind in ("code", "number")]
        assert {finding.status for finding in found.facts} == {"same"}


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The kiln gives off CO₃.", "The kiln gives off CO₂."),
        ("The kiln gives off CO3.", "The kiln gives off CO₂."),
        ("It holds H2O.", "It holds H₂O₂."),
        ("PM10 fell.", "PM₂.₅ fell."),
        ("The word is 10₂.", "The word is 102."),
        ("The word is 102.", "The word is 10₂."),
    ],
)
def test_another_token_is_refuted(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


def test_the_fact_is_the_text_as_it_came() -> None:
    text = "So CO\u00ad₂ and 5 m fell."
    assert [text[fact.start : fact.end] for fact in find_facts(text, lang="en")] == ["CO\u00ad₂", "5 m"]
    assert [fact.text for fact in find_facts(text, lang="en")] == ["CO\u00ad₂", "5 m"]

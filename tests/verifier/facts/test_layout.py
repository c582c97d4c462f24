"""Layout is no fact: invisible characters, line breaks and marks of notes neither break a fact nor make one."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("50 Millionen Euro", "50 Mil\u00adlio\u00adnen Euro", "de"),
        ("a fine of $5 million", "a fine of $5\nmillion", "en"),
        ("a fine of $5 million", "a fine of $5  \u200b million", "en"),
        ("1,186,345,850 people", "1,186,\u200b345,850 people", "en"),
        ("-1,234.50 €", "\u200f-1,234.50 €", "en"),
        ("-5%", "\u200e-5%", "ar"),
        ("12 million people", "12[4] million people", "en"),
        ("in 2021, 12 people", "in 2021[3][b], 12 people", "en"),
        ("It was in Växjö", "It was in Väx\u00adjö", "en"),
    ],
)
def test_layout_does_not_break_a_fact(claim: str, line: str, lang: str) -> None:
    result = supports(claim, line, lang=lang)
    assert {finding.status for finding in result.facts} == {"same"}


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It was 1,234.50 €", "It was \u200f-1,234.50 €"),
        ("It fell by 5%", "It was \u200e-5%"),
        ("There are 3 firms", "There were firms in 2021[3]"),
        ("It was 12 people", "It was 12[4] million people"),
        ("It was 400300", "It was 400\n300"),
        ("It was 400300", "It was 400\t300"),
        ("It was 400300", "It was 400  300"),
    ],
)
def test_layout_does_not_make_a_fact(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


def test_facts_are_slices_of_the_text_as_it_came() -> None:
    text = "\u200fin Mil\u00adan they paid \u200e-5\u00ad%\r\n 12[4] mil\u00adlion"
    assert [fact.text for fact in find_facts(text, lang="en")] == ["Mil\u00adan", "-5\u00ad%", "12[4] mil\u00adlion"]
    assert all(text[fact.start : fact.end] == fact.text for fact in find_facts(text, lang="en"))

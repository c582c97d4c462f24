"""Small numbers in words, and words that only begin a sentence."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("There are 2 companies", "There are two companies", "en"),
        ("Es gibt 2 Schiffe", "Es gibt zwei Schiffe", "de"),
        ("There are two companies", "There are 2 companies", "en"),
        ("a two-thirds majority", "a majority of 2/3", "en"),
        ("one fifth of it", "1/5 of it", "en"),
    ],
)
def test_two_is_2(claim: str, line: str, lang: str) -> None:
    assert {f.status for f in supports(claim, line, lang=lang).facts if f.fact.readings} == {"same"}


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The two companies merged", "The three companies merged"),
        ("The three companies merged", "The two companies merged"),
        ("It is one fifth of it", "It is 5 of it"),
        ("Two companies merged last year", "In all it was 3 companies that merged"),
    ],
)
def test_two_is_not_three(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


def test_two_may_be_said_in_other_words() -> None:
    assert supports("The two companies merged", "Both companies merged", lang="en").facts[0].status == "unchecked"


@pytest.mark.parametrize("text", ["one of them", "for a second", "the second ship"])
def test_words_that_need_not_be_numbers(text: str) -> None:
    assert not find_facts(text, lang="en")


@pytest.mark.parametrize("text", ["The port is closed.", "It is closed. There is no ferry.", "Die kleine Fähre fährt."])
def test_a_word_that_begins_a_sentence_is_no_name(text: str) -> None:
    assert not {"The", "It", "There", "Die"} & {fact.text for fact in find_facts(text, lang="en")}

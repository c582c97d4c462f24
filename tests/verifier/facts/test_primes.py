"""Feet and inches written with primes or quotation marks, where these can be nothing else."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports

FOOT, INCH = "length-foot", "length-inch"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He is 6'2\" tall", [FOOT, INCH]),
        ("He is 6’2” tall", [FOOT, INCH]),
        ("He is 6′ 2″ tall", [FOOT, INCH]),
        ('a print of 8" x 10" in oak', [INCH, INCH]),
        ("a print of 8″ × 10″", [INCH, INCH]),
        ("a pipe of 5″", [INCH]),
        ("a wall of 5′", [FOOT]),
    ],
)
def test_signs_of_feet_and_inches(text: str, expected: list[str]) -> None:
    found = [fact.measures for fact in find_facts(text, lang="en") if fact.readings]
    assert len(found) == len(expected)
    assert all(unit in measures for unit, measures in zip(expected, found, strict=True))


@pytest.mark.parametrize(
    "text", ['He said "take 5" and left', "the class of '90' 5\" away", "it is called '5'", 'He counted 5"', "12'500"]
)
def test_marks_that_may_close_a_quotation_are_no_unit(text: str) -> None:
    assert not [fact for fact in find_facts(text, lang="en") if fact.measures]


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("He is 6 feet 2 inches tall.", "He is 6'2\" tall."),
        ("He is 6'2\" tall.", "He is 6′2″ tall."),
        ("The print is 8 by 10 inches.", 'The print is 8" x 10".'),
        ("The fort lies at 51°30′26″.", "The fort lies at 51°30'26\"."),
    ],
)
def test_the_same_length(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "uncertain"
    assert supports(line, line, lang="en").verdict == "uncertain"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("He is 6'3\" tall.", "He is 6'2\" tall."),
        ("He is 2 feet 6 inches tall.", "He is 6'2\" tall."),
        ("The pipe is 5 cm wide.", "The pipe is 5″ wide."),
        ("The pipe is 5 feet wide.", "The pipe is 5″ wide."),
        ('The print is 8" x 12".', 'The print is 8" x 10".'),
    ],
)
def test_another_length_is_refuted(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"

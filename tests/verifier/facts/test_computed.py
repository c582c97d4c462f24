"""Values that a model computed from the line: allowed, marked, and with their formula."""

from __future__ import annotations

import pytest

from exactquote.facts import supports


@pytest.mark.parametrize(
    ("claim", "line", "formula"),
    [
        (
            "In all they paid $1,186,345,850.",
            "They paid $865,630,784 and then $320,715,066.",
            "$865,630,784 + $320,715,066",
        ),
        ("Together that is 60 ships.", "There were 10 here, 20 there and 30 beyond.", "10 + 20 + 30"),
        ("The second was 545 euros lower.", "It cost 865 euros, later 320 euros.", "865 euros − 320 euros"),
        ("Half of it is €750.", "It costs €1,500.", "€1,500 ÷ 2"),
        ("Twice that is €3,000.", "It costs €1,500.", "€1,500 × 2"),
        ("That is 25 % of them.", "They sold 30 of 120 ships.", "30 ÷ 120"),
        ("That is a rise of 20 %.", "It rose from 50 euros to 60 euros.", "(60 euros − 50 euros) ÷ 50 euros"),
        ("That is a ratio of 3.0.", "It went from 40 to 120.", "120 ÷ 40"),
        ("The tax is €300.", "It costs €1,500 with 20 % tax.", "20 % × €1,500"),
        ("It lasted six years.", "It ran from 1939 to 1945.", "1945 − 1939"),
        ("That is 1500 m.", "The pier is 1.5 km long.", "1.5 km"),
        ("That is 2 hours.", "It takes 120 minutes.", "120 minutes"),
    ],
)
def test_computed(claim: str, line: str, formula: str) -> None:
    result = supports(claim, line, lang="en")
    computed = [finding for finding in result.facts if finding.status == "computed_from"]
    assert [finding.formula.split(" = ")[0].split(" ≈ ")[0] for finding in computed] == [formula]
    assert all(fact.text in finding.formula for finding in computed for fact in finding.line_facts)
    assert "computed_value" in result.flags
    assert result.verdict == "uncertain"


def test_a_rounded_result_says_so() -> None:
    finding = supports("That is 33 % of them.", "They sold 10 of 30 ships.", lang="en").facts[-1]
    assert finding.formula == "10 ÷ 30 ≈ 33 %"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("They sold 90 of 120 ships.", "They sold 30 of 120 ships."),  # 120 − 30, but in the place of another number
        ("The total is 12 dollars.", "Fare 5 euros, tax 7 euros."),
        ("The total is 12 euros.", "Fare 5 euros, tax 7 dollars."),
        ("The sum is 4044.", "It ran from 2021 to 2023."),
        ("That is 8 ships.", "There were 4."),  # chance, not sense: small numbers double
    ],
)
def test_not_computed(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


def test_a_line_full_of_numbers_computes_nothing() -> None:
    line = " ".join(f"{n} ships;" for n in range(101, 140, 3))
    assert supports("In all 205 ships.", line, lang="en").verdict == "mismatch"

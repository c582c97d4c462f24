"""Every formula that is shown is true as it stands, read by itself and worked out again."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactquote.facts import Fact, find_facts, supports
from exactquote.facts.conversion import sizes

_TOKEN = re.compile(r" ([+−×÷]) |([()])")


def _number(text: str) -> Fraction:
    """The value of one operand, percentages as shares."""
    (fact,) = find_facts(text, lang="en")
    share = {"%": 100, "‰": 1000}.get(min(fact.measures, default=""), 1)
    return fact.readings[0].value / share


def _value(formula: str) -> Fraction:
    """Work out ``a + b + c``, ``a − b``, ``(a − b) ÷ c`` and the like."""
    if inner := re.fullmatch(r"\((.+)\) ÷ ([^()]+)", formula):
        return _value(inner[1]) / _number(inner[2])
    parts = re.split(r" ([+−×÷]) ", formula)
    total = _number(parts[0])
    for sign, operand in zip(parts[1::2], parts[2::2], strict=True):
        other = _number(operand)
        total = {"+": total + other, "−": total - other, "×": total * other, "÷": total / (other or 1)}[sign]
    return total


def _converted(text: str, result: Fact) -> list[Fraction]:
    """The values of an operand in the units of the result."""
    (fact,) = find_facts(text, lang="en")
    mine, theirs = sizes(fact), sizes(result)
    return [
        (fact.readings[0].value * mine[d][0] + mine[d][1] - theirs[d][1]) / theirs[d][0]
        for d in mine.keys() & theirs.keys()
    ]


def _check(formula: str) -> None:
    left, sign, right = re.split(r" ([=≈]) ", formula)
    (result,) = find_facts(right, lang="en")
    stated = result.readings[0]
    if _TOKEN.search(left):
        values = [_value(left) * (100 if result.measures == {"%"} else 1)]
    else:
        values = _converted(left, result)
    assert any(
        value == stated.value if sign == "=" else 2 * abs(value - stated.value) <= stated.step for value in values
    ), formula


_NUMBERS = [
    "2",
    "5",
    "10",
    "12",
    "20",
    "25",
    "30",
    "50",
    "60",
    "100",
    "120",
    "400",
    "2.5",
    "0.5",
    "1,500",
    "1990",
    "1995",
]
_UNITS = [
    "",
    " million",
    " %",
    " km",
    " m",
    " euros",
    " million euros",
    " billion",
    " hours",
    " minutes",
    " ships",
    " °C",
    " °F",
]
_JOINS = [" to ", "–", " and ", ", later ", " from ", " of ", " but "]
_amounts = st.builds("{}{}".format, st.sampled_from(_NUMBERS), st.sampled_from(_UNITS))
_lines = st.lists(st.tuples(st.sampled_from(_JOINS), _amounts), min_size=2, max_size=4).map(
    lambda parts: "It went" + "".join(join + amount for join, amount in parts) + "."
)
_CLAIMED = [1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 33, 45, 50, 60, 75, 80, 100, 120, 150, 200, 240, 250, 400, 500]


def test_every_formula_is_true_as_it_stands() -> None:
    found = []

    @given(st.sampled_from(_UNITS), _lines)
    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    def check(unit: str, line: str) -> None:
        claim = "; ".join(f"that makes {number}{unit} in all" for number in _CLAIMED)
        for finding in supports(claim, line, lang="en").facts:
            if finding.formula:
                found.append(finding.formula)
                _check(finding.formula)

    check()
    assert len(found) > 100


@pytest.mark.parametrize(
    "formula", ["25 million − 20 = 5 million", "30 ÷ 120 = 20 %", "2 km = 200 m", "10 ÷ 30 ≈ 34 %"]
)
def test_the_check_finds_what_is_false(formula: str) -> None:
    with pytest.raises(AssertionError):
        _check(formula)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It has 20 rooms.", "It has 10 to 30 rooms."),
        ("They counted 5 boats.", "They counted 15–20 boats."),
        ("The rise was 20 %.", "It rose from 20 to 25 million."),
        ("It rose 20 %.", "It rose 20–25 million."),
        ("In all 45 boats.", "There were 15–20 boats, and 25 to 40 more."),
    ],
)
def test_the_ends_of_a_range_are_not_put_together(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "formula"),
    [
        ("It grew by 25 %.", "It grew from 20 to 25 million.", "(25 million − 20,000,000) ÷ 20,000,000 = 25 %"),
        ("It lasted 6 years.", "It lasted from 1939 to 1945.", "1945 − 1939 = 6 years"),
        ("It lasted 6 years.", "The war (1939–1945) was long.", "1945 − 1939 = 6 years"),
        ("The gap is 5 km.", "It moved from 12 to 17 km.", "17 km − 12 km = 5 km"),
    ],
)
def test_a_way_from_one_number_to_another_is(claim: str, line: str, formula: str) -> None:
    assert [finding.formula for finding in supports(claim, line, lang="en").facts if finding.formula] == [formula]

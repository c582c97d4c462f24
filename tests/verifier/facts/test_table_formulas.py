"""Numbers that come out of a table's rows and columns: means, shares of sums, changes; and what is left open."""

from __future__ import annotations

import pytest

from exactquote.facts import supports

SALES = "Net sales | 2022: $1,496.5 | 2021: 1,202.9 | 2020: 1,118.2"
COSTS = "Costs | 2022: (5,860) | 2021: (5,803) | 2020: (5,075)"
TWO = f"{SALES}\nRent | 2022: $60.4 | 2021: 58.2 | 2020: 51.7"


@pytest.mark.parametrize(
    ("claim", "line", "formula"),
    [
        ("The mean was $1,272.53.", SALES, "($1,496.5 + 1,202.9 + 1,118.2) ÷ 3 ≈ $1,272.53"),
        ("The mean of 2022 and 2021 was $1,349.7.", SALES, "($1,496.5 + 1,202.9) ÷ 2 = $1,349.7"),
        ("Sales rose by $293.6.", SALES, "$1,496.5 − 1,202.9 = $293.6"),
        ("Sales rose by 24.41%.", SALES, "($1,496.5 − 1,202.9) ÷ 1,202.9 ≈ 24.41%"),
        ("Rent is 4.04% of sales.", TWO, "$60.4 ÷ $1,496.5 ≈ 4.04%"),
        ("On the average they were 5,579.33.", COSTS, "(5,860 + 5,803 + 5,075) ÷ 3 ≈ 5,579.33"),
        ("The mean loss was 1,161.33.", "Result | 2019: (2,235) | 2018: (6,986) | 2017: 5,737",
         "−((−2,235) + (−6,986) + 5,737) ÷ 3 ≈ 1,161.33"),
        ("They are 53.83% of it.", "Balance | Saws: 5,236.1 | Files: 312.3 | Total: 10,307.2",
         "(5,236.1 + 312.3) ÷ 10,307.2 ≈ 53.83%"),
        ("The share rose by 4.72%.", "Rent | 2022: 60 | 2021: 52\nSales | 2022: 480 | 2021: 668",
         "(60 ÷ 480) − (52 ÷ 668) ≈ 4.72%"),
        ("The yield rose by 6.67%.", "Rate | 2019: 4.00% | 2018: 3.75%", "(4.00% − 3.75%) ÷ 3.75% ≈ 6.67%"),
        ("That is 12% of all.", "Of all 40% are old, and 30% of these are ill.", "40% × 30% = 12%"),
        ("The mean depth is 183 cm.", "They are 142 cm, 171 cm and 236 cm deep.",
         "(142 cm + 171 cm + 236 cm) ÷ 3 = 183 cm"),
        ("The change is €20.5 million.", "Tax | 2019 €m: 62.5 | 2018 €m: 42.0",
         "62,500,000 − 42,000,000 = €20.5 million"),
        ("The fall is 78.06%.", "Costs came to $4.3 million in total (2018 $19.6 million).",
         "($19.6 million − $4.3 million) ÷ $19.6 million ≈ 78.06%"),
        ("It changed by $17 million.", "Loss | 2018 (in millions): $(7) | 2017 (in millions): $10",
         "10,000,000 − (−7,000,000) = $17 million"),
        ("The change is $9.7 million.", "UK | 2019 $M: 83.2 | 2018 Restated, see note 2 $M: 73.5",
         "83,200,000 − 73,500,000 = $9.7 million"),
    ],
)  # fmt: skip
def test_computed(claim: str, line: str, formula: str) -> None:
    found = supports(claim, line, lang="en")
    assert [one.formula for one in found.facts if one.formula] == [formula]
    assert found.verdict == "uncertain"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Net sales were $1,469.5.", SALES),  # two digits turned round
        ("Net sales were $1,496.7.", SALES),  # one digit changed
        ("The mean was $1,281.55.", SALES),
        ("Sales rose by 31.7%.", SALES),
        ("Half of it is $748.25.", SALES),  # nobody halves a row
        ("Rent and the year before it come to $1,263.3.", "Rent | 2022: $60.4\nSales | 2021: $1,202.8"),
        ("In all they paid $9,400.", TWO),  # more than all of them together
        ("It went up by 30 cm.", "They are 142 cm, 171 cm and 236 cm deep."),
    ],
)
def test_refuted(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The rise was $14,657 thousand.", "Costs | 2019: 83,401 | 2018: 68,744"),  # the scale stands elsewhere
        ("It rose by 1.5%.", "Other income | 2019: 1.6 | 2018: 0.1"),  # so does the unit
        ("The change over both is $812.34.", TWO),  # several rows: not every way is searched
    ],
)
def test_left_open(claim: str, line: str) -> None:
    found = supports(claim, line, lang="en")
    assert found.verdict == "uncertain"
    assert "uncomputed_number" in found.flags
    assert not any(one.formula for one in found.facts)


def test_a_year_before_a_sign_in_a_header_is_a_year() -> None:
    found = supports("It was €62.5 million.", "Tax | 2019 €m: 62.5 | 2018 €m: 42.0", lang="en")
    assert [one.status for one in found.facts] == ["same"]
    assert supports("It was €62.5.", "Tax | 2019 €m: 62.5", lang="en").verdict == "mismatch"


@pytest.mark.parametrize("claim", ["It rose by €0.0 million.", "It rose by 0%."])
def test_nothing_but_zero_is_zero(claim: str) -> None:
    assert supports(claim, "It rose by €0.02 million or 0.3%, from 0.5%.", lang="en").verdict == "mismatch"

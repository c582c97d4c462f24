"""Quantities stated in another unit, and money in whole currency or its hundredth parts."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [
        ("A stamp costs $0.50 today.", "A stamp costs 50 cents today.", "en"),
        ("A stamp costs $0.50 today.", "A stamp costs 50¢ today.", "en"),
        ("A stamp costs £0.65 today.", "A stamp costs 65 pence today.", "en"),
        ("A stamp costs 1.25 dollars.", "A stamp costs 125 cents.", "en"),
        ("Die Marke kostet 0,85 Euro.", "Die Marke kostet 85 Cent.", "de"),
        ("Le timbre coûte 0,85 €.", "Le timbre coûte 85 centimes.", "fr"),
        ("El sello cuesta 0,75 euros.", "El sello cuesta 75 céntimos.", "es"),
        ("Pul 0,50 lira.", "Pul 50 kuruş.", "tr"),
        ("Марка стоит 0,50 рубля.", "Марка стоит 50 копеек.", "ru"),
    ],
)
def test_money_in_parts_of_its_currency_is_the_same(one: str, other: str, lang: str) -> None:
    for claim, line in ((one, other), (other, one), (one, one), (other, other)):
        found = [finding.status for finding in supports(claim, line, lang=lang).facts if finding.fact.kind == "amount"]
        assert found == ["same"], (claim, line)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("A stamp costs $0.05 today.", "A stamp costs 50 cents today."),
        ("A stamp costs $50 today.", "A stamp costs 50 cents today."),
        ("A stamp costs 50 cents today.", "A stamp costs $50 today."),
        ("A stamp costs £0.50 today.", "A stamp costs 50 cents today."),
        ("A stamp costs 50 pence today.", "A stamp costs 50 cents today."),
        ("A stamp costs 50 cents today.", "A stamp costs 60 cents today."),
        ("A stamp costs 50 cents today.", "A stamp costs 50 per cent today."),
        ("The pier is 1.5 km long.", "The pier is 1600 m long."),
        ("The pier is 1.5 km long.", "The pier is 1.5 m long."),
        ("It took 3 days in all.", "It took 50 hours in all."),
    ],
)
def test_another_sum_or_quantity_is_refuted(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "formula"),
    [
        ("The pier is 1.5 km long.", "The pier is 1500 m long.", "1500 m = 1.5 km"),
        ("The pier is 1.5 km long.", "The pier is 1,480 m long.", "1,480 m ≈ 1.5 km"),
        ("It took 3 days in all.", "It took 72 hours in all.", "72 hours = 3 days"),
    ],
)
def test_a_quantity_in_another_unit_is_computed_even_in_its_own_place(claim: str, line: str, formula: str) -> None:
    result = supports(claim, line, lang="en")
    assert [(finding.status, finding.formula) for finding in result.facts] == [("computed_from", formula)]
    assert "computed_value" in result.flags


@pytest.mark.parametrize(
    "line", ["A stamp costs between 50 and 60 cents.", "Prices in cents: 50, 60", "Price (cents): 50"]
)
def test_cents_that_the_line_names_elsewhere(line: str) -> None:
    assert supports("A stamp costs 50 cents.", line, lang="en").verdict == "uncertain"


@pytest.mark.parametrize(
    ("text", "lang"),
    [("5 centers", "nl"), ("5 centuries", "en"), ("5 centri", "it"), ("5 per cent", "en"), ("trois cents", "fr")],
)
def test_words_that_begin_like_cent_are_no_money(text: str, lang: str) -> None:
    assert [fact for fact in find_facts(text, lang=lang) if fact.kind == "amount"] == []
    assert [fact for fact in find_facts(text) if fact.kind == "amount"] == []


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It was 20 °C there.", "The air had 68 °F."),
        ("It was 37 degrees Celsius.", "They measured 98.6 °F."),
        ("It froze at -40 °C.", "Records show −40 °F."),
        ("It warmed by 2 °C.", "It rose by 3.6 °F."),
        ("The rate is 0.5 %.", "Of a thousand, 5 ‰ fail."),
        ("It rose by 25 basis points.", "A rise of 0.25 percentage points followed."),
        ("It ran at 100 km/h.", "The top was 62 mph."),
        ("It took 18 months.", "The work lasted 1.5 years."),
        ("It stood for two centuries.", "It stood for 200 years."),
        ("A link of 40 Mb.", "A store of 5 MB was filled."),
    ],
)
def test_other_units_of_one_dimension(claim: str, line: str) -> None:
    assert [f.status for f in supports(claim, line, lang="en").facts if f.fact.readings] == ["computed_from"]


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It was 37 °C there.", "It was 37 °F there."),
        ("It was 21 °C there.", "The air had 68 °F."),
        ("The rate is 5 ‰.", "The rate is 5 %."),
        ("It rose by 5 percent.", "It rose by 5 percentage points."),
        ("It rose by 5 basis points.", "It rose by 5 percent."),
        ("It holds 5 Mb.", "It holds 5 MB."),
        ("It ran at 62 km/h.", "It ran at 62 mph."),
        ("It took 15 months.", "The work lasted 1.5 years."),
    ],
)
def test_the_same_figure_in_another_unit_is_refuted(claim: str, line: str) -> None:
    assert supports(claim, line, lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "status"),
    [
        ("1 million came", "it had 1,400,000 guests", "rounds_to"),
        ("1 million came", "it had 960,000 guests", "rounds_to"),
        ("1 million came", "it had 500,000 guests", "computed_from"),
        ("1 million came", "it had 1,500,000 guests", "different"),
        ("2 million came", "it had 1,500,000 guests", "rounds_to"),
        ("3 million came", "it had 2,500,000 guests", "rounds_to"),
        ("1.0 million came", "it had 1,400,000 guests", "different"),
        ("1.0 million came", "it had 960,000 guests", "rounds_to"),
        ("1,000,000 came", "it had 1,000,001 guests", "different"),
    ],
)
def test_a_figure_covers_what_rounds_to_it_at_the_step_it_states(claim: str, line: str, status: str) -> None:
    assert supports(claim, line, lang="en").facts[0].status == status

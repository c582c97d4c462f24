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

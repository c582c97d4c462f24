"""Claims against lines: what rules must refute, and what they must not.

Many cases are failures of other checkers, told again in other words: numbers found inside numbers, scales and units
that change unseen, honest figures refused for their typography.
"""

from __future__ import annotations

import pytest

from exactquote.facts import Support, supports


def statuses(result: Support) -> dict[str, str]:
    return {finding.fact.text: finding.status for finding in result.facts}


REFUTED = [
    # a number that is only part of another one
    ("The fund lent 50 firms money.", "The fund lent 150 firms money.", "en"),
    ("The fund holds 50 shares.", "The fund holds 5020 shares.", "en"),
    ("They sold 15 boats.", "They sold 1 5 boats.", "en"),
    ("About 35 million users left.", "Turnover fell by 35% last year.", "en"),
    ("About 35 million users left.", "It raised $35M last year.", "en"),
    ("Fees rose 50 %.", "Fees rose to $50 million.", "en"),
    ("It has 000 members.", "It has 400 000 members.", "en"),
    # digits
    ("Tides rose 6% in March.", "Tides rose 5% in March.", "en"),
    ("Notice is 30 days.", "Notice is 10 days.", "en"),
    ("The fine was $59 million.", "The fine was $95 million.", "en"),
    ("The code is 0123456788.", "The code is 0123456789.", "en"),
    ("2 of the 9 crew survived.", "0 of the 9 crew survived.", "en"),
    # scales
    ("The fine was $4.2 billion.", "The fine was $4.2 million.", "en"),
    ("Die Kosten betragen 3 Milliarden.", "Die Kosten betragen 3 Millionen.", "de"),
    ("Die Kosten betragen 2 Milliarden.", "Die Kosten betragen 2 Billionen.", "de"),
    ("Cuesta 3 mil millones.", "Cuesta 3 millones.", "es"),
    ("Bütçe 5 milyar lira.", "Bütçe 5 milyon lira.", "tr"),
    ("预算为5亿元。", "预算为5万元。", "zh"),
    ("الميزانية 5 مليار.", "الميزانية 5 مليون.", "ar"),
    ("It cost 2 lakh rupees.", "It cost 2 crore rupees.", "en"),
    ("It cost 5 rupees.", "It cost 5 crore rupees.", "en"),
    ("It cost 5k.", "It cost 5M.", "en"),
    # units and currencies
    ("The pier is 5 miles long.", "The pier is 5 km long.", "en"),
    ("It weighs 5 kg.", "It weighs 5 g.", "en"),
    ("It took 5 months.", "It took 5 years.", "en"),
    ("The fee is 400 euros.", "The fee is 400 dollars.", "en"),
    ("The fee is €400.", "The fee is £400.", "en"),
    ("The fee is 400 euros.", "The fee is 400.", "en"),
    ("Rates rose 5 %.", "Rates rose 5 percentage points.", "en"),
    ("It is 20 °F.", "It is 20 °C.", "en"),
    # signs, powers, fractions
    ("It was 5 °C.", "It was -5 °C.", "en"),
    ("It was −3.", "It was 3.", "en"),
    ("There are 102 cells.", "There are 10² cells.", "en"),
    ("There are 102 cells.", "There are 10^2 cells.", "en"),
    ("It is 1½ miles off.", "It is 11⁄2 miles off.", "en"),
    # precision that the line does not have, and rounding that is wrong
    ("They paid 1,186,345,850 dollars.", "They paid 1.186 billion dollars.", "en"),
    ("They paid 1.187 billion dollars.", "They paid 1,186,345,850 dollars.", "en"),
    ("They paid 1.18 billion dollars.", "They paid 1,186,345,850 dollars.", "en"),
    # a small m: metres or millions, of what follows
    ("It carried 14.2m passengers.", "It carried 12.4 million passengers.", "en"),
    ("The wall is 12.4 million long.", "The wall is 12.4 metres long.", "en"),
    ("It sold 3 million barrels.", "It sold 3m tonnes.", "en"),
    # dates
    ("It opened on 25 May 2022.", "It opened on 24 May 2022.", "en"),
    ("It opened on 24 May 2022.", "It opened in 2022.", "en"),
    ("It opened on 24 June 2022.", "It opened on May 24, 2022.", "en"),
    ("It opened in May 2023.", "It opened on 2022-05-24.", "en"),
    ("It opened in 1990.", "It opened in the 1990s.", "en"),
    ("It opens at 3:30 pm.", "It opens at 14:30.", "en"),
    # values exchanged within the line
    ("The fee is 170 euros for adults and 170 for children.",
    "The fee is 400 euros for adults and 170 for children.", "en"),
    # addresses and names
    ("See https://port.example/b.", "See https://port.example/a.", "en"),
    ("See https://port.example/.", "See the port's page.", "en"),
    ("See evil.example/a.", "See port.example/a.", "en"),
    ("Write to a@port.example.", "Write to b@port.example.", "en"),
    ("The ship was sold to Norsk Havn.", "The ship was sold to Dansk Rederi.", "en"),
    ("In March the Aurora sank.", "In March the Borealis sank.", "en"),
    ("The reactor is an A380.", "The reactor is an A350.", "en"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "line", "lang"), REFUTED)
def test_refuted(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"


SAME = [
    ("4523000 people", "4,523,000 people", "en"),
    ("The fee is 400 000 euros.", "The fee is €400,000.", "en"),
    ("between 25-65 years", "between 25–65 years", "en"),
    ("It has ‑5 units.", "It has ‑5 units.", "en"),
    ("$1,030", "1 030 USD", "en"),
    ("5 million euros", "€5m", "en"),
    ("5,000,000 people", "5 million people", "en"),
    ("five million people", "5 million people", "en"),
    ("25 ships", "twenty-five ships", "en"),
    ("**999** million dollars", "999 million dollars", "en"),
    ("500 million", "0.5 billion", "en"),
    ("half of it: 0.5", "half of it: ½", "en"),
    ("three thousand ships", "3.000 Schiffe", "de"),
    ("24 May 2022", "2022-05-24", "en"),
    ("2022-05-24", "May 24, 2022", "en"),
    ("May 2022", "24 May 2022", "en"),
    ("in 2022", "on 24 May 2022", "en"),
    ("03/04/2022", "3 April 2022", "en"),
    ("at 2:30 pm", "at 14:30", "en"),
    ("816 000 t", "816,000 tonnes", "en"),
    ("٢٧٤٣ يورو", "2743 يورو", "ar"),
    ("2743元", "２，７４３元", "zh"),
    ("https://port.example/a", "HTTPS://Port.example:443/a#fees", "en"),
    ("in 2018–19", "in 2018-2019", "en"),
    ("for 25–65 %", "for 25 % to 65 %", "en"),
    ("US$ 5", "$5", "en"),
    ("12.4m passengers", "12.4 million passengers", "en"),
    ("1.3 million homes", "18k people and 1.3m homes", "en"),
    ("3m tonnes of ore", "3 million tonnes of ore", "en"),
    ("a 12.4m wall", "a wall of 12.4 metres", "en"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "line", "lang"), SAME)
def test_the_same_fact_in_other_dress(claim: str, line: str, lang: str) -> None:
    result = supports(claim, line, lang=lang, claim_lang="en" if lang == "de" else lang)
    assert set(statuses(result).values()) <= {"same"}
    assert result.facts


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("5 million euros", "5 Millionen Euro", "de"),
        ("2 billion euros", "2 Milliarden Euro", "de"),
        ("3 billion euros", "3 mil millones de euros", "es"),
        ("5 billion lira", "5 milyar lira", "tr"),
        ("100 million yuan", "1亿元", "zh"),
        ("5 million dollars", "5 ملايين دولار", "ar"),
        ("1,234.5 kilometres", "1.234,5 Kilometer", "de"),
        ("50 percent", "yüzde 50", "tr"),
        ("24 May 2022", "24 Mayıs 2022", "tr"),
        ("May 24, 2022", "2022年5月24日", "zh"),
        ("24 May 2022", "٢٤ مايو ٢٠٢٢", "ar"),
        ("25 ships", "fünfundzwanzig Schiffe", "de"),
        ("20 crore rupees", "२० करोड़ रुपये", "hi"),
    ],
)
def test_an_english_claim_about_a_page_in_another_language(claim: str, line: str, lang: str) -> None:
    result = supports(claim, line, lang=lang, claim_lang="en")
    assert set(statuses(result).values()) == {"same"}
    assert result.verdict == "uncertain"


def test_rules_never_confirm() -> None:
    line = "The ferry cost 12 euros on 3 May 2021."
    assert supports(line, line, lang="en").verdict == "uncertain"
    assert supports("Nothing to check here.", line, lang="en").verdict == "uncertain"
    assert supports("", "", lang="en").facts == ()


def test_rounding_is_to_the_step_of_the_claim_and_flagged() -> None:
    line = "The total was $1,186,345,850."
    for claim in ("$1.186 billion", "$1.19 billion", "$1.2 billion", "$1,186 million", "$1 billion"):
        result = supports(claim, line, lang="en")
        assert [finding.status for finding in result.facts] == ["rounds_to"]
        assert result.flags == ("rounded_value",)


@pytest.mark.parametrize(
    ("claim", "line", "flag"),
    [
        ("Es sind 1030 m.", "Es sind 1.030 m.", "ambiguous_number"),
        ("It costs 1,030 euros.", "Amount in euros\t1,030", "unit_or_currency_inferred"),
        ("All of them over 18.", "All of them over 18 years.", "unit_or_currency_inferred"),
        ("US$5", "$5", "unit_or_currency_inferred"),
        ("It cost 1.2 million.", "The bridge cost 1,186,345 euros.", "unit_or_currency_inferred"),
        ("It was 5.", "It was 4.9.", "rounded_value"),
        ("The total is 12 euros.", "Fare 5 euros, tax 7 euros.", "computed_value"),
        ("船はオスロへ行く", "船はベルゲンへ行く", "names_unchecked"),
    ],
)
def test_flags(claim: str, line: str, flag: str) -> None:
    result = supports(claim, line, lang={"船": "ja"}.get(claim[0], ""))
    assert result.verdict == "uncertain"
    assert flag in result.flags


def test_a_unit_from_the_header_of_a_table() -> None:
    row = "Permit\tFee (€)\tDays\tStudent\t400\t30"
    assert supports("The student permit costs €400.", row, lang="en").verdict == "uncertain"
    assert supports("The student permit costs £400.", row, lang="en").verdict == "mismatch"
    assert supports("The student permit costs €430.", row, lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("right", "wrong", "row", "lang"),
    [
        ("A bicycle pays €4.", "A bicycle pays £4.", "Guest: Bicycle | Fare (€): 4 | Weight (kg): 15", "en"),
        ("A bicycle weighs 15 kg.", "A bicycle pays €15.", "Guest: Bicycle | Fare (€): 4 | Weight (kg): 15", "en"),
        ("It takes 35 minutes.", "It takes 35 hours.", "Line: Quay | Time (minutes): 35 | Stops: 4", "en"),
        ("Der Ausweis kostet 24,50 Euro.", "Der Ausweis kostet 24,50 kg.", "Art: Ausweis | Preis (EUR): 24,50", "de"),
        ("Bilet 85 TL.", "Bilet 85 kg.", "Tür: Bilet | Ücret (TL): 85", "tr"),
    ],
)
def test_a_unit_that_is_all_a_header_adds_is_that_of_its_cell(right: str, wrong: str, row: str, lang: str) -> None:
    found = supports(right, row, lang=lang)
    assert (found.verdict, "unit_or_currency_inferred" in found.flags) == ("uncertain", False)
    assert supports(wrong, row, lang=lang).verdict == "mismatch"


@pytest.mark.parametrize("row", ["Team: Ems | Won: 12 | Lost: 3", "Team: Ems | Fee (per day): 12 | Days (open): 3"])
def test_a_word_of_a_header_that_may_be_a_unit_is_none(row: str) -> None:
    assert supports("They have 12.", row, lang="en").flags == ()


@pytest.mark.parametrize("claim", ["About 35 users came.", "35 boats sank"])
def test_a_bare_number_does_not_come_from_money_or_percent(claim: str) -> None:
    for line in ("It cost $35.", "It fell 35%.", "It is 35 km long."):
        assert supports(claim, line, lang="en").verdict == "mismatch"


class TestNames:
    def test_found_in_any_case_and_order(self) -> None:
        result = supports("In May the company Havn Norsk paid.", "NORSK HAVN paid in May.", lang="en")
        assert statuses(result)["Havn Norsk"] == "same"

    def test_inflected_or_derived_is_left_open(self) -> None:
        for claim, line in (
            ("Se oli Tampereen asia.", "Tampere sai rahaa."),
            ("It was a Libyan ship.", "It came from Libya."),
            ("Bu, Türkiye'nin işidir.", "Türkiye aldı."),
        ):
            assert supports(claim, line).verdict == "uncertain"

    def test_an_acronym_is_left_open(self) -> None:
        line = "It went to the North Sea Pilot Office."
        assert supports("It went to the NSPO.", line, lang="en").flags == ("names_unchecked",)
        assert supports("It went to the NSPX.", line, lang="en").verdict == "mismatch"

    def test_the_word_that_begins_a_sentence_is_no_evidence(self) -> None:
        assert supports("Applicants pay 5 euros.", "You pay 5 euros.", lang="en").verdict == "uncertain"

    def test_german_nouns_are_not_names(self) -> None:
        result = supports("Das Schiff kostet eine Gebühr.", "Das Boot kostet Geld.", lang="de")
        assert result.verdict == "uncertain"
        assert "names_unchecked" in result.flags

    def test_headlines_are_left_open(self) -> None:
        assert (
            supports("Big Ships Now Pay Far Higher Fees In Ystad", "Ships pay more.", lang="en").verdict == "uncertain"
        )

    def test_another_language_or_script_is_left_open(self) -> None:
        assert (
            supports("It went to Munich.", "Es ging nach München.", lang="de", claim_lang="en").verdict == "uncertain"
        )
        assert supports("It went to Moscow.", "Он поехал в Москву.").verdict == "uncertain"

    def test_a_name_from_the_context_is_flagged(self) -> None:
        result = supports(
            "The city of Ystad has 20,000 people.", "The city has 20,000 people.", lang="en", context="Ystad"
        )
        assert result.verdict == "uncertain"
        assert result.flags == ("from_context",)

    def test_composed_and_decomposed_letters_are_one(self) -> None:
        assert statuses(supports("It was in Växjö.", "It was in Va\u0308xjo\u0308.", lang="en")) == {"Växjö": "same"}

    def test_a_look_alike_letter_is_another_name(self) -> None:
        assert supports("It was the Аurora.", "It was the Aurora.", lang="en").verdict == "mismatch"


def test_numbers_do_not_come_from_the_context() -> None:
    assert supports("It has 20,000 people.", "It has people.", lang="en", context="20,000").verdict == "mismatch"


def test_the_pages_own_address_may_come_from_the_context() -> None:
    result = supports("See https://port.example/a.", "See here.", lang="en", context="https://port.example/a")
    assert result.flags == ("from_context",)


def test_a_date_whose_year_stands_apart_is_left_open() -> None:
    assert (
        supports("It opened on 24 May 2022.", "It opened on 24 May.", lang="en", context="News of 2022").verdict
        == "uncertain"
    )
    assert (
        supports("It opened on 24 May 2022.", "It opened on 24 May.", lang="en", context="News of 2021").verdict
        == "mismatch"
    )


def test_number_words_that_are_not_read_leave_small_numbers_open() -> None:
    assert supports("4 سفن", "أربع سفن", lang="ar").facts[0].status == "unchecked"
    assert supports("40 سفينة", "أربع سفن", lang="ar").verdict == "mismatch"


def test_findings_name_the_facts_of_the_line() -> None:
    finding = supports("The fine was $59 million.", "The fine was $95 million, of 1999.", lang="en").facts[0]
    assert finding.status == "different"
    assert [fact.text for fact in finding.line_facts] == ["$95 million"]

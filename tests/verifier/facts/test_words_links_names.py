"""Number words, addresses and names."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("text", "lang", "value"),
    [
        ("twenty-five people", "en", 25),
        ("five million two hundred thousand people", "en", 5200000),
        ("a hundred and fifty ships", "en", 150),
        ("in nineteen ninety-two", "en", 1992),
        ("the third ship", "en", 3),
        ("fünfundzwanzig Schiffe", "de", 25),
        ("veinticinco barcos", "es", 25),
        ("quatre-vingt-dix-sept bateaux", "fr", 97),
        ("venticinque navi", "it", 25),
        ("vijfentwintig schepen", "nl", 25),
        ("vinte e cinco navios", "pt", 25),
        ("femogtyve skibe", "da", 25),
        ("yirmi beş gemi", "tr", 25),
        ("iki yüz elli bin gemi", "tr", 250000),
        ("三百二十人", "zh", 320),
        ("二〇二二", "zh", 2022),
        ("一万二千人", "ja", 12000),
    ],
)
def test_number_words(text: str, lang: str, value: int) -> None:
    numbers = [fact for fact in find_facts(text, lang=lang) if fact.readings]
    assert [fact.readings[0].value for fact in numbers] == [value]


def test_number_words_take_their_unit() -> None:
    (fact,) = find_facts("twenty-five million dollars", lang="en")
    assert fact.kind == "amount"
    assert fact.readings[0].value == 25 * 10**6
    (fact,) = find_facts("üç milyon avro", lang="tr")
    assert fact.measures == {"EUR"}


@pytest.mark.parametrize("text", ["万一", "yüz", "one of them"])
def test_words_that_are_not_surely_numbers(text: str) -> None:
    lang = {"y": "tr", "o": "en"}.get(text[0], "zh")
    assert all(fact.key == "spelled?" for fact in find_facts(text, lang=lang) if fact.readings)


@pytest.mark.parametrize(
    ("text", "raw", "key"),
    [
        ("See https://port.example/a.", "https://port.example/a", "port.example/a"),
        ("(see http://PORT.example:80/b_(c))", "http://PORT.example:80/b_(c)", "port.example/b_(c)"),
        ("www.port.example, they say", "www.port.example", "www.port.example"),
        (
            "https://port.example/?utm_source=x&id=7#top",
            "https://port.example/?utm_source=x&id=7#top",
            "port.example?id=7",
        ),
        ("“https://port.example/x/../y”", "https://port.example/x/../y", "port.example/y"),
        ("网址https://port.example/路。好", "https://port.example/路", "port.example/%E8%B7%AF"),
    ],
)
def test_addresses(text: str, raw: str, key: str) -> None:
    (fact,) = [fact for fact in find_facts(text) if fact.kind == "url"]
    assert (fact.text, fact.key) == (raw, key)


def test_mail_addresses_and_the_numbers_inside_addresses() -> None:
    facts = [
        fact
        for fact in find_facts("Write to Desk12@port.example or see https://port.example/2022/15")
        if fact.kind != "name"
    ]
    assert [(fact.kind, fact.key) for fact in facts] == [
        ("email", "desk12@port.example"),
        ("url", "port.example/2022/15"),
    ]


def names(text: str, lang: str = "en") -> list[str]:
    return [fact.key for fact in find_facts(text, lang=lang) if fact.kind == "name" and fact.key]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ferry of Harbour Lines reached Ystad.", ["harbour lines", "ystad"]),
        ("The Harbour Lines ferry sank.", ["harbour lines"]),
        ("CFTC fined them.", ["cftc"]),
        ("Ferries stop here.", []),
        ("Then J. K. Rowling came.", ["rowling"]),
        ("It was L'Oréal and McDonald's in Saint-Denis.", ["oréal", "mcdonald", "saint denis"]),
        ("Порт принял судно Северное Сияние.", ["северное сияние"]),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Anna Vask built it.", "Olga Vask built it."),
        ("Anna Vask built it.", "It was built by Olga Vask."),
        ("West Vask grew fast.", "East Vask grew fast."),
        ("Ada Vask led it. Then it closed.", "Then it closed. Eva Vask led it."),
        ("The Vask company paid.", "A Vask company paid."),  # the opening word may be none of the name
    ],
)
def test_a_name_with_another_word_before_it_is_open(claim: str, line: str) -> None:
    result = supports(claim, line, lang="en")
    assert [f.status for f in result.facts if "Vask" in f.fact.text] == ["unchecked"]
    assert "names_unchecked" in result.flags


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Anna Vask built it.", "It was built by Anna Vask and Olga Vask."),
        ("In Vask it rained.", "It rained in Vask."),
        ("The Vask company paid.", "All was paid by the Vask company."),
        ("Later Vask paid.", "Vask paid later."),
    ],
)
def test_a_name_that_opens_a_sentence_is_found(claim: str, line: str) -> None:
    result = supports(claim, line, lang="en")
    assert [f.status for f in result.facts if "Vask" in f.fact.text] == ["same"]


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("North Korea won the cup.", "South Korea won the cup.", "en"),
        ("South America grew.", "The economy of North America grew.", "en"),
        ("Güney Kore kazandı.", "Kupayı Kuzey Kore kazandı.", "tr"),
    ],
)
def test_another_country_is_refuted_though_it_opens_the_sentence(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"
    assert supports(claim, claim, lang=lang).verdict == "uncertain"

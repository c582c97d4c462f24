"""Numbers as pages of many languages write them: value, step, and what they count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactquote.facts import Fact, find_facts

F = Fraction


def only(text: str, lang: str = "") -> Fact:
    facts = [fact for fact in find_facts(text, lang=lang) if fact.kind != "name"]
    assert len(facts) == 1, [(fact.kind, fact.text) for fact in facts]
    return facts[0]


def values(text: str, lang: str = "") -> list[Fraction]:
    return [reading.value for reading in only(text, lang).readings]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("7", "", [7]),
        ("1,234,567", "", [1234567]),
        ("1.234.567", "", [1234567]),
        ("1 234 567", "", [1234567]),
        ("1\u202f234\u202f567", "fr", [1234567]),
        ("1'234'567", "", [1234567]),
        ("1’234’567", "", [1234567]),
        ("12,34,567", "", [1234567]),
        ("1,23,45,678.50", "", [F(24691357, 2)]),
        ("1,234.5", "", [F(2469, 2)]),
        ("1.234,5", "", [F(2469, 2)]),
        ("1 234,50", "", [F(2469, 2)]),
        ("0.25", "", [F(1, 4)]),
        ("0,250", "", [F(1, 4)]),
        ("12.5", "", [F(25, 2)]),
        ("3,14159", "de", [F(314159, 100000)]),
        ("٢٬٧٤٣", "ar", [2743]),
        ("٢٥٫٥", "ar", [F(51, 2)]),
        ("२,७४३", "hi", [2743, F(2743, 1000)]),
        ("২৭৪৩", "bn", [2743]),
        ("２，７４３．５", "ja", [F(5487, 2)]),
        ("๒๗๔๓", "th", [2743]),
        ("𝟐𝟕𝟒𝟑", "", [2743]),
        ("½", "", [F(1, 2)]),
        ("1½", "", [F(3, 2)]),
        ("1 1/2", "", [F(3, 2)]),
        ("3/4", "", [F(3, 4)]),
        ("11⁄2", "", [F(11, 2)]),
        ("10²", "", [100]),
        ("10^2", "", [100]),
        ("10⁻³", "", [F(1, 1000)]),
        ("1.5×10⁶", "", [1500000]),
        ("1.5 x 10^6", "", [1500000]),
        ("2e6", "", [2000000]),
        ("5²", "", [25, 5]),  # a power, or the mark of a note
        ("-5", "", [-5]),
        ("−5", "", [-5]),
        ("–5", "", [-5]),
        ("+5", "", [5]),
        ("3rd", "", [3]),
        ("21st", "en", [21]),
        ("1.030", "en", [F(103, 100), 1030]),
        ("1.030", "de", [1030, F(103, 100)]),
        ("1,030", "en", [1030, F(103, 100)]),
        ("1,030", "fi", [F(103, 100), 1030]),
    ],
)
def test_values(text: str, lang: str, expected: list[Fraction | int]) -> None:
    facts = find_facts(text, lang=lang)
    assert [reading.value for reading in facts[0].readings] == expected


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("5 million", "en", 5 * 10**6),
        ("1.186 billion", "en", 1186 * 10**6),
        ("5 millions", "fr", 5 * 10**6),
        ("2 milliards", "fr", 2 * 10**9),
        ("2 billions", "fr", 2 * 10**12),
        ("3,5 Millionen", "de", 3500000),
        ("2 Milliarden", "de", 2 * 10**9),
        ("2 Billionen", "de", 2 * 10**12),
        ("4 Mrd.", "de", 4 * 10**9),
        ("4 Mio.", "de", 4 * 10**6),
        ("5 millones", "es", 5 * 10**6),
        ("3 mil millones", "es", 3 * 10**9),
        ("2 billones", "es", 2 * 10**12),
        ("5 mil", "es", 5000),
        ("5 mil", "pt", 5000),
        ("2 bilhões", "pt", 2 * 10**9),
        ("5 milioni", "it", 5 * 10**6),
        ("2 miliardi", "it", 2 * 10**9),
        ("5 milyon", "tr", 5 * 10**6),
        ("5 milyonun", "tr", 5 * 10**6),
        ("3 milyar", "tr", 3 * 10**9),
        ("7 bin", "tr", 7000),
        ("5 miljoonaa", "fi", 5 * 10**6),
        ("2 miljardia", "fi", 2 * 10**9),
        ("4 biljoen", "nl", 4 * 10**12),
        ("5 miljard", "nl", 5 * 10**9),
        ("5 млн", "ru", 5 * 10**6),
        ("5 миллионов", "ru", 5 * 10**6),
        ("2 млрд", "ru", 2 * 10**9),
        ("5 milionów", "pl", 5 * 10**6),
        ("5 millo\u0301n", "es", 5 * 10**6),
        ("५ करो\u095c", "hi", 5 * 10**7),
        ("٥ مليون", "ar", 5 * 10**6),
        ("٣ مليارات", "ar", 3 * 10**9),
        ("३ करोड़", "hi", 3 * 10**7),
        ("५ लाख", "hi", 5 * 10**5),
        ("2 crore", "en", 2 * 10**7),
        ("2 lakh", "en", 2 * 10**5),
        ("2 crore 50 lakh", "en", 25 * 10**6),
        ("3万", "ja", 30000),
        ("3億5000万", "ja", 350000000),
        ("1万2000", "ja", 12000),
        ("1.4亿", "zh", 14 * 10**7),
        ("10万", "zh", 10**5),
        ("3百万", "zh", 3 * 10**6),
        ("2萬", "zh-TW", 20000),
        ("2억 3000만", "ko", 230000000),
        ("10k", "en", 10**4),
        ("5M", "en", 5 * 10**6),
        ("7bn", "en", 7 * 10**9),
    ],
)
def test_scales(text: str, lang: str, expected: int) -> None:
    assert expected in values(text, lang)
    assert values(text, lang)[0] == expected


MONEY = [
    ("$5", "", "USD"), ("US$ 5", "", "USD"), ("5 USD", "", "USD"), ("USD 5", "", "USD"), ("5 dollars", "en", "USD"),
    ("5 US dollars", "en", "USD"), ("5 Dollar", "de", "USD"), ("5 dólares", "es", "USD"), ("5 dolar", "tr", "USD"),
    ("5 دولار", "ar", "USD"), ("5美元", "zh", "USD"), ("5ドル", "ja", "USD"), ("5 долларов", "ru", "USD"),
    ("€5", "", "EUR"), ("5 €", "", "EUR"), ("EUR5", "", "EUR"), ("5 euros", "en", "EUR"), ("5 Euro", "de", "EUR"),
    ("5 euroa", "fi", "EUR"), ("5 avro", "tr", "EUR"), ("5 يورو", "ar", "EUR"), ("5 евро", "ru", "EUR"),
    ("£5", "", "GBP"), ("5 pounds", "en", "GBP"), ("£5m", "en", "GBP"), ("¥5", "", "JPY"), ("5円", "ja", "JPY"),
    ("5元", "zh", "CNY"), ("₺5", "", "TRY"), ("5 TL", "tr", "TRY"), ("5 TL'ye", "tr", "TRY"), ("Rs. 5", "en", "INR"),
    ("₹5 crore", "en", "INR"), ("5 rupees", "en", "INR"), ("5 zł", "pl", "PLN"), ("5 kronor", "sv", "SEK"),
    ("5 kr", "sv", "SEK"), ("5 francs", "fr", "CHF"), ("R$ 5", "pt", "BRL"), ("5 M€", "fr", "EUR"),
    ("5 Mio. Euro", "de", "EUR"), ("5 millones de euros", "es", "EUR"), ("5 millions d'euros", "fr", "EUR"),
    ("5 milyon TL", "tr", "TRY"), ("3億5000万円", "ja", "JPY"), ("5 million US dollars", "en", "USD"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "lang", "code"), MONEY)
def test_currencies(text: str, lang: str, code: str) -> None:
    fact = only(text, lang)
    assert fact.kind == "amount"
    assert code in fact.measures
    if not text.endswith("'ye"):
        assert fact.text == text


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("50%", ""), ("50 %", ""), ("٥٠٪", "ar"), ("%50", "tr"), ("yüzde 50", "tr"), ("50 percent", "en"),
        ("50 per cent", "en"), ("50 Prozent", "de"), ("50 prosenttia", "fi"), ("50 por ciento", "es"),
        ("50 pour cent", "fr"), ("50 per cento", "it"), ("50 procent", "sv"), ("百分之50", "zh"),
        ("50パーセント", "ja"),
        ("50 процентов", "ru"), ("50 प्रतिशत", "hi"), ("５０％", "ja"), ("50 بالمائة", "ar"), ("50 퍼센트", "ko"),
    ],
)  # fmt: skip
def test_percent(text: str, lang: str) -> None:
    fact = only(text, lang)
    assert (fact.kind, fact.text, fact.measures) == ("percent", text, frozenset("%"))
    assert fact.readings[0].value == 50


@pytest.mark.parametrize(
    ("text", "lang", "unit"),
    [
        ("5 km", "", "length-kilometer"), ("5km", "", "length-kilometer"), ("5 kilometres", "en", "length-kilometer"),
        ("5 Kilometer", "de", "length-kilometer"), ("5 kilómetros", "es", "length-kilometer"),
        ("5 kilometre", "tr", "length-kilometer"), ("5公里", "zh", "length-kilometer"), ("5 كم", "ar",
        "length-kilometer"),
        ("5 км", "ru", "length-kilometer"), ("5 miles", "en", "length-mile"), ("5 m²", "", "area-square-meter"),
        ("5 sq mi", "en", "area-square-mile"), ("5 kg", "", "mass-kilogram"), ("5 Kilogramm", "de", "mass-kilogram"),
        ("5 °C", "", "temperature-celsius"), ("5°F", "", "temperature-fahrenheit"), ("5 kWh", "",
        "energy-kilowatt-hour"),
        ("5 mg/dL", "", "concentr-milligram-ofglucose-per-deciliter"), ("5 years", "en", "duration-year"),
        ("5 Jahre", "de", "duration-year"), ("5 Jahren", "de", "duration-year"), ("5 años", "es", "duration-year"),
        ("5 yıl", "tr", "duration-year"), ("5 yıllık", "tr", "duration-year"), ("5 лет", "ru", "duration-year"),
        ("5 vuotta", "fi", "duration-year"), ("5年", "ja", "duration-year"), ("5天", "zh", "duration-day"),
        ("5-day", "en", "duration-day"), ("5 GB", "", "digital-gigabyte"), ("5 mph", "", "speed-mile-per-hour"),
        ("5 percentage points", "en", "percentage-point"), ("5 Prozentpunkte", "de", "percentage-point"),
    ],
)  # fmt: skip
def test_units(text: str, lang: str, unit: str) -> None:
    fact = only(text, lang)
    assert unit in fact.measures
    assert fact.text == text


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("5 an hour", "en"), ("5 in total", "en"), ("In 2004 won the cup", "en"), ("ALL 50 STATES", "en"),
        ("5 real cases", "en"),
        ("5 kilns", "en"), ("5 footballers", "en"), ("5 weeklies", "en"), ("5 millionaires", "en"), ("5 quarters",
        "en"),
    ],
)  # fmt: skip
def test_words_that_only_look_like_units(text: str, lang: str) -> None:
    assert only(text, lang).measures == frozenset()
    assert only(text, lang).readings[0].value in (5, 50, 2004)


@pytest.mark.parametrize(
    ("text", "lang"),
    [("5 سيارات", "ar"), ("৫ মিলিয়ন", "bn"), ("5 मीनारें", "hi"), ("5 กรณี", "th")],
)
def test_units_do_not_begin_other_words_in_scripts_without_case(text: str, lang: str) -> None:
    assert only(text, lang).measures == frozenset()


@pytest.mark.parametrize(
    ("text", "lang", "unit"),
    [
        ("5 دولارا", "ar", "USD"), ("5 كيلومترات", "ar", "length-kilometer"),
        ("5 किलोमीटर", "hi", "length-kilometer"), ("5 กิโลเมตร", "th", "length-kilometer"), ("5 ก.", "th", "mass-gram"),
        ("5克朗", "zh", "SEK"), ("5克", "zh", "mass-gram"), ("百分之五十", "zh", "%"),
    ],
)  # fmt: skip
def test_units_in_scripts_without_case(text: str, lang: str, unit: str) -> None:
    assert unit in only(text, lang).measures


@pytest.mark.parametrize(
    ("text", "key"),
    [("B12", "b12"), ("A380", "a380"), ("5G", "5g"), ("4x4", "4x4"), ("192.168.0.1", "192.168.0.1"), ("v2.0.1",
     "v2.0.1"),
     ("9" * 60, "9" * 60)],
)  # fmt: skip
def test_tokens_that_are_no_numbers(text: str, key: str) -> None:
    fact = only(text)
    assert (fact.kind, fact.key, fact.readings) == ("code", key, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("25–65 %", [(25, "%"), (65, "%")]),
        ("$25–65", [(25, "USD"), (65, "USD")]),
        ("5-10 km", [(5, "length-kilometer"), (10, "length-kilometer")]),
        ("5 to 10 km", [(5, "length-kilometer"), (10, "length-kilometer")]),
        ("$2–3 million", [(2000000, "USD"), (3000000, "USD")]),
        ("2018–19", [(2018, ""), (2019, "")]),
        ("1939–1945", [(1939, ""), (1945, "")]),
    ],
)
def test_ranges_share_what_stands_at_one_end(text: str, expected: list[tuple[int, str]]) -> None:
    facts = find_facts(text, lang="en")
    assert [fact.readings[0].value for fact in facts] == [value for value, _ in expected]
    for fact, (_, measure) in zip(facts, expected, strict=True):
        assert (measure in fact.measures) if measure else not fact.measures


def test_lists_are_several_numbers() -> None:
    assert [fact.text for fact in find_facts("rooms 1,4,7 and 101 102 103 104 105 106 107", lang="en")] == [
        "1", "4", "7", "101", "102", "103", "104", "105", "106", "107",
    ]  # fmt: skip


def test_steps_are_what_the_text_states() -> None:
    assert only("1.186 billion", "en").readings[0].step == 10**6
    assert only("12.50", "en").readings[0].step == F(1, 100)
    assert only("5 Millionen", "de").readings[0].step == 10**6


def test_a_decade_is_no_year() -> None:
    for text, lang in (("1990s", "en"), ("1990er", "de"), ("1990'larda", "tr"), ("1990年代", "ja")):
        assert only(text, lang).measures == {"decade"}


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("In 2018 $19.6 million was paid.", {"$19.6 million": 19_600_000}),
        ("In 2019 €30 million, in 2018 €20.", {"€30 million": 30_000_000, "€20": 20}),
        ("In 2018 EUR 5 million was paid.", {"EUR 5 million": 5_000_000}),
        ("From 20 € 30 € were left.", {"20 €": 20, "30 €": 30}),
        ("It has 20 EUR 30 times.", {"20 EUR": 20}),
        ("A loss of $(55).", {"55": 55}),
        ("A loss of $(55) million.", {"$(55) million": 55_000_000}),
        ("Loss | 2018 (in thousands): $(24)", {"24": 24_000}),
    ],
)
def test_whose_currency_a_sign_between_two_numbers_is(text: str, amounts: dict[str, int]) -> None:
    found = [fact for fact in find_facts(text, lang="en") if fact.kind == "amount"]
    assert {fact.text: fact.readings[0].value for fact in found} == amounts

"""Dates and times of many languages: parts as stated, both orders kept."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


def dates(text: str, lang: str) -> list[list[tuple[int | None, int | None, int | None]]]:
    facts = [fact for fact in find_facts(text, lang=lang) if fact.kind == "date"]
    return [[(parts.year, parts.month, parts.day) for parts in fact.dates] for fact in facts]


WHOLE = [(2022, 5, 24)]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("2022-05-24", ""), ("2022/05/24", ""), ("2022.05.24", ""), ("24.05.2022", ""), ("24/05/2022", ""),
        ("05/24/2022", ""),
        ("24-5-2022", ""), ("24. 5. 2022", "cs"), ("May 24, 2022", "en"), ("May 24th, 2022", "en"), ("24 May 2022",
        "en"),
        ("24th of May, 2022", "en"), ("24th of May 2022", "en"), ("24-May-2022", "en"), ("2022 May 24", "en"),
        ("May 24 2022", "en"),
        ("24. Mai 2022", "de"), ("24 mai 2022", "fr"), ("24 de mayo de 2022", "es"), ("24 de maio de 2022", "pt"),
        ("24 maggio 2022", "it"), ("24 mei 2022", "nl"), ("24. toukokuuta 2022", "fi"), ("24 maj 2022", "sv"),
        ("24 maja 2022", "pl"), ("24. května 2022", "cs"), ("24 Mayıs 2022", "tr"), ("24 Mayıs 2022'de", "tr"),
        ("2022. május 24.", "hu"), ("24 Μαΐου 2022", "el"), ("24 мая 2022 года", "ru"), ("24 травня 2022", "uk"),
        ("24 مايو 2022", "ar"), ("٢٤ مايو ٢٠٢٢", "ar"), ("24 मई 2022", "hi"), ("2022年5月24日", "zh"),
        ("２０２２年５月２４日", "ja"),
        ("2022 年 5 月 24 日", "zh"), ("2022년 5월 24일", "ko"), ("24 Mei 2022", "id"), ("24 พฤษภาคม 2022", "th"),
    ],
)  # fmt: skip
def test_whole_dates(text: str, lang: str) -> None:
    assert dates(text, lang) == [WHOLE]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("May 2022", "en", (2022, 5, None)),
        ("Mai 2022", "de", (2022, 5, None)),
        ("mayo de 2022", "es", (2022, 5, None)),
        ("toukokuussa 2022", "fi", (2022, 5, None)),
        ("2022年5月", "zh", (2022, 5, None)),
        ("2022年", "zh", (2022, None, None)),
        ("24 May", "en", (None, 5, 24)),
        ("May 24", "en", (None, 5, 24)),
        ("5月24日", "ja", (None, 5, 24)),
        ("It opens in May.", "en", (None, 5, None)),
        ("It opens in September.", "en", (None, 9, None)),
    ],
)
def test_partial_dates_are_not_filled_in(text: str, lang: str, expected: tuple[int | None, ...]) -> None:
    assert dates(text, lang) == [[expected]]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Sept. 5, 2022", "en", (2022, 9, 5)),
        ("24 Sept 2022", "en", (2022, 9, 24)),
        ("2022-05", "en", (2022, 5, None)),
        ("5/2022", "en", (2022, 5, None)),
        ("24 tháng 5 năm 2022", "vi", (2022, 5, 24)),
        ("24 tháng 12 năm 2022", "vi", (2022, 12, 24)),
        ("24 בינואר 2022", "he", (2022, 1, 24)),
        ("24 בינו׳ 2022", "he", (2022, 1, 24)),
        ("2022. 1. 24.", "ko", (2022, 1, 24)),
        ("24 ม.ค. 2022", "th", (2022, 1, 24)),
        ("2022. jan. 24.", "hu", (2022, 1, 24)),
        ("24 जन॰ 2022", "hi", (2022, 1, 24)),
        ("二〇二二年五月二十四日", "zh", (2022, 5, 24)),
        ("二〇二二年", "ja", (2022, None, None)),
        ("\u200f24\u200f/5\u200f/2022", "ar", (2022, 5, 24)),
    ],
)
def test_dates_as_other_languages_shorten_them(text: str, lang: str, expected: tuple[int | None, ...]) -> None:
    assert dates(text, lang)[0][0] == expected


def test_years_of_a_range_are_no_month() -> None:
    assert dates("in 2001-05", "en") == []


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("24 בינואר 2022", "24 בפברואר 2022", "he"),
        ("24 ינו׳ 2022", "24 פבר׳ 2022", "he"),
        ("24 ม.ค. 2022", "24 ก.พ. 2022", "th"),
        ("24 tháng 5 năm 2022", "24 tháng 6 năm 2022", "vi"),
    ],
)
def test_another_month_is_refuted(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"


def test_both_orders_and_both_centuries_are_kept() -> None:
    assert dates("03/04/2022", "en") == [[(2022, 4, 3), (2022, 3, 4)]]
    assert (1999, 12, 31) in dates("31.12.99", "de")[0]


def test_days_of_a_range_share_month_and_year() -> None:
    assert dates("24–26 May 2022", "en") == [[(2022, 5, 24)], [(2022, 5, 26)]]
    assert dates("May 3-5, 2021", "en") == [[(2021, 5, 3)], [(2021, 5, 5)]]


@pytest.mark.parametrize(
    "text", ["May I go?", "They may 5 times", "may be", "10,000 people", "the march of 5", "Ocean 11", "99.99.2022"]
)
def test_what_is_no_date(text: str) -> None:
    assert dates(text, "en") == []


def test_a_number_beside_a_month_is_not_cut() -> None:
    assert dates("In May 10,000 people came", "en") == [[(None, 5, None)]]


@pytest.mark.parametrize(
    ("text", "minutes"), [("14:30", 870), ("2:30 pm", 870), ("2:30 p.m.", 870), ("12:05 am", 5), ("00:05", 5)]
)
def test_times(text: str, minutes: int) -> None:
    fact = next(fact for fact in find_facts(text, lang="en") if fact.kind == "time")
    assert minutes * 60 in [reading.value for reading in fact.readings]


@pytest.mark.parametrize("text", ["Gallery: Jan Stuart speaks.", "The mayor, May Holroyd, was there."])
def test_a_short_month_before_a_name_is_a_first_name(text: str) -> None:
    assert not [fact for fact in find_facts(text, lang="en") if fact.kind == "date"]


def test_a_short_month_before_another_word_is_a_month() -> None:
    assert [fact.text for fact in find_facts("It opens in May with a feast.", lang="en") if fact.kind == "date"]

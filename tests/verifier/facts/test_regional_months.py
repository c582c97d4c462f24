"""Month names of other regions of a language, and those that are plain without a language tag."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("افتتح الجسر في 7 كانون الثاني 2019", (2019, 1, 7)),
        ("افتتح الجسر في 7 تشرين الأول 2019", (2019, 10, 7)),
        ("افتتح الجسر في 7 شباط 2019", (2019, 2, 7)),
        ("افتتح الجسر في 7 شتنبر 2019", (2019, 9, 7)),
        ("افتتح الجسر في 7 جانفي 2019", (2019, 1, 7)),
        ("افتتح الجسر في 7 يناير 2019", (2019, 1, 7)),
    ],
)
@pytest.mark.parametrize("lang", ["ar", "ar-SA", "ar-LB", ""])
def test_arabic_months_of_every_region(text: str, lang: str, expected: tuple[int, int, int]) -> None:
    found = [fact.dates for fact in find_facts(text, lang=lang) if fact.kind == "date"]
    assert [(parts.year, parts.month, parts.day) for parts in found[0]] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cầu mở ngày 9 tháng 5 năm 2021", (2021, 5, 9)),
        ("Cầu mở vào tháng 11 năm 2021", (2021, 11, None)),
        ("Cầu mở vào tháng 11", (None, 11, None)),
        ("สะพานเปิดเมื่อวันที่ 9 ม.ค. 2021", (2021, 1, 9)),
        ("สะพานเปิดเมื่อวันที่ 9 มกราคม 2021", (2021, 1, 9)),
        ("पुल 9 जन॰ 2021 को खुला", (2021, 1, 9)),
    ],
)
def test_months_that_are_plain_without_a_language(text: str, expected: tuple[int | None, ...]) -> None:
    found = [fact.dates[0] for fact in find_facts(text) if fact.kind == "date"]
    assert [(parts.year, parts.month, parts.day) for parts in found] == [expected]


@pytest.mark.parametrize("text", ["They stayed 5 thg 5", "in de set 5 borden", "Họ ở lại 5 tháng"])
def test_what_is_no_month(text: str) -> None:
    assert not [fact for fact in find_facts(text) if fact.kind == "date"]


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("افتتح في 7 كانون الثاني 2019", "افتتح في 7 كانون الأول 2019", "ar"),
        ("افتتح في 7 يناير 2019", "افتتح في 7 شباط 2019", "ar"),
        ("Cầu mở vào tháng 11 năm 2021", "Cầu mở vào tháng 12 năm 2021", ""),
        ("สะพานเปิดเมื่อวันที่ 9 ม.ค. 2021", "สะพานเปิดเมื่อวันที่ 9 ก.พ. 2021", ""),
        ("Chuyến đi kéo dài 5 giờ", "Chuyến đi kéo dài 5 phút", "vi"),
        ("Giá tăng 5 phần trăm", "Giá tăng 6%", "vi"),
        ("Giá tăng 5 phần trăm", "Giá tăng 5 lần", "vi"),
    ],
)
def test_another_month_or_unit_is_refuted(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"
    assert supports(line, line, lang=lang).verdict == "uncertain"


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("افتتح في 7 يناير 2019", "افتتح في 7 كانون الثاني 2019", "ar"),
        ("افتتح في 7 أغسطس 2019", "افتتح في 7 آب 2019", "ar-EG"),
        ("It opened on 9 January 2021", "สะพานเปิดเมื่อวันที่ 9 ม.ค. 2021", ""),
        ("Giá tăng 5 phần trăm", "Giá tăng 5%", "vi"),
        ("It took 5 hours", "Chuyến đi kéo dài 5 giờ", "vi"),
    ],
)
def test_the_same_month_or_unit_in_other_words(claim: str, line: str, lang: str) -> None:
    statuses = [finding.status for finding in supports(claim, line, lang=lang).facts if finding.fact.kind != "name"]
    assert statuses == ["same"]

"""Years with their era, other calendars, signs of more and less, order, raised figures, and numerals left unread."""

from __future__ import annotations

import time

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ("The town fell in 44 BC.", "en"),
        ("The town fell in 44 B.C.", "en"),
        ("The town fell in 44 BCE.", "en"),
        ("Die Stadt fiel 44 v. Chr.", "de"),
        ("La ville tomba en 44 av. J.-C.", "fr"),
        ("La ciudad cayó en 44 a. C.", "es"),
        ("La città cadde nel 44 a.C.", "it"),
        ("Şehir MÖ 44 yılında düştü.", "tr"),
        ("Şehir milattan önce 44 yılında düştü.", "tr"),
        ("Город пал в 44 до н. э.", "ru"),
        ("سقطت المدينة عام 44 قبل الميلاد", "ar"),
        ("这座城市于公元前44年陷落。", "zh"),
        ("紀元前44年に町は落ちた。", "ja"),
    ],
)
def test_years_before_christ(line: str, lang: str) -> None:
    assert [f.status for f in supports("It was 44 BC then.", line, lang=lang, claim_lang="en").facts] == ["same"]
    for claim in ("It was AD 44 then.", "It was 45 BC then.", "It was 440 BC then."):
        assert supports(claim, line, lang=lang, claim_lang="en").verdict == "mismatch", claim


@pytest.mark.parametrize(
    ("claim", "line", "status"),
    [
        ("It fell in AD 476.", "In 476 it fell.", "same"),
        ("It fell in 476 CE.", "In AD 476 it fell.", "same"),
        ("It fell in 476.", "By 476 AD it had fallen.", "same"),
        ("Some 44 came.", "The year 44 BC.", "unchecked"),
        ("The year 44 BC.", "In 44, it fell.", "unchecked"),
        ("By 1200 BC.", "It was 1200 then", "unchecked"),
    ],
)
def test_an_era_that_is_not_stated(claim: str, line: str, status: str) -> None:
    assert [f.status for f in supports(claim, line, lang="en").facts if f.fact.kind != "name"] == [status]


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("It opened in 2023.", "令和5年に開館した。", "ja"),
        ("It opened on 3 May 1989.", "平成元年5月3日に開館した。", "ja"),
        ("It opened in 1964.", "昭和39年に開館した。", "ja"),
        ("It opened in 2020.", "民國109年啟用。", "zh-Hant"),
        ("It opened in 2023.", "เปิดใน พ.ศ. 2566", "th"),
        ("It opened on 3 March 2021.", "เปิดเมื่อ 3 มีนาคม 2564", "th"),
    ],
)
def test_years_of_other_calendars(claim: str, line: str, lang: str) -> None:
    assert [f.status for f in supports(claim, line, lang=lang, claim_lang="en").facts] == ["same"]
    wrong = claim.replace("202", "201").replace("19", "18")
    assert supports(wrong, line, lang=lang, claim_lang="en").verdict == "mismatch"


def test_a_century_and_a_year_in_it_are_not_refuted() -> None:
    assert supports("In the 19th century it rose.", "From 1850 on it rose.", lang="en").verdict == "uncertain"
    assert supports("Im 19. Jahrhundert stieg es.", "Es stieg ab 1850.", lang="de").verdict == "uncertain"
    assert supports("In the 18th century it rose.", "From 1850 on it rose.", lang="en").verdict == "mismatch"
    assert supports("In the 19th street it rose.", "From 1850 on it rose.", lang="en").verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "verdict"),
    [
        ("Pipes > 5 cm are free.", "Pipes < 5 cm are free.", "mismatch"),
        ("Pipes (≥5 cm) are free.", "Free: pipes (≤ 5 cm).", "mismatch"),
        ("Pipes > 5 cm are free.", "Free are pipes > 5 cm.", "uncertain"),
        ("Pipes over 5 cm are free.", "Pipes > 5 cm are free.", "uncertain"),
        ("Step -> 5 cm here.", "Step <- 5 cm here.", "uncertain"),
        ("They won 3:2 at home.", "They won 2:3 at home.", "mismatch"),
        ("They won 3:2 at home.", "At home it ended 3:2.", "uncertain"),
        ("They won 3:2 at home.", "At home it ended 3–2.", "uncertain"),
        ("They drew 2:2, then won 3:2.", "First 3:2, later 2:2 and 2:3.", "uncertain"),
    ],
)
def test_signs_and_order(claim: str, line: str, verdict: str) -> None:
    assert supports(claim, line, lang="en").verdict == verdict


def test_a_number_is_not_borne_out_by_another_thing_counted() -> None:
    assert supports("It sold 2 boats.", "It sold 4 boats in 2 years.", lang="en").verdict == "mismatch"
    assert supports("It sold 4 boats.", "It sold 4 boats in 2 years.", lang="en").verdict == "uncertain"
    assert supports("It took 2.", "It sold 4 boats in 2 years.", lang="en").verdict == "uncertain"


@pytest.mark.parametrize(
    ("claim", "line", "status"),
    [
        ("9216 cells grew", "there were 96² cells", "same"),
        ("96 cells grew", "there were 96² cells", "unchecked"),
        ("96² cells grew", "there were 96 cells", "unchecked"),
        ("97 cells grew", "there were 96² cells", "different"),
        ("962 cells grew", "there were 96² cells", "different"),
        ("in 1996 it grew", "by 1996² it was", "same"),
        ("96 cells grew", "there were ⑨⑥ cells", "unchecked"),
        ("12 cells grew", "there were Ⅻ cells", "unchecked"),
        ("13 cells grew", "there were Ⅻ cells, 5 in all", "different"),
        ("9 cells grew", "there were 9⑥ cells and 7", "different"),
    ],
)
def test_raised_circled_and_roman_numerals(claim: str, line: str, status: str) -> None:
    assert [f.status for f in supports(claim, line, lang="en").facts] == [status]


def test_facts_beyond_the_first_two_hundred_are_not_compared() -> None:
    claim = " ".join(f"{number} km," for number in range(100, 350))
    result = supports(claim, claim, lang="en")
    assert [finding.status for finding in result.facts] == ["same"] * 200 + ["unchecked"] * 50
    assert "too_many_facts" in result.flags
    assert "too_many_facts" not in supports("5 km, 6 km", "5 km, 6 km", lang="en").flags
    assert len(result.facts) == len(find_facts(claim, lang="en"))


@pytest.mark.parametrize("piece", ["million ", "5 ", "half a million ", "5 BC ", "> 5 ", "3:2 ", "Ⅻ⑨ 5 "])
def test_a_long_row_takes_a_moment(piece: str) -> None:
    text = piece * (12_000 // len(piece))
    began = time.thread_time()
    supports(text, "It was 5 million and 3:2 in 44 BC.", lang="en")
    supports("It was 5 million and 3:2 in 44 BC.", text, lang="en")
    assert time.thread_time() - began < 6

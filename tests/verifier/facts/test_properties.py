"""What holds for every text: no exception, facts in order, a line bears itself out, time in proportion to length."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactquote.facts import find_facts, supports

_PIECES = """
1 12 1,234 1.186 000 1234567890 million billion Millionen milyon 万 亿 लाख مليون lakh crore k M bn $ US$ € £ ¥ TL kr
% ‰ km kg m °C m² May Mai Mayıs 2022 24 24. 年 月 日 / - – − ± to of de and twenty five yüz beş 三 十 百 Vitol CFTC
The ½ ⅔ ² ^2 _2 ×10 e6 http://a.example www. a@b.example 10:30 pm ' ’ s th er 1990s B12 4x4 . , ; : ( ) [ ] " „ “ * **
٢٥ ２５ २५ 𝟐 😀 İ ı ß ﬁ"""
PIECES = [*_PIECES.split(), "\u0301", "\u200f", "\ufffc", "\ud800"]
texts = st.text(max_size=60) | st.lists(st.sampled_from([*PIECES, " ", " ", "\n", "\t", "\u00a0"]), max_size=30).map(
    "".join
)
langs = st.sampled_from(
    ["", "en", "de", "es", "fr", "tr", "zh", "ar", "fi", "hi", "ja", "ru", "xx", "zh-Hant-TW", "\x00", "a" * 50]
)
slow = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(texts, langs)
@slow
def test_facts_are_slices_in_order(text: str, lang: str) -> None:
    place = 0
    for fact in find_facts(text, lang=lang):
        assert place <= fact.start < fact.end <= len(text)
        assert fact.text == text[fact.start : fact.end]
        place = fact.end


@given(texts, langs)
@slow
def test_a_line_bears_itself_out(text: str, lang: str) -> None:
    result = supports(text, text, lang=lang)
    assert result.verdict == "uncertain"
    assert all(finding.status == "same" for finding in result.facts)


@given(texts, texts, langs, texts)
@slow
def test_any_claim_beside_any_line(claim: str, line: str, lang: str, context: str) -> None:
    result = supports(claim, line, lang=lang, context=context)
    refuted = any(finding.status in ("different", "missing") for finding in result.facts)
    assert result.verdict == ("mismatch" if refuted else "uncertain")
    assert [finding.fact for finding in result.facts] == list(find_facts(claim, lang=lang))
    assert all(bool(finding.formula) == (finding.status == "computed_from") for finding in result.facts)


@given(
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.sampled_from(["{:,}", "{}", "{:_}"]),
    st.sampled_from(["€{}", "{} km", "{} %", "{}"]),
)
def test_two_whole_numbers_are_the_same_only_when_they_are(one: int, other: int, grouping: str, form: str) -> None:
    def write(number: int) -> str:
        return form.format(grouping.format(number).replace("_", "\u202f"))

    status = supports(f"word {write(one)} here", f"there {write(other)} word", lang="en").facts[0].status
    ambiguous = 1000 <= one < 10**6 or 1000 <= other < 10**6
    if one == other:
        assert status == "same"
    elif not ambiguous:
        assert status in ("different", "computed_from")
    else:
        assert status != "same"


@given(st.integers(1, 10**12), st.integers(0, 4))
def test_rounding_a_number_down_to_fewer_places_is_borne_out(number: int, places: int) -> None:
    claim = f"{number / 10**9:.{places}f}"
    if float(claim):
        assert supports(f"{claim} billion in all", f"It was {number:,} exactly", lang="en").facts[0].status in (
            "rounds_to",
            "same",
        )


HUGE = [
    "1 ", "1 000", "1,000", "1,0001", "000 ", "$", "%", "-1", "1/", "1万", "May ", "1 May ", "A ", "Aa ",
    "1 million ", "one ", "yüz ",
    "http://", "a@", "九", "1.", "1:", "1-", "a", "A", "9", " ", "1e", "10^", "5 km ", "(", "'", "B1", "½", "\u0301",
    "Aa-", "CLAIM: ",
    "1 000 000 000 000 000 000 ", "２０２２年", "a.b@c.d ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HUGE)
def test_time_grows_with_length_and_no_faster(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        began = time.thread_time()
        find_facts(text, lang="en")
        return time.thread_time() - began

    seconds(500)
    assert min(seconds(24_000) for _ in range(2)) < 12 * seconds(6_000) + 0.6


MANY: dict[str, Callable[[int], str]] = {
    "numbers": lambda i: f"{10_000 + 7 * i} ",
    "one number": lambda _: "5 ",
    "percents": lambda i: f"{i}.{i % 10} % ",
    "dates": lambda i: f"{i % 28 + 1} May {1900 + i % 100} ",
    "days": lambda i: f"{i % 28 + 1} May, ",
    "names": lambda i: f"and to all Vask{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)} ",
    "one name": lambda _: "to\u00ad Vask, ",
    "acronyms": lambda i: f"and to all {chr(65 + i % 26)}{chr(65 + i // 26 % 26)}{chr(65 + i // 676)}X ",
    "addresses": lambda i: f"http://a{i}.example/x ",
}


@pytest.mark.parametrize("kind", MANY)
def test_time_for_a_claim_grows_with_its_facts_and_those_of_its_line(kind: str) -> None:
    def seconds(size: int) -> float:
        claim, line = (
            "".join(map(MANY[kind], range(first, 10 * size, step)))[:size] for first, step in ((0, 1), (1, 3))
        )
        began = time.thread_time()
        supports(claim, line, lang="en", context=line)
        supports(claim, "It was 1, 20 and 300 euros in 1999, or 7 % of 5,000 km.", lang="en")
        return time.thread_time() - began

    seconds(500)
    assert min(seconds(10_000) for _ in range(2)) < 12 * seconds(2_500) + 0.6

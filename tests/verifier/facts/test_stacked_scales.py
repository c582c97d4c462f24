"""Scale words in a row multiply, falling myriads are one number, and a header's scale counts for its cell."""

from __future__ import annotations

import pytest

from exactquote.facts import find_facts, supports


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("5千億円", "ja", 5 * 10**11),
        ("5천조 원", "ko", 5 * 10**15),
        ("3조 5천억 원", "ko", 35 * 10**11),
        ("1億2,000万円", "ja", 12 * 10**7),
        ("5億千万円", "ja", 51 * 10**7),
        ("50 thousand crore rupees", "en", 5 * 10**11),
        ("5 lakh crore", "en", 5 * 10**12),
        ("5 हज़ार करोड़", "hi", 5 * 10**10),
        ("5 hundred thousand", "en", 5 * 10**5),
        ("five hundred thousand crore", "en", 5 * 10**12),
        ("100 mille milliards", "fr", 10**14),
        ("5 mil milhões", "pt", 5 * 10**9),
    ],
)
def test_one_number(text: str, lang: str, expected: int) -> None:
    (fact,) = find_facts(text, lang=lang)
    assert fact.readings[0].value == expected
    assert fact.text == text


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("予算は5千億円です", "予算は5千兆円です", "ja"),
        ("Rs 50 thousand", "Rs 50 thousand crore", "en"),
        ("5천억 원", "5천조 원", "ko"),
        ("5 हज़ार करोड़", "5 हज़ार लाख", "hi"),
        ("5 hundred thousand", "5 hundred million", "en"),
        ("100 mille milliards", "100 mille millions", "fr"),
        ("2,000万円", "1億2,000万円", "ja"),
        ("The revenue was $5", "Year: 2020 | Revenue ($ million): 5", "en"),
        ("The revenue was $5 billion", "Year: 2020 | Revenue ($ million): 5", "en"),
        ("The revenue was €5 million", "Year: 2020 | Revenue ($ million): 5", "en"),
        ("5 people", "Town: Ystad | Population in thousands: 5", "en"),
    ],
)
def test_refuted(claim: str, line: str, lang: str) -> None:
    assert supports(claim, line, lang=lang).verdict == "mismatch"


@pytest.mark.parametrize(
    ("claim", "line", "lang"),
    [
        ("5000億円", "5千億円", "ja"),
        ("$5 million in 2020", "Year: 2020 | Revenue ($ million): 5", "en"),
        ("$5 million in 2020", "Year: 2020 | Revenue (in millions of US dollars): 5", "en"),
        ("$5,200,000 in 2020", "Year: 2020 | Revenue ($m): 5.2", "en"),
        ("$5,000", "Revenue ($000): 5", "en"),
        ("5 Millionen Euro", "Jahr: 2020 | Umsatz (Mio. Euro): 5", "de"),
        ("5万元", "年份: 甲 | 收入（万元）：5", "zh"),
        ("5,000 people", "Town: Ystad | Population in thousands: 5", "en"),
        ("from $5 million to $7 million", "Revenue ($ million): 5–7", "en"),
        ("$5 million", "Revenue ($ million): $5 million", "en"),
        ("5%", "Growth (of $ million): 5%", "en"),
        ("5 ships", "He had millions: 5 ships.", "en"),
    ],
)
def test_the_same(claim: str, line: str, lang: str) -> None:
    assert {finding.status for finding in supports(claim, line, lang=lang).facts} == {"same"}

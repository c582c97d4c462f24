"""Where a sentence ends in scripts that sentencex does not part."""

from __future__ import annotations

import pytest

from exactquote.page import CapturedBlock, Page
from exactquote.quotes import locate

HOUSE = "\u1795\u17d2\u1791\u17c7\u1793\u17c1\u17c7\u1790\u17d2\u1798\u17b8"
RENT = "\u1790\u17d2\u179b\u17c3\u1787\u17bd\u179b \u17e4\u17e0\u17e0\u17db"
STOP, END, ETC = "\u17d4", "\u17d5", "\u17d4\u179b\u17d4"


def lines(text: str, lang: str = "km") -> list[str]:
    page = Page.from_blocks([CapturedBlock(text)], lang=lang)
    found = [unit.text(page.text) for unit in page.units]
    assert all(locate(page, line).found for line in found)
    return found


@pytest.mark.parametrize("lang", ["km", "", "en", "th"])
@pytest.mark.parametrize("space", [" ", "", "\u200b", "\n"])
def test_khmer_full_stops_end_a_sentence(lang: str, space: str) -> None:
    found = lines(f"{HOUSE}{STOP}{space}{RENT}{STOP}{space}{HOUSE}{END}", lang)
    assert [line.strip("\u200b") for line in found] == [HOUSE + STOP, RENT + STOP, HOUSE + END]


def test_khmer_quotation_marks_stay_with_their_sentence() -> None:
    assert lines(f"\u00ab{HOUSE}{STOP}\u00bb {RENT}{STOP}") == [f"\u00ab{HOUSE}{STOP}\u00bb", RENT + STOP]


def test_khmer_and_so_on_ends_none() -> None:
    assert lines(f"{RENT} {ETC} {HOUSE}{STOP} {RENT}{STOP}") == [f"{RENT} {ETC} {HOUSE}{STOP}", RENT + STOP]


def test_many_khmer_sentences_are_never_cut_in_the_middle() -> None:
    assert set(lines(f"{HOUSE}{STOP}" * 400)) == {HOUSE + STOP}


def test_plain_text_is_parted_as_before() -> None:
    assert lines("The fee is 4.50 euros. It is due in May.", "en") == ["The fee is 4.50 euros.", "It is due in May."]
    assert lines("The fee (see No. 4) is due", "km") == ["The fee (see No. 4) is due"]

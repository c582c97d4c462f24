"""The nearest line on pages that say the same few words over and over."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from rapidfuzz import fuzz

from exactquote.page import Page
from exactquote.quotes import locate
from verifier.quotes.pages import page

NOUNS = ["lamp", "pier", "crate", "rope", "barge", "winch", "gull", "tide", "sluice", "anchor", "ledger", "tar", "hull"]


def random_lines(words: int, lines: int, length: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    vocabulary = (NOUNS + [a + b for a in NOUNS for b in NOUNS])[:words]
    return [" ".join(chance.choices(vocabulary, k=length)).capitalize() + "." for _ in range(lines)]


@pytest.mark.parametrize("paragraphs", [False, True])
@pytest.mark.parametrize(("words", "lines"), [(8, 2000), (15, 2000), (80, 3000)])
def test_a_line_one_word_off(words: int, lines: int, paragraphs: bool) -> None:
    written = random_lines(words, lines, 12, words)
    on = page(*written) if paragraphs else page(" ".join(written))
    chance = random.Random(1)
    for line in chance.sample(written, 20):
        parts = line.split()
        at = chance.randrange(1, 11)
        for changed in (
            [*parts[:at], "zebra", *parts[at + 1 :]],
            [*parts[:at], *parts[at + 1 :]],
            [*parts[:at], "not", *parts[at:]],
        ):
            quote = " ".join(changed)
            result = locate(on, quote)
            if result.status == "exact":
                continue
            assert result.nearest is not None, quote
            assert fuzz.ratio(result.nearest.text, quote) >= fuzz.ratio(line, quote) - 1e-9


def notices(number: int) -> list[str]:
    chance = random.Random(number)
    return [
        f"Berth {chance.choice('ABCD')} is {chance.choice(('free', 'taken', 'shut', 'dry'))} from "
        f"{chance.randrange(1, 9)} to {chance.randrange(10, 20)} on {chance.choice(('Monday', 'Friday', 'Sunday'))} "
        f"for want of {chance.choice(('wind', 'staff', 'water', 'fuel'))}."
        for _ in range(number)
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace(" is ", " is not "),
        lambda line: re.sub(r"to \d+", "to 25", line),
        lambda line: line.replace("for want of", "despite all the"),
    ],
)
def test_a_notice_among_thousands_that_are_alike(change: Callable[[str], str]) -> None:
    lines = notices(4000)
    on: Page = page(*lines)
    for line in random.Random(2).sample(lines, 15):
        nearest = locate(on, change(line)).nearest
        assert nearest is not None
        assert fuzz.ratio(nearest.text, change(line)) >= fuzz.ratio(line, change(line)) - 1e-9


def test_a_character_off_where_a_few_characters_make_up_a_page() -> None:
    chance = random.Random(3)
    lines = ["".join(chance.choices("船港灯塔潮水风浪", k=25)) + "。" for _ in range(3000)]
    on = page("".join(lines))
    for line in chance.sample(lines, 15):
        nearest = locate(on, line[:9] + "龙" + line[10:]).nearest
        assert nearest is not None
        assert nearest.text == line


def test_places_of_many_blocks_are_listed_until_their_spans_are_many() -> None:
    rows = page(*["yes"] * 3000)
    result = locate(rows, " ".join(["yes"] * 400))
    assert result.flags == ("many", "repeated", "several_blocks")
    assert [place.spans[0].start for place in result.occurrences] == [4 * at for at in range(10)]
    assert all(len(place.spans) == 400 for place in result.occurrences)
    whole = locate(page(*["yes"] * 5000), " ".join(["yes"] * 5000))
    assert (whole.flags, len(whole.occurrences[0].spans)) == (("several_blocks",), 5000)

"""Quotes of real pages: every sampled line is found letter for letter, and not once it is changed."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from exactquote.html import read_html
from exactquote.page import Page
from exactquote.quotes import locate
from exactquote.units import Unit

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def pages(corpus: Path) -> list[Page]:
    paths = sorted(corpus.glob("pages/*/*.htm*"))[::6]
    read = (path.read_bytes() for path in paths)
    return [
        page for data in read if (page := read_html(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)).text
    ]


def lines(page: Page, count: int) -> list[Unit]:
    """Sample lines that begin and end beside white space (a line may have been split inside a token)."""
    whole = [
        unit
        for unit in page.units
        if unit.end - unit.start > 12
        and not any(map(str.isalnum, page.text[unit.start - 1 : unit.start] + page.text[unit.end : unit.end + 1]))
    ]
    return random.Random(page.sha256).sample(whole, min(count, len(whole)))


def test_lines_are_found_where_they_stand(pages: list[Page]) -> None:
    assert len(pages) >= 20
    for page in pages:
        for unit in lines(page, 12):
            result = locate(page, unit.text(page.text), near=unit.spans[0])
            assert (result.status, result.fold) == ("exact", "verbatim")
            assert (result.occurrences[0].spans[0].start, result.occurrences[0].spans[-1].end) == (unit.start, unit.end)


def test_changed_lines_are_not_found(pages: list[Page]) -> None:
    chance = random.Random(3)
    changed = 0
    for page in pages:
        for unit in lines(page, 12):
            text = unit.text(page.text)
            for quote in (digit_changed(text, chance), word_put_in(text, chance), fused(page, unit, chance)):
                if quote is None or " ".join(quote.split()) in " ".join(page.text.split()):
                    continue
                changed += 1
                assert not locate(page, quote).found, quote
    assert changed > 300


def digit_changed(text: str, chance: random.Random) -> str | None:
    places = [at for at, character in enumerate(text) if character in "0123456789"]
    if not places:
        return None
    at = chance.choice(places)
    return text[:at] + str((int(text[at]) + chance.randrange(1, 10)) % 10) + text[at + 1 :]


def word_put_in(text: str, chance: random.Random) -> str | None:
    spaces = [at for at, character in enumerate(text) if character == " "]
    if not spaces:
        return None
    at = chance.choice(spaces)
    return text[:at] + " not" + text[at:]


def fused(page: Page, unit: Unit, chance: random.Random) -> str | None:
    other = chance.choice(page.units)
    if abs(other.block - unit.block) < 2:
        return None
    return (
        unit.text(page.text)[: (unit.end - unit.start) // 2]
        + " "
        + other.text(page.text)[(other.end - other.start) // 2 :]
    )

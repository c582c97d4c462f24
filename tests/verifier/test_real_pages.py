"""Real pages: sampled sentences are found where they stand, changed ones are not found."""

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

SENTENCES = 10
"""Sampled on each of twenty pages."""


def _pages(corpus: Path) -> list[tuple[str, Page]]:
    """Twenty pages, spread evenly over the corpus in the order of their names; those without sentences are passed
    over."""
    paths = sorted(path for path in (corpus / "pages").rglob("*") if path.name.endswith((".html", ".html.gz")))
    found: list[tuple[str, Page]] = []
    random.Random(20).shuffle(paths)
    for path in paths:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        page = read_html(data)
        assert page.text, f"no text found in {path.name}"
        if len(_sentences(page)) >= SENTENCES:
            found.append((path.name, page))
        if len(found) == 20:
            return found
    pytest.fail(f"only {len(found)} pages with sentences")


def _sentences(page: Page) -> list[Unit]:
    return [unit for unit in page.units if unit.kind != "row" and 40 <= unit.end - unit.start <= 400]


@pytest.fixture(scope="module")
def pages(corpus: Path) -> list[tuple[str, Page]]:
    return _pages(corpus)


@pytest.fixture(scope="module")
def sampled(pages: list[tuple[str, Page]]) -> list[tuple[str, Page, Unit]]:
    chance = random.Random(200)
    return [(name, page, unit) for name, page in pages for unit in chance.sample(_sentences(page), SENTENCES)]


def test_two_hundred_sentences_are_found_where_they_stand(sampled: list[tuple[str, Page, Unit]]) -> None:
    assert len(sampled) == 200
    missed = []
    for name, page, unit in sampled:
        result = locate(page, unit.text(page.text))
        starts = [found.spans[0].start for found in result.occurrences]
        if result.status != "exact" or unit.start not in starts:
            missed.append((name, result.status, unit.text(page.text)))
        for found in result.occurrences:
            assert found.text == page.text[found.spans[0].start : found.spans[-1].end]
    assert missed == []


def test_two_hundred_changed_ones_are_not_found(sampled: list[tuple[str, Page, Unit]]) -> None:
    chance = random.Random(7)
    accepted, tried = [], {"digit": 0, "not": 0, "fused": 0}
    for name, page, unit in sampled:
        kind, changed = _mutate(page, unit, chance)
        tried[kind] += 1
        if changed in page.text:
            continue
        result = locate(page, changed)
        if result.status == "exact":
            accepted.append((name, kind, changed))
    assert accepted == []
    assert sum(tried.values()) == 200
    assert min(tried.values()) >= 20, tried


def _mutate(page: Page, unit: Unit, chance: random.Random) -> tuple[str, str]:
    """A digit changed where there is one (for half of those), else "not" put in, or two sentences fused."""
    text = unit.text(page.text)
    digits = [place for place, char in enumerate(text) if char.isdecimal()]
    if digits and chance.random() < 0.8:
        place = chance.choice(digits)
        other = chance.choice([digit for digit in "0123456789" if digit != text[place]])
        return "digit", text[:place] + other + text[place + 1 :]
    spaces = [place for place, char in enumerate(text) if char == " "]
    if spaces and chance.random() < 0.5:
        place = chance.choice(spaces)
        return "not", f"{text[:place]} not{text[place:]}"
    others = [other for other in _sentences(page) if abs(other.start - unit.start) > 600 or other.end < unit.start]
    other = chance.choice(others or _sentences(page)).text(page.text)
    return "fused", text[: len(text) // 2].rstrip() + " " + other[len(other) // 2 :].lstrip()

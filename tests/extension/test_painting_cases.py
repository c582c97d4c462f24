"""The 57 hard cases: every line of each page, and what a reader would quote of it, is painted and read back equal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from e2e.drivers import Driver
from e2e.hard_cases import HardCase, hard_cases
from e2e.painting import paint, quote_spans, read
from e2e.site import Site

pytestmark = pytest.mark.browser

CASES = hard_cases()


def test_there_are_57() -> None:
    assert len(CASES) == 57
    assert all(case.quotes for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_lines_and_quotes_are_painted_and_read_back(
    case: HardCase, driver: Driver, site: Site, scripts: Callable[[Driver], None]
) -> None:
    driver.goto(site.put("/case", case.body))
    captured = read(driver)
    page = captured.page
    lines = [unit.spans for unit in page.units]
    for quote in case.quotes:
        result, spans = quote_spans(page, quote)
        assert spans, f"{quote!r} is {result.status}, nearest {result.nearest}, in {page.text!r}"
        lines.append(spans)
    for painting in paint(driver, captured, lines):
        assert painting.equal, painting
    for quote in case.not_quotable:
        result, _ = quote_spans(page, quote)
        assert not result.found, quote

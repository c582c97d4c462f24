"""The whole path once with the starter model: a known figure, asked for in the panel, is painted in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import DaemonProcess

pytestmark = [pytest.mark.browser, pytest.mark.model]

PAGE = """<!doctype html><html lang=en><title>Permit 118</title><body><h1>Permit 118: kiosk at the north pier</h1>
<p>The kiosk may open from May to September. It has two windows and no kitchen.</p>
<p>The holder pays exactly <b>2,743 euros</b> per month to the harbour office.</p>
<p>The permit ends on 31 December and may be renewed once.</p></body></html>"""
LINE = "The holder pays exactly 2,743 euros per month to the harbour office."
PAINTED = "() => [...pointline.painted.keys()].map((claim) => pointline.readBack(claim))"


@pytest.fixture(scope="module")
def starter() -> Iterator[DaemonProcess]:
    try:
        with DaemonProcess("mlx") as started:
            yield started
    except RuntimeError as error:
        if "pointline model pull" not in str(error):
            raise
        pytest.skip("the starter model is not here: run 'pointline model pull starter'")


def test_a_known_figure_is_painted(
    chromium: ChromiumExtension,
    starter: DaemonProcess,
    open_page: Callable[[str | bytes], Page],
    open_panel: Callable[[Page, DaemonProcess], Page],
) -> None:
    page = open_page(PAGE)
    panel = open_panel(page, starter)
    panel.fill("#question", "How much does the holder pay per month?")
    panel.press("#question", "Enter")
    panel.locator(".turn:not(.is-running)").wait_for(timeout=120_000)
    assert panel.locator(".claim .line").first.inner_text() == LINE
    assert {"quote": [LINE], "line": [LINE]} in chromium.in_page(page, PAINTED)

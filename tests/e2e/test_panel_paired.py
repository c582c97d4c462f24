"""A paired browser and the real daemon: pairing in the panel, a daemon that stops and starts again, its history."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from helpers.serving import Serving

pytestmark = pytest.mark.browser

RENT = """<!doctype html><html lang=en><title>Rents</title><body><h1>Rents in the old town</h1>
<p>A flat of three rooms costs exactly <b>2,743 euros</b> per month.</p>
<p>The office opens on Thursdays.</p></body></html>"""
SLOW = {"may_state": True, "may_judge": True, "delay": 0.2, "answers": ["CLAIM: " + "word " * 400] * 9}
WHEN = "When does the office open?"


def connected(chromium: ChromiumExtension, page: Page, daemon: Serving) -> Page:
    """The panel beside a page, paired by the code that the daemon shows."""
    chromium.worker.evaluate("() => chrome.storage.local.clear()")
    panel = chromium.open_panel(page)
    pair = daemon.pairing()
    panel.fill("#code", f"{pair.code[:4]} {pair.code[4:]}")
    panel.click(".connection summary")
    panel.fill("#address", daemon.host)
    panel.click(".connection [type=submit]")
    panel.wait_for_selector(".connection", state="detached")
    assert pair.end()[0] == 0
    return panel


def test_a_paired_browser_outlives_a_daemon_that_stops_in_an_answer(
    chromium: ChromiumExtension, open_page: Callable[[str | bytes], Page], tmp_path: Path
) -> None:
    slow = Serving(tmp_path / "home", script=dict(SLOW))
    panel = connected(chromium, open_page(RENT), slow)
    panel.fill("#question", WHEN)
    panel.press("#question", "Enter")
    expect(panel.locator(".progress")).to_have_text("Wording the claim")
    slow.stop()
    problem = panel.locator(".turn:not(.is-running) .problem")
    problem.wait_for()
    expect(panel.locator("#question")).to_have_value(WHEN)
    panel.reload()
    start = panel.locator("#connect-place .problem")
    expect(start).to_contain_text("Pointline is not running")
    expect(start.locator("code")).to_have_text("./scripts/run serve")
    again = Serving(tmp_path / "home", port=slow.port)
    try:
        start.get_by_role("button", name="Try again").click()
        expect(start).to_have_count(0)
        panel.fill("#question", WHEN)
        panel.press("#question", "Enter")
        expect(panel.locator(".claim .line")).to_have_text("The office opens on Thursdays.")
    finally:
        again.stop()
    panel.close()


def test_the_history_of_the_daemon_is_shown_and_forgotten(
    chromium: ChromiumExtension, open_page: Callable[[str | bytes], Page], tmp_path: Path
) -> None:
    daemon = Serving(tmp_path / "home")
    try:
        panel = connected(chromium, open_page(RENT), daemon)
        for question in (WHEN, "What does a flat cost per month?"):
            panel.fill("#question", question)
            panel.press("#question", "Enter")
            panel.locator(".turn:first-child h2", has_text=question).wait_for()
            panel.locator(".turn:first-child:not(.is-running)").wait_for()
        panel.click("#more")
        panel.click("#menu-history")
        expect(panel.locator(".sessions > li")).to_have_count(1)
        panel.locator(".sessions summary").click()
        expect(panel.locator(".kept h3")).to_have_text([WHEN, "What does a flat cost per month?"])
        expect(panel.locator(".kept blockquote").first).to_have_text("The office opens on Thursdays.")
        with panel.expect_download() as waiting:
            panel.get_by_role("button", name="Download").click()
        assert "The office opens on Thursdays" in Path(waiting.value.path()).read_text(encoding="utf-8")
        panel.get_by_role("button", name="Forget everything").click()
        panel.get_by_role("button", name="Really forget everything?").click()
        expect(panel.locator("dialog")).to_contain_text("The history is empty.")
        panel.keyboard.press("Escape")
        panel.click("#more")
        panel.click("#menu-history")
        expect(panel.locator("dialog")).to_contain_text("The history is empty.")
        panel.close()
    finally:
        daemon.stop()

"""The built extension in Chromium with the real daemon (scripted model): from the question to the painted line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import DaemonProcess
from e2e.site import Site

pytestmark = pytest.mark.browser

OpenPage = Callable[[str | bytes], Page]
OpenPanel = Callable[[Page, DaemonProcess], Page]

PAINTED = "() => [...pointline.painted.keys()].map((claim) => pointline.readBack(claim))"
SHOWN = "() => pointline.shown && pointline.readBack(pointline.shown)"
IN_VIEW = """() => {
  const { top, bottom } = pointline.painted.get(pointline.shown).quote[0].parts[0].range.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
RENT = """<!doctype html><html lang=en><title>Rents</title><body><h1>Rents in the old town</h1>
<p>A flat of three rooms costs exactly <b>2,743 euros</b> per month.</p><div style='height:3000px'></div>
<p>The office opens on Thursdays.</p></body></html>"""


def ask(panel: Page, question: str) -> None:
    panel.bring_to_front()
    panel.fill("#question", question)
    panel.press("#question", "Enter")


def asked(panel: Page, question: str) -> None:
    ask(panel, question)
    expect(panel.locator(".turn").first).not_to_have_class("is-running")
    panel.locator(".turn:first-child:not(.is-running)").wait_for()


def test_a_claim_comes_with_its_line_painted(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "What does a flat of three rooms cost per month?")
    line = "A flat of three rooms costs exactly 2,743 euros per month."
    assert panel.locator(".claim .line").inner_text() == line
    assert panel.locator(".claim .found").inner_text() == "Line found"
    assert panel.locator(".claim .support").inner_text().startswith("Support not judged")
    assert chromium.in_page(page, PAINTED) == [{"quote": [line], "line": [line]}]


def test_a_click_scrolls_to_the_line(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "When does the office open?")
    panel.click(".claim .line")
    panel.wait_for_selector(".line[aria-current]")
    line = "The office opens on Thursdays."
    assert chromium.in_page(page, SHOWN) == {"quote": [line], "line": [line]}
    until(lambda: chromium.in_page(page, IN_VIEW) is True)


def test_none_is_a_finding_with_the_nearest_lines(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "xyzzy quux?")
    assert panel.locator(".none h3").inner_text() == "No line of this page answers this"
    assert "The whole page was read" in panel.locator(".none .detail").inner_text()
    nearest = panel.locator(".nearest .line")
    assert nearest.count() > 0
    text = nearest.last.inner_text()
    nearest.last.click()
    panel.wait_for_selector(".nearest .line[aria-current]")
    assert chromium.in_page(page, SHOWN)["quote"] == [text]


def test_a_table_row_is_painted_cell_by_cell(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess, sample: bytes
) -> None:
    page = open_page(sample)
    panel = open_panel(page, daemon)
    asked(panel, "Winter passengers and departures?")
    row = panel.locator(".claim .line.row").first
    cells = row.locator(".cell").all_inner_texts()
    assert len(cells) == 3
    row.click()
    panel.wait_for_selector(".line[aria-current]")
    assert chromium.in_page(page, SHOWN)["line"] == cells


LIE = 'CLAIM: A flat costs 9,999 euros.\nSOURCE QUOTE: "A flat of three rooms costs exactly 9,999 euros per month."'


def test_an_invented_quote_is_withheld_with_the_reason(
    open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    panel = open_panel(open_page(RENT), daemon_with({"may_state": True, "answers": [LIE] * 30}))
    asked(panel, "What does a flat of three rooms cost per month?")
    assert panel.locator(".claim").count() == 0
    withheld = panel.locator(".withheld")
    assert "A flat costs 9,999 euros." in withheld.inner_text()
    assert withheld.locator(".detail").first.inner_text() != ""
    assert panel.locator(".none h3").inner_text() == "No claim could be given a line"


def test_markup_of_page_and_model_stays_text(
    open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    line = "The rent is &lt;img src=x onerror=alert(1)&gt; 12 euros a month."
    reply = 'CLAIM: <b onclick=go>The rent</b> is 12 euros a month.\nSOURCE QUOTE: "12 euros a month"'
    panel = open_panel(open_page(f"<p>{line}</p>"), daemon_with({"may_state": True, "answers": [reply]}))
    alerts: list[str] = []
    panel.on("dialog", lambda dialog: alerts.append(dialog.message))
    asked(panel, "What is the rent a month?")
    assert panel.locator(".claim-text").inner_text() == "<b onclick=go>The rent</b> is 12 euros a month."
    assert panel.locator(".claim img, .claim b").count() == 0
    assert panel.locator(".claim mark").all_inner_texts() == ["12 euros a month"]
    assert alerts == []


SLOW = {"may_state": True, "delay": 0.2, "answers": ["CLAIM: " + "word " * 400] * 9}


@pytest.mark.parametrize("how", ["button", "escape"])
def test_stop_ends_the_question_in_the_daemon_too(
    how: str, open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    daemon = daemon_with(dict(SLOW))
    panel = open_panel(open_page(RENT), daemon)
    ask(panel, "What does a flat of three rooms cost per month?")
    panel.locator("#stop").wait_for()
    until(lambda: panel.locator(".progress").inner_text() == "Wording the claim")
    if how == "button":
        panel.click("#stop")
    else:
        panel.keyboard.press("Escape")
    panel.locator(".turn:not(.is-running) .note").wait_for()
    assert panel.locator("#submit").is_visible()
    until(lambda: "cancelled" in daemon.log())


def test_selection_is_shown_and_asked_about(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('p')[1])")
    job = "(tab) => chrome.storage.session.set({ ['job:' + tab]: { about: 'selection' } })"
    chromium.worker.evaluate(job, chromium.tab_of(page))
    panel.bring_to_front()
    expect(panel.locator("#selection-text")).to_have_text("The office opens on Thursdays.")
    with panel.expect_request("**/v1/asks") as sent:
        asked(panel, "When is that?")
    body: Any = sent.value.post_data_json
    assert body["selection"]["end"] - body["selection"]["start"] == len("The office opens on Thursdays.")
    panel.click("#drop-selection")
    expect(panel.locator("#selection")).to_be_hidden()


CHANGES = {
    "digit changed": ("document.querySelector('b').firstChild.data = '2,744 euros'", "No longer at its place"),
    "loaded anew": ("location.reload()", "The page was left or loaded anew"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_line_that_went_away_is_said_to_have_gone(
    change: str, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "What does a flat of three rooms cost per month?")
    script, words = CHANGES[change]
    page.evaluate(script)
    page.wait_for_load_state()
    panel.bring_to_front()
    panel.click(".claim .line")
    expect(panel.locator(".claim .lost")).to_contain_text(words)


def test_each_failure_has_one_action(
    open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess], site: Site
) -> None:
    page = open_page(RENT)
    daemon = daemon_with({})
    panel = open_panel(page, daemon)
    daemon.stop()
    asked(panel, "Is it running?")
    problem = panel.locator(".problem").first
    expect(problem).to_contain_text("Pointline is not running")
    expect(problem.locator("code")).to_have_text("pointline serve")
    assert problem.locator("button.secondary").count() == 1
    problem.locator("button.secondary").click()
    panel.fill("#line", f'{{"url": "{site.origin}", "token": "t"}}')
    panel.click(".connection [type=submit]")
    expect(panel.locator(".wrong")).to_contain_text("Something else answers")
    with DaemonProcess("scripted") as fresh:
        panel.fill("#line", fresh.line.replace(fresh.token, "wrong"))
        panel.click(".connection [type=submit]")
        expect(panel.locator(".wrong")).to_contain_text("The token is not the right one")
        panel.fill("#line", "http://example.org")
        panel.click(".connection [type=submit]")
        expect(panel.locator(".wrong")).to_contain_text("neither the line")
        panel.fill("#line", fresh.line)
        panel.click(".connection [type=submit]")
        panel.wait_for_selector(".connection", state="detached")
        asked(panel, "What does a flat of three rooms cost per month?")
        assert panel.locator(".turn:first-child .claim").count() == 1


def test_a_page_without_text_is_said_to_have_none(
    open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    panel = open_panel(open_page("<img alt=x>"), daemon)
    asked(panel, "What is this?")
    expect(panel.locator(".problem h3")).to_have_text("There is no text to read on this page.")


def test_a_page_that_no_extension_may_read(
    chromium: ChromiumExtension, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = chromium.context.new_page()
    page.goto("chrome://version")
    panel = open_panel(page, daemon)
    asked(panel, "What is this?")
    assert panel.locator(".problem h3").count() == 1
    page.close()


def test_nothing_is_cut_off(open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess, sample: bytes) -> None:
    panel = open_panel(open_page(sample), daemon)
    asked(panel, "Winter passengers and departures?")
    asked(panel, "xyzzy quux " + "unbroken" * 30)
    for width in (320, 400, 900):
        panel.set_viewport_size({"width": width, "height": 800})
        assert panel.evaluate("document.documentElement.scrollWidth") <= width


def until(done: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)

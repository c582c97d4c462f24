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

JUDGED = {"may_state": True, "may_judge": True, "label": {"yes": 0.9, "no": 0.1}}
"""A model that may word claims: only one whose claims may be judged does."""


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
    assert panel.locator(".claim .flag").first.inner_text() == "table row"
    row.click()
    panel.wait_for_selector(".line[aria-current]")
    assert chromium.in_page(page, SHOWN)["line"] == cells


FARES = """<!doctype html><html lang=en><title>Fares</title><body><table><tr><th>Vehicle</th><th>Fare</th></tr>
<tr><td>Bicycle</td><td>1.20 euros</td></tr>
<tr><td><p>Motorcycle</p><p>(with rider)</p></td><td>5.10 euros</td></tr></table>"""


def test_a_row_with_two_blocks_in_a_cell_is_painted(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(FARES)
    panel = open_panel(page, daemon)
    asked(panel, "Fare of a motorcycle with rider?")
    row = panel.locator(".claim .line.row").first
    cells = row.locator(".cell").all_inner_texts()
    assert cells == ["Motorcycle\n(with rider)", "5.10 euros"]
    assert row.locator("mark").count() == 0
    row.click()
    panel.wait_for_selector(".line[aria-current]")
    assert chromium.in_page(page, SHOWN)["line"] == cells


LIE = 'CLAIM: A flat costs 9,999 euros.\nSOURCE QUOTE: "A flat of three rooms costs exactly 9,999 euros per month."'


def test_an_invented_quote_is_withheld_with_the_reason(
    open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    panel = open_panel(open_page(RENT), daemon_with({**JUDGED, "answers": [LIE] * 30}))
    asked(panel, "What does a flat of three rooms cost per month?")
    # The line that was chosen may stand for itself; what was invented about it does not.
    assert "9,999" not in " ".join(panel.locator(".claim").all_inner_texts())
    withheld = panel.locator(".withheld")
    assert "A flat costs 9,999 euros." in withheld.inner_text()
    assert withheld.locator(".detail").first.inner_text() != ""


SLOW = {**JUDGED, "delay": 0.2, "answers": ["CLAIM: " + "word " * 400] * 9}


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


def select_office(chromium: ChromiumExtension, page: Page, panel: Page) -> None:
    """Select a line and choose to ask about it, as the page's menu leaves word of it."""
    panel.focus("#connection")
    page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('p')[1])")
    job = "(tab) => chrome.storage.session.set({ ['job:' + tab]: { about: 'selection' } })"
    chromium.worker.evaluate(job, chromium.tab_of(page))
    panel.bring_to_front()
    expect(panel.locator("#selection-text")).to_have_text("The office opens on Thursdays.")
    expect(panel.locator("#question")).to_be_focused()


def test_selection_is_shown_and_asked_about(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    select_office(chromium, page, panel)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('p'))")
    with panel.expect_request("**/v1/asks") as sent:
        asked(panel, "When is that?")
    body: Any = sent.value.post_data_json
    assert body["selection"]["end"] - body["selection"]["start"] == len("The office opens on Thursdays.")
    panel.click("#drop-selection")
    expect(panel.locator("#selection")).to_be_hidden()


LEAVING = {"loaded anew": "location.reload()", "another page": "location.assign('/elsewhere')"}


@pytest.mark.parametrize("leaving", LEAVING)
def test_a_selection_is_dropped_with_its_page(
    leaving: str,
    chromium: ChromiumExtension,
    open_page: OpenPage,
    open_panel: OpenPanel,
    daemon: DaemonProcess,
    site: Site,
) -> None:
    site.put("/elsewhere", "<p>A ticket costs 3 euros.</p>")
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    select_office(chromium, page, panel)
    page.evaluate("location.hash = 'same-page'")
    panel.wait_for_timeout(300)
    expect(panel.locator("#selection")).to_be_visible()
    with page.expect_navigation():
        page.evaluate(LEAVING[leaving])
    expect(panel.locator("#selection")).to_be_hidden()
    with panel.expect_request("**/v1/asks") as sent:
        asked(panel, "What does it cost?")
    body: Any = sent.value.post_data_json
    assert body["selection"] is None
    assert panel.locator(".turn .about:visible").count() == 0


CHANGES = {
    "digit changed": ("document.querySelector('b').firstChild.data = '2,744 euros'", "No longer at its place"),
    "another page": ("location.assign('/elsewhere')", "The page was left or loaded anew"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_line_that_went_away_is_said_to_have_gone(
    change: str, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess, site: Site
) -> None:
    site.put("/elsewhere", "<p>A ticket costs 3 euros.</p>")
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "What does a flat of three rooms cost per month?")
    script, words = CHANGES[change]
    page.evaluate(script)
    page.wait_for_load_state()
    panel.bring_to_front()
    panel.click(".claim .line")
    expect(panel.locator(".claim .lost")).to_contain_text(words)


def test_a_page_that_was_loaded_anew_shows_its_lines_again(
    chromium: ChromiumExtension, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    page = open_page(RENT)
    panel = open_panel(page, daemon)
    asked(panel, "What does a flat of three rooms cost per month?")
    page.reload()
    line = "A flat of three rooms costs exactly 2,743 euros per month."
    until(lambda: chromium.in_page(page, "() => !!globalThis.pointline?.painted?.size"))
    assert chromium.in_page(page, PAINTED) == [{"quote": [line], "line": [line]}]
    page.evaluate("document.querySelector('p').textContent = 'Something else.'")
    panel.bring_to_front()
    panel.click(".claim .line")
    expect(panel.locator(".claim .lost")).to_contain_text("No longer at its place")


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
    expect(problem.locator("code")).to_have_text("./scripts/run serve")
    assert problem.locator("button.secondary").all_inner_texts() == ["Ask again"]
    problem.get_by_role("button", name="Connect").click()
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


def test_a_question_outlives_the_daemon(
    open_page: OpenPage, open_panel: OpenPanel, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    question = "What does a flat of three rooms cost per month?"
    stopped = daemon_with({})
    panel = open_panel(open_page(RENT), stopped)
    stopped.stop()
    asked(panel, question)
    expect(panel.locator("#question")).to_have_value(question)
    panel.locator(".problem").get_by_role("button", name="Ask again").click()
    panel.locator(".turn:first-child .problem").wait_for()
    assert panel.locator(".turn").count() == 1
    expect(panel.locator("#question")).to_have_value(question)
    with DaemonProcess("scripted") as fresh:
        panel.locator(".problem").get_by_role("button", name="Connect").click()
        panel.fill("#line", fresh.line)
        panel.press("#line", "Enter")
        expect(panel.locator(".problem")).to_have_count(0)
        panel.get_by_role("button", name="Ask again").click()
        expect(panel.locator(".turn .claim")).to_have_count(1)
        assert panel.locator(".turn").count() == 1
        expect(panel.locator("#question")).to_have_value("")


REFUSALS = {401: "The token is not the right one", 429: "The model is busy"}


@pytest.mark.parametrize("status", REFUSALS)
def test_a_question_that_was_refused_can_be_asked_again(
    status: int, open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    panel = open_panel(open_page(RENT), daemon)
    document = f'{{"type": "urn:pointline:problem:busy", "title": "{REFUSALS[status]}"}}'
    refused = {"status": status, "content_type": "application/problem+json", "body": document}
    panel.route("**/v1/asks", lambda route: route.fulfill(**refused), times=1)
    asked(panel, "When does the office open?")
    expect(panel.locator(".problem h3")).to_contain_text(REFUSALS[status])
    panel.fill("#question", "Another one")
    panel.locator(".problem").get_by_role("button", name="Ask again").click()
    expect(panel.locator(".turn .claim")).to_have_count(1)
    expect(panel.locator(".turn h2")).to_have_text(["When does the office open?"])
    expect(panel.locator("#question")).to_have_value("Another one")


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


PLACEHOLDER_FITS = """() => {
  const box = document.querySelector('#question');
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const brush = document.createElement('canvas').getContext('2d');
  brush.font = font;
  const room = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  return box.placeholder !== '' && brush.measureText(box.placeholder).width <= room;
}"""


def test_the_placeholder_fits_beside_a_scrollbar(
    open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    panel = open_panel(open_page(RENT), daemon)
    panel.set_viewport_size({"width": 320 - 17, "height": 800})
    assert panel.evaluate(PLACEHOLDER_FITS) is True


def test_the_question_box_is_as_high_as_what_is_typed(
    open_page: OpenPage, open_panel: OpenPanel, daemon: DaemonProcess
) -> None:
    panel = open_panel(open_page(RENT), daemon)
    heights = [panel.evaluate("document.querySelector('#question').clientHeight")]
    for text in ("One line", "Line\nafter\nline"):
        panel.fill("#question", text)
        heights.append(panel.evaluate("document.querySelector('#question').clientHeight"))
    assert heights[0] == heights[1] < heights[2]


def until(done: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)

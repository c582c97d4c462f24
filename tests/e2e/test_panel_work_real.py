"""The Table tab and the Check tab with the real daemon (scripted engine): in Chromium, and once through in Firefox."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import DaemonProcess
from e2e.site import Site
from e2e.state_pictures import TYPE
from e2e.test_firefox_panel import COUNT, PAINTED, TEXT, Beside, started, waited
from helpers.evaluating import script

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang=en><title>Orders of the Grain Board</title><body>
<h1>Orders of the Grain Board in 2031</h1>
<h2>Tarn Milling</h2><p id=tarn>Tarn Milling was ordered to pay a penalty of $61,350,000 on 4 March 2031.</p>
<h2>Oslin Foods</h2><p>Oslin Foods was ordered to pay a penalty of $12,000,000 on 9 May 2031.</p>
<p>The Board meets in Ashford.</p>
<p id=memo>In short, Tarn Milling must pay $61,350,000, and Oslin Foods must pay $13,000,000.</p></body></html>"""
TARN = "Tarn Milling was ordered to pay a penalty of $61,350,000 on 4 March 2031."
OSLIN = "Oslin Foods was ordered to pay a penalty of $12,000,000 on 9 May 2031."
FIELD = "penalty amount"
SCRIPT = script(
    [("Tarn Milling", FIELD, TARN, "$61,350,000"), ("Oslin Foods", FIELD, OSLIN, "$12,000,000")], may_judge=False
)
SHOWN = "() => pointline.shown && pointline.readBack(pointline.shown)"


def test_a_table_from_the_page_to_the_export(
    chromium: ChromiumExtension,
    open_page: Callable[[str | bytes], Page],
    open_panel: Callable[[Page, DaemonProcess], Page],
    daemon_with: Callable[[dict[str, object]], DaemonProcess],
) -> None:
    page = open_page(PAGE)
    panel = open_panel(page, daemon_with(SCRIPT))
    panel.bring_to_front()
    panel.get_by_role("tab", name="Table").click()
    panel.get_by_label("Items, one per line").fill("Tarn Milling\nOslin Foods")
    panel.get_by_label("Fields, one per line").fill("penalty amount")
    panel.get_by_role("button", name="Fill").click()
    expect(panel.locator("#status")).to_have_text("The table is filled. Cells: 2")
    cards = panel.locator(".cell-card")
    lines = {one.locator("h3").inner_text(): one.locator(".line").first.inner_text() for one in cards.all()}
    assert lines == {"Tarn Milling · penalty amount": TARN, "Oslin Foods · penalty amount": OSLIN}
    values = sorted(cards.locator(".cell-value").all_inner_texts())
    assert values == ["$12,000,000", "$61,350,000"]
    # Rules never confirm: no model has qualified here.
    assert panel.locator(".grid-cell.confirmed, .grid-cell.caveated").count() == 0
    panel.locator(".grid-cell", has_text="$12,000,000").click()
    oslin = cards.filter(has_text="Oslin Foods · penalty amount")
    expect(oslin.locator(".line").first).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == {"quote": ["$12,000,000"], "line": [OSLIN]}
    panel.bring_to_front()
    oslin.locator(".own-verdict summary").click()
    oslin.get_by_label("Supported by the line").check()
    oslin.get_by_role("button", name="Save").click()
    expect(panel.locator(".grid-cell.confirmed")).to_contain_text("$12,000,000")
    panel.get_by_label("Export as").select_option("json")
    with panel.expect_download() as saved:
        panel.get_by_role("button", name="Download").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert OSLIN in text
    assert '"verdict_source": "person"' in text
    oslin.get_by_role("button", name="Take back").click()
    expect(panel.locator(".grid-cell.confirmed")).to_have_count(0)


def test_the_claims_of_a_selection_are_checked_and_its_sources_opened_again(
    chromium: ChromiumExtension,
    open_page: Callable[[str | bytes], Page],
    open_panel: Callable[[Page, DaemonProcess], Page],
    daemon_with: Callable[[dict[str, object]], DaemonProcess],
) -> None:
    page = open_page(PAGE)
    panel = open_panel(page, daemon_with({}))
    panel.bring_to_front()
    panel.get_by_role("tab", name="Check").click()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#memo'))")
    panel.get_by_role("button", name="Selection").click()
    expect(panel.locator("#tab-check .selection")).to_contain_text("In short")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    expect(panel.locator(".passes")).to_have_text("Does not pass the check")
    claim = panel.locator(".checked-claim")
    expect(claim).to_have_count(1)
    assert set(claim.locator(".line").all_inner_texts()) >= {TARN}
    expect(claim.locator(".support.mismatch")).to_be_visible()
    panel.get_by_role("button", name="Open the sources again").click()
    expect(claim.locator(".rechecked")).to_be_visible()
    # The daemon opens no address of this machine; in its tab the page is looked at again.
    expect(claim.locator(".rechecked")).to_have_text("Source unchanged")
    page.evaluate("document.querySelector('#tarn').append(' It paid.')")
    panel.get_by_role("button", name="Open the sources again").click()
    expect(claim.locator(".rechecked")).to_have_text("Source changed, the line is still there")
    page.evaluate("document.querySelector('#tarn').textContent = 'Tarn Milling was ordered to pay a penalty.'")
    panel.get_by_role("button", name="Open the sources again").click()
    expect(claim.locator(".rechecked")).to_have_text("Source changed, the line is gone")
    page.close()
    panel.get_by_role("button", name="Open the sources again").click()
    expect(claim.locator(".rechecked")).to_contain_text("Source could not be opened")


def test_both_tabs_in_firefox(
    site: Site, tmp_path: Path, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    firefox = started(tmp_path)
    try:
        firefox.goto(site.put("/orders", PAGE))
        panel = Beside(firefox, daemon_with(SCRIPT), firefox.tab, "/orders")
        panel.press("#tab-of-table")
        panel(TYPE, ["#table-items", "Tarn Milling\nOslin Foods"])
        panel(TYPE, ["#table-fields", "penalty amount"])
        panel.press("#tab-table [type=submit]")
        waited(lambda: panel(TEXT, "#status") == "The table is filled. Cells: 2")
        panel.press("tbody tr:last-child .grid-cell")
        waited(lambda: firefox.evaluate(PAINTED, "pointline-shown-quote") == "$12,000,000")
        panel.press("#tab-of-check")
        panel(TYPE, ["#check-text", "Oslin Foods was ordered to pay a penalty of $14,000,000."])
        panel.press("#tab-check [type=submit]")
        panel.there("#tab-check .passes.not-found")
        assert panel(COUNT, ".checked-claim .support.mismatch") == 1
        panel.press(".checked-claim .line")
        panel.there(".checked-claim .line[aria-current]")
        assert firefox.evaluate(PAINTED, "pointline-shown-quote") == OSLIN
    finally:
        firefox.close()

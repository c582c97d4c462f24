"""The Table tab and the Check tab in Chromium, with a daemon that says what the test has it say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.extension_copy import ROOT
from e2e.fake_daemon import Events, Json, answer, claim
from e2e.fake_work import ELSEWHERE, FakeWork
from e2e.site import Site
from e2e.states import BERTH, OFFER, OPEN, PAGE, WATER

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
NARROW = 240
SHOWN = "() => pointline.shown && pointline.readBack(pointline.shown)"
AXE_RUN = "() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"


@pytest.fixture
def work() -> Iterator[FakeWork]:
    with FakeWork() as started:
        yield started


@pytest.fixture
def beside(chromium: ChromiumExtension, site: Site, work: FakeWork) -> Iterator[Callable[..., tuple[Page, Page]]]:
    """A page and its panel, connected, with one of its tabs in front."""
    opened: list[Page] = []

    def show(tab: str, body: str = PAGE) -> tuple[Page, Page]:
        page = chromium.context.new_page()
        opened.append(page)
        page.goto(site.put("/quay", body))
        chromium.worker.evaluate("() => chrome.storage.local.clear()")
        kept = {"url": work.url, "token": work.token, "id": "run"}
        chromium.worker.evaluate("(kept) => chrome.storage.local.set({ connection: kept })", kept)
        panel = chromium.open_panel(page)
        opened.append(panel)
        panel.wait_for_selector(".ask:not([hidden])")
        panel.bring_to_front()
        panel.get_by_role("tab", name=tab).click()
        return page, panel

    yield show
    for page in opened:
        page.close()


def accessible(panel: Page) -> None:
    """Nothing is wrong for axe in either look, and all fits in the narrowest panel."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run npm ci")
    panel.evaluate(AXE.read_text(encoding="utf-8"))
    panel.set_viewport_size({"width": NARROW, "height": 800})
    assert panel.evaluate("document.documentElement.scrollWidth") <= NARROW
    looks: tuple[Any, ...] = ("light", "dark")
    for look in looks:
        panel.emulate_media(color_scheme=look, reduced_motion="reduce")
        wrong = [f"{one['id']}: {node['target']}" for one in panel.evaluate(AXE_RUN) for node in one["nodes"]]
        assert wrong == [], look


def filled(panel: Page) -> None:
    panel.get_by_role("button", name="Suggest").click()
    expect(panel.get_by_label("Fields, one per line")).to_have_value("summer fee\nopening hours")
    panel.get_by_role("button", name="Fill").click()


def test_a_table_is_filled_sorted_filtered_and_its_lines_are_painted(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Table")
    expect(panel.get_by_label("Items, one per line")).to_be_focused()
    filled(panel)
    cards = panel.locator(".cell-card")
    expect(cards).to_have_count(4)
    expect(panel.locator("#status")).to_have_text("The table is filled. Cells: 4")
    assert panel.locator(".table-head").inner_text() == "1 source · 1 domain"
    weakest = ["Electricity · summer fee", "Electricity · opening hours", "Berth · summer fee", "Berth · opening hours"]
    assert cards.locator("h3").all_inner_texts() == weakest
    assert cards.nth(2).locator(".caveats .line").first.inner_text() == OFFER
    assert cards.nth(1).locator(".line").count() == 0
    assert "No value found" in cards.nth(1).inner_text()
    accessible(panel)
    panel.get_by_label("Caveat").select_option("conflicting_lines")
    expect(cards).to_have_count(1)
    # Who chooses a cell that the filters hide is led to it all the same.
    panel.locator(".grid-cell", has_text="8:00 to 15:30").click()
    expect(cards.filter(has_text="Berth · opening hours").locator(".line")).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == {"quote": ["8:00 to 15:30"], "line": [OPEN]}
    panel.bring_to_front()
    panel.get_by_label("Sort").select_option("table")
    assert cards.locator("h3").first.inner_text() == "Berth · summer fee"
    panel.get_by_label("Export as").select_option("json")
    with panel.expect_download() as saved:
        panel.get_by_role("button", name="Download").click()
    assert saved.value.suggested_filename == "pointline-table.json"
    (body,) = work.bodies("/v1/tables")
    assert (body["items"], body["fields"]) == (["Berth", "Electricity"], ["summer fee", "opening hours"])


def test_a_table_that_was_stopped_keeps_its_cells_and_is_continued(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.go_on.clear()
    _, panel = beside("Table")
    filled(panel)
    expect(panel.locator(".cell-card")).to_have_count(1)
    expect(panel.locator(".is-under-way")).to_have_text("Choosing the line")
    expect(panel.locator(".work-progress:visible")).to_contain_text("Cell 2 of 4, Berth · opening hours")
    panel.locator("#tab-table").get_by_role("button", name="Stop").click()
    expect(panel.locator("#tab-table .note")).to_contain_text("What was found so far stays")
    expect(panel.locator(".cell-card")).to_have_count(1)
    assert work.cancelled == ["/v1/tables/a"]
    work.go_on.set()
    again = panel.get_by_role("button", name="Continue")
    expect(again).to_be_focused()
    again.click()
    expect(panel.locator(".cell-card")).to_have_count(4)
    assert work.bodies("/v1/tables")[1]["session_id"] == "s"
    assert "Found by an earlier run" in panel.locator(".cell-card", has_text="Berth · summer fee").inner_text()
    expect(panel.get_by_role("button", name="Fill")).to_be_visible()


def test_a_text_is_checked_and_its_sources_are_opened_again(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Check")
    panel.get_by_label("Text to check").fill("Electricity costs 0.28 euros. Winter costs 140.")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    expect(panel.locator(".checked-claim")).to_have_count(3)
    assert panel.locator(".rates dd").all_inner_texts() == ["50%", "100%", "–"]
    first, second, third = (panel.locator(".checked-claim").nth(at) for at in range(3))
    first.locator(".line").first.click()
    expect(first.locator(".line").first).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == {"quote": ["0.28 euros"], "line": [WATER]}
    panel.bring_to_front()
    # The page of the second was not read here: its line is shown, with the way there.
    assert second.locator("blockquote").inner_text() == "Winter berths cost 140 euros."
    assert second.get_by_role("link").get_attribute("href") == ELSEWHERE
    assert third.locator(".not-found").all_inner_texts() == ["Link does not work", "No line found"]
    assert third.locator(".line").inner_text() == OPEN
    panel.locator(".fix").click()
    expect(third).to_be_focused()
    panel.get_by_role("button", name="Open the sources again").click()
    expect(first.locator(".rechecked")).to_have_text("Source unchanged")
    expect(second.locator(".rechecked")).to_have_text("Source changed, the line is gone")
    expect(third.locator(".rechecked")).to_be_hidden()
    expect(panel.locator("#tab-check .note")).to_have_text("Lines that still stand: 1 of 3")
    accessible(panel)
    (body,) = work.bodies("/v1/checks")
    assert (body["format"], len(body["against"])) == ("auto", 1)


LINKED = "<p id=memo>It costs <a href='/fees'>310 euros</a> a month.</p><p>Ask at the office.</p>"
CHECK_JOB = "(tab) => chrome.storage.session.set({ ['job:' + tab]: { about: 'check' } })"


def test_the_selection_is_checked_with_its_links_and_not_against_itself(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork, site: Site
) -> None:
    page, panel = beside("Check", LINKED)
    tab = panel.locator("#tab-check")
    panel.get_by_role("button", name="Selection").click()
    expect(tab.locator(".note")).to_contain_text("Nothing is selected in the page")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#memo'))")
    panel.get_by_role("button", name="Selection").click()
    expect(tab.locator(".selection")).to_contain_text("It costs 310 euros a month.")
    accessible(panel)
    tab.get_by_role("button", name="Check", exact=True).click()
    expect(tab.locator(".checked-claim")).to_have_count(0)
    expect(tab.locator(".note")).to_have_text("The text holds no claim that could be checked.")
    (body,) = work.bodies("/v1/checks")
    assert (body["format"], len(body["against"]), body["base"]) == ("html", 1, f"{site.origin}/quay")
    assert body["selection"] == {"start": 0, "end": len("It costs 310 euros a month.")}
    assert f'href="{site.origin}/fees"' in body["text"]
    # The page is loaded anew with another text: what was selected is not to be found in it.
    page.evaluate("document.querySelector('#memo').remove()")
    tab.get_by_role("button", name="Check", exact=True).click()
    expect(tab.locator(".problem h3")).to_have_text("What was selected is no longer on the page.")
    assert len(work.bodies("/v1/checks")) == 1
    tab.get_by_role("button", name="Type a text instead").click()
    expect(panel.get_by_label("Text to check")).to_be_focused()


NOTES = """<p id=memo>It costs 310 euros.<sup><a href="#n1">[1]</a></sup> It opens at 8.<sup><a href="#n2">[2]</a></sup>
More <a href="/quay">here</a>.</p>
<ol><li id=n1>The <a href="https://fees.example/list">list</a>, <a href="#memo">back</a></li>
<li id=n2>Heard at the office</li></ol>"""


def test_a_note_brings_its_own_addresses_and_no_link_leads_back_into_the_page(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Check", NOTES)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#memo'))")
    panel.get_by_role("button", name="Selection").click()
    expect(panel.locator("#tab-check .selection")).to_contain_text("It costs 310 euros.")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    panel.locator("#tab-check .note").wait_for()
    (body,) = work.bodies("/v1/checks")
    assert re.findall('href="([^"]*)"', body["text"]) == ["https://fees.example/list"]


def test_check_the_selection_in_the_menu_leads_to_its_claims(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Ask")
    page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('p')[4])")
    chromium.worker.evaluate(CHECK_JOB, chromium.tab_of(page))
    panel.bring_to_front()
    expect(panel.get_by_role("tab", name="Check")).to_have_attribute("aria-selected", "true")
    expect(panel.locator(".checked-claim")).to_have_count(3)
    (body,) = work.bodies("/v1/checks")
    assert OPEN_CLOSED in body["text"]
    text = work.pages[body["against"][0]]
    assert text[body["selection"]["start"] : body["selection"]["end"]] == OPEN_CLOSED


OPEN_CLOSED = "The harbour office is closed on public holidays."


def test_a_check_waits_for_the_connection(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Ask")
    chromium.worker.evaluate("() => chrome.storage.local.clear()")
    panel.reload()
    panel.wait_for_selector(".connection")
    page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('p')[4])")
    chromium.worker.evaluate(CHECK_JOB, chromium.tab_of(page))
    panel.bring_to_front()
    expect(panel.locator("#tab-check .selection")).to_contain_text(OPEN_CLOSED)
    panel.fill("#line", work.line)
    panel.press("#line", "Enter")
    expect(panel.locator(".checked-claim")).to_have_count(3)


def test_a_table_is_continued_in_its_pages_though_the_panel_turned_to_another(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork, site: Site
) -> None:
    work.go_on.clear()
    page, _ = beside("Table")
    other = chromium.context.new_page()
    other.goto(site.put("/other", "<p>Another page.</p>"))
    # As Firefox's sidebar, this panel follows the tab in front.
    panel = chromium.context.new_page()
    panel.goto(f"{chromium.origin}/panel/panel.html")
    panel.wait_for_selector(".ask:not([hidden])")
    page.bring_to_front()
    panel.wait_for_function("document.querySelector('#title').textContent.startsWith('Mooring')")
    press = "(selector) => document.querySelector(selector).click()"
    panel.evaluate(press, "#tab-of-table")
    panel.evaluate("() => (document.querySelector('#table-items').value = 'Berth\\nElectricity')")
    panel.evaluate("() => (document.querySelector('#table-fields').value = 'summer fee\\nopening hours')")
    panel.evaluate(press, "#tab-table [type=submit]")
    expect(panel.locator(".cell-card")).to_have_count(1)
    panel.evaluate(press, "#tab-table .stop")
    expect(panel.locator("#tab-table .note")).to_contain_text("Stopped")
    other.bring_to_front()
    panel.wait_for_function("!document.querySelector('#title').textContent.startsWith('Mooring')")
    work.go_on.set()
    panel.evaluate(press, "#tab-table [type=submit]")
    expect(panel.locator(".cell-card")).to_have_count(4)
    first, second = work.bodies("/v1/tables")
    assert (first["pages"], second["session_id"]) == (second["pages"], "s")
    other.close()
    panel.close()


def test_a_table_goes_by_keyboard_from_the_names_to_an_own_verdict(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Ask")
    keys = panel.keyboard
    expect(panel.locator("#question")).to_be_focused()
    keys.press("Shift+Tab")
    expect(panel.get_by_role("tab", name="Ask")).to_be_focused()
    keys.press("ArrowRight")
    expect(panel.locator("#tab-table")).to_be_visible()
    keys.press("Tab")
    keys.type("Berth\nElectricity")
    keys.press("Tab")
    keys.type("summer fee\nopening hours")
    for name in ("Tabs", "Suggest", "Fill"):
        keys.press("Tab")
        expect(panel.locator("#tab-table").get_by_role("button", name=name)).to_be_focused()
    keys.press("Enter")
    expect(panel.locator(".cell-card")).to_have_count(4)
    expect(panel.get_by_role("button", name="Fill")).to_be_focused()
    keys.press("Tab")
    expect(panel.locator(".grid-scroll")).to_be_focused()
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    card = panel.locator(".cell-card", has_text="Berth · opening hours")
    expect(card).to_be_focused()
    expect(card.locator(".line")).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == {"quote": ["8:00 to 15:30"], "line": [OPEN]}
    panel.bring_to_front()
    keys.press("Tab")
    expect(card.locator(".line")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.type("Seen there.")
    keys.press("Tab")
    keys.press("Enter")
    expect(card.locator(".support")).to_contain_text("your verdict")
    assert [body for method, _, body in work.sent if method == "PUT"] == [{"verdict": "caveated", "why": "Seen there."}]
    expect(card).to_be_focused()


def test_escape_stops_what_is_under_way_in_the_tab_that_is_shown(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.go_on.clear()
    _, panel = beside("Check")
    panel.get_by_label("Text to check").fill("Electricity costs 0.28 euros.")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    panel.locator("#tab-check .work-progress:not(:empty)").wait_for()
    expect(panel.locator("#tab-check .work-progress")).to_contain_text("Opening sources")
    panel.keyboard.press("Escape")
    expect(panel.locator("#tab-check .note")).to_contain_text("Stopped")
    work.go_on.set()


def test_the_paint_of_a_cell_is_taken_away_and_laid_again(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Table")
    filled(panel)
    panel.locator(".grid-cell", has_text="8:00 to 15:30").click()
    expect(panel.locator(".line[aria-current]")).to_have_count(1)
    painted = "() => pointline.painted.size"
    assert chromium.in_page(page, painted) == 1
    for left in (0, 1):
        panel.bring_to_front()
        panel.click("#more")
        panel.click("#menu-toggle")
        words = "Highlights shown" if left else "Highlights hidden"
        expect(panel.locator("#status")).to_have_text(words)
        assert chromium.in_page(page, painted) == left


def test_a_line_of_a_cell_hears_of_its_page(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    page, panel = beside("Table")
    filled(panel)
    panel.locator(".grid-cell", has_text="8:00 to 15:30").click()
    card = panel.locator(".cell-card", has_text="Berth · opening hours")
    expect(card.locator(".line")).to_have_attribute("aria-current", "true")
    card.locator(".line").hover()
    assert chromium.in_page(page, "() => pointline.hovered?.startsWith('work-')") is True
    panel.bring_to_front()
    panel.keyboard.press("Escape")
    expect(panel.locator(".line[aria-current]")).to_have_count(0)
    page.locator("p", has_text="open on weekdays").evaluate("(one) => one.remove()")
    expect(card.locator(".lost")).to_have_text("No longer at its place on the page")


def test_a_strict_check_says_whether_the_text_passes(beside: Callable[..., tuple[Page, Page]], work: FakeWork) -> None:
    _, panel = beside("Check")
    tab = panel.locator("#tab-check")
    panel.get_by_label("Text to check").fill("Electricity costs 0.28 euros.")
    for strict, words in ((False, "Does not pass the check"), (True, "Does not pass the strict check")):
        panel.get_by_label("Strict").set_checked(strict)
        tab.get_by_role("button", name="Check", exact=True).click()
        expect(tab.locator(".passes")).to_have_text(words)
    assert [body["strict"] for body in work.bodies("/v1/checks")] == [False, True]


def test_a_person_judges_and_takes_it_back(beside: Callable[..., tuple[Page, Page]], work: FakeWork) -> None:
    _, panel = beside("Table")
    filled(panel)
    card = panel.locator(".cell-card", has_text="Electricity · opening hours")
    expect(panel.locator(".cell-card")).to_have_count(4)
    assert card.locator(".score").inner_text() == "Score 0.20"
    card.locator(".own-verdict summary").click()
    card.get_by_label("Supported by the line").check()
    card.get_by_label("Reason (optional)").fill("I asked there.")
    card.get_by_role("button", name="Save").click()
    expect(card.locator(".support")).to_contain_text("Supported by the line")
    assert "your verdict" in card.locator(".support").inner_text()
    assert "In place of: Support not judged (rules): No judge is qualified." in card.inner_text()
    assert "I asked there." in card.inner_text()
    assert card.locator(".score").count() == 0
    expect(card).to_be_focused()
    expect(panel.locator("#status")).to_have_text("Your verdict is kept: Supported by the line")
    assert [body for method, path, body in work.sent if method == "PUT"] == [
        {"verdict": "confirmed", "why": "I asked there."}
    ]
    panel.locator(".filters select").nth(1).select_option("confirmed")
    expect(panel.locator(".cell-card")).to_have_count(2)
    panel.locator(".filters select").nth(1).select_option("")
    accessible(panel)
    card.get_by_role("button", name="Take back").click()
    expect(card.locator(".support")).to_contain_text("Support not judged")
    expect(card.get_by_role("button", name="Take back")).to_have_count(0)
    expect(card.locator(".score")).to_have_text("Score 0.50")


def test_a_claim_is_judged_too_and_keeps_how_its_line_stands(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    _, panel = beside("Check")
    panel.get_by_label("Text to check").fill("Electricity costs 0.28 euros. Winter costs 140.")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    first, third = panel.locator(".checked-claim").nth(0), panel.locator(".checked-claim").nth(2)
    panel.get_by_role("button", name="Open the sources again").click()
    expect(first.locator(".rechecked")).to_have_text("Source unchanged")
    first.locator(".own-verdict summary").click()
    first.get_by_label("Claim and line do not match").check()
    first.get_by_role("button", name="Save").click()
    expect(first.locator(".support.mismatch")).to_contain_text("your verdict")
    expect(first.locator(".rechecked")).to_have_text("Source unchanged")
    # Nothing is kept of the third: there is nothing to put a verdict on.
    assert third.get_by_text("Judge it yourself").count() == 0


@pytest.mark.parametrize(("breaks", "taken_up"), [([3, 0, 5], [3, 3, 5]), ([1, 2], [1, 2])])
def test_a_table_whose_stream_breaks_is_taken_up_again(
    breaks: list[int], taken_up: list[int], beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.breaks = breaks
    _, panel = beside("Table")
    filled(panel)
    expect(panel.locator("#status")).to_have_text("The table is filled. Cells: 4")
    assert panel.locator(".cell-card").count() == 4
    assert panel.locator(".problem").count() == 0
    assert work.taken_up == taken_up
    assert len(work.bodies("/v1/tables")) == 1


def test_a_check_whose_stream_breaks_is_taken_up_again(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.breaks = [2, 3]
    _, panel = beside("Check")
    panel.get_by_label("Text to check").fill("Electricity costs 0.28 euros.")
    panel.locator("#tab-check").get_by_role("button", name="Check", exact=True).click()
    expect(panel.locator(".passes")).to_be_visible()
    assert (panel.locator(".checked-claim").count(), work.taken_up) == (3, [2, 3])


def test_a_daemon_started_anew_in_the_middle_leaves_what_was_found(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.breaks, work.forgets = [2], True
    _, panel = beside("Table")
    filled(panel)
    expect(panel.locator("#tab-table .problem h3")).to_have_text("The answer broke off.")
    assert panel.locator(".cell-card").count() == 1
    work.forgets = False
    panel.get_by_role("button", name="Continue").click()
    expect(panel.locator(".cell-card")).to_have_count(4)


def test_a_table_of_which_nothing_is_kept_says_so_when_it_is_exported(
    beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    work.keeps = False
    _, panel = beside("Table")
    filled(panel)
    expect(panel.locator(".cell-card")).to_have_count(4)
    assert panel.get_by_text("Judge it yourself").count() == 0
    panel.get_by_role("button", name="Download").click()
    expect(panel.locator(".export-said")).to_contain_text("Nothing of this table is kept")
    expect(panel.locator("#status")).to_contain_text("Nothing of this table is kept")


@pytest.mark.parametrize("depends", [True, False])
def test_a_question_is_asked_three_ways(
    depends: bool, beside: Callable[..., tuple[Page, Page]], work: FakeWork
) -> None:
    def framed(text: str, _ask: Json) -> Events:
        one = claim(text, "It costs 310 euros.", BERTH)
        lines = {"neutral": BERTH, "believer": BERTH, "sceptic": OFFER if depends else BERTH}
        digest = answer(text)["page"]["sha256"]
        framings = [
            {"framing": name, "question": "?", "values": [], "lines": [place(text, line, digest)]}
            for name, line in lines.items()
        ]
        yield "claim", one
        yield "done", answer(text, [one], probe={"framings": framings, "depends_on_framing": depends})

    work.answers = framed
    _, panel = beside("Ask")
    panel.get_by_label("Ask three ways").check()
    panel.fill("#question", "What does a berth cost?")
    panel.press("#question", "Enter")
    panel.locator(".turn:not(.is-running)").wait_for()
    assert work.bodies("/v1/asks")[0]["probe"] is True
    if depends:
        assert panel.locator(".framings .line").all_inner_texts() == [BERTH, BERTH, OFFER]
        accessible(panel)
    else:
        expect(panel.locator(".turn .notes")).to_contain_text("the answer stays the same")


def place(text: str, line: str, digest: str) -> Json:
    """A line of a framing."""
    start = text.index(line)
    return {"text": line, "start": start, "end": start + len(line), "page_sha256": digest, "source_url": ""}

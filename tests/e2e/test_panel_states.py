"""Every state of the panel in Chromium, with a daemon that says what the test has it say."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.extension_copy import ROOT
from e2e.fake_daemon import Events, FakeDaemon, Json, Refusal, answer, caveat, claim
from e2e.fake_work import FakeWork
from e2e.site import Site
from e2e.state_pictures import AT_REST, ChromiumPanel, bring_about, chromium_panel
from e2e.states import BERTH, OFFER, OPEN, PAGE, STATES, SUM, WATER, YEAR, answered, refused, slowly
from e2e.work_states import ALL_STATES

pytestmark = pytest.mark.browser

NARROW = 240
"""CSS pixels: no panel of a browser is narrower of itself."""
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PAINTED = (
    "() => [...(globalThis.pointline?.painted?.keys() ?? [])].map((one) => pointline.readBack(one).line.join(' '))"
)
SHOWN = "() => pointline.shown && pointline.readBack(pointline.shown).line.join(' ')"
CONNECTION = "(kept) => chrome.storage.local.set({ connection: kept })"


@pytest.fixture
def daemon() -> Iterator[FakeDaemon]:  # the fake one, in this file
    with FakeWork() as started:
        started.answers = answered
        yield started


@pytest.fixture
def beside(chromium: ChromiumExtension, site: Site, daemon: FakeDaemon) -> Iterator[Callable[..., tuple[Page, Page]]]:
    """A page and its panel, connected."""
    opened: list[Page] = []

    def show(body: str = PAGE, path: str = "/quay") -> tuple[Page, Page]:
        page = chromium.context.new_page()
        opened.append(page)
        page.goto(site.put(path, body))
        kept = {"url": daemon.url, "token": daemon.token, "id": "run"}
        chromium.worker.evaluate("() => chrome.storage.local.clear()")
        chromium.worker.evaluate(CONNECTION, kept)
        panel = chromium.open_panel(page)
        opened.append(panel)
        panel.wait_for_selector(".ask:not([hidden])")
        return page, panel

    yield show
    for page in opened:
        page.close()


def ask(panel: Page, question: str = "What does a berth cost in a year?") -> None:
    panel.bring_to_front()
    panel.fill("#question", question)
    panel.press("#question", "Enter")


def asked(panel: Page, question: str = "What does a berth cost in a year?") -> None:
    ask(panel, question)
    panel.locator(".turn:first-child:not(.is-running)").wait_for()


def violations(panel: Page) -> list[str]:
    panel.evaluate(AT_REST)
    script = "() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"
    found: list[Any] = panel.evaluate(script)
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_every_state_is_accessible_and_fits(
    look: Any, chromium: ChromiumExtension, site: Site, daemon: FakeDaemon
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run npm ci")
    script = AXE.read_text(encoding="utf-8")
    page = chromium.context.new_page()
    page.goto(site.put("/quay", PAGE))
    panel = chromium.context.new_page()
    panel.emulate_media(color_scheme=look, reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, state in ALL_STATES.items():
        panel.set_viewport_size({"width": NARROW, "height": 800})
        bring_about(ChromiumPanel(panel, chromium.origin), daemon, state)
        # The policy of the page lets no script in; the debugger may evaluate one.
        panel.evaluate(script)
        assert panel.evaluate("document.documentElement.scrollWidth") <= NARROW, name
        assert panel.locator("[role=status], [role=log], [aria-live]").count() == 1, name
        found[name] = violations(panel)
    panel.goto(f"{chromium.origin}/options/options.html")
    panel.locator(".state.is-on").wait_for()
    panel.evaluate(script)
    found["options"] = violations(panel)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    page.close()
    panel.close()


def test_a_claim_shows_all_its_lines_and_what_is_known_of_it(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]
) -> None:
    page, panel = beside()
    asked(panel)
    first, second, third = (panel.locator(".claim").nth(at) for at in range(3))
    assert first.locator(".placed .line").all_inner_texts() == [BERTH, YEAR]
    assert first.locator(".found").inner_text() == "Lines found: 2"
    assert first.locator(".score").inner_text() == "Score 0.87"
    assert first.locator(".checked li").all_inner_texts() == [f"computed: {SUM}"]
    assert first.locator(".caveats li > .fact").all_inner_texts() == [
        "another line gives another value",
        "total or part of other amounts (310 + 140 = 450)",
    ]
    assert first.locator(".caveats .line").all_inner_texts() == [OFFER, YEAR]
    assert second.locator(".flag").all_inner_texts() == ["very short line"]
    assert second.locator(".caveats li > .fact").all_inner_texts() == ["found 2 times"]
    assert second.locator(".claim-text").count() == 0
    assert "Claim and line do not match" in third.locator(".support").inner_text()
    assert "0.38 euros: differs in the line" in third.locator(".support").inner_text()
    assert "No dogs on the quay." in panel.locator(".withheld").inner_text()
    assert "no sentence encoder is installed" in panel.locator(".notes").inner_text()
    assert sorted(chromium.in_page(page, PAINTED)) == sorted([BERTH, YEAR, "Ask at the office.", WATER])
    panel.bring_to_front()
    first.locator(".line").nth(1).click()
    expect(first.locator(".line").nth(1)).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == YEAR
    panel.bring_to_front()
    first.locator(".caveats .line").first.click()
    expect(first.locator(".caveats .line").first).to_have_attribute("aria-current", "true")
    assert chromium.in_page(page, SHOWN) == OFFER
    layer = "() => [...CSS.highlights.get('pointline-caveated')].map((range) => range.toString())"
    assert chromium.in_page(page, layer) == [OFFER]
    panel.bring_to_front()
    second.locator(".caveats .line").click()
    expect(second.locator(".caveats .line")).to_have_attribute("aria-current", "true")
    where = "() => [...CSS.highlights.get('pointline-shown-quote')][0].startContainer.parentElement"
    assert chromium.in_page(page, f"{where}.previousElementSibling.textContent") == "Ask at the office."


VERDICTS = ("confirmed", "caveated", "uncertain", "mismatch")


def test_each_verdict_has_a_highlight_of_its_own(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    lines = dict(zip(VERDICTS, (BERTH, YEAR, OPEN, WATER), strict=True))

    def judged(text: str, _ask: Json) -> Events:
        found = [
            {
                **claim(text, line, line),
                "support": {"verdict": word, "facts": []},
                "page": 3 if word == "caveated" else None,
            }
            for word, line in lines.items()
        ]
        for one in found:
            yield "claim", one
        yield "done", answer(text, found)

    daemon.answers = judged
    page, panel = beside()
    asked(panel)
    read = "(name) => [...(CSS.highlights.get(`pointline-${name}`) ?? [])].map((range) => range.toString()).join('')"
    assert {word: " ".join(chromium.in_page(page, read, word).split()) for word in VERDICTS} == lines
    assert panel.locator(".claim").nth(1).locator(".path").inner_text() == "Page 3"
    assert panel.locator(".claim .support").all_inner_texts() == [
        "Supported by the line",
        "Supported, with reservations",
        "Support not judged",
        "Claim and line do not match",
    ]


def test_a_caveat_whose_line_does_not_stand_is_dropped(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def lying(text: str, _ask: Json) -> Events:
        one = claim(text, "Open.", OPEN)
        one["caveats"] = [
            {**caveat(text, "conditional", WATER), "line": "Only for members."},
            {**caveat(text, "never_heard_of", YEAR, "1 + 1")},
        ]
        yield "claim", one
        yield "done", answer(text, [one])

    daemon.answers = lying
    _, panel = beside()
    asked(panel)
    assert panel.locator(".caveats li > .fact").all_inner_texts() == ["never_heard_of (1 + 1)"]


ADD = """async () => {
  const { tabBar } = await import('/panel/tab-bar.js');
  const panel = document.createElement('section');
  panel.append('Here comes more.');
  document.querySelector('#tab-ask').after(panel);
  tabBar.add({ id: 'more', label: 'More', drawing: 'page', panel });
}"""


def test_further_tabs_are_chosen_by_keyboard(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]
) -> None:
    page, panel = beside()
    panel.evaluate(ADD)
    tabs = panel.get_by_role("tab")
    assert tabs.all_inner_texts() == ["Ask", "Table", "Check", "More"]
    asked(panel)
    panel.evaluate(AXE.read_text(encoding="utf-8"))
    assert violations(panel) == []
    tabs.first.focus()
    for key, chosen in {"ArrowRight": 1, "ArrowLeft": 0, "End": 3, "Home": 0}.items():
        panel.keyboard.press(key)
        expect(tabs.nth(chosen)).to_be_focused()
        expect(tabs.nth(chosen)).to_have_attribute("aria-selected", "true")
        assert panel.locator("[role=tab][tabindex='0']").count() == 1
        expect(panel.get_by_role("tabpanel")).to_have_count(1)
    tabs.nth(1).click()
    expect(panel.locator("#question")).to_be_hidden()
    assert violations(panel) == []
    # Who asks from the page's menu is led to the question.
    job = "(tab) => chrome.storage.session.set({ ['job:' + tab]: { about: 'page' } })"
    chromium.worker.evaluate(job, chromium.tab_of(page))
    panel.bring_to_front()
    expect(panel.locator("#question")).to_be_focused()


def test_a_claim_with_a_further_line_that_does_not_stand_is_withheld(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def half(text: str, _ask: Json) -> Events:
        lie = claim(text, "A year costs less.", BERTH)
        lie["more"] = [{**claim(text, "", YEAR), "line": "Owners get two months free.", "quote": "two months"}]
        yield "claim", lie
        yield "done", answer(text, [lie])

    daemon.answers = half
    _, panel = beside()
    asked(panel)
    assert panel.locator(".claim").count() == 0
    assert "does not stand at its place" in panel.locator(".withheld").inner_text()


def test_markup_of_page_and_model_stays_text(beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon) -> None:
    rent = "The rent is <img src=x onerror=alert(1)> 12 euros a month."
    said = "<b onclick=go>The rent</b> is 12 euros a month."
    daemon.answers = lambda text, _: [("claim", (one := claim(text, said, rent))), ("done", answer(text, [one]))]
    _, panel = beside(f"<p>{rent.replace('<', '&lt;')}</p>")
    alerts: list[str] = []
    panel.on("dialog", lambda dialog: alerts.append(dialog.message))
    asked(panel)
    assert panel.locator(".claim-text").inner_text() == said
    assert panel.locator(".claim img, .claim b").count() == 0
    assert alerts == []


def test_the_highlights_can_be_hidden_and_shown(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]
) -> None:
    page, panel = beside()
    asked(panel)
    chromium.worker.evaluate("(tab) => chrome.runtime.sendMessage({ toggle: tab })", chromium.tab_of(page))
    expect(panel.locator("#status")).to_have_text("Highlights hidden")
    assert chromium.in_page(page, PAINTED) == []
    panel.bring_to_front()
    panel.click("#more")
    panel.click("#menu-toggle")
    expect(panel.locator("#status")).to_have_text("Highlights shown")
    assert len(chromium.in_page(page, PAINTED)) == 4


def test_a_further_question_goes_into_the_thread_until_a_new_one_is_begun(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    _, panel = beside()
    asked(panel)
    asked(panel, "And in winter?")
    assert [len(daemon.bodies(path)) for path in ("/v1/asks", "/v1/threads/t/asks")] == [1, 1]
    panel.click("#more")
    panel.click("#menu-new")
    expect(panel.locator(".turn")).to_have_count(0)
    expect(panel.locator("#question")).to_be_focused()
    asked(panel)
    assert len(daemon.bodies("/v1/asks")) == 2


def test_a_thread_that_the_daemon_forgot_is_begun_anew(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    _, panel = beside()
    asked(panel)
    plain = daemon.respond

    def forgetful(method: str, path: str, body: Json) -> Any:
        if path.startswith("/v1/threads/"):
            raise Refusal(404, "thread")
        return plain(method, path, body)

    daemon.respond = forgetful  # type: ignore[method-assign]
    asked(panel, "And in winter?")
    assert panel.locator(".turn:first-child .claim").count() == 3


def test_nothing_of_a_private_window_is_kept(beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon) -> None:
    _, panel = beside()
    asked(panel)
    panel.evaluate(
        "() => { const get = chrome.tabs.get;"
        " chrome.tabs.get = async (id) => ({ ...await get(id), incognito: true }); }"
    )
    asked(panel, "And in winter?")
    assert [body["private"] for body in daemon.bodies("/v1/pages")] == [False, True]
    assert [body["private"] for body in daemon.bodies("/v1/asks") + daemon.bodies("/v1/threads/t/asks")] == [
        False,
        True,
    ]


OTHER = """<!doctype html><html lang=en><title>Winter at the quay</title><p>Berths in winter cost less.</p>
<p>The harbour office is open on weekdays from 8:00 to 15:30.</p></html>"""


def test_other_tabs_are_asked_as_well(
    chromium: ChromiumExtension, site: Site, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def opening(text: str, _ask: Json) -> Events:
        one = claim(text, "It is open until 15:30.", OPEN)
        yield "claim", one
        yield "done", answer(text, [one])

    daemon.answers = opening
    other = chromium.context.new_page()
    other.goto(site.put("/winter", OTHER))
    blank = chromium.context.new_page()
    blank.goto(site.put("/blank", "<title>Nothing here</title>"))
    _, panel = beside()
    panel.click("#tabs")
    panel.locator(".source-row", has_text="Winter at the quay").locator("input").check()
    panel.locator(".source-row", has_text="Nothing here").locator("input").check()
    expect(panel.locator("#tabs")).to_have_text("This page + 2")
    asked(panel, "When is the office open?")
    parts = panel.locator(".part")
    assert parts.locator(".source").all_inner_texts() == ["This page", "Winter at the quay", "Nothing here"]
    assert [parts.nth(at).locator(".claim").count() for at in range(3)] == [1, 1, 0]
    assert "no text to read" in parts.nth(2).locator(".problem").inner_text()
    assert len(daemon.bodies("/v1/pages")) == 2
    parts.nth(1).locator(".line").click()
    expect(parts.nth(1).locator(".line")).to_have_attribute("aria-current", "true")
    assert other.evaluate("document.visibilityState") == "visible"
    assert chromium.in_page(other, SHOWN) == OPEN
    other.close()
    panel.bring_to_front()
    expect(panel.locator("#tabs")).to_have_text("This page + 1")
    blank.close()


def test_a_further_question_is_answered_by_a_line_of_another_tab(
    chromium: ChromiumExtension, site: Site, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def again(text: str, _ask: Json) -> Events:
        there = next(one for one in daemon.pages.values() if one.startswith("Berths in winter"))
        sha = hashlib.sha256(there.encode()).hexdigest()
        old = claim(there, OPEN, OPEN, page_sha256=sha, from_turn=1, caveats=[])
        old["caveats"] = [
            {**caveat(text, "conflicting_lines", WATER), "page_sha256": hashlib.sha256(text.encode()).hexdigest()}
        ]
        forged = claim(there, OPEN, OPEN, page_sha256="0" * 64)
        yield "claim", old
        yield "claim", forged
        yield "done", answer(text, [old, forged])

    other = chromium.context.new_page()
    other.goto(site.put("/winter", OTHER))
    _, panel = beside()
    daemon.answers = lambda text, _ask: [("done", answer(text))]
    panel.click("#tabs")
    row = panel.locator(".source-row", has_text="Winter at the quay").locator("input")
    row.check()
    asked(panel)
    row.uncheck()
    daemon.answers = again
    asked(panel, "When is the office open?")
    turn = panel.locator(".turn").first
    assert turn.locator(".claim .path").first.inner_text() == "Found for question 1 already · Winter at the quay"
    assert turn.locator(".claim .line").all_inner_texts() == [OPEN, WATER]
    assert turn.locator(".withheld li").count() == 1
    turn.locator(".claim .line").first.click()
    expect(turn.locator(".claim .line").first).to_have_attribute("aria-current", "true")
    assert chromium.in_page(other, SHOWN) == OPEN
    other.close()


def test_asking_again_while_a_connection_is_made_asks_the_new_daemon(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    daemon.answers = refused(429, "busy")
    _, panel = beside()
    asked(panel)
    with FakeDaemon() as other:
        other.answers = answered
        other.ready.clear()
        panel.click("#connection")
        panel.fill("#line", other.line)
        panel.press("#line", "Enter")
        panel.get_by_role("button", name="Ask again").click()
        other.ready.set()
        expect(panel.locator(".turn:not(.is-running) .claim")).to_have_count(3)
        assert len(other.bodies("/v1/asks")) == 1
    assert len(daemon.bodies("/v1/asks")) == 1


def test_presets_are_those_of_the_person(chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]) -> None:
    _, panel = beside()
    assert panel.locator(".preset").count() == 4
    settings = chromium.context.new_page()
    settings.goto(f"{chromium.origin}/options/options.html")
    settings.get_by_role("button", name="Remove: What are the main points?").click()
    settings.get_by_role("button", name="Add a question").click()
    settings.keyboard.type("Who may moor here?")
    settings.keyboard.press("Enter")
    expect(settings.locator("#status")).to_have_text("Saved")
    settings.close()
    panel.bring_to_front()
    expect(panel.locator(".preset")).to_have_count(4)
    panel.get_by_role("button", name="Who may moor here?").click()
    expect(panel.locator(".turn h2")).to_have_text("Who may moor here?")


def test_a_site_that_was_switched_off_is_left_alone(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]
) -> None:
    page, panel = beside()
    settings = chromium.context.new_page()
    settings.goto(f"{chromium.origin}/options/options.html")
    settings.fill("#site", "http://127.0.0.1:99/path")
    settings.press("#site", "Enter")
    expect(settings.locator("#sites .rows span")).to_have_text("127.0.0.1")
    settings.close()
    asked(panel)
    assert panel.locator(".problem h3").inner_text() == "Pointline is switched off on 127.0.0.1."
    assert chromium.in_page(page, "() => globalThis.pointline ?? null") is None
    panel.bring_to_front()
    panel.get_by_role("button", name="Switch on here").click()
    expect(panel.locator(".claim")).to_have_count(3)


def exported(panel: Page, records: Any, form: str) -> str:
    script = "async ([records, form]) => (await import('/panel/exporting.js')).exported(records, form)"
    found: str = panel.evaluate(script, [records, form])
    return found


def test_a_conversation_is_exported(beside: Callable[..., tuple[Page, Page]], tmp_path: Path) -> None:
    _, panel = beside()
    asked(panel)
    for form in ("md", "csv", "json"):
        panel.click("#more")
        panel.click("#menu-export")
        panel.check(f"input[value={form}]")
        with panel.expect_download() as waiting:
            panel.get_by_role("button", name="Download").click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        text = path.read_text(encoding="utf-8")
        assert BERTH in text
        assert "Dogs are not allowed on the quay." in text
        if form == "json":
            assert [one["text"] for one in json.loads(text)["asked"][0]["parts"][0]["claims"]][
                1
            ] == "Ask at the office."
        if form == "csv":
            rows = list(csv.DictReader(io.StringIO(text)))
            assert [row["finding"] for row in rows] == ["line found"] * 3 + ["withheld"]
            assert f"conflicting_lines: “{OFFER}”" in rows[0]["caveats"]
        if form == "md":
            assert f"Caveat: composite\\_value (310 + 140 = 450): “{YEAR}”" in text
        panel.keyboard.press("Escape")
    expect(panel.locator("dialog")).to_be_hidden()


def test_what_is_exported_stays_text(beside: Callable[..., tuple[Page, Page]]) -> None:
    _, panel = beside()
    text = '=HYPERLINK("http://x") | <img src=x> [a](javascript:b) `c`'
    one = {**claim(text, text, text), "support": {"verdict": "uncertain", "facts": []}}
    page = {"title": "+1 <b>", "url": "https://example.org/a b>c", "sha256": "0"}
    part = {"page": page, "model": "m", "read_share": 1, "claims": [one], "none": False, "nearest": [], "withheld": []}
    records = [{"question": "\t@sum", "asked_at": "2031", "parts": [{**part, "notes": [], "complete": False}]}]
    row = next(csv.DictReader(io.StringIO(exported(panel, records, "csv"))))
    assert (row["line"], row["question"], row["title"]) == ("'" + text, "'\t@sum", "'+1 <b>")
    markdown = exported(panel, records, "md")
    assert "<https://example.org/a%20b%3Ec>" in markdown
    assert "\\<img src=x\\>" in markdown
    assert "\\[a\\](javascript:b)" in markdown
    assert "not complete" in markdown


def test_the_history_is_shown_and_forgotten(beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon) -> None:
    STATES["history"].daemon(daemon)
    _, panel = beside()
    panel.click("#more")
    panel.click("#menu-history")
    expect(panel.locator(".sessions > li")).to_have_count(2)
    panel.locator(".sessions summary").first.click()
    expect(panel.locator(".kept blockquote")).to_have_text(BERTH)
    panel.get_by_role("button", name="Forget", exact=True).first.click()
    expect(panel.locator(".sessions > li")).to_have_count(1)
    panel.get_by_role("button", name="Forget everything").click()
    assert daemon.bodies("/v1/forget") == []
    panel.get_by_role("button", name="Really forget everything?").click()
    expect(panel.locator("dialog")).to_contain_text("The history is empty.")
    assert daemon.bodies("/v1/forget") == [{"everything": True}]


def test_a_session_of_cells_shows_them_and_what_fails_is_said(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeWork
) -> None:
    session = {"title": "Fees", "created_at": "2031-04-02T09:30:00+00:00", "asks": 0, "cells": 1}
    daemon.sessions = [{**session, "session_id": "s0"}]
    cell = {"cell_id": "c", "item": "Berth", "field": "summer fee", "value": "310 euros", "quote": BERTH}
    daemon.cells = [{**cell, "verdict": "uncertain", "source_url": "https://example.org/quay"}]
    _, panel = beside()
    panel.click("#more")
    panel.click("#menu-history")
    expect(panel.locator(".sessions small")).to_contain_text("· 1 cell")
    panel.locator(".sessions summary").click()
    expect(panel.locator(".kept blockquote")).to_have_text(BERTH)
    assert "Berth · summer fee" in panel.locator(".kept").inner_text()
    assert "Support not judged" in panel.locator(".kept").inner_text()
    daemon.gone = True
    panel.get_by_role("button", name="Forget", exact=True).click()
    expect(panel.locator(".sessions .wrong")).to_contain_text("Pointline no longer knows this.")
    expect(panel.locator(".sessions > li")).to_have_count(1)


START: dict[str, tuple[Callable[[FakeDaemon], None], str]] = {
    "another program": (lambda daemon: setattr(daemon, "name", "other"), "Something else answers"),
    "another version": (lambda daemon: setattr(daemon, "protocol", 2), "do not speak the same version"),
    "another secret": (lambda daemon: setattr(daemon, "token", "x" * 43), "The token is not the right one"),
}


@pytest.mark.parametrize("wrong", START)
def test_what_is_wrong_is_said_when_the_panel_opens(
    wrong: str, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    change, words = START[wrong]
    _, panel = beside()
    change(daemon)
    panel.reload()
    card = panel.locator("#connect-place .problem")
    expect(card).to_contain_text(words)
    assert card.locator("button.secondary").count() == 1
    assert panel.locator("#connection").get_attribute("data-state") == "off"
    assert daemon.bodies("/v1/pages") == []


PROBLEMS = {
    (429, "busy"): ("The model is busy.", "Ask again", None),
    (503, "model-missing"): ("The model is missing.", "Ask again", "./scripts/run model pull starter"),
    (500, "engine"): ("The model failed.", "Ask again", None),
    (403, "forbidden"): ("Pointline does not know this browser.", "Connect", None),
    (418, "never-heard-of"): ("A title", "Ask again", None),
}


@pytest.mark.parametrize("problem", PROBLEMS, ids=[code for _, code in PROBLEMS])
def test_every_refusal_has_one_action(
    problem: tuple[int, str], beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def refuse(_text: str, _ask: Json) -> Events:
        raise Refusal(*problem)

    daemon.answers = refuse
    _, panel = beside()
    asked(panel)
    title, action, command = PROBLEMS[problem]
    card = panel.locator(".turn .problem")
    assert card.locator("h3").inner_text() == title
    assert card.locator("button.secondary").all_inner_texts() == [action]
    assert card.locator("code").all_inner_texts() == ([command] if command else [])
    expect(panel.locator("#status")).to_contain_text(title)


def test_what_was_found_stays_when_the_answer_breaks_off(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    def broken(text: str, _ask: Json) -> Events:
        yield "claim", claim(text, "Open until 15:30.", OPEN)

    daemon.answers = broken
    _, panel = beside()
    asked(panel)
    expect(panel.locator(".claim")).to_have_count(1)
    expect(panel.locator(".problem h3")).to_have_text("The answer broke off.")
    daemon.answers = answered
    panel.get_by_role("button", name="Ask again").click()
    expect(panel.locator(".turn:first-child .claim")).to_have_count(3)
    assert panel.locator(".problem").count() == 0


def test_the_queue_and_the_steps_are_said_and_stop_keeps_what_was_found(
    beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    release = threading.Event()
    queued = {"step": "queued", "place": 2}
    daemon.answers = slowly(release, queued, first=0)
    _, panel = beside()
    ask(panel)
    expect(panel.locator(".progress")).to_have_text("Waiting, place 2 in the queue")
    expect(panel.locator("#stop")).to_be_visible()
    panel.click("#stop")
    daemon.answers = slowly(release, {"step": "point", "share": 0.4}, first=2)
    ask(panel)
    expect(panel.locator(".turn:first-child .progress")).to_have_text("Choosing the line – 40%")
    expect(panel.locator(".turn:first-child .claim")).to_have_count(2)
    panel.click("#stop")
    expect(panel.locator(".turn:first-child .note")).to_contain_text("What was found so far stays")
    assert panel.locator(".turn:first-child .claim").count() == 2
    release.set()


def test_a_page_that_is_left_while_an_answer_comes(
    chromium: ChromiumExtension, site: Site, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    release = threading.Event()
    daemon.answers = slowly(release, {"step": "state"}, first=1)
    page, panel = beside()
    ask(panel)
    expect(panel.locator(".claim")).to_have_count(1)
    page.goto(site.put("/winter", OTHER))
    release.set()
    panel.bring_to_front()
    panel.locator(".turn:not(.is-running)").wait_for()
    expect(panel.locator(".claim")).to_have_count(3)
    expect(panel.locator("#title")).to_have_text("Winter at the quay")
    panel.locator(".claim .line").first.click()
    expect(panel.locator(".claim .lost").first).to_contain_text("The page was left or loaded anew")
    assert chromium.in_page(page, PAINTED) == []


def test_many_tabs_and_two_windows_keep_their_questions_apart(
    chromium: ChromiumExtension, site: Site, beside: Callable[..., tuple[Page, Page]], daemon: FakeDaemon
) -> None:
    url = site.put("/winter", OTHER)
    chromium.worker.evaluate("(url) => chrome.windows.create({ url })", url)
    more = [chromium.context.new_page() for _ in range(18)]
    for page in more:
        page.goto(url)
    pairs = [beside(path=f"/quay-{at}") for at in range(2)]
    for at, (_, panel) in enumerate(pairs):
        asked(panel, f"Question {at}?")
    for at, (page, panel) in enumerate(pairs):
        assert panel.locator(".turn h2").all_inner_texts() == [f"Question {at}?"]
        assert len(chromium.in_page(page, PAINTED)) == 4
    panel = pairs[0][1]
    panel.bring_to_front()
    panel.click("#tabs")
    assert panel.locator(".source-row").count() >= 18
    for page in [*more, *(page for page in chromium.context.pages if page.url == url)]:
        page.close()


def test_the_whole_way_goes_by_keyboard(chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]) -> None:
    page, panel = beside()
    panel.bring_to_front()
    expect(panel.locator("#question")).to_be_focused()
    panel.keyboard.type("What does a berth cost?")
    panel.keyboard.press("Enter")
    panel.locator(".turn:not(.is-running)").wait_for()
    for _ in range(20):
        panel.keyboard.press("Tab")
        if panel.evaluate("document.activeElement.matches('.claim .line')"):
            break
    panel.keyboard.press("Enter")
    expect(panel.locator(".line[aria-current]")).to_be_focused()
    assert chromium.in_page(page, SHOWN) == BERTH
    assert panel.locator("[role=status], [role=alert], [aria-live]").count() == 1


def test_page_and_panel_point_at_each_other(
    chromium: ChromiumExtension, beside: Callable[..., tuple[Page, Page]]
) -> None:
    page, panel = beside()
    asked(panel)
    shown = panel.locator(".line[aria-current]")
    page.bring_to_front()
    page.locator("p", has_text="Water is included").click(position={"x": 40, "y": 8})
    panel.bring_to_front()
    expect(shown).to_have_text(WATER)
    panel.locator(".claim .line").first.hover()
    hovered = "() => pointline.hovered && pointline.readBack(pointline.hovered).line.join('')"
    assert chromium.in_page(page, hovered) == BERTH
    panel.bring_to_front()
    panel.keyboard.press("Alt+ArrowUp")
    expect(shown).to_have_text("Ask at the office.")
    panel.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_a_line_is_copied_with_an_address_that_leads_to_it(beside: Callable[..., tuple[Page, Page]]) -> None:
    page, panel = beside()
    asked(panel)
    panel.bring_to_front()
    panel.locator(".claim .copy").first.click()
    expect(panel.locator(".claim .copy").first).to_have_text("Copied")
    copied: str = panel.evaluate("navigator.clipboard.readText()")
    first, second = copied.split("\n\n")
    assert first.startswith(f"“{BERTH}”\nMooring fees at Lark Quay 2031, {page.url}#:~:text=A%20berth")
    assert second.startswith(f"“{YEAR}”\n")


@pytest.mark.parametrize("language", ["ar", "de", "fi", "tr"])
def test_every_state_fits_in_every_language(language: str, site: Site, daemon: FakeDaemon, tmp_path: Path) -> None:
    url = site.put("/quay", PAGE)
    with chromium_panel(url, tmp_path, dark=False, language=language) as panel:
        for name, state in ALL_STATES.items():
            bring_about(panel, daemon, state)
            assert panel.evaluate("() => document.documentElement.lang.slice(0, 2)") == language
            assert panel.evaluate("() => document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
            panel.picture(tmp_path / "state.png", NARROW)
            assert panel.evaluate("() => document.documentElement.scrollWidth") <= NARROW, name


def test_quoted_words_are_seen_in_forced_colours(beside: Callable[..., tuple[Page, Page]]) -> None:
    _, panel = beside()
    panel.emulate_media(forced_colors="active", color_scheme="dark")
    asked(panel)
    colours = """() => {
      const of = (selector) => getComputedStyle(document.querySelector(selector));
      return [of('.line mark').color, of('.line').color, of('body').backgroundColor];
    }"""
    quoted, around, ground = panel.evaluate(colours)
    assert quoted != ground
    assert around != ground

"""Painting in real browsers: what was painted, read back from the ranges, equals what was to be painted."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from e2e.drivers import ChromiumDriver, Driver
from e2e.pixels import changed
from e2e.site import Site
from extension.walk_cases import CASES, WalkCase

pytestmark = pytest.mark.browser

PAINT_BLOCKS = """async () => {
  const { id, text } = await pointline.capture();
  const { page } = pointline.captures.get(id);
  let at = 0;
  const answers = [];
  for (const block of page.blocks.filter((block) => block.text)) {
    const span = { start: at, end: at + block.text.length };
    at = span.end + 1;
    const claim = String(at);
    const whole = [{ start: 0, end: text.length }];
    const state = await pointline.paint({ capture: id, claim, spans: [span], line_spans: whole });
    answers.push({ state, want: block.text, whole: text, read: pointline.readBack(claim) });
  }
  return answers;
}"""
FIND_AND_PAINT = """async (quote) => {
  const { id, text } = await pointline.capture();
  const start = text.indexOf(quote);
  const spans = [{ start, end: start + quote.length }];
  return pointline.paint({ capture: id, claim: 'claim', spans, line_spans: spans });
}"""
SHOW = """async () => {
  const state = await pointline.show('claim');
  const range = pointline.painted.get('claim')?.quote[0].parts[0].range;
  const view = range?.startContainer.ownerDocument.defaultView;
  let seen = false;
  for (let waited = 0; range && !seen && waited < 5000; waited += 50) {
    await new Promise((done) => setTimeout(done, 50));
    const { top, bottom, height } = range.getBoundingClientRect();
    seen = height > 0 && top >= 0 && bottom <= view.innerHeight;
  }
  return { state, seen, read: pointline.readBack('claim') };
}"""
COUNTS = "() => ['pointline-line', 'pointline-quote'].map((name) => CSS.highlights.get(name).size)"
LINE = "Rent is exactly 2,743 euros per month."
FAR = "<div style='height:4000px'>filler</div>"


@pytest.fixture
def page(driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> Callable[[str, str], None]:
    def show(body: str, script: str = "") -> None:
        driver.goto(site.put("/paint", f"<!doctype html><meta charset=utf-8><title>Paint</title><body>{body}"))
        if script:
            driver.page_script(script)
        scripts(driver)

    return show


@pytest.mark.parametrize("case", [case for case in CASES if case.text], ids=lambda case: case.name)
def test_every_block_is_painted_and_read_back(case: WalkCase, driver: Driver, page: Callable[[str, str], None]) -> None:
    page(case.body, case.script)
    blocks: list[dict[str, Any]] = driver.evaluate(PAINT_BLOCKS)
    assert blocks
    for block in blocks:
        assert block["state"] == "painted"
        assert block["read"] == {"quote": [block["want"]], "line": [block["whole"]]}


STACK = "<table><tr><th>Vehicle<th>Fare<tr><td><p>Motorcycle</p><p>(with rider)</p></td><td>5.10 euros</table>"
CELLS = ["Motorcycle\n(with rider)", "5.10 euros"]
PAINT_ROW = """async ([quotes, cells]) => {
  const { id, text } = await pointline.capture();
  const spanOf = (part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
  const order = { capture: id, claim: 'claim', spans: quotes.map(spanOf), line_spans: cells.map(spanOf) };
  return pointline.paint(order);
}"""


@pytest.mark.parametrize("quotes", [CELLS, ["Motorcycle", "(with rider)", "5.10 euros"], ["torcycle\n(with"]], ids=str)
def test_a_row_with_two_blocks_in_a_cell_is_painted(
    quotes: list[str], driver: Driver, page: Callable[..., None]
) -> None:
    page(FAR + STACK)
    assert driver.evaluate(PAINT_ROW, [quotes, CELLS]) == "painted"
    assert driver.evaluate(SHOW) == {"state": "painted", "seen": True, "read": {"quote": quotes, "line": CELLS}}


PLACES = {
    "far down": f"{FAR}<p>{LINE}</p>",
    "closed details": f"{FAR}<details><summary>A</summary><details><summary>B</summary>{LINE}</details></details>",
    "until-found": f"{FAR}<div hidden=until-found><p>{LINE}</p></div>",
    "scrolling box": f"{FAR}<div style='height:200px;overflow:auto'>{FAR}<p>{LINE}</p>{FAR}</div>",
    "long paragraph": f"<p>{'Filler words here. ' * 4000}{LINE}{' More filler words.' * 4000}</p>",
    "long text in a scrolling box": f"<div style='height:300px;overflow:auto'><p>{'Filler. ' * 9000}{LINE}</p></div>",
    "frame": f'{FAR}<iframe height=200 srcdoc="{FAR}<p>{LINE}</p>"></iframe>',
    "over elements": f"{FAR}<p>Rent is <b>exactly <i>2,743</i></b> <a href=#>euros</a>\n   per <!-- --> month.</p>",
}


@pytest.mark.parametrize("place", PLACES)
def test_show_brings_the_line_into_view(place: str, driver: Driver, page: Callable[..., None]) -> None:
    page(PLACES[place])
    assert driver.evaluate(FIND_AND_PAINT, LINE) == "painted"
    assert driver.evaluate(SHOW) == {"state": "painted", "seen": True, "read": {"quote": [LINE], "line": [LINE]}}


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('p').firstChild.data = 'Rent is exactly 2,744 euros per month.'",
        "document.querySelector('p').remove()",
    ],
    ids=["digit changed", "paragraph removed"],
)
def test_a_line_that_went_away_is_lost_and_no_look_alike_is_painted(
    change: str, driver: Driver, page: Callable[..., None]
) -> None:
    page(f"<p>{LINE}</p><section>{LINE}</section>")
    assert driver.evaluate(FIND_AND_PAINT, LINE) == "painted"
    driver.page_script(change)
    assert driver.evaluate(SHOW) == {"state": "lost", "seen": False, "read": None}
    assert driver.evaluate(COUNTS) == [0, 0]


def test_read_back_does_not_vouch_for_paint_that_is_gone(driver: Driver, page: Callable[..., None]) -> None:
    page(f"<p>{LINE}</p>")
    driver.evaluate(FIND_AND_PAINT, LINE)
    driver.evaluate(
        "() => { CSS.highlights.get('pointline-quote').clear(); CSS.highlights.get('pointline-line').clear(); }"
    )
    assert driver.evaluate("() => pointline.readBack('claim')") == {"quote": [""], "line": [""]}


ROOTS = {
    "document": (f"<p>{LINE}</p>", ""),
    "shadow root": (
        "<div id=h></div>",
        f"document.getElementById('h').attachShadow({{mode: 'open'}}).innerHTML = '<p>{LINE}</p>'",
    ),
    "frame": (f'<iframe srcdoc="<p>{LINE}</p>"></iframe>', ""),
    "dark page": (f"<style>html{{background:#111;color:#eee}}</style><p>{LINE}</p>", ""),
}


@pytest.mark.parametrize("root", ROOTS)
def test_paint_is_seen(root: str, driver: Driver, page: Callable[..., None], tmp_path: Path) -> None:
    page(*ROOTS[root])
    driver.screenshot(tmp_path / "before.png")
    assert driver.evaluate(FIND_AND_PAINT, LINE) == "painted"
    driver.screenshot(tmp_path / "painted.png")
    driver.evaluate("() => pointline.show('claim')")
    driver.screenshot(tmp_path / "shown.png")
    driver.evaluate("() => pointline.clear()")
    driver.screenshot(tmp_path / "cleared.png")
    assert changed(tmp_path / "before.png", tmp_path / "painted.png") > 2000
    assert changed(tmp_path / "painted.png", tmp_path / "shown.png") > 2000
    assert changed(tmp_path / "before.png", tmp_path / "cleared.png") == 0


def test_paint_is_seen_in_forced_colours(driver: Driver, page: Callable[..., None], tmp_path: Path) -> None:
    if not isinstance(driver, ChromiumDriver):
        pytest.skip("only Chromium can be told to force colours while it runs")
    driver.page.emulate_media(forced_colors="active")
    try:
        page(f"<p style='font-size:30px'>{LINE}</p>")
        driver.screenshot(tmp_path / "before.png")
        pictures = {"before": tmp_path / "before.png"}
        for verdict in ("confirmed", "caveated", "uncertain", "mismatch"):
            assert driver.evaluate(FIND_AND_PAINT.replace("line_spans", f"verdict: '{verdict}', line_spans"), LINE)
            pictures[verdict] = tmp_path / f"{verdict}.png"
            driver.screenshot(pictures[verdict])
        driver.evaluate("() => pointline.show('claim')")
        driver.screenshot(tmp_path / "shown.png")
        pictures["shown"] = tmp_path / "shown.png"
        for one, other in itertools.combinations(pictures, 2):
            assert changed(pictures[one], pictures[other]) > 200, (one, other)
    finally:
        driver.page.emulate_media(forced_colors="none")


SELECT = """async ([selector, from, to]) => {
  const node = document.querySelector(selector).firstChild;
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  const { text, selection } = await pointline.capture({ selection: 'now' });
  return selection && text.slice(selection.start, selection.end);
}"""
HELD = """async () => {
  const { text, selection: { start, end } } = await pointline.capture({ selection: 'held' });
  return text.slice(start, end);
}"""


def test_selection_becomes_a_span(driver: Driver, page: Callable[..., None]) -> None:
    page("<p>one</p><p id=p>two \n\n  three four</p>")
    assert driver.evaluate(SELECT, ["#p", 2, 13]) == "o three"


def test_selection_is_held_when_the_page_loses_it(driver: Driver, page: Callable[..., None]) -> None:
    page("<p>one</p><p id=p>two three</p>")
    assert driver.evaluate(SELECT, ["#p", 4, 9]) == "three"
    driver.evaluate("() => getSelection().removeAllRanges()")
    assert driver.evaluate(HELD) == "three"


def test_what_was_held_is_asked_about_though_something_else_is_selected_since(
    driver: Driver, page: Callable[..., None]
) -> None:
    page("<p>one</p><p id=p>two three</p>")
    assert driver.evaluate(SELECT, ["#p", 4, 9]) == "three"
    driver.evaluate("() => getSelection().selectAllChildren(document.querySelector('p'))")
    assert driver.evaluate(HELD) == "three"
    driver.page_script("document.querySelector('#p').remove()")
    assert driver.evaluate("() => pointline.holds()") is False


ELSEWHERE = {
    "a form field": ("<textarea id=f>four five</textarea>", "f.focus(); f.setSelectionRange(0, 4)"),
    "a frame that is not read": ("<iframe id=f sandbox srcdoc='four five'></iframe>", "f.focus()"),
}


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_selection_that_is_not_read_is_not_taken_for_the_one_before(
    where: str, driver: Driver, page: Callable[..., None]
) -> None:
    body, select = ELSEWHERE[where]
    page(f"<p id=p>two three</p>{body}")
    assert driver.evaluate(SELECT, ["#p", 4, 9]) == "three"
    driver.evaluate("() => getSelection().removeAllRanges()")
    now = "async () => (await pointline.capture({ selection: 'now' })).selection"
    assert driver.evaluate(now) == {"start": 4, "end": 9}
    driver.page_script(f"const f = document.getElementById('f'); {select}")
    assert driver.evaluate(now) is None


def test_a_selection_does_not_hide_the_line_that_is_shown(driver: Driver, page: Callable[..., None]) -> None:
    page(f"<p id=p>{LINE}</p>")
    assert driver.evaluate(SELECT, ["#p", 0, 4]) == "Rent"
    driver.evaluate(FIND_AND_PAINT, LINE)
    assert driver.evaluate(SHOW)["seen"]
    assert driver.evaluate("() => getSelection().isCollapsed") is True


def test_scripts_put_in_twice_keep_what_was_painted(
    driver: Driver, page: Callable[..., None], scripts: Callable[[Driver], None]
) -> None:
    page(f"{FAR}<p>{LINE}</p>")
    driver.evaluate(FIND_AND_PAINT, LINE)
    scripts(driver)
    assert driver.evaluate(SHOW)["seen"]
    assert driver.evaluate("async () => (await pointline.capture()).id !== (await pointline.capture()).id")

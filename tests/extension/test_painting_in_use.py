"""Paint in use: verdicts apart, the line that is pointed at, keys, the way back, and pages that are drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from e2e.drivers import Driver
from e2e.site import Site

pytestmark = pytest.mark.browser

Show = Callable[..., None]
FAR = "<div style='height:3000px'>filler</div>"
LINES = ["The quay is nine metres deep.", "Rent is exactly 2,743 euros per month.", "The gate closes at dusk."]
PAGE = FAR.join(f"<p>{line}</p>" for line in ["First.", *LINES])
PAINT_ALL = """async ([lines, verdicts]) => {
  globalThis.said = [];
  pointline.heard = (event) => said.push(event);
  const { id, text } = await pointline.capture();
  const states = [];
  for (const [number, line] of lines.entries()) {
    const start = text.indexOf(line);
    const spans = [{ start, end: start + line.length }];
    const order = { capture: id, claim: `c${number}`, spans, line_spans: spans, verdict: verdicts[number] };
    states.push(await pointline.paint(order));
  }
  return states;
}"""
SAID = "() => said.splice(0)"
STATE = """() => ({
  shown: pointline.shown, hovered: pointline.hovered, y: Math.round(scrollY), painted: [...pointline.painted.keys()],
  lost: [...pointline.lost.keys()],
})"""
BOX = """(claim) => {
  const { left, top, width, height } = pointline.painted.get(claim).quote[0].parts[0].range.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
LAYERS = """() => {
  const found = {};
  CSS.highlights.forEach((ranges, name) => {
    if (ranges.size) found[name] = [];
    ranges.forEach((range) => found[name].push(range.toString()));
  });
  return found;
}"""


@pytest.fixture
def page(driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> Show:
    def show(body: str = PAGE, lines: list[str] | None = None, verdicts: list[str | None] | None = None) -> None:
        driver.goto(site.put("/use", f"<!doctype html><meta charset=utf-8><title>Use</title><body>{body}"))
        scripts(driver)
        chosen = LINES if lines is None else lines
        states = driver.evaluate(PAINT_ALL, [chosen, verdicts or [None] * len(chosen)])
        assert states == ["painted"] * len(chosen)

    return show


def until(driver: Driver, function: str, wanted: object) -> None:
    """Wait for an answer, up to five seconds."""
    wait = f"""async (wanted) => {{
      for (let waited = 0; waited < 5000; waited += 50) {{
        const found = await ({function})();
        if (JSON.stringify(found) === JSON.stringify(wanted)) return found;
        await new Promise((done) => setTimeout(done, 50));
      }}
      return ({function})();
    }}"""
    assert driver.evaluate(wait, wanted) == wanted


def test_each_verdict_has_its_layer_and_the_shown_line_two_more(driver: Driver, page: Show) -> None:
    page(verdicts=["confirmed", "mismatch", "__proto__"])
    assert driver.evaluate(LAYERS) == {
        "pointline-line": LINES,
        "pointline-confirmed": [LINES[0]],
        "pointline-mismatch": [LINES[1]],
        "pointline-quote": [LINES[2]],
    }
    driver.evaluate("() => pointline.show('c1')")
    shown = driver.evaluate(LAYERS)
    assert shown["pointline-mismatch"] == shown["pointline-shown-line"] == shown["pointline-shown-quote"] == [LINES[1]]
    assert shown["pointline-line"] == [LINES[0], LINES[2]]
    driver.evaluate("() => pointline.clear()")
    assert driver.evaluate(LAYERS) == {}


def test_keys_lead_through_the_lines_and_back(driver: Driver, page: Show) -> None:
    page()
    driver.evaluate("() => scrollTo(0, 700)")
    for expected in ("c0", "c1", "c2", "c0"):
        driver.press("Alt", "ArrowDown")
        until(driver, "() => said.splice(0)", [{"kind": "shown", "claim": expected}])
    driver.press("Alt", "ArrowUp")
    until(driver, "() => said.splice(0)", [{"kind": "shown", "claim": "c2"}])
    until(driver, "() => scrollY > 5000", True)
    driver.press("Escape")
    until(driver, "() => Math.round(scrollY)", 700)
    assert driver.evaluate(SAID) == [{"kind": "back"}]
    assert driver.evaluate(STATE)["shown"] is None
    driver.press("Escape")
    assert driver.evaluate(SAID) == []


def test_keys_are_the_page_s_where_one_types(driver: Driver, page: Show) -> None:
    page(body=f"<input id=i><p>{LINES[0]}</p>", lines=LINES[:1])
    driver.evaluate("() => document.getElementById('i').focus()")
    driver.press("Alt", "ArrowDown")
    driver.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    assert driver.evaluate(SAID) == []


def test_a_page_cannot_press_the_keys(driver: Driver, page: Show) -> None:
    page()
    driver.page_script(
        "const press = (key) => window.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true }));"
        "press('ArrowDown'); document.querySelectorAll('p')[1].click()"
    )
    driver.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    assert driver.evaluate(SAID) == []
    assert driver.evaluate(STATE)["shown"] is None


def test_the_way_back_folds_again_what_was_opened(driver: Driver, page: Show) -> None:
    folded = f"<details><summary>S</summary><p>{LINES[0]}</p></details>"
    page(body=f"{FAR}<div id=b style='height:200px;overflow:auto'>{FAR}{folded}</div>", lines=LINES[:1])
    state = """() => [Math.round(scrollY), Math.round(document.getElementById('b').scrollTop),
      document.querySelector('details').open]"""
    driver.evaluate("() => pointline.show('c0')")
    until(driver, "() => document.getElementById('b').scrollTop > 2000 && document.querySelector('details').open", True)
    assert driver.evaluate("() => pointline.goBack()") is True
    until(driver, state, [0, 0, False])


@pytest.mark.parametrize("shadow", [False, True], ids=["document", "shadow root"])
@pytest.mark.parametrize("native", [True, False], ids=["asked of the browser", "by boxes"])
def test_pointing_and_clicking_name_the_claim(native: bool, shadow: bool, driver: Driver, page: Show) -> None:
    body = "".join(f"<p>{line}</p>" for line in LINES)
    host = f"<div><template shadowrootmode=open>{body}</template></div>"
    page(body=host if shadow else body)
    if not native:
        driver.evaluate("() => { CSS.highlights.highlightsFromPoint = undefined; }")
    x, y = driver.evaluate(BOX, "c1")
    driver.point(x, y)
    until(driver, SAID, [{"kind": "hover", "claim": "c1"}])
    assert driver.evaluate(LAYERS)["pointline-hover"] == [LINES[1]]
    driver.point(x, y, click=True)
    until(driver, SAID, [{"kind": "click", "claim": "c1"}])
    driver.point(x, y + 400)
    until(driver, SAID, [{"kind": "hover", "claim": None}])
    assert "pointline-hover" not in driver.evaluate(LAYERS)
    driver.evaluate("() => pointline.hover('c2')")
    assert driver.evaluate(LAYERS)["pointline-hover"] == [LINES[2]]


READ = "(claim) => pointline.readBack(claim)"
DRAW_ANEW = "document.body.innerHTML = document.body.innerHTML"


def test_a_page_drawn_anew_is_painted_anew_by_itself(driver: Driver, page: Show) -> None:
    page()
    driver.page_script(DRAW_ANEW)
    connected = "() => [...pointline.painted.values()].map((p) => p.quote[0].parts[0].node.isConnected)"
    until(driver, connected, [True, True, True])
    for number, line in enumerate(LINES):
        assert driver.evaluate(READ, f"c{number}") == {"quote": [line], "line": [line]}
    assert driver.evaluate(SAID) == []
    assert driver.evaluate(LAYERS)["pointline-quote"] == LINES


def test_a_line_that_goes_is_lost_and_painted_when_it_is_back(driver: Driver, page: Show) -> None:
    page()
    driver.page_script("globalThis.gone = document.querySelectorAll('p')[2]; gone.remove()")
    until(driver, SAID, [{"kind": "state", "claim": "c1", "state": "lost"}])
    assert driver.evaluate(STATE)["lost"] == ["c1"]
    driver.page_script(f"document.body.insertAdjacentHTML('beforeend', '<p>{LINES[1]}</p>')")
    until(driver, SAID, [{"kind": "state", "claim": "c1", "state": "painted"}])
    assert driver.evaluate(READ, "c1") == {"quote": [LINES[1]], "line": [LINES[1]]}


TWINS = f"<h2>Flat A</h2><p>{LINES[1]}</p><h2>Flat B</h2><p>{LINES[1]}</p>"
CHANGES: dict[str, tuple[str, str]] = {
    "the line goes, its double stays": (TWINS, "document.querySelector('p').remove()"),
    "the double moves to its place": (
        TWINS,
        "const [a, b] = document.querySelectorAll('p'); a.replaceWith(b)",
    ),
    "all drawn anew without the line": (
        TWINS,
        f"document.body.innerHTML = '<h2>Flat B</h2><p>{LINES[1]}</p>'",
    ),
    "under another heading": (
        f"<h2>Flat A</h2><p>{LINES[1]}</p>",
        f"document.body.innerHTML = '<h2>Flat B</h2><p>{LINES[1]}</p>'",
    ),
    "a digit changed": (TWINS, "document.querySelector('p').textContent = 'Rent is exactly 2,744 euros per month.'"),
    "a word before it changed what it says": (
        f"<p>{LINES[1]}</p>",
        f"document.body.innerHTML = '<p>It is not true that: {LINES[1]}</p>'",
    ),
    "in another row": (
        f"<table><tr><td>Flat A<td>{LINES[1]}</table>",
        f"document.body.innerHTML = '<table><tr><td>Flat B<td>{LINES[1]}</table>'",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_look_alike_is_painted(change: str, driver: Driver, page: Show) -> None:
    body, script = CHANGES[change]
    page(body=body, lines=[LINES[1]])
    driver.page_script(script)
    until(driver, SAID, [{"kind": "state", "claim": "c0", "state": "lost"}])
    assert driver.evaluate("() => pointline.show('c0')") == "lost"
    assert driver.evaluate(LAYERS) == {}


def test_a_painted_claim_outlives_its_capture(driver: Driver, page: Show) -> None:
    page()
    again = """async (draw) => {
      const order = { ...pointline.painted.get('c1').order };
      for (let asked = 0; asked < 6; asked += 1) await pointline.capture();
      if (draw) document.body.replaceChildren(...[...document.body.children].map((child) => child.cloneNode(true)));
      const states = [pointline.captures.has(order.capture), await pointline.paint(order), await pointline.show('c1')];
      return [...states, await pointline.paint({ ...order, claim: 'other' }), pointline.readBack('c1')?.quote];
    }"""
    for draw in (False, True, False):
        assert driver.evaluate(again, draw) == [False, "painted", "painted", "left", [LINES[1]]]


def test_a_line_that_was_hidden_since_is_lost(driver: Driver, page: Show) -> None:
    page()
    driver.page_script("document.querySelectorAll('p')[2].style.display = 'none'")
    assert driver.evaluate("() => pointline.show('c1')") == "lost"
    assert driver.evaluate(STATE)["lost"] == ["c1"]
    driver.page_script("document.body.append('more')")
    driver.evaluate("() => new Promise((done) => setTimeout(done, 600))")
    assert driver.evaluate(SAID) == []
    assert LINES[1] not in driver.evaluate(LAYERS)["pointline-quote"]
    driver.page_script("document.querySelectorAll('p')[2].style.display = ''; document.body.append('still more')")
    until(driver, SAID, [{"kind": "state", "claim": "c1", "state": "painted"}])


def test_twins_drawn_anew_keep_apart(driver: Driver, page: Show) -> None:
    page(body=TWINS, lines=[LINES[1]])
    driver.page_script(DRAW_ANEW)
    first = "() => pointline.painted.get('c0')?.quote[0].parts[0].node.parentElement === document.querySelector('p')"
    until(driver, first, True)
    assert driver.evaluate(SAID) == []


def test_a_page_that_never_rests_is_not_walked_all_the_time(driver: Driver, page: Show) -> None:
    page(body=f"<p>{LINES[0]}</p><p id=clock>0</p>", lines=LINES[:1])
    driver.evaluate("""() => {
      globalThis.walks = 0;
      const { begin } = pointline;
      pointline.begin = (options) => { walks += 1; return begin(options); };
    }""")
    driver.page_script("setInterval(() => { document.getElementById('clock').textContent = performance.now(); }, 10)")
    driver.evaluate("() => new Promise((done) => setTimeout(done, 1200))")
    assert driver.evaluate("() => walks") == 0
    assert driver.evaluate(STATE)["painted"] == ["c0"]


MOTION: list[tuple[bool, Any]] = [(True, "instant"), (False, "smooth")]


@pytest.mark.parametrize(("reduced", "behavior"), MOTION, ids=["less motion", "motion"])
def test_motion_is_left_out_where_the_person_wants_less(
    reduced: bool, behavior: str, driver: Driver, page: Show
) -> None:
    page()
    asked = f"""async () => {{
      const less = {str(reduced).lower()};
      document.defaultView.matchMedia = (query) => ({{ matches: query.includes('reduced-motion') && less }});
      const behaviors = [];
      Element.prototype.scrollIntoView = (options) => behaviors.push(options.behavior);
      await pointline.show('c2');
      return document.hidden ? ['{behavior}'] : behaviors;
    }}"""
    assert driver.evaluate(asked) == [behavior]

"""Paint on pages that are drawn anew, hide lines, bring them back, or take the paint away."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.drivers import Driver
from e2e.pixels import changed
from e2e.site import Site
from extension.painted_page import LAYERS, LINES, PAGE, SAID, STATE, Show, show_painted, until

pytestmark = pytest.mark.browser

READ = "(claim) => pointline.readBack(claim)"
DRAW_ANEW = "document.body.innerHTML = document.body.innerHTML"


@pytest.fixture
def page(driver: Driver, site: Site) -> Show:
    def show(body: str = PAGE, lines: list[str] | None = None, verdicts: list[str | None] | None = None) -> None:
        show_painted(driver, site, body, LINES if lines is None else lines, verdicts)

    return show


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


HIDING = {
    "by its own style": ("", "q.style.display = 'none'", "q.style.display = ''"),
    "by the class of what it stands in": (
        "<style>.off p { visibility: hidden }</style>",
        "c.add('off')",
        "c.remove('off')",
    ),
    "by an attribute": ("", "q.hidden = true", "q.hidden = false"),
}


@pytest.mark.parametrize("how", HIDING)
def test_a_line_that_is_hidden_is_lost_until_it_is_seen_again(how: str, driver: Driver, page: Show) -> None:
    style, hide, bring = HIDING[how]
    page(body=style + PAGE)
    known = "const q = document.querySelectorAll('p')[2], c = document.body.classList;"
    driver.page_script(known + hide)
    until(driver, "() => [...pointline.lost.keys()].includes('c1')", True)
    assert {"kind": "state", "claim": "c1", "state": "lost"} in driver.evaluate(SAID)
    driver.page_script(known + bring)
    until(driver, "() => [...pointline.painted.keys()].sort()", ["c0", "c1", "c2"])


def test_a_line_folded_away_is_not_lost(driver: Driver, page: Show) -> None:
    page(
        body=f"<details open><summary>S</summary><div style='display:contents'>{LINES[0]}</div></details>",
        lines=LINES[:1],
    )
    driver.page_script("document.querySelector('details').open = false; document.body.append('more')")
    driver.evaluate("() => new Promise((done) => setTimeout(done, 600))")
    assert driver.evaluate(SAID) == []
    assert driver.evaluate("() => pointline.show('c0')") == "painted"


TAKEN: dict[str, str] = {
    "moved into another box": "const box = document.createElement('div'); document.body.append(box); box.append(q)",
    "highlights cleared": "CSS.highlights.clear(); document.body.append('more')",
    "style sheets set anew": "document.adoptedStyleSheets = []; document.body.append('more')",
}


@pytest.mark.parametrize("how", TAKEN)
def test_paint_that_the_page_took_is_laid_again(how: str, driver: Driver, page: Show, tmp_path: Path) -> None:
    page(body=f"<div><p>{LINES[0]}</p></div>", lines=LINES[:1])
    driver.page_script(f"const q = document.querySelector('p'); {TAKEN[how]}")
    until(driver, "() => pointline.readBack('c0')?.quote ?? null", LINES[:1])
    assert driver.evaluate(SAID) == []
    driver.screenshot(tmp_path / "painted.png")
    driver.evaluate("() => pointline.clear()")
    driver.screenshot(tmp_path / "cleared.png")
    assert changed(tmp_path / "painted.png", tmp_path / "cleared.png") > 2000


FRAMES = {"loaded anew": "f.srcdoc = '<p>Something else.</p>'", "taken away": "f.remove()"}


@pytest.mark.parametrize("how", FRAMES)
def test_a_line_goes_with_its_frame(how: str, driver: Driver, page: Show) -> None:
    page(body=f'<iframe srcdoc="<p>{LINES[0]}</p>"></iframe>', lines=LINES[:1])
    driver.page_script(f"const f = document.querySelector('iframe'); {FRAMES[how]}")
    until(driver, SAID, [{"kind": "state", "claim": "c0", "state": "lost"}])


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

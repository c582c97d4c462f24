"""Paint in use: verdicts apart, the line that is pointed at, keys, the way back."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.drivers import Driver
from e2e.site import Site
from extension.painted_page import BOX, FAR, LAYERS, LINES, PAGE, SAID, STATE, Show, show_painted, until
from extension.walk_cases import TAKEN_NAMES

pytestmark = pytest.mark.browser


@pytest.fixture
def page(driver: Driver, site: Site) -> Show:
    def show(body: str = PAGE, lines: list[str] | None = None, verdicts: list[str | None] | None = None) -> None:
        show_painted(driver, site, body, LINES if lines is None else lines, verdicts)

    return show


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


def test_of_details_with_one_name_the_open_one_is_opened_again(driver: Driver, page: Show) -> None:
    other = f"<details name=d><summary>B</summary>{LINES[0]}</details>"
    page(body=f"<details name=d open><summary>A</summary>aa</details>{other}", lines=LINES[:1])
    opened = "() => [...document.querySelectorAll('details')].map(({ open }) => open)"
    driver.evaluate("() => pointline.show('c0')")
    assert driver.evaluate(opened) == [False, True]
    driver.evaluate("() => pointline.goBack()")
    assert driver.evaluate(opened) == [True, False]


@pytest.mark.parametrize("line", [LINES[0], f"<p>{LINES[0]}</p>"], ids=["text of the form", "paragraph in it"])
def test_a_form_is_no_trap_whatever_its_fields_are_called(line: str, driver: Driver, page: Show) -> None:
    names = (*TAKEN_NAMES, "closest", "checkVisibility", "scrollIntoView", "scrollTop", "scrollHeight", "isConnected")
    fields = "".join(f"<input name={name}>" for name in names)
    page(body=f"{FAR}<form>{fields}{line}</form>{FAR}", lines=LINES[:1])
    assert driver.evaluate("() => pointline.show('c0')") == "painted"
    until(driver, "() => scrollY > 1000", True)
    assert "#:~:text=" in driver.evaluate("() => pointline.deepLink('c0')")
    assert driver.evaluate("() => pointline.goBack()") is True


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

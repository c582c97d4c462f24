"""The Firefox build in Firefox, with the real daemon: it loads, answers and paints; a real right-click leads there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from e2e import browsers, screen
from e2e.bidi import Firefox
from e2e.cdp import waited
from e2e.daemon import DaemonProcess
from e2e.extension_copy import build
from e2e.fake_work import FakeWork
from e2e.screen import Screen
from e2e.site import Site
from e2e.state_pictures import bring_about, firefox_panel
from e2e.states import PAGE as QUAY
from e2e.work_states import ALL_STATES

pytestmark = pytest.mark.browser

IDENTITY = "pointline@extensions.local"
UUID = "0b6f1f0e-5c0a-4a63-9b0e-6a2f6f2f7a11"
"""Firefox gives an extension a random address at every installation; a preference fixes it."""

PAGE = """<!doctype html><html lang=en><title>Rents</title><body style="font:20px serif;margin:40px">
<h1>Rents in the old town</h1><p>A flat of three rooms costs exactly <b>2,743 euros</b> per month.</p>
<p id=far style="margin-top:2500px">The office opens on Thursdays.</p></body></html>"""
SIDEBAR = 240
"""CSS pixels that Firefox's sidebar is wide until the person changes it."""

OFFICE = "The office opens on Thursdays."

ANSWER = """async ([line, question]) => {
  const until = async (selector) => {
    for (let i = 0; i < 200; i++) {
      const found = document.querySelector(selector);
      if (found) return found;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no ${selector} in: ${document.body.innerText}`);
  };
  (await until('#line')).value = line;
  document.querySelector('.connection').requestSubmit();
  (await until('.ask:not([hidden]) #question')).value = question;
  document.querySelector('#ask').requestSubmit();
  const card = await until('.claim .found');
  document.querySelector('.claim .line').click();
  await until('.line[aria-current]');
  return [document.querySelector('.claim .line').innerText, card.innerText];
}"""
TAB = "() => browser.tabs.query({ url: 'http://127.0.0.1/*' }).then((tabs) => tabs[0].id)"
SHOWN = """() => {
  const quote = CSS.highlights.get('pointline-shown-quote');
  return quote ? [...quote].map((range) => range.toString()).join('') : '';
}"""
SELECT = """() => {
  const [told] = document.querySelectorAll('p');
  told.scrollIntoView({ block: 'center' });
  getSelection().selectAllChildren(told);
  const { x, y, height } = told.getBoundingClientRect();
  return [mozInnerScreenX + x + 60, mozInnerScreenY + y + height / 2];
}"""
CHECKED = 'route="/v1/checks",status="200"'
IN_VIEW = """() => {
  const { top, bottom } = document.querySelector('#far').getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def binary() -> str:
    found = browsers.firefox()
    if found is None:
        pytest.skip("no Firefox on this machine: install it, or name it in POINTLINE_FIREFOX")
    return found


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    started = Firefox(binary(), preferences={"extensions.webextensions.uuids": json.dumps({IDENTITY: UUID})})
    yield started
    started.close()


def test_the_build_answers_and_paints(firefox: Firefox, site: Site, tmp_path: Path) -> None:
    folder = build("firefox", tmp_path, read_site="http://127.0.0.1/*")
    assert firefox.install(folder) == IDENTITY
    firefox.goto(site.put("/rents", PAGE))
    address = f"moz-extension://{UUID}/panel/panel.html"
    panel = firefox.new_tab(address)
    firefox.goto(f"{address}?tab={firefox.evaluate(TAB, tab=panel)}", panel)
    with DaemonProcess("scripted") as daemon:
        said = firefox.evaluate(ANSWER, [daemon.line, "When does the office open?"], tab=panel)
    assert said == [OFFICE, "Line found"]
    assert firefox.evaluate(SHOWN) == OFFICE
    waited(lambda: firefox.evaluate(IN_VIEW) is True)


def test_every_state_of_the_panel_fits(site: Site, tmp_path: Path) -> None:
    binary()
    url = site.put("/quay", QUAY)
    with FakeWork() as daemon, firefox_panel(url, tmp_path, dark=False) as panel:
        for name, state in ALL_STATES.items():
            bring_about(panel, daemon, state)
            panel.picture(tmp_path / "state.png", SIDEBAR)
            assert panel.evaluate("() => document.documentElement.scrollWidth") <= SIDEBAR, name


def entered(place: Screen, text: str, arrived: Callable[[], bool], at: tuple[int, int] | None = None) -> None:
    """Type and send until it arrived, as a person does who sees whether it did: nothing tells when the sidebar is ready
    for the keyboard. Firefox gives the sidebar no focus of its own accord; a click ``at`` a place does."""
    for _ in range(4):
        if at:
            place.hands("mousemove", *at, "click", 1)
        place.keys("ctrl+a")
        place.type(text)
        place.keys("Return")
        with suppress(TimeoutError):
            return waited(arrived, 8)
    raise TimeoutError(f"{text} did not arrive")


def test_right_click_ask_and_jump_to_the_line(site: Site, tmp_path: Path) -> None:
    lacking = screen.missing()
    if lacking:
        pytest.skip(f"no {' and no '.join(lacking)} on this machine: install them to try a real right-click")
    folder = build("firefox", tmp_path)
    with Screen() as place, DaemonProcess("scripted") as daemon:
        firefox = Firefox(binary(), headless=False, environment=place.environment)
        try:
            firefox.install(folder)
            firefox.goto(site.put("/rents", PAGE))
            place.right_click(900, 600)
            place.keys("Up", "Return")  # the extension's entry is the last of the menu
            waited(lambda: firefox.evaluate("() => innerWidth < outerWidth - 100") is True)  # the sidebar is there
            known = 'route="/v1/status",status="200"'
            entered(place, daemon.line, lambda: daemon.counted(known) > 0, at=(130, 655))
            entered(place, "When does the office open?", lambda: daemon.counted("pointline_asks_total{") > 0)

            def shown() -> bool:
                place.keys("alt+Down")
                return bool(firefox.evaluate(SHOWN) == OFFICE)

            waited(shown)
            waited(lambda: firefox.evaluate(IN_VIEW) is True)
            x, y = firefox.evaluate(SELECT)
            place.right_click(int(x), int(y))
            place.keys("Up", "Right", "Down", "Return")  # ask about the selection, check the selection
            waited(lambda: daemon.counted(CHECKED) > 0)
        finally:
            firefox.close()

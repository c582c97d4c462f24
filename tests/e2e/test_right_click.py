"""A real right-click on a real page in headed browsers, on a screen of their own, through to the painted line.

The extension is as shipped: the right to the page comes of the click, and the panel is the browser's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e import browsers, screen
from e2e.cdp import Chromium, Target, waited
from e2e.daemon import DaemonProcess
from e2e.extension_copy import build
from e2e.screen import Screen
from e2e.site import Site

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang=en><title>Rents</title><body style="font:20px serif;margin:40px">
<h1>Rents in the old town</h1><p>A flat of three rooms costs exactly <b>2,743 euros</b> per month.</p>
<p id=far style="margin-top:2500px">The office opens on Thursdays.</p>
<p>In short: three rooms, exactly 2,743 euros per month.</p></body></html>"""
SUMMARY = "In short: three rooms, exactly 2,743 euros per month."
RENT = "A flat of three rooms costs exactly 2,743 euros per month."
OFFICE = "The office opens on Thursdays."
MENU_FROM_BELOW = 3
"""The menu ends with the extension's entry, View page source, and Inspect."""

CONNECT = """(line) => {
  document.querySelector('#line').value = line;
  document.querySelector('.connection').requestSubmit();
}"""
SHOWN = "pointline.shown && pointline.readBack(pointline.shown)"
IN_VIEW = (
    "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('#far').getBoundingClientRect())"
)


@pytest.fixture
def place() -> Iterator[Screen]:
    lacking = screen.missing()
    if lacking:
        pytest.skip(f"no {' and no '.join(lacking)} on this machine: install them to try a real right-click")
    with Screen() as started:
        yield started


@pytest.fixture
def daemon() -> Iterator[DaemonProcess]:
    """A daemon of this test alone: a token belongs to the first extension that uses it, and each build is another."""
    with DaemonProcess("scripted") as started:
        yield started


@pytest.fixture
def chromium(place: Screen, site: Site, tmp_path: Path) -> Iterator[Chromium]:
    binary = browsers.chromium()
    if binary is None:
        pytest.skip("no Chromium on this machine: install it, or name it in POINTLINE_CHROMIUM")
    url = site.put("/rents", PAGE)
    with Chromium(binary, build("chromium", tmp_path), url, place.environment, place.size) as started:
        waited(lambda: any(target["type"] == "service_worker" for target in started.targets()))
        waited(lambda: started.target("/rents").evaluate("!!document.querySelector('#far')") is True)
        yield started


def open_panel(chromium: Chromium, place: Screen, daemon: DaemonProcess) -> Target:
    place.right_click(600, 600)
    place.keys(*["Up"] * MENU_FROM_BELOW, "Return")
    panel = chromium.target("/panel/panel.html?tab=")
    waited(lambda: bool(panel.evaluate("!!document.querySelector('.connection, .ask:not([hidden])')")))
    if panel.evaluate("!!document.querySelector('.connection')"):
        panel.evaluate(f"({CONNECT})({json.dumps(daemon.line)})")
        waited(lambda: panel.evaluate("!document.querySelector('.connection')") is True)
    return panel


def world(chromium: Chromium) -> Callable[[str], Any]:
    panel = next(target["url"] for target in chromium.targets() if "/panel/panel.html" in target["url"])
    page = chromium.target("/rents")
    place = page.extension_world(panel.split("/panel/")[0])
    return lambda expression: page.evaluate(expression, place)


def test_right_click_ask_and_jump_to_the_line(chromium: Chromium, place: Screen, daemon: DaemonProcess) -> None:
    panel = open_panel(chromium, place, daemon)
    # Typed, not filled in: the question box has the focus when the panel opens.
    place.type("When does the office open?")
    place.keys("Return")
    waited(lambda: panel.evaluate("!!document.querySelector('.claim .found')") is True)
    assert panel.evaluate("document.querySelector('.claim .line').innerText") == OFFICE
    panel.evaluate("document.querySelector('.claim .line').click()")
    waited(lambda: panel.evaluate("!!document.querySelector('.line[aria-current]')") is True)
    in_page = world(chromium)
    assert in_page(SHOWN) == {"quote": [OFFICE], "line": [OFFICE]}
    waited(lambda: in_page(IN_VIEW) is True)


def test_the_keyboard_command_opens_the_panel_with_the_right_to_the_page(
    chromium: Chromium, place: Screen, daemon: DaemonProcess
) -> None:
    place.hands("mousemove", 600, 600, "click", 1)
    place.keys("alt+shift+l")
    panel = chromium.target("/panel/panel.html?tab=")
    waited(lambda: panel.evaluate("document.querySelector('#title')?.textContent") == "Rents")


def right_click_on_a_selection(chromium: Chromium, place: Screen, *keys: str) -> Target:
    """Select the first paragraph and choose from our part of the page's menu, which then has entries of its own."""
    page = chromium.target("/rents")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('p'))")
    box = page.evaluate(
        "(({ x, y }) => [x + screenX + 30, y + outerHeight - innerHeight + 12])"
        "(document.querySelector('p').getBoundingClientRect())"
    )
    place.right_click(*map(int, box))
    place.keys("Up", "Up", "Right", *keys, "Return")
    return chromium.target("/panel/panel.html?tab=")


def test_right_click_on_a_selection(chromium: Chromium, place: Screen, daemon: DaemonProcess) -> None:
    panel = right_click_on_a_selection(chromium, place)
    waited(lambda: panel.evaluate("document.querySelector('#selection-text')?.textContent") == RENT)


def test_right_click_and_check_the_selection(chromium: Chromium, place: Screen, daemon: DaemonProcess) -> None:
    panel = open_panel(chromium, place, daemon)
    waited(lambda: panel.evaluate("!!document.querySelector('.ask:not([hidden])')") is True)
    right_click_on_a_selection(chromium, place, "Down")
    waited(lambda: panel.evaluate("!!document.querySelector('#tab-check:not([hidden]) .passes')") is True)
    claims = "[...document.querySelectorAll('.checked-claim .claim-text')].map((one) => one.innerText)"
    assert panel.evaluate(claims) == [RENT]
    # The claim stands where it was selected, and that is no evidence for it; another line says so, and is led to.
    assert panel.evaluate("document.querySelector('.checked-claim .line').innerText") == SUMMARY
    panel.evaluate("document.querySelector('.checked-claim .line').click()")
    waited(lambda: panel.evaluate("!!document.querySelector('.checked-claim .line[aria-current]')") is True)
    in_page = world(chromium)
    assert in_page(SHOWN)["line"] == [SUMMARY]


def test_the_worker_may_die_while_an_answer_comes(
    chromium: Chromium, place: Screen, daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    """Nothing is attached to the worker, so the browser ends it after 30 s; the answer takes longer and arrives."""
    words = "word " * 90
    reply = f'CLAIM: {words}\nSOURCE QUOTE: "The office opens on Thursdays."'
    judged = {"may_state": True, "may_judge": True, "label": {"yes": 0.9, "no": 0.1}}
    daemon = daemon_with({**judged, "delay": 0.45, "answers": [reply] * 3})
    panel = open_panel(chromium, place, daemon)
    place.type("When does the office open?")
    place.keys("Return")
    waited(lambda: not any(target["type"] == "service_worker" for target in chromium.targets()), 60)
    assert panel.evaluate("!!document.querySelector('.turn.is-running')") is True
    waited(lambda: panel.evaluate("!!document.querySelector('.claim .found')") is True, 120)

"""A private window of Chromium in which the person allows the extension: what is asked there is never to be kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e import browsers, screen
from e2e.cdp import Chromium, waited
from e2e.extension_copy import build
from e2e.fake_daemon import FakeDaemon
from e2e.screen import Screen
from e2e.site import Site
from e2e.states import PAGE, answered

pytestmark = pytest.mark.browser

ALLOW = """(async () => {
  await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
  const { id } = (await chrome.developerPrivate.getExtensionsInfo()).find(({ name }) => name === 'Pointline');
  await chrome.developerPrivate.updateExtensionConfiguration({ extensionId: id, incognitoAccess: true });
})()"""
ALLOWED = """chrome.developerPrivate.getExtensionsInfo()
  .then((all) => all.find(({ name }) => name === 'Pointline'))
  .then(({ state, incognitoAccess }) => state === 'ENABLED' && incognitoAccess.isActive)"""
CONNECT = """(line) => {
  document.querySelector('#line').value = line;
  document.querySelector('.connection').requestSubmit();
}"""
QUESTION_FROM_CORNER = """(() => {
  const { x, y, width, height } = document.querySelector('#question').getBoundingClientRect();
  return [Math.round(innerWidth - x - width / 2), Math.round(innerHeight - y - height / 2)];
})()"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def pages(chromium: Chromium) -> int:
    return sum(target["type"] == "page" for target in chromium.targets())


@pytest.fixture
def place() -> Iterator[Screen]:
    lacking = screen.missing()
    if lacking:
        pytest.skip(f"no {' and no '.join(lacking)} on this machine: install them to try a private window")
    with Screen() as started:
        yield started


def test_nothing_of_a_private_window_is_to_be_kept(place: Screen, site: Site, tmp_path: Path) -> None:
    binary = browsers.chromium()
    if binary is None:
        pytest.skip("no Chromium on this machine: install it, or name it in POINTLINE_CHROMIUM")
    url = site.put("/quay", PAGE)
    folder = build("chromium", tmp_path)
    with (
        FakeDaemon() as daemon,
        Chromium(binary, folder, "about:blank", place.environment, place.size) as chromium,
    ):
        daemon.answers = answered
        settings = chromium.target("about:blank")
        settings.send("Page.navigate", url="chrome://extensions/")
        waited(lambda: settings.evaluate("!!chrome.developerPrivate") is True)
        settings.evaluate(ALLOW)
        waited(lambda: settings.evaluate(ALLOWED) is True)
        place.hands("mousemove", 600, 600, "click", 1)
        before = pages(chromium)
        place.opens(lambda: place.keys("ctrl+shift+n"))
        waited(lambda: pages(chromium) > before)
        place.type(url)
        place.keys("Return")
        waited(lambda: chromium.target("/quay").evaluate("document.readyState") == "complete")
        waited(lambda: chromium.target("/quay").evaluate(DRAWN) is True)
        place.right_click(600, 800)
        place.keys("Up", "Up", "Up", "Return")
        panel = chromium.target("/panel/panel.html?tab=")
        waited(lambda: panel.evaluate("!!document.querySelector('.connection')") is True)
        panel.evaluate(f"({CONNECT})({json.dumps(daemon.line)})")
        waited(lambda: panel.evaluate("!document.querySelector('.connection')") is True)
        # No window manager gives the second window the keyboard; a click does.
        across, down = panel.evaluate(QUESTION_FROM_CORNER)
        place.hands("mousemove", place.size[0] - across, place.size[1] - down, "click", 1)
        place.type("What does a berth cost?")
        place.keys("Return")
        waited(lambda: panel.evaluate("document.querySelectorAll('.claim').length") == 3)
        assert [body["private"] for body in daemon.bodies("/v1/pages") + daemon.bodies("/v1/asks")] == [True, True]

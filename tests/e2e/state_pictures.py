"""Pictures of every state of the panel and of the settings, for a person to look at: both browsers, light and dark,
narrow and wide. ``python -m e2e.state_pictures --out FOLDER`` (with ``PYTHONPATH=tests``)."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page

from e2e import browsers
from e2e.bidi import Firefox
from e2e.chromium_extension import ChromiumExtension
from e2e.extension_copy import build
from e2e.fake_daemon import FakeDaemon
from e2e.fake_work import FakeWork
from e2e.site import Site
from e2e.states import PAGE, STATES, State
from e2e.work_states import ALL_STATES

IDENTITY = "pointline@extensions.local"
UUID = "0b6f1f0e-5c0a-4a63-9b0e-6a2f6f2f7a11"
WIDTHS = (280, 420)
CONNECT = "(kept) => (globalThis.browser ?? chrome).storage.local.set({ connection: kept })"
FORGET = "() => (globalThis.browser ?? chrome).storage.local.clear()"
TAB = "() => (globalThis.browser ?? chrome).tabs.query({ url: 'http://127.0.0.1/*' }).then((tabs) => tabs[0].id)"
ASK = """(text) => {
  document.querySelector('#question').value = text;
  document.querySelector('#ask').requestSubmit();
}"""
TYPE = "([selector, text]) => { document.querySelector(selector).value = text; }"
CLICK = "(selector) => document.querySelector(selector).click()"
THERE = "(selector) => !!document.querySelector(selector)"
HEIGHT = "() => document.documentElement.scrollHeight"
AT_REST = "() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))"
"""What is still fading in has not the colours and places that it will have."""
READY = "#connect-place form, #ask:not([hidden])"


class Panel(Protocol):
    """A page of the extension beside the page that is asked."""

    def goto(self, path: str) -> None:
        """Open a page of the extension."""

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument."""

    def picture(self, path: Path, width: int) -> None:
        """Write what it shows at a width."""


class ChromiumPanel:
    """In Chromium, through Playwright."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._origin = origin

    def goto(self, path: str) -> None:
        """Open a page of the extension."""
        self._page.goto(self._origin + path)

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument."""
        return self._page.evaluate(function, argument)

    def picture(self, path: Path, width: int) -> None:
        """Write what it shows at a width."""
        self._page.set_viewport_size({"width": width, "height": 640})
        self._page.set_viewport_size({"width": width, "height": max(640, min(2400, self.evaluate(HEIGHT)))})
        self._page.wait_for_timeout(250)
        self._page.screenshot(path=path)


class FirefoxPanel:
    """In Firefox, through WebDriver BiDi."""

    def __init__(self, firefox: Firefox, tab: str) -> None:
        self._firefox = firefox
        self._tab = tab

    def goto(self, path: str) -> None:
        """Open a page of the extension."""
        self._firefox.goto(f"moz-extension://{UUID}{path}", self._tab)

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument."""
        return self._firefox.evaluate(function, argument, tab=self._tab)

    def picture(self, path: Path, width: int) -> None:
        """Write what it shows at a width."""
        self._size(width, 640)
        self._size(width, max(640, min(2400, self.evaluate(HEIGHT))))
        time.sleep(0.25)
        self._firefox.screenshot(path, self._tab)

    def _size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._firefox.send("browsingContext.setViewport", context=self._tab, viewport=viewport)


@contextmanager
def chromium_panel(url: str, folder: Path, *, dark: bool, language: str = "en") -> Iterator[Panel]:
    """A panel in Chromium beside the page at ``url``."""
    binary = browsers.chromium()
    if binary is None:
        raise SystemExit("no Chromium on this machine")
    with ChromiumExtension(binary, build("chromium", folder, read_site="<all_urls>", language=language)) as started:
        page = started.context.new_page()
        page.goto(url)
        panel = started.context.new_page()
        panel.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        yield ChromiumPanel(panel, started.origin)


@contextmanager
def firefox_panel(url: str, folder: Path, *, dark: bool, language: str = "en") -> Iterator[Panel]:
    """A panel in Firefox beside the page at ``url``."""
    binary = browsers.firefox()
    if binary is None:
        raise SystemExit("no Firefox on this machine")
    preferences: dict[str, object] = {
        "extensions.webextensions.uuids": json.dumps({IDENTITY: UUID}),
        "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
        "ui.prefersReducedMotion": 1,
    }
    firefox = Firefox(binary, preferences=preferences)
    try:
        firefox.install(build("firefox", folder, read_site="<all_urls>", language=language))
        firefox.goto(url)
        yield FirefoxPanel(firefox, firefox.new_tab(f"moz-extension://{UUID}/panel/panel.html"))
    finally:
        firefox.close()


def until(done: Callable[[], bool], seconds: float = 45.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise TimeoutError("waited in vain")
        time.sleep(0.05)


def bring_about(panel: Panel, daemon: FakeDaemon, state: State) -> None:
    """Let the panel come into a state, as a person would."""
    daemon.ready.set()
    state.daemon(daemon)
    panel.goto("/options/options.html")
    panel.evaluate(FORGET)
    if state.connected:
        panel.evaluate(CONNECT, {"url": daemon.url, "token": daemon.token, "id": "run"})
    panel.goto(f"/panel/panel.html?tab={panel.evaluate(TAB)}")
    until(lambda: panel.evaluate(THERE, state.ready or READY) is True)
    if state.connected and state.question:
        panel.evaluate(ASK, state.question)
        until(lambda: panel.evaluate(THERE, state.wait) is True)
    for selector, text in state.fill:
        panel.evaluate(TYPE, [selector, text])
    for selector in state.click:
        until(lambda wanted=selector: panel.evaluate(THERE, wanted) is True)  # type: ignore[misc]
        panel.evaluate(CLICK, selector)
    if state.shows:
        until(lambda: panel.evaluate(THERE, state.shows) is True)
    panel.evaluate(AT_REST)


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description="Take pictures of every state of the panel.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--browser", choices=("chromium", "firefox"), action="append")
    parser.add_argument("--state", action="append", choices=[*ALL_STATES, "options"], help="all when none is named")
    parser.add_argument("--look", choices=("light", "dark"), action="append")
    parser.add_argument("--language", default="en", help="of the interface")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    panels = {"chromium": chromium_panel, "firefox": firefox_panel}
    for browser in options.browser or panels:
        for look in options.look or ("light", "dark"):
            with tempfile.TemporaryDirectory() as folder, Site() as site, FakeWork() as daemon:
                url = site.put("/quay", PAGE)
                with panels[browser](url, Path(folder), dark=look == "dark", language=options.language) as panel:
                    name = f"{browser}-{look}" + (f"-{options.language}" if options.language != "en" else "")
                    take(panel, daemon, options.out, name, options.state or [*ALL_STATES, "options"])


def take(panel: Panel, daemon: FakeDaemon, out: Path, name: str, states: Iterable[str]) -> None:
    """Take the pictures of one browser in one look."""
    for called in states:
        if called == "options":
            bring_about(panel, daemon, STATES["empty"])
            panel.goto("/options/options.html")
            until(lambda: panel.evaluate(THERE, ".state.is-on") is True)
        else:
            bring_about(panel, daemon, ALL_STATES[called])
        for width in WIDTHS if called != "options" else (360, 900):
            panel.picture(out / f"{name}-{called.replace(' ', '-')}-{width}.png", width)
        print(name, called, flush=True)


if __name__ == "__main__":
    main()

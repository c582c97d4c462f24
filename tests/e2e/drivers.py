"""One way to show a page and to call into it, for both browsers."""

from __future__ import annotations

import atexit
import json
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from e2e.bidi import Firefox
from e2e.browsers import CHROMIUM_ARGUMENTS


@cache
def playwright() -> Playwright:
    """Return the one Playwright of this process: its synchronous form allows no second."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started


class Driver(Protocol):
    """A browser with one tab; scripts run in a world of their own, as an extension's content scripts do."""

    name: str

    def goto(self, url: str, *, same_page: bool = False) -> None:
        """Open a page and wait until it is loaded; with ``same_page`` another place of the page that is shown."""

    def in_page(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function as the page itself."""

    def run(self, script: str) -> None:
        """Evaluate a classic script beside the page."""

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument beside the page and return its result; both pass as JSON."""

    def page_script(self, script: str) -> None:
        """Evaluate a classic script as the page itself."""

    def press(self, *keys: str) -> None:
        """Press keys together, as a person does: ``Alt``, ``ArrowDown``, ``Escape`` …"""

    def point(self, x: float, y: float, *, click: bool = False) -> None:
        """Move the mouse to a place in the window, and click there."""

    def screenshot(self, path: Path) -> None:
        """Write what the tab shows as a PNG."""

    def close(self) -> None:
        """End the browser."""


_KEYS = {"Alt": "\ue00a", "ArrowDown": "\ue015", "ArrowUp": "\ue013", "Escape": "\ue00c"}
"""What WebDriver calls the keys that write nothing."""


class ScriptError(Exception):
    """A script threw."""


class ChromiumDriver:
    """Headless Chromium: Playwright starts it, the debugger's protocol evaluates in an isolated world."""

    name = "chromium"

    def __init__(self, binary: str) -> None:
        arguments = list(CHROMIUM_ARGUMENTS)
        self._browser: Browser = playwright().chromium.launch(executable_path=binary, args=arguments)
        self.page: Page = self._browser.new_page()
        self._debugger = self.page.context.new_cdp_session(self.page)
        self._world = 0
        self._counts = False

    def goto(self, url: str, *, same_page: bool = False) -> None:
        """Open a page and wait until it is loaded; with ``same_page`` another place of the page that is shown."""
        self.page.goto(url)
        if same_page:
            return
        frame = self._debugger.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self._debugger.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "pointline"})
        self._world = world["executionContextId"]

    def run(self, script: str) -> None:
        """Evaluate a classic script beside the page."""
        self._evaluate(f"{{ {script}\n }}; undefined", self._world)

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument beside the page and return its result; both pass as JSON."""
        call = f"(async (a) => JSON.stringify(await ({function})(a) ?? null))({json.dumps(argument)})"
        return json.loads(self._evaluate(call, self._world))

    def in_page(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function as the page itself."""
        call = f"(async (a) => JSON.stringify(await ({function})(a) ?? null))({json.dumps(argument)})"
        return json.loads(self._evaluate(call, None))

    def page_script(self, script: str) -> None:
        """Evaluate a classic script as the page itself."""
        self._evaluate(f"{{ {script}\n }}; undefined", None)

    def press(self, *keys: str) -> None:
        """Press keys together, as a person does."""
        self.page.keyboard.press("+".join(keys))

    def point(self, x: float, y: float, *, click: bool = False) -> None:
        """Move the mouse to a place in the window, and click there."""
        self.page.mouse.move(x, y)
        if click:
            self.page.mouse.click(x, y)

    def screenshot(self, path: Path) -> None:
        """Write what the tab shows as a PNG."""
        self.page.screenshot(path=path)

    def close(self) -> None:
        """End the browser."""
        self._browser.close()

    def processor_milliseconds(self) -> float:
        """Return how long the page's own thread has worked so far, in milliseconds of the processor."""
        if not self._counts:
            self._debugger.send("Performance.enable", {"timeDomain": "threadTicks"})
            self._counts = True
        metrics = {entry["name"]: entry["value"] for entry in self._debugger.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"]) * 1000

    def _evaluate(self, expression: str, world: int | None) -> str:
        where = {} if world is None else {"contextId": world}
        request = {"expression": expression, "awaitPromise": True, "returnByValue": True, **where}
        answer = self._debugger.send("Runtime.evaluate", request)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ScriptError(details.get("exception", {}).get("description") or details["text"])
        value: str = answer["result"].get("value", "")
        return value


class FirefoxDriver:
    """Headless Firefox through WebDriver BiDi, evaluating in a sandbox."""

    name = "firefox"

    def __init__(self, binary: str) -> None:
        self.firefox = Firefox(binary)

    def goto(self, url: str, *, same_page: bool = False) -> None:
        """Open a page and wait until it is loaded; with ``same_page`` another place of the page that is shown."""
        del same_page  # its sandbox lives as long as the page
        self.firefox.goto(url)

    def in_page(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function as the page itself."""
        return self.firefox.evaluate(function, argument)

    def run(self, script: str) -> None:
        """Evaluate a classic script beside the page."""
        self.firefox.run(script, sandbox="pointline")

    def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function with one argument beside the page and return its result; both pass as JSON."""
        return self.firefox.evaluate(function, argument, sandbox="pointline")

    def page_script(self, script: str) -> None:
        """Evaluate a classic script as the page itself."""
        self.firefox.run(f"{{ {script}\n }}")

    def press(self, *keys: str) -> None:
        """Press keys together, as a person does."""
        self.firefox.press([_KEYS.get(key, key) for key in keys])

    def point(self, x: float, y: float, *, click: bool = False) -> None:
        """Move the mouse to a place in the window, and click there."""
        self.firefox.point(x, y, click=click)

    def screenshot(self, path: Path) -> None:
        """Write what the tab shows as a PNG."""
        self.firefox.screenshot(path)

    def close(self) -> None:
        """End the browser."""
        self.firefox.close()

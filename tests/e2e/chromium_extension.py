"""Headless Chromium with the extension in it; the panel is opened in a tab beside the page."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import BrowserContext, Page

from e2e.browsers import CHROMIUM_ARGUMENTS
from e2e.drivers import playwright


class ChromiumExtension:
    """A Chromium of our own that has loaded an unpacked extension. Use as a context manager."""

    def __init__(self, binary: str, extension: Path, *, headless: bool = True) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="pointline-chromium-", ignore_cleanup_errors=True)
        self.context: BrowserContext = playwright().chromium.launch_persistent_context(
            self._profile.name,
            executable_path=binary,
            headless=headless,
            ignore_default_args=["--disable-extensions"],
            args=[*CHROMIUM_ARGUMENTS, f"--load-extension={extension}", f"--disable-extensions-except={extension}"],
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        workers = self.context.service_workers
        worker = workers[0] if workers else self.context.wait_for_event("serviceworker")
        self.worker = worker
        self.origin = worker.url.rsplit("/background/", 1)[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.context.close()
        self._profile.cleanup()

    def tab_of(self, page: Page) -> int:
        """Return the browser's number of the tab that shows ``page``."""
        page.bring_to_front()
        # Each window has an active tab; where the browser tells the addresses, the page's own is the one.
        script = """(url) => chrome.tabs.query({ active: true })
          .then((tabs) => (tabs.find((tab) => tab.url === url) ?? tabs[0]).id)"""
        found: int = self.worker.evaluate(script, page.url)
        return found

    def open_panel(self, page: Page, *, width: int = 400, height: int = 900) -> Page:
        """Open the panel of ``page`` in a tab, of the size given."""
        number = self.tab_of(page)
        panel = self.context.new_page()
        panel.set_viewport_size({"width": width, "height": height})
        panel.goto(f"{self.origin}/panel/panel.html?tab={number}")
        return panel

    def in_page(self, page: Page, function: str, argument: Any = None) -> Any:
        """Call a function in the world of the content scripts of ``page``."""
        call = f"""async ([tabId, argument]) => {{
          const call = {{ target: {{ tabId }}, func: {function}, args: [argument] }};
          return (await chrome.scripting.executeScript(call))[0].result;
        }}"""
        return self.worker.evaluate(call, [self.tab_of(page), argument])

"""A site, the real daemon, and a browser with the extension in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e import browsers
from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import DaemonProcess
from e2e.extension_copy import build
from e2e.site import Site

expect.set_options(timeout=20_000)  # milliseconds: on a busy machine five seconds are not enough


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site() as served:
        yield served


@pytest.fixture(scope="session")
def daemon() -> Iterator[DaemonProcess]:
    """One daemon for all tests that neither script its model nor stop it."""
    with DaemonProcess("scripted") as started:
        yield started


@pytest.fixture
def daemon_with() -> Iterator[Callable[[dict[str, object]], DaemonProcess]]:
    """Start a daemon whose model speaks from a script."""
    with ExitStack() as stack:
        yield lambda script: stack.enter_context(DaemonProcess("scripted", script=script))


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromiumExtension]:
    binary = browsers.chromium()
    if binary is None:
        pytest.skip("no Chromium on this machine: install it, or name it in POINTLINE_CHROMIUM")
    folder = build("chromium", tmp_path_factory.mktemp("extension"), read_site="<all_urls>")
    with ChromiumExtension(binary, folder) as started:
        yield started


@pytest.fixture
def open_page(chromium: ChromiumExtension, site: Site) -> Iterator[Callable[[str | bytes], Page]]:
    pages: list[Page] = []

    def show(body: str | bytes) -> Page:
        page = chromium.context.new_page()
        page.goto(site.put(f"/page-{len(pages)}", body))
        pages.append(page)
        return page

    yield show
    for page in pages:
        page.close()


@pytest.fixture
def open_panel(chromium: ChromiumExtension) -> Iterator[Callable[[Page, DaemonProcess], Page]]:
    """Open the panel beside a page and connect it to a daemon, as a person does."""
    panels: list[Page] = []

    def show(page: Page, daemon: DaemonProcess) -> Page:
        panel = chromium.open_panel(page)
        panels.append(panel)
        panel.wait_for_selector(".connection, .ask:not([hidden])")
        if panel.locator(".connection").count() == 0:
            panel.click("#connection")
        panel.fill("#line", daemon.line)
        panel.click(".connection [type=submit]")
        panel.wait_for_selector(".connection", state="detached")
        return panel

    yield show
    for panel in panels:
        panel.close()


@pytest.fixture(scope="session")
def sample() -> bytes:
    """The sample page that the distribution brings."""
    return Path(Path(__file__).parents[2], "daemon", "pointline", "data", "sample.html").read_bytes()

"""Find the browsers of this machine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "chrome-for-testing")
FIREFOX_NAMES = ("firefox-esr", "firefox", "firefox-developer-edition", "firefox-nightly")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--test-type",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
)
"""Sandbox off because tests run as root in containers, and no bar that warns of it; no traffic of the browser's own."""


def chromium() -> str | None:
    """Return the Chromium to drive: ``POINTLINE_CHROMIUM``, the system's or Playwright's own; None without one."""
    return _named("POINTLINE_CHROMIUM", CHROMIUM_NAMES) or _of_playwright()


def firefox() -> str | None:
    """Return the Firefox to drive: ``POINTLINE_FIREFOX`` or the system's; None when there is none."""
    return _named("POINTLINE_FIREFOX", FIREFOX_NAMES)


def _named(variable: str, names: tuple[str, ...]) -> str | None:
    given = os.environ.get(variable)
    if given:
        return given if Path(given).exists() else None
    return next((path for path in map(shutil.which, names) if path), None)


def _of_playwright() -> str | None:
    # Playwright's headless shell loads no extensions; its full Chromium does.
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    found = sorted(folder.glob("chromium-*/chrome-*/chrome"))
    return str(found[-1]) if found else None

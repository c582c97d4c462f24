"""The browser of this machine that pages are opened in. Nothing is ever downloaded.

Only the Chromium family: Playwright drives a Firefox of its own making, and the system's Firefox does not answer all
that it asks (1.65 against 153: "unknown command").
"""

from __future__ import annotations

import os
import shutil

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge", "brave")
_MAC_APPLICATIONS = ("Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser")


def find_browser() -> str | None:
    """Return the executable to open pages with: ``POINTLINE_BROWSER`` (a path, or ``none``), or the system's."""
    given = os.environ.get("POINTLINE_BROWSER", "")
    if given:
        return None if given == "none" else shutil.which(given)
    places = [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in _MAC_APPLICATIONS]
    return next((path for path in map(shutil.which, (*CHROMIUM_NAMES, *places)) if path), None)

"""The built extension, as shipped or with what only a test may add."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build(browser: str, out: Path, *, read_site: str = "", language: str = "en") -> Path:
    """Build for a browser below ``out`` and return the folder.

    ``read_site`` adds the right to a site (a match pattern): where no person clicks the menu, no right to the page
    comes of it. ``language`` puts that language's words in the place of the English ones, because a browser in a
    test speaks English. Everything else is as shipped.
    """
    command = [sys.executable, str(ROOT / "scripts" / "build-extension"), browser, "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    folder = out / browser
    if read_site:
        path = folder / "manifest.json"
        manifest = json.loads(path.read_text(encoding="utf-8"))
        manifest["host_permissions"].append(read_site)
        path.write_text(json.dumps(manifest), encoding="utf-8")
    words = folder / "_locales" / language / "messages.json"
    (folder / "_locales" / "en" / "messages.json").write_bytes(words.read_bytes())
    return folder

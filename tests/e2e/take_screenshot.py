"""Take the picture for the README from the real thing: headed Chromium on a screen of its own, a real right-click, the
real daemon and model, the real side panel. ``scripts/screenshot`` calls it."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from e2e import browsers, screen
from e2e.cdp import Chromium, waited
from e2e.daemon import DaemonProcess
from e2e.extension_copy import ROOT, build
from e2e.screen import Screen
from e2e.site import Site

SAMPLE = ROOT / "daemon" / "pointline" / "data" / "sample.html"
CONNECT = """(line) => {
  document.querySelector('#line').value = line;
  document.querySelector('.connection').requestSubmit();
}"""


def main() -> None:
    """Write the picture and say what it shows."""
    parser = argparse.ArgumentParser(description="Take a picture of the panel beside a highlighted page.")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images" / "panel.png")
    parser.add_argument("--page", type=Path, default=SAMPLE, help="HTML file to show")
    parser.add_argument("--question", default="How many passengers did the boat carry?")
    parser.add_argument("--engine", default="mlx")
    parser.add_argument("--dark", action="store_true", help="take it in dark colours")
    options = parser.parse_args()
    binary = browsers.chromium()
    lacking = [*screen.missing(), *([] if binary else ["chromium"])]
    if binary is None or lacking:
        sys.exit(f"Missing: {', '.join(lacking)}. Install them and run this again.")
    with (
        tempfile.TemporaryDirectory() as folder,
        Site() as site,
        DaemonProcess(options.engine) as daemon,
        Screen(1280, 800) as place,
    ):
        extension = build("chromium", Path(folder))
        url = site.put("/night-ferry", options.page.read_bytes())
        more = ["--force-dark-mode"] if options.dark else []
        with Chromium(binary, extension, url, place.environment, place.size, more) as chromium:
            waited(lambda: any(target["type"] == "service_worker" for target in chromium.targets()))
            waited(lambda: chromium.target("/night-ferry").evaluate("document.readyState") == "complete")
            place.pause(2)
            place.right_click(900, 600)
            place.keys("Up", "Up", "Up", "Return")
            panel = chromium.target("/panel/panel.html?tab=")
            waited(lambda: panel.evaluate("!!document.querySelector('.connection')") is True)
            panel.evaluate(f"({CONNECT})({json.dumps(daemon.line)})")
            waited(lambda: panel.evaluate("!document.querySelector('.connection')") is True)
            place.type(options.question)
            place.keys("Return")
            waited(lambda: panel.evaluate("!!document.querySelector('.turn:not(.is-running)')") is True, 180)
            panel.evaluate("document.querySelector('.line')?.click()")
            place.hands("mousemove", place.size[0] - 2, place.size[1] - 2)
            place.pause(2)
            options.out.parent.mkdir(parents=True, exist_ok=True)
            place.picture(options.out)
            print(panel.evaluate("document.querySelector('.turn').innerText"))
    print(options.out)


if __name__ == "__main__":
    main()

"""Whether the walk in the browser and the walk of saved HTML give the same page, block for block, on the corpus.

Scripts off, network blocked, visibility ignored on both sides (``WALK.md`` says what only a browser knows). Of each
page that differs the first line that does is printed, from both sides. Exit codes: 0 at least 99 % of the pages agree;
3 fewer; 2 bad input.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scripts.bench.painting import corpus_pages
from scripts.lib.paint import BROWSERS, BadInput, started

from e2e.content_scripts import put_in
from e2e.drivers import Driver
from e2e.site import NO_SCRIPT_NO_NETWORK, Site
from exactquote.capture import page_from_wire
from exactquote.encoding import decode
from exactquote.html import read_html
from exactquote.page import Page

BAR = 0.99
"""Share of the pages that must agree."""
_WALK = "() => pointline.walk({ ignoreStyle: true, frames: false }).page"


@dataclass(frozen=True, slots=True)
class Difference:
    """A page on which the walks differ, and the first line that does (None where only kinds, cells or marks do)."""

    page: str
    browser: str | None
    saved: str | None


def compared(driver: Driver, site: Site, path: Path) -> Difference | None:
    """Walk a page both ways; None when they agree."""
    data = path.read_bytes()
    text = decode(gzip.decompress(data) if path.suffix == ".gz" else data, None).text
    # Sent as UTF-8, so that guessing the encoding is no part of what is compared.
    driver.goto(site.put("/page", text.encode("utf-8", "surrogatepass"), Content_Security_Policy=NO_SCRIPT_NO_NETWORK))
    put_in(driver)
    wire: dict[str, Any] = driver.evaluate(_WALK)
    return difference(path.name, page_from_wire(wire), read_html(text))


def difference(name: str, live: Page, saved: Page) -> Difference | None:
    """Compare two readings of a page: blocks with their texts, kinds and cells, and marks."""
    if live.text == saved.text and live.blocks == saved.blocks and live.marks == saved.marks:
        return None
    lines = itertools.zip_longest(live.text.split("\n"), saved.text.split("\n"))
    first = next(((one, other) for one, other in lines if one != other), (None, None))
    return Difference(name, *first)


def main() -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench_agreement", description="Compare the walk in the browser with that of saved HTML."
    )
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="both when none is named")
    parser.add_argument("--every", type=int, default=1, help="every so many pages of the corpus (1)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    answers: dict[str, dict[str, Any]] = {}
    try:
        pages = corpus_pages(max(options.every, 1))
        if not pages:
            raise BadInput("there are no pages: name the folder that holds pages/ in POINTLINE_CORPUS")
        for name in options.browser or BROWSERS:
            with started(name) as driver, Site() as site:
                differing = [found for path in pages if (found := compared(driver, site, path))]
            share = 1 - len(differing) / len(pages)
            answers[name] = {"pages": len(pages), "share": share, "differing": [asdict(found) for found in differing]}
            if not options.json:
                print(f"{name}: {len(pages) - len(differing)} of {len(pages)} pages agree ({100 * share:.1f} %)")
                for found in differing:
                    print(f"  {found.page}: browser {found.browser!r}, saved {found.saved!r}")
    except BadInput as error:
        print(f"scripts/bench_agreement: {error}", file=sys.stderr)
        sys.exit(2)
    if options.json:
        print(json.dumps(answers, ensure_ascii=False, indent=2))
    sys.exit(0 if all(found["share"] >= BAR for found in answers.values()) else 3)


if __name__ == "__main__":
    main()

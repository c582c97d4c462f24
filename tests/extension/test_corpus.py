"""Real pages: the browser agrees with the walk of saved HTML, and every sampled line is painted and read back equal."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from e2e.drivers import Driver
from e2e.painting import paint, read
from e2e.sampling import sample
from e2e.site import NO_SCRIPT_NO_NETWORK, Site
from exactquote.capture import page_from_wire
from exactquote.encoding import decode
from exactquote.html import read_html

pytestmark = [pytest.mark.browser, pytest.mark.corpus]

CORPUS = os.environ.get("POINTLINE_CORPUS")
EVERY = 8
"""Which of the pages, sorted by name, are tried: every eighth."""
LINES = 40
"""Lines painted on a page."""

WALK = "(options) => pointline.walk(options).page"


def pages() -> list[Path]:
    if not CORPUS:
        return []
    return sorted(path for path in Path(CORPUS, "pages").rglob("*") if ".html" in path.name)[::EVERY]


@pytest.fixture(params=list[Path | None](pages()) or [None], ids=lambda path: path.name if path else "none")
def saved(request: pytest.FixtureRequest) -> str:
    path: Path | None = request.param
    if path is None:
        pytest.skip("set POINTLINE_CORPUS to the folder that holds pages/")
    data = path.read_bytes()
    return decode(gzip.decompress(data) if path.suffix == ".gz" else data, None).text


@pytest.fixture
def shown(saved: str, driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> str:
    # The text is sent as UTF-8, so that guessing the encoding is no part of what is compared.
    body = saved.encode("utf-8", "surrogatepass")
    driver.goto(site.put("/page", body, Content_Security_Policy=NO_SCRIPT_NO_NETWORK))
    scripts(driver)
    return saved


def test_browser_and_saved_html_give_the_same_page(shown: str, driver: Driver) -> None:
    wire: dict[str, Any] = driver.evaluate(WALK, {"ignoreStyle": True, "frames": False})
    live, still = page_from_wire(wire), read_html(shown)
    assert live.text == still.text
    assert live.blocks == still.blocks
    assert live.marks == still.marks


def test_lines_are_painted_and_read_back(shown: str, driver: Driver) -> None:
    captured = read(driver)
    lines = sample(captured.page, LINES)
    for line, painting in zip(lines, paint(driver, captured, [line.spans for line in lines]), strict=True):
        assert painting.equal, (line, painting)

"""What only an extension can do in a page, in both browsers: look into closed shadow roots, read and paint there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e import browsers
from e2e.bidi import Firefox
from e2e.chromium_extension import ChromiumExtension
from e2e.content_scripts import listed
from e2e.extension_copy import build
from e2e.site import Site

pytestmark = pytest.mark.browser

IDENTITY = "pointline@extensions.local"
UUID = "5d0c7a52-1a3e-4a52-8a5e-6f6f2f7a1c10"
FILES = [f"/content/{name}" for name in (*listed("WALK_FILES"), *listed("PAINT_FILES"))]
LINE = "The vault opens at nine."
CLOSED = f"""<!doctype html><meta charset=utf-8><title>Closed</title><body><p>Before.</p>
<bank-vault></bank-vault><div id=plain></div><div id=full>never shown<p>nor this</p></div><p>After.</p>
<script>
  const shut = (host, text) => {{ host.attachShadow({{ mode: 'closed' }}).innerHTML = text; }};
  shut(document.querySelector('bank-vault'), '<p>{LINE}</p>');
  shut(document.querySelector('#plain'), '<p>A plain host.</p>');
  shut(document.querySelector('#full'), '<p>A full host.</p>');
</script>"""
TEXT = f"Before.\n{LINE}\nA plain host.\nA full host.\nAfter."
READ = """async (line) => {
  const { id, text } = await pointline.capture();
  const start = text.indexOf(line);
  const spans = [{ start, end: start + line.length }];
  const state = await pointline.paint({ capture: id, claim: 'c', spans, line_spans: spans });
  return { text, state, read: pointline.readBack('c') };
}"""
CLOCK = """() => {
  const times = [];
  for (let run = 0; run < 9; run += 1) {
    const begun = performance.now();
    pointline.walk();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}"""
MANY = (
    "<!doctype html><title>Many</title>"
    + "<div class=row><p>The <b>quay</b> <a href=#x>is</a></p><span>deep</span></div>" * 1000
)

InPage = Callable[[str, str, Any], Any]


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def in_page(request: pytest.FixtureRequest, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InPage]:
    """Open a page in a browser with the extension, put the content scripts in, and call a function in their world."""
    if request.param == "chromium":
        yield _in_chromium(request.getfixturevalue("chromium"), site)
        return
    binary = browsers.firefox()
    if binary is None:
        pytest.skip("no Firefox on this machine: install it, or name it in POINTLINE_FIREFOX")
    firefox = Firefox(binary, preferences={"extensions.webextensions.uuids": json.dumps({IDENTITY: UUID})})
    try:
        folder: Path = build("firefox", tmp_path_factory.mktemp("firefox"), read_site="http://127.0.0.1/*")
        firefox.install(folder)
        panel = firefox.new_tab(f"moz-extension://{UUID}/panel/panel.html?tab=1")

        def call(body: str, function: str, argument: Any) -> Any:
            firefox.goto(site.put("/only-here", body))
            script = f"""async ([files, given]) => {{
              const [tab] = await browser.tabs.query({{ url: 'http://127.0.0.1/*' }});
              const target = {{ tabId: tab.id }};
              await browser.scripting.executeScript({{ target, files }});
              return (await browser.scripting.executeScript({{ target, func: {function}, args: [given] }}))[0].result;
            }}"""
            return firefox.evaluate(script, [FILES, argument], tab=panel)

        yield call
    finally:
        firefox.close()


def _in_chromium(chromium: ChromiumExtension, site: Site) -> InPage:
    def call(body: str, function: str, argument: Any) -> Any:
        page = chromium.context.new_page()
        try:
            page.goto(site.put("/only-here", body))
            put = "async ([tabId, files]) => { await chrome.scripting.executeScript({ target: { tabId }, files }); }"
            chromium.worker.evaluate(put, [chromium.tab_of(page), FILES])
            return chromium.in_page(page, function, argument)
        finally:
            page.close()

    return call


def test_closed_shadow_roots_are_read_and_painted(in_page: InPage) -> None:
    answer = in_page(CLOSED, READ, LINE)
    assert answer == {"text": TEXT, "state": "painted", "read": {"quote": [LINE], "line": [LINE]}}


def test_looking_for_closed_roots_does_not_make_the_walk_slow(in_page: InPage) -> None:
    assert in_page(MANY, CLOCK, None) < 500

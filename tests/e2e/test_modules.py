"""The panel's own judgements, called in an extension page: what stands on the page, what is an address or an event."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.chromium_extension import ChromiumExtension

pytestmark = pytest.mark.browser

Call = Callable[..., Any]


@pytest.fixture(scope="module")
def panel(chromium: ChromiumExtension) -> Iterator[Page]:
    page = chromium.context.new_page()
    page.goto(f"{chromium.origin}/panel/panel.html?tab=1")
    yield page
    page.close()


@pytest.fixture
def call(panel: Page) -> Call:
    def run(module: str, name: str, *arguments: object) -> Any:
        script = "async ([module, name, given]) => (await import(module))[name](...given)"
        return panel.evaluate(script, [module, name, list(arguments)])

    return run


TEXT = "Rents\nA flat costs 2,743 euros.\nSpring\t14,210\t552"
LINE = {"start": 6, "end": 31}
ROW = [{"start": 32, "end": 38}, {"start": 39, "end": 45}, {"start": 46, "end": 49}]


def claim(**changes: object) -> dict[str, object]:
    whole = {"line": "A flat costs 2,743 euros.", "line_spans": [LINE], "status": "exact", "fold": "verbatim"}
    return {**whole, "quote": "2,743 euros", "spans": [{"start": 19, "end": 30}], **changes}


GOOD = {
    "part of a line": claim(),
    "whole line": claim(quote="A flat costs 2,743 euros.", spans=[LINE]),
    "row": claim(line="Spring\t14,210\t552", line_spans=ROW, quote="Spring\t14,210\t552", spans=ROW),
    "spacing differs": claim(quote="2,743\u00a0 euros", fold="layout"),
}
BAD = {
    "digit changed in the line": claim(line="A flat costs 2,744 euros."),
    "digit changed in the quote": claim(quote="2,744 euros"),
    "another place": claim(line_spans=[{"start": 0, "end": 5}], spans=[{"start": 0, "end": 5}]),
    "quote outside its line": claim(spans=[{"start": 0, "end": 5}], quote="Rents"),
    "beyond the page": claim(spans=[{"start": 19, "end": 3000}]),
    "turned around": claim(spans=[{"start": 30, "end": 19}]),
    "no place": claim(spans=[]),
    "no line": claim(line="", line_spans=[]),
    "only near": claim(status="near"),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_stands_on_the_page_is_shown(name: str, call: Call) -> None:
    assert call("/panel/line-parts.js", "standsOnPage", TEXT, GOOD[name]) is True


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_stand_on_the_page_is_not_shown(name: str, call: Call) -> None:
    assert call("/panel/line-parts.js", "standsOnPage", TEXT, BAD[name]) is False


def test_a_line_is_cut_at_its_quotes(call: Call) -> None:
    parts = call("/panel/line-parts.js", "lineParts", TEXT, [LINE], [{"start": 19, "end": 24}])
    assert [(part["text"], part["quoted"]) for part in parts[0]] == [
        ("A flat costs ", False),
        ("2,743", True),
        (" euros.", False),
    ]
    assert "".join(part["text"] for part in parts[0]) == TEXT[6:31]


STACKED = "Motorcycle\n(with rider)\t5.10"
CELLS = [{"start": 0, "end": 23}, {"start": 24, "end": 28}]
BLOCKS = [{"start": 0, "end": 10}, {"start": 11, "end": 23}, {"start": 24, "end": 28}]


@pytest.mark.parametrize("quote", [CELLS, BLOCKS], ids=["by cell", "by block"])
def test_a_row_that_is_quoted_whole_is_not_marked(quote: list[dict[str, int]], call: Call) -> None:
    parts = call("/panel/line-parts.js", "lineParts", STACKED, CELLS, quote)
    assert parts == [
        [{"text": "Motorcycle\n(with rider)", "quoted": False}],
        [{"text": "5.10", "quoted": False}],
    ]
    row = claim(line=STACKED, line_spans=CELLS, quote=STACKED, spans=quote)
    assert call("/panel/line-parts.js", "standsOnPage", STACKED, row) is True


CONNECTIONS = {
    '{"url": "http://127.0.0.1:8765", "token": "abc"}': "http://127.0.0.1:8765",
    'pointline: {"url": "http://localhost:80/", "token": "abc"}\n': "http://127.0.0.1:80",
    '{"url": "https://127.0.0.1:8765", "token": "abc"}': None,
    '{"url": "http://127.0.0.1.example.org:8765", "token": "abc"}': None,
    '{"url": "http://10.0.0.1:8765", "token": "abc"}': None,
    '{"url": "http://127.0.0.1:8765", "token": ""}': None,
    '{"url": "http://127.0.0.1:8765", "token": "a b\\nc"}': None,
    "nonsense": None,
    "": None,
}


@pytest.mark.parametrize("line", CONNECTIONS)
def test_only_the_loopback_is_an_address(line: str, call: Call) -> None:
    found = call("/shared/connection.js", "readConnection", line)
    assert (found and found["url"]) == CONNECTIONS[line]


def test_address_and_token_by_hand(call: Call) -> None:
    found = call("/shared/connection.js", "readConnection", "127.0.0.1:8765", " abc ")
    assert found == {"url": "http://127.0.0.1:8765", "token": "abc", "id": "run"}


def test_events_are_read_and_comments_are_not(call: Call) -> None:
    read = call("/shared/server-events.js", "readRecord", 'event: claim\ndata: {"a":\ndata: 1}')
    assert read == {"id": 0, "name": "claim", "data": {"a": 1}}
    assert call("/shared/server-events.js", "readRecord", "id: 7\nevent: done\ndata: {}")["id"] == 7
    assert call("/shared/server-events.js", "readRecord", ": still here") is None


def test_events_are_read_whole_from_pieces(panel: Page) -> None:
    script = """async () => {
      const { serverEvents } = await import('/shared/server-events.js');
      const bytes = new TextEncoder().encode('event: a\\ndata: "ğ"\\n\\n: still\\n\\nevent: b\\ndata: 2\\n\\n');
      const body = new ReadableStream({ start(out) {
        for (const byte of bytes) out.enqueue(new Uint8Array([byte]));
        out.close();
      } });
      const found = [];
      const { signal } = new AbortController();
      for await (const event of serverEvents(body, signal)) found.push([event.name, event.data]);
      return found;
    }"""
    assert panel.evaluate(script) == [["a", "ğ"], ["b", 2]]


MENUS = """async () => {
  const made = {};
  const api = globalThis.browser ?? chrome;
  const own = api.contextMenus;
  const put = { removeAll: async () => {}, create: ({ id, contexts }) => { made[id] = contexts; } };
  Object.defineProperty(api, 'contextMenus', { value: put, configurable: true, writable: true });
  await (await import('/background/menus.js')).createMenus();
  Object.defineProperty(api, 'contextMenus', { value: own, configurable: true, writable: true });
  return made;
}"""


def test_the_page_can_be_asked_wherever_one_clicks(panel: Page) -> None:
    made = panel.evaluate(MENUS)
    assert {"page", "frame", "link", "image", "video", "audio", "editable"} == set(made["ask-page"])
    assert made["ask-selection"] == made["check-selection"] == ["selection"]


def test_page_hash_is_that_of_the_daemon(call: Call) -> None:
    blocks = [{"text": "Zürich 𝟜"}, {"text": ""}, {"text": "b"}]
    assert call("/shared/page-hash.js", "pageHash", blocks) == hashlib.sha256("Zürich 𝟜\nb".encode()).hexdigest()

"""What the panel does in Firefox other tabs, windows, private windows, broken streams, leaving."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e import browsers
from e2e.bidi import Firefox
from e2e.daemon import DaemonProcess
from e2e.extension_copy import build
from e2e.fake_daemon import Events, FakeDaemon, Json, answer, claim
from e2e.site import Site
from e2e.state_pictures import ASK, CLICK, CONNECT, IDENTITY, READY, THERE, UUID
from e2e.states import BERTH, OPEN, PAGE, STATES, answered, nothing, slowly

pytestmark = pytest.mark.browser

OTHER = """<!doctype html><html lang=en><title>Winter at the quay</title><p>Berths in winter cost less.</p>
<p>The harbour office is open on weekdays from 8:00 to 15:30.</p></html>"""
TAB = """(end) => browser.tabs.query({ url: 'http://127.0.0.1/*' })
  .then((tabs) => tabs.find(({ url }) => url.endsWith(end)).id)"""
ACTIVE = "() => browser.tabs.query({ active: true }).then((tabs) => tabs.map(({ url }) => url))"
COUNT = "(selector) => document.querySelectorAll(selector).length"
TEXT = "(selector) => document.querySelector(selector)?.innerText ?? ''"
MIDDLE = """(selector) => {
  const found = document.querySelector(selector);
  found.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
PAINTED = """(name) => [...(CSS.highlights.get(name) ?? [])].map((range) => range.toString()).join('|')"""


class Beside:
    """A panel in a tab of Firefox, beside a page of the site."""

    def __init__(self, firefox: Firefox, daemon: FakeDaemon | DaemonProcess, page: str, end: str) -> None:
        self.firefox, self.page = firefox, page
        address = f"moz-extension://{UUID}/panel/panel.html"
        self.tab = firefox.new_tab(f"moz-extension://{UUID}/options/options.html")
        self(CONNECT, {"url": daemon.url, "token": daemon.token, "id": "run"})
        firefox.goto(f"{address}?tab={self(TAB, end)}", self.tab)
        self.there(READY)

    def __call__(self, function: str, argument: object = None) -> Any:
        return self.firefox.evaluate(function, argument, tab=self.tab)

    def there(self, selector: str) -> None:
        waited(lambda: self(THERE, selector) is True)

    def press(self, selector: str) -> None:
        """Click as a person does: what asks the browser for a right needs that."""
        x, y = self(MIDDLE, selector)
        self.firefox.point(x, y, click=True, tab=self.tab)

    def ask(self, question: str = "What does a berth cost in a year?") -> None:
        self(ASK, question)

    def asked(self, question: str = "What does a berth cost in a year?") -> None:
        self.ask(question)
        self.there(".turn:first-child:not(.is-running)")


def waited(done: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def started(folder: Path, *, private: bool = False) -> Firefox:
    binary = browsers.firefox()
    if binary is None:
        pytest.skip("no Firefox on this machine: install it, or name it in POINTLINE_FIREFOX")
    preferences: dict[str, object] = {"extensions.webextensions.uuids": json.dumps({IDENTITY: UUID})}
    firefox = Firefox(binary, preferences={**preferences, "browser.privatebrowsing.autostart": private})
    firefox.install(build("firefox", folder, read_site="<all_urls>"), private=private)
    return firefox


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    one = started(tmp_path_factory.mktemp("firefox"))
    yield one
    one.close()


@pytest.fixture
def daemon() -> Iterator[FakeDaemon]:
    with FakeDaemon() as fake:
        fake.answers = answered
        yield fake


@pytest.fixture
def beside(firefox: Firefox, daemon: FakeDaemon, site: Site) -> Iterator[Callable[..., Beside]]:
    opened: list[str] = []

    def show(path: str = "/quay", body: str = PAGE, *, window: bool = False) -> Beside:
        page: str = firefox.send("browsingContext.create", type="window" if window else "tab")["context"]
        firefox.goto(site.put(path, body), page)
        panel = Beside(firefox, daemon, page, path)
        opened.extend((page, panel.tab))
        return panel

    yield show
    for tab in opened:
        if tab in {one["context"] for one in firefox.send("browsingContext.getTree")["contexts"]}:
            firefox.send("browsingContext.close", context=tab)


def test_other_tabs_are_chosen_and_asked(
    firefox: Firefox, site: Site, beside: Callable[..., Beside], daemon: FakeDaemon
) -> None:
    def opening(text: str, _ask: Json) -> Events:
        one = claim(text, "It is open until 15:30.", OPEN)
        yield "claim", one
        yield "done", answer(text, [one])

    daemon.answers = opening
    other = firefox.new_tab(site.put("/winter", OTHER))
    panel = beside()
    panel.press("#tabs")
    panel.there(".source-row")
    rows = "() => [...document.querySelectorAll('.source-row')].map((row) => row.innerText.split('\\n')[0])"
    at = panel(rows).index("Winter at the quay")
    panel.press(f".source-row:nth-of-type({at + 1}) input")
    waited(lambda: panel(TEXT, "#tabs") == "This page + 1")
    panel.asked("When is the office open?")
    parts = "() => [...document.querySelectorAll('.part')].map((one) => one.querySelectorAll('.claim').length)"
    assert panel(parts) == [1, 1]
    panel(CLICK, ".part:nth-child(2) .line")
    waited(lambda: firefox.evaluate(PAINTED, "pointline-shown-quote", tab=other) == OPEN)
    assert any(url.endswith("/winter") for url in panel(ACTIVE))
    firefox.send("browsingContext.close", context=other)
    waited(lambda: panel(TEXT, "#tabs") == "Tabs")


def test_a_broken_stream_is_taken_up_again(beside: Callable[..., Beside], daemon: FakeDaemon) -> None:
    daemon.breaks = [2, 0, 3]
    panel = beside()
    panel.asked()
    assert panel(COUNT, ".claim") == 3
    assert panel(COUNT, ".problem") == 0
    assert daemon.taken_up == [2, 2, 3]
    panel.asked("And in winter?")
    assert len(daemon.bodies("/v1/threads/t/asks")) == 1


@pytest.mark.parametrize("how", ["stop", "close"])
def test_who_stops_or_leaves_ends_the_question(how: str, beside: Callable[..., Beside], daemon: FakeDaemon) -> None:
    release = threading.Event()
    daemon.answers = slowly(release, {"step": "point"}, first=1)
    panel = beside()
    panel.ask()
    panel.there(".turn.is-running .claim")
    if how == "stop":
        panel.press("#stop")
        panel.there(".turn:not(.is-running) .note")
        assert panel(COUNT, ".claim") == 1
    else:
        panel.firefox.send("browsingContext.close", context=panel.tab)
    waited(lambda: daemon.cancelled == ["a"])
    release.set()


def test_a_page_that_is_left_while_an_answer_comes(
    firefox: Firefox, site: Site, beside: Callable[..., Beside], daemon: FakeDaemon
) -> None:
    release = threading.Event()
    daemon.answers = slowly(release, {"step": "state"}, first=1)
    panel = beside()
    panel.ask()
    panel.there(".turn.is-running .claim")
    firefox.goto(site.put("/winter", OTHER), panel.page)
    release.set()
    panel.there(".turn:not(.is-running)")
    assert panel(COUNT, ".claim") == 3
    panel(CLICK, ".claim .line")
    waited(lambda: "left or loaded anew" in panel(TEXT, ".claim .lost:not([hidden])"))
    assert firefox.evaluate(PAINTED, "pointline-line", tab=panel.page) == ""


def test_two_windows_keep_their_questions_apart(firefox: Firefox, beside: Callable[..., Beside]) -> None:
    pairs = [beside("/quay-0"), beside("/quay-1", window=True)]
    for at, panel in enumerate(pairs):
        panel.asked(f"Question {at}?")
    for at, panel in enumerate(pairs):
        assert panel(TEXT, ".turn h2") == f"Question {at}?"
        assert panel(COUNT, ".turn") == 1
        assert firefox.evaluate(PAINTED, "pointline-uncertain", tab=panel.page) != ""


def test_findings_history_and_copies(beside: Callable[..., Beside], daemon: FakeDaemon) -> None:
    STATES["history"].daemon(daemon)
    daemon.answers = answered
    panel = beside()
    panel.asked()
    assert "No dogs on the quay." in panel(TEXT, ".withheld")
    panel.press(".claim .copy")
    waited(lambda: panel(TEXT, ".claim .copy") == "Copied")
    daemon.answers = nothing
    panel.asked("May I bring a dog?")
    assert "Only 83% of the page was read." in panel(TEXT, ".none")
    assert panel(COUNT, ".nearest .line") == 2
    panel(CLICK, ".nearest .line")
    panel.there(".nearest .line[aria-current]")
    panel.press("#more")
    panel.press("#menu-export")
    panel.press("dialog .acts button")
    waited(lambda: "Copied" in panel(TEXT, "dialog"))
    panel(CLICK, "dialog .dialog-head button")
    panel.press("#more")
    panel.press("#menu-history")
    panel.there(".sessions summary")
    panel(CLICK, ".sessions summary")
    waited(lambda: panel(TEXT, ".kept blockquote") == BERTH)


def test_nothing_of_a_private_window_is_to_be_kept(site: Site, daemon: FakeDaemon, tmp_path: Path) -> None:
    one = started(tmp_path, private=True)
    try:
        one.goto(site.put("/quay", PAGE))
        panel = Beside(one, daemon, one.tab, "/quay")
        panel.asked()
        assert panel(COUNT, ".claim") == 3
    finally:
        one.close()
    assert [body["private"] for body in daemon.bodies("/v1/pages") + daemon.bodies("/v1/asks")] == [True, True]

"""The stream of an answer in Chromium: taken up again where it breaks, ended by who stops or leaves, and what came
of it kept when the daemon goes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from e2e.chromium_extension import ChromiumExtension
from e2e.daemon import DaemonProcess
from e2e.fake_daemon import FakeDaemon, Json
from e2e.site import Site
from e2e.states import BERTH, PAGE, answered, slowly

pytestmark = pytest.mark.browser

RENT = """<!doctype html><html lang=en><title>Rents</title>
<p>A flat of three rooms costs exactly <b>2,743 euros</b> per month.</p><p>The office opens on Thursdays.</p></html>"""
CONNECTION = "(kept) => chrome.storage.local.clear().then(() => chrome.storage.local.set({ connection: kept }))"


@pytest.fixture
def fake() -> Iterator[FakeDaemon]:
    with FakeDaemon() as started:
        started.answers = answered
        yield started


@pytest.fixture
def beside(chromium: ChromiumExtension, site: Site) -> Iterator[Callable[..., Page]]:
    """The panel beside a page, connected to a daemon."""
    opened: list[Page] = []

    def show(daemon: FakeDaemon | DaemonProcess, body: str = PAGE) -> Page:
        page = chromium.context.new_page()
        opened.append(page)
        page.goto(site.put("/quay", body))
        chromium.worker.evaluate(CONNECTION, {"url": daemon.url, "token": daemon.token, "id": "run"})
        panel = chromium.open_panel(page)
        opened.append(panel)
        panel.wait_for_selector(".ask:not([hidden])")
        return panel

    yield show
    for page in opened:
        if not page.is_closed():
            page.close()


def ask(panel: Page, question: str = "What does a flat of three rooms cost per month?") -> None:
    panel.bring_to_front()
    panel.fill("#question", question)
    panel.press("#question", "Enter")


def waited(done: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.mark.parametrize("breaks", [[1], [2, 0, 3], [4], [1, 2, 3, 4]])
def test_a_broken_stream_is_taken_up_again_and_nothing_is_lost_or_doubled(
    breaks: list[int], beside: Callable[..., Page], fake: FakeDaemon
) -> None:
    fake.breaks = list(breaks)
    panel = beside(fake)
    ask(panel)
    panel.locator(".turn:not(.is-running)").wait_for()
    assert panel.locator(".claim").count() == 3
    assert panel.locator(".problem").count() == 0
    assert panel.locator(".read-note").count() == 1
    last = 0
    reached = [last := max(last, at) for at in breaks]
    assert fake.taken_up == reached
    assert len(fake.bodies("/v1/asks")) == 1
    # Whoever listens proves itself again before the token is sent.
    paths = [path for _, path, _ in fake.sent]
    assert all(paths[at - 1] == "/v1/hello" for at, path in enumerate(paths) if path.endswith("/events"))
    assert fake.cancelled == []


def test_another_program_on_the_port_gets_no_token(beside: Callable[..., Page], fake: FakeDaemon) -> None:
    fake.breaks = [2]
    release = threading.Event()
    fake.answers = slowly(release, {"step": "point"}, first=2)
    panel = beside(fake)
    plain = fake.hello

    def impostor(body: Json) -> Json:
        return {**plain(body), "proof": "0" * 64} if fake.bodies("/v1/asks") else plain(body)

    fake.hello = impostor  # type: ignore[method-assign, assignment]
    ask(panel)
    panel.locator(".problem").wait_for()
    assert panel.locator(".claim").count() == 1
    assert fake.taken_up == []
    release.set()


def test_an_answer_that_the_daemon_forgot_is_said_to_have_broken_off(
    beside: Callable[..., Page], fake: FakeDaemon
) -> None:
    fake.breaks = [2]
    panel = beside(fake)
    plain = fake.respond

    def forgetful(method: str, path: str, body: Json) -> object:
        if path.endswith("/events"):
            fake._rest = None
        return plain(method, path, body)

    fake.respond = forgetful  # type: ignore[method-assign, assignment]
    ask(panel)
    expect(panel.locator(".problem h3")).to_have_text("The answer broke off.")
    assert panel.locator(".claim .line").all_inner_texts()[0] == BERTH


@pytest.mark.parametrize("how", ["stop", "close"])
def test_who_stops_or_leaves_ends_the_question(how: str, beside: Callable[..., Page], fake: FakeDaemon) -> None:
    release = threading.Event()
    fake.answers = slowly(release, {"step": "point"}, first=1)
    panel = beside(fake)
    ask(panel)
    expect(panel.locator(".claim")).to_have_count(1)
    if how == "stop":
        panel.click("#stop")
        expect(panel.locator(".turn .note")).to_contain_text("What was found so far stays")
        assert panel.locator(".claim").count() == 1
    else:
        panel.close(run_before_unload=False)
    waited(lambda: fake.cancelled == ["a"])
    release.set()


WORDS = "word " * 30
JUDGED = {"may_state": True, "may_judge": True, "label": {"yes": 0.9, "no": 0.1}}
LONG = {**JUDGED, "delay": 0.06, "answers": [f'CLAIM: {WORDS}\nSOURCE QUOTE: "The office opens on Thursdays."'] * 3}


CUT = """() => {
  const real = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    const response = await real(url, init);
    if (!url.endsWith('/v1/asks')) return response;
    globalThis.fetch = real;
    const reader = response.body.getReader();
    let left = 3;
    const body = new ReadableStream({
      async pull(out) {
        const { value } = await reader.read();
        if (left-- > 0) return out.enqueue(value);
        await reader.cancel();
        out.error(new TypeError('network error'));
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}"""
"""Breaks the connection of the first question after three pieces, on both its ends."""


def test_the_real_daemon_goes_on_without_a_reader(
    beside: Callable[..., Page], daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    panel = beside(daemon_with(dict(LONG)), RENT)
    panel.evaluate(CUT)
    with panel.expect_request("**/v1/asks/*/events") as again:
        ask(panel, "When does the office open?")
    assert int(again.value.headers["last-event-id"]) > 0
    panel.locator(".turn:not(.is-running)").wait_for(timeout=90_000)
    assert panel.locator(".problem").count() == 0
    assert panel.locator(".claim .line").all_inner_texts() == ["The office opens on Thursdays."]
    assert panel.locator(".read-note").count() == 1


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_a_daemon_that_goes_in_the_middle_of_an_answer_is_said_to_have_gone(
    how: str, beside: Callable[..., Page], daemon_with: Callable[[dict[str, object]], DaemonProcess]
) -> None:
    daemon = daemon_with({**LONG, "delay": 1.0})
    panel = beside(daemon, RENT)
    ask(panel, "When does the office open?")
    expect(panel.locator(".progress")).to_have_text("Wording the claim", timeout=60_000)
    if how == "killed":
        daemon.kill()
    else:
        threading.Thread(target=daemon.stop).start()
    problem = panel.locator(".turn .problem")
    words = f"Pointline at {daemon.url} went away" if how == "killed" else "Pointline is stopping."
    expect(problem.locator("h3")).to_contain_text(words, timeout=30_000)
    expect(problem.locator("code")).to_have_text("./scripts/run serve")
    expect(panel.locator("#question")).to_have_value("When does the office open?")
    if how == "stopped":
        return  # what follows is the same
    with DaemonProcess("scripted") as fresh:
        problem.get_by_role("button", name="Connect").click()
        panel.fill("#line", json.dumps({"url": fresh.url, "token": fresh.token}))
        panel.press("#line", "Enter")
        panel.locator(".connection").wait_for(state="detached")  # until then it is the old daemon that is asked again
        panel.locator(".turn").get_by_role("button", name="Ask again").click()
        expect(panel.locator(".turn:first-child .claim")).to_have_count(1, timeout=60_000)

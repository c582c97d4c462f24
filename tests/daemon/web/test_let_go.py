"""Work that nobody waits for, or whose history was forgotten meanwhile: it stops, and nothing of it stays."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from helpers.api import HEADERS, Api, Web, assert_problem, events
from pointline.engine.base import Likelihood
from pointline.engine.scripted import ScriptedEngine
from pointline.store.store import Store
from pointline.web import connections, server
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder
from pointline.web.server import Listener

ADDRESS = "https://example.org/light"
TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"


class Held(ScriptedEngine):
    """Scores only once it is let go, and looks for no cancel."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.let_go = threading.Event(), threading.Event()

    def score_pairs(self, pairs: Any, *, cancel: Any = None) -> list[Likelihood]:  # noqa: ARG002
        self.entered.set()
        assert self.let_go.wait(20)
        return super().score_pairs(pairs, cancel=None)


@pytest.fixture
def engine() -> Iterator[Held]:
    engine = Held()
    yield engine
    engine.let_go.set()


def asked(kept: Api, engine: Held, **body: Any) -> dict[str, Any]:
    """A question that is being answered and that nobody follows."""
    page_id = kept.page(text=TEXT, url=ADDRESS)
    response = kept.post("/v1/asks", {"page_id": page_id, "question": QUESTION, "stream": False, **body})
    assert response.status_code == 202
    assert engine.entered.wait(10)
    found: dict[str, Any] = response.get_json()
    return found


WAYS: dict[str, Callable[[Api, str], Any]] = {
    "session": lambda api, session: api.client.delete(f"/v1/sessions/{session}", headers=HEADERS),
    "all": lambda api, _session: api.post("/v1/forget", {"everything": True}),
    "site": lambda api, _session: api.post("/v1/forget", {"site": "example.org"}),
    "age": lambda api, _session: api.post("/v1/forget", {"older_than_days": 0}),
}


@pytest.mark.parametrize("way", [*WAYS, "elsewhere"])
def test_a_question_whose_session_is_forgotten_ends_and_leaves_nothing(
    kept: Api, desk: AskDesk, engine: Held, store: Store, way: str
) -> None:
    ask = asked(kept, engine)
    stream = kept.get(f"/v1/asks/{ask['ask_id']}/events")
    if way == "elsewhere":
        with Store.open(f"sqlite:///{store.place}") as beside:
            beside.forget(everything=True)
    else:
        assert WAYS[way](kept, ask["session_id"]).status_code in (200, 204)
    assert_problem(kept.get(f"/v1/asks/{ask['ask_id']}"), 404)
    assert events(stream.get_data())[-1][1]["type"] == "urn:pointline:forgotten"
    engine.let_go.set()
    desk.close()
    held = store.held()
    assert (held.asks, held.claims, held.sessions) == (0, 0, 0)
    assert desk.under_way() == 0
    assert not desk._work


def test_another_site_s_question_goes_on(kept: Api, engine: Held, store: Store) -> None:
    ask = asked(kept, engine)
    assert kept.post("/v1/forget", {"site": "example.net"}).status_code == 200
    engine.let_go.set()
    assert events(kept.get(f"/v1/asks/{ask['ask_id']}/events").get_data())[-1][0] == "done"
    noted = store.ask(ask["ask_id"])
    assert noted is not None
    assert noted.status == "done"


def test_a_private_question_under_way_is_forgotten_with_everything(kept: Api, desk: AskDesk, engine: Held) -> None:
    ask = asked(kept, engine, private=True)
    assert kept.post("/v1/forget", {"site": "example.net"}).status_code == 200
    assert kept.get(f"/v1/asks/{ask['ask_id']}").status_code == 200
    assert kept.post("/v1/forget", {"everything": True}).status_code == 200
    assert_problem(kept.get(f"/v1/asks/{ask['ask_id']}"), 404)
    engine.let_go.set()
    desk.close()
    assert not desk._work


def test_a_page_that_is_opened_by_a_program_alone_says_so(api: Api, web: Web) -> None:
    web.texts[ADDRESS] = TEXT
    for body in ({}, {"unattended": False}, {"unattended": True}):
        assert api.post("/v1/pages", {"url": ADDRESS, **body}).status_code == 201
    assert web.unattended == [False, False, True]


def test_opening_a_page_ends_when_its_client_leaves() -> None:
    web = Web()
    web.slow = threading.Event().is_set
    left = threading.Event()

    def opener(address: str, cancelled: Callable[[], bool], *, unattended: bool = False) -> Any:
        try:
            return web(address, cancelled, unattended=unattended)
        finally:
            left.set()

    listener = Listener(0)
    access = Access(hosts=listener.hosts, token="right")
    desk = AskDesk(ScriptedEngine(), recorder=Recorder(None))
    app = create_app(ScriptedEngine(), access, desk=desk, opener=opener)
    ready, stop = threading.Event(), threading.Event()
    closing = connections.close_overdue

    def until_stopped(one: Any, now: float) -> None:
        closing(one, now)
        if stop.is_set():
            raise SystemExit

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "close_overdue", until_stopped)
        thread = threading.Thread(target=lambda: server.run(app, listener, access, ready=ready.set))
        thread.start()
        assert ready.wait(10)
        try:
            body = json.dumps({"url": ADDRESS}).encode()
            host = next(name for name in listener.hosts if name.startswith("127."))
            head = f"POST /v1/pages HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer right\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            with socket.create_connection(("127.0.0.1", listener.port), timeout=5) as client:
                client.sendall(head.encode() + body)
                until = time.monotonic() + 5
                while not web.opened and time.monotonic() < until:
                    time.sleep(0.01)
                assert web.opened == [ADDRESS]
                assert not left.is_set()
            began = time.monotonic()
            assert left.wait(5)
            assert time.monotonic() - began < 0.5
        finally:
            stop.set()
            thread.join(10)
    desk.close()
    assert not thread.is_alive()

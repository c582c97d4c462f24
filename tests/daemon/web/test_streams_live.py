"""Streams on the real server: a client that goes is noticed while the model reads; what was acknowledged is kept."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from pointline.store.store import Store
from pointline.web.asks import MOST_OF_ONE, MOST_READERS
from pointline.web.connections import MOST_CONNECTIONS

TESTS = Path(__file__).parents[2]
TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"


class Live:
    """A slow daemon in a process of its own."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.process = subprocess.Popen(
            [sys.executable, "-m", "helpers.slow_daemon", str(database)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
        )
        assert self.process.stdout is not None
        started = json.loads(self.process.stdout.readline())
        self.client = httpx.Client(
            base_url=started["url"], headers={"Authorization": f"Bearer {started['token']}"}, timeout=20
        )

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(path, json=body).raise_for_status().json()

    def under_way(self) -> int:
        return int(self.client.get("/v1/status").json()["asks_under_way"])

    def queue(self) -> int:
        return int(self.client.get("/v1/status").json()["queue"])

    def stop(self) -> None:
        self.client.close()
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    live = Live(tmp_path / "history.db")
    yield live
    live.stop()


def seconds_until(true: Callable[[], bool], most: float = 5.0) -> float:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < most
        time.sleep(0.02)
    return time.monotonic() - start


def reading(live: Live, **more: Any) -> Any:
    """A stream that is open while the model reads."""
    page_id = live.post("/v1/pages", {"text": TEXT})["page_id"]
    body = {"page_id": page_id, "question": QUESTION, **more}
    stream = live.client.send(live.client.build_request("POST", "/v1/asks", json=body), stream=True)
    lines = stream.iter_lines()
    stream.extensions["lines"] = lines  # an iterator that nobody holds closes the connection
    for line in lines:
        if '"step": "point"' in line:
            return stream
    raise AssertionError("the stream ended")


def test_a_client_that_goes_is_noticed_within_half_a_second(live: Live) -> None:
    for _ in range(3):
        stream = reading(live)
        assert live.under_way() == 1
        stream.close()
        assert seconds_until(lambda: live.under_way() == 0) < 0.5


def test_delete_ends_the_stream_within_half_a_second(live: Live) -> None:
    stream = reading(live)
    start = time.monotonic()
    assert live.client.delete(f"/v1/asks/{stream.headers['x-ask-id']}").status_code == 204
    assert live.under_way() == 0
    assert time.monotonic() - start < 0.5
    stream.close()


def test_a_crowd_of_idle_connections_ends_no_stream(live: Live) -> None:
    stream = reading(live)
    port = live.client.base_url.port
    with ExitStack() as stack:
        for _ in range(2 * MOST_CONNECTIONS):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
        assert live.under_way() == 1
        time.sleep(0.6)  # a stream that was ended would have been noticed by now
        assert live.under_way() == 1
    stream.close()
    assert seconds_until(lambda: live.under_way() == 0) < 0.5


def test_readers_beyond_the_bound_are_refused_and_leave_room_for_short_requests(live: Live) -> None:
    streams = [reading(live)]
    ask_id = streams[0].headers["X-Ask-Id"]
    page_id = live.post("/v1/pages", {"text": TEXT})["page_id"]

    def opened(method: str, path: str, **body: Any) -> int:
        request = live.client.build_request(method, path, json=body or None)
        stream = live.client.send(request, stream=True)
        if stream.status_code == 200:
            streams.append(stream)
        else:
            assert stream.headers["Retry-After"] == "1"
            stream.close()
        return stream.status_code

    events = f"/v1/asks/{ask_id}/events"
    assert [opened("GET", events) for _ in range(20)] == [200] * (MOST_OF_ONE - 1) + [429] * (21 - MOST_OF_ONE)
    for _ in range(2):
        waiting = live.post("/v1/asks", {"page_id": page_id, "question": QUESTION, "stream": False})["ask_id"]
        for _ in range(MOST_OF_ONE):
            opened("GET", f"/v1/asks/{waiting}/events")
    assert len(streams) == MOST_READERS
    before = live.under_way()
    assert opened("POST", "/v1/asks", page_id=page_id, question=QUESTION) == 429
    assert live.under_way() == before
    start = time.monotonic()
    assert live.client.get("/healthz").status_code == 200
    assert live.client.delete(f"/v1/asks/{ask_id}").status_code == 204
    assert time.monotonic() - start < 0.5
    for stream in streams:
        stream.close()
    seconds_until(lambda: opened("GET", f"/v1/asks/{waiting}/events") == 200)


def test_a_kept_question_outlives_its_client(live: Live) -> None:
    stream = reading(live, keep=True)
    stream.close()
    time.sleep(1.0)
    assert live.under_way() == 1
    ask_id = stream.headers["x-ask-id"]
    with live.client.stream("GET", f"/v1/asks/{ask_id}/events", headers={"Last-Event-ID": "1"}) as again:
        assert next(again.iter_lines()) == "id: 2"
    assert live.under_way() == 1


def test_what_was_acknowledged_is_there_after_a_kill(live: Live) -> None:
    stream = reading(live)
    page_id = live.post("/v1/pages", {"text": TEXT})["page_id"]
    queued = live.post("/v1/asks", {"page_id": page_id, "question": "When was it built?", "stream": False})
    live.process.kill()
    live.process.wait()
    with Store.open(f"sqlite:///{live.database}") as store:
        assert store.interrupt_running() == 2
        for ask_id in (stream.headers["x-ask-id"], queued["ask_id"]):
            noted = store.ask(ask_id)
            assert noted is not None
            assert noted.status == "interrupted"


@pytest.mark.model
def test_a_real_model_in_its_prefill_is_cancelled() -> None:
    """The stream ends at once; the model lets go at its next prefill chunk, which takes longer on a slow machine."""
    from helpers.api import HEADERS, HOST, Api
    from pointline.engine.registry import make_engine
    from pointline.web.app import create_app
    from pointline.web.asks import AskDesk
    from pointline.web.guard import Access

    engine = make_engine("mlx", model="starter")
    desk = AskDesk(engine)
    api = Api(create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=desk).test_client())
    page_id = api.page(text="\n\n".join(f"Ship number {number} lies at quay {number % 7}." for number in range(400)))
    body = {"page_id": page_id, "question": "At which quay lies ship number 7?", "strategy": "contract"}
    response: Any = api.client.post("/v1/asks", json=body, headers=HEADERS)
    for piece in response.response:
        if b'"step": "point"' in piece:
            break
    time.sleep(1.0)
    start = time.monotonic()
    assert api.client.delete(f"/v1/asks/{response.headers['X-Ask-Id']}", headers=HEADERS).status_code == 204
    rest = b"".join(response.response)
    assert b"urn:pointline:cancelled" in rest
    assert time.monotonic() - start < 0.5
    desk.close(30)
    print(f"the model let go after {time.monotonic() - start:.2f} s")
    engine.close()

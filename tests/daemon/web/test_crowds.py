"""More connections than the daemon keeps (threat T10): those that do nothing make room."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from helpers.serving import Serving
from pointline.engine.scripted import ScriptedEngine
from pointline.web import connections, server
from pointline.web.app import create_app
from pointline.web.guard import Access
from pointline.web.server import Listener

CROWD = 3 * connections.MOST_CONNECTIONS


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("home"))
    yield serving
    assert serving.stop() == 0


def partial(host: str) -> dict[str, bytes]:
    head = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n".encode()
    return {"silent": b"", "half a head": head, "kept alive": head + b"\r\n", "half a body": (
        f"POST /v1/hello HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    ).encode()}  # fmt: skip


@pytest.mark.parametrize("kind", ["silent", "half a head", "kept alive", "half a body"])
def test_a_crowd_keeps_nobody_out(daemon: Serving, kind: str) -> None:
    with ExitStack() as stack:
        for _ in range(CROWD):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", daemon.port), timeout=5))
            one.sendall(partial(daemon.host)[kind])
        began = time.monotonic()
        assert httpx.get(daemon.url + "/healthz", timeout=5).status_code == 200
        assert time.monotonic() - began < 1.0
    counted = httpx.get(daemon.url + "/metrics", headers=daemon.headers).text
    assert 'pointline_connections_ended_total{why="crowded"}' in counted


def test_who_reads_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """waitress marks such a connection to be closed, and then waits for it to read."""
    monkeypatch.setattr(server, "IDLE_SECONDS", 1)
    listener = Listener(0)
    access = Access(hosts=listener.hosts)
    ready = threading.Event()
    app = create_app(ScriptedEngine(), access)
    stop = threading.Event()

    def until_stopped(app_now: object, now: float) -> None:
        connections.close_overdue(app_now, now)
        if stop.is_set():
            raise SystemExit

    monkeypatch.setattr(server, "close_overdue", until_stopped)
    thread = threading.Thread(target=lambda: server.run(app, listener, access, ready=ready.set))
    thread.start()
    assert ready.wait(10)
    try:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", listener.port))
            request = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{listener.port}\r\n\r\n".encode() * 200
            deaf.setblocking(False)
            until = time.monotonic() + 20
            ended = False
            while not ended and time.monotonic() < until:
                try:
                    deaf.send(request)
                except BlockingIOError:
                    time.sleep(0.05)
                except OSError:
                    ended = True
            assert ended, "the daemon kept a connection that reads nothing"
    finally:
        stop.set()
        thread.join(5)
    assert not thread.is_alive()

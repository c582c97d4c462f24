"""The real daemon in a process of its own, spoken to over raw sockets where a client library would tidy up."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from helpers.api import events

TEXT = "The lighthouse was built in 1871. It is 34 metres high."


class Daemon:
    """A running ``pointline serve`` with the scripted engine."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "pointline.cli", "serve", "--port", "0", "--engine", "scripted", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.started: dict[str, str] = json.loads(line) if line else {}
        self.url = self.started.get("url", "")
        self.port = int(self.url.rpartition(":")[2] or 0)
        self.headers = {"Authorization": f"Bearer {self.started.get('token')}"}

    def raw(self, request: bytes) -> bytes:
        """Send bytes as they are; return everything that comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(request)
            found = b""
            while chunk := connection.recv(65536):
                found += chunk
            return found

    def status(self, request: bytes) -> int:
        return int(self.raw(request).split(b" ", 2)[1])

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        return httpx.post(self.url + path, json=body, headers={**self.headers, **headers}, timeout=20)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.process.returncode


@pytest.fixture(scope="module")
def daemon() -> Iterator[Daemon]:
    daemon = Daemon()
    yield daemon
    assert daemon.stop() == 0


def test_the_first_line_is_url_and_token(daemon: Daemon) -> None:
    assert set(daemon.started) == {"url", "token"}
    assert daemon.url.startswith("http://127.0.0.1:")
    assert len(daemon.started["token"]) >= 43


def test_an_answer_over_the_wire(daemon: Daemon) -> None:
    page = daemon.post("/v1/pages", {"text": TEXT, "url": "https://example.org/"})
    assert page.status_code == 201
    answer = daemon.post("/v1/asks", {"page_id": page.json()["page_id"], "question": "How many metres high is it?"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.content)
    assert found[-1][0] == "done"
    assert "34 metres" in " ".join(claim["quote"] for claim in found[-1][1]["claims"])
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "host",
    [
        "Host: evil.example:{port}",
        "Host: ",
        "Host: :{port}",
        "Host: 127.0.0.1",
        "Host: 2130706433:{port}",
        "Host: user@127.0.0.1:{port}",
        "Host: 127.0.0.1.:{port}",
        "Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}",
        "Host: 127.0.0.1:{port}\r\nHost: evil.example",
        "X-Forwarded-Host: 127.0.0.1:{port}",
    ],
)
def test_other_hosts_are_refused(daemon: Daemon, host: str) -> None:
    line = host.format(port=daemon.port)
    assert daemon.status(f"GET /healthz HTTP/1.0\r\n{line}\r\n\r\n".encode()) in (400, 403)
    token = daemon.started["token"]
    request = f"GET /v1/status HTTP/1.0\r\n{line}\r\nAuthorization: Bearer {token}\r\n\r\n"
    assert daemon.status(request.encode()) in (400, 403)


def test_no_host_at_all_is_refused(daemon: Daemon) -> None:
    assert daemon.status(b"GET /healthz HTTP/1.0\r\n\r\n") == 403
    absolute = f"GET http://127.0.0.1:{daemon.port}/healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n"
    assert daemon.status(absolute.encode()) == 403


def test_our_host_passes(daemon: Daemon) -> None:
    for host in ("127.0.0.1", "localhost"):
        assert daemon.status(f"GET /healthz HTTP/1.0\r\nHost: {host}:{daemon.port}\r\n\r\n".encode()) == 200


def test_a_body_over_the_limit_is_a_problem_and_the_daemon_lives(daemon: Daemon) -> None:
    response = daemon.post("/v1/pages", {"text": "x" * (17 * 1024 * 1024)})
    assert response.status_code == 413
    problem = response.json()
    assert problem["status"] == 413
    assert problem["action"]
    declared = f"POST /v1/pages HTTP/1.1\r\nHost: 127.0.0.1:{daemon.port}\r\nContent-Length: 999999999\r\n\r\n"
    answered = daemon.raw(declared.encode())
    assert b" 413 " in answered.split(b"\r\n")[0]
    assert b"application/problem+json" in answered
    assert httpx.get(daemon.url + "/healthz").status_code == 200


def test_a_five_megabyte_page_is_taken(daemon: Daemon) -> None:
    text = "\n\n".join(f"Line {number} of a long register of ships and their masters." for number in range(85_000))
    assert len(text) > 5_000_000
    response = daemon.post("/v1/pages", {"text": text})
    assert response.status_code == 201
    assert response.json()["characters"] == len(text) - 84_999


def test_garbage_does_not_kill_it(daemon: Daemon) -> None:
    daemon.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
    daemon.raw(b"GET\r\n\r\n")
    assert httpx.get(daemon.url + "/healthz").json() == {"name": "pointline", "protocol": 1}


def test_a_port_that_is_taken_says_so(daemon: Daemon) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "pointline.cli", "serve", "--port", str(daemon.port), "--engine", "scripted"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert second.returncode == 2
    assert "taken" in second.stderr
    assert "--port" in second.stderr


def test_it_stops_in_good_time() -> None:
    daemon = Daemon()
    start = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - start < 10

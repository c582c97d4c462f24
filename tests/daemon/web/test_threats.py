"""The rows of the threat table that are about the wire (T1 to T3, T8 to T10, T13), over raw sockets.

The others: T4 ``test_guard``, ``extension/test_connection``; T5 ``extension/test_connection``; T6, T7
``access/test_pairing``; T7, T14 ``test_logs``; T9 (queue) ``test_api``; T11, T12 ``test_threats_page``, ``liar``,
``e2e``; T15 ``cli/test_service``; T16 ``daemon/export``, ``cli/test_report``.
"""

from __future__ import annotations

import json
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from helpers.serving import Serving
from pointline.web import connections

EXTENSION = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("home"))
    yield serving
    assert serving.stop() == 0


def bearer(daemon: Serving) -> str:
    return f"Authorization: Bearer {daemon.token}"


def pages_kept(daemon: Serving) -> int:
    return int(httpx.get(daemon.url + "/v1/status", headers=daemon.headers).json()["pages"])


HOSTS = {
    "another name": "Host: evil.example:{port}",
    "empty": "Host: ",
    "no name": "Host: :{port}",
    "no port": "Host: 127.0.0.1",
    "number": "Host: 2130706433:{port}",
    "user": "Host: user@127.0.0.1:{port}",
    "dot": "Host: 127.0.0.1.:{port}",
    "two equal": "Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}",
    "two": "Host: 127.0.0.1:{port}\r\nHost: evil.example",
    "two, the other first": "Host: evil.example\r\nHost: 127.0.0.1:{port}",
    "forwarded": "X-Forwarded-Host: 127.0.0.1:{port}",
    "none": "Accept: */*",
}


@pytest.mark.parametrize("version", ["1.0", "1.1"])
@pytest.mark.parametrize("host", HOSTS)
def test_t1_only_the_exact_host_is_answered(daemon: Serving, host: str, version: str) -> None:
    line = HOSTS[host].format(port=daemon.port)
    before = pages_kept(daemon)
    close = "Connection: close"
    status, head, _ = daemon.ask_raw(f"GET /healthz HTTP/{version}", line, close)
    assert status in (400, 403)
    assert b"access-control" not in head.lower()
    status, _, _ = daemon.ask_raw(
        f"POST /v1/pages HTTP/{version}", line, bearer(daemon), JSON, close, body=b'{"text": "x"}'
    )
    assert status in (400, 403)
    assert pages_kept(daemon) == before


def test_t1_the_target_does_not_stand_in_for_the_host(daemon: Serving) -> None:
    line = f"GET http://{daemon.host}/healthz HTTP/1.1"
    assert daemon.ask_raw(line, "Host: evil.example", "Connection: close")[0] == 403
    for name in ("127.0.0.1", "localhost"):
        host = f"Host: {name}:{daemon.port}"
        assert daemon.ask_raw("GET /healthz HTTP/1.1", host, "Connection: close")[0] == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_t2_a_simple_post_changes_nothing(daemon: Serving, kind: str) -> None:
    before = pages_kept(daemon)
    headers = [f"Host: {daemon.host}", "Connection: close", *([f"Content-Type: {kind}"] if kind else [])]
    body = b'{"text": "by another site"}'
    assert daemon.ask_raw("POST /v1/pages HTTP/1.1", *headers, bearer(daemon), body=body)[0] == 415
    assert daemon.ask_raw("POST /v1/pages HTTP/1.1", *headers, body=body)[0] == 401
    assert daemon.ask_raw("POST /v1/hello HTTP/1.1", *headers, body=body)[0] == 415
    cookie = f"Cookie: token={daemon.token}"
    assert daemon.ask_raw("POST /v1/pages HTTP/1.1", *headers, cookie, body=body)[0] == 401
    assert pages_kept(daemon) == before


@pytest.mark.parametrize("origin", ["https://example.org", "null", "", "http://127.0.0.1:1", "https://a, https://b"])
@pytest.mark.parametrize("line", ["GET /healthz", "POST /v1/pages", "OPTIONS /v1/pages", "POST /v1/pair", "GET /x"])
def test_t3_no_site_is_let_in_and_no_cors_header_is_sent(daemon: Serving, line: str, origin: str) -> None:
    status, head, _ = daemon.ask_raw(
        f"{line} HTTP/1.1",
        f"Host: {daemon.host}",
        f"Origin: {origin}",
        bearer(daemon),
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Private-Network: true",
        "Connection: close",
    )
    assert status == 403
    assert b"access-control" not in head.lower()


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET /healthz", 200),
        ("GET /v1/status", 200),
        ("OPTIONS /v1/pages", 403),
        ("GET /x", 404),
        ("PUT /v1/pages", 415),
    ],
)
def test_t3_an_extension_gets_no_cors_header_either(daemon: Serving, line: str, status: int) -> None:
    headers = (f"Host: {daemon.host}", f"Origin: {EXTENSION}", bearer(daemon), "Connection: close")
    found, head, _ = daemon.ask_raw(f"{line} HTTP/1.1", *headers)
    assert found == status
    assert b"access-control" not in head.lower()
    assert b"set-cookie" not in head.lower()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.1.2.3", "example.org", "127.0.0.1.nip.io"])
def test_t8_others_are_not_listened_to(tmp_path: Path, host: str) -> None:
    ran = Serving(tmp_path / "home", "--host", host)
    assert ran.process.wait(timeout=30) == 2
    ran.stop()
    assert "--host" in ran.errors or "Name the one address" in ran.errors or "127.0.0.1" in ran.errors


def test_t8_a_flag_is_needed_and_warns(tmp_path: Path) -> None:
    # Any other address of this machine; where there is none, the refusal to bind it is still not the one of privacy.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no address but the loopback's")
        address = probe.getsockname()[0]
    ran = Serving(tmp_path / "home", "--host", address, "--not-private")
    try:
        assert ran.url == f"http://{address}:{ran.port}"
        assert httpx.get(f"{ran.url}/healthz").status_code == 200
        assert httpx.get(f"{ran.url}/healthz", headers={"Host": ran.host}).status_code == 403
    finally:
        assert ran.stop() == 0
    assert "WARNING" in ran.errors
    assert "unencrypted" in ran.errors


@pytest.mark.parametrize("size", [17_000_000, 40_000_000])
@pytest.mark.parametrize("how", ["length", "chunked"])
@pytest.mark.parametrize("token", ["with token", "without"])
def test_t9_the_refusal_of_a_large_body_arrives(daemon: Serving, size: int, how: str, token: str) -> None:
    headers = [f"Host: {daemon.host}", JSON, "Connection: close"]
    if token == "with token":
        headers.append(bearer(daemon))
    piece = b"x" * 1_000_000
    headers.append("Transfer-Encoding: chunked" if how == "chunked" else f"Content-Length: {size}")
    found = b""
    with socket.create_connection(("127.0.0.1", daemon.port), timeout=30) as connection:
        connection.sendall("\r\n".join(["POST /v1/pages HTTP/1.1", *headers]).encode() + b"\r\n\r\n")
        for _ in range(size // len(piece)):
            frame = b"%x\r\n%b\r\n" % (len(piece), piece) if how == "chunked" else piece
            connection.sendall(frame)
        if how == "chunked":
            connection.sendall(b"0\r\n\r\n")
        while chunk := connection.recv(65536):
            found += chunk
    status = int(found.split(b" ", 2)[1])
    assert status == (413 if token == "with token" or how == "length" else 401)
    assert json.loads(found.partition(b"\r\n\r\n")[2])["action"]
    assert httpx.get(daemon.url + "/healthz").status_code == 200


def test_t9_a_body_beyond_all_measure_is_refused_at_once(daemon: Serving) -> None:
    headers = (f"Host: {daemon.host}", JSON, bearer(daemon), "Content-Length: 99999999999")
    status, head, _ = daemon.ask_raw("POST /v1/pages HTTP/1.1", *headers)
    assert status == 413
    assert b"application/problem+json" in head


def test_t9_who_asks_first_is_told_before_sending(daemon: Serving) -> None:
    base = (f"Host: {daemon.host}", JSON, "Expect: 100-continue", "Content-Length: 1000000")
    assert daemon.ask_raw("POST /v1/pages HTTP/1.1", *base)[0] == 401
    assert daemon.ask_raw("POST /v1/hello HTTP/1.1", *base)[0] == 413


def test_t9_without_a_token_only_little_may_be_sent(daemon: Serving) -> None:
    headers = (f"Host: {daemon.host}", JSON, "Connection: close")
    assert daemon.ask_raw("POST /v1/hello HTTP/1.1", *headers, body=b" " * 8193)[0] == 413
    assert daemon.ask_raw("POST /v1/hello HTTP/1.1", *headers, body=b" " * 8192)[0] == 400
    chunk = b"2001\r\n" + b" " * 0x2001 + b"\r\n0\r\n\r\n"
    head = "\r\n".join(["POST /v1/hello HTTP/1.1", *headers, "Transfer-Encoding: chunked"]).encode()
    assert daemon.status(head + b"\r\n\r\n" + chunk) == 413


def test_t10_slow_and_silent_clients_are_let_go(daemon: Serving) -> None:
    """One says nothing, one sends a letter of its headers now and then; the daemon serves others meanwhile."""
    silent = socket.create_connection(("127.0.0.1", daemon.port))
    slow = socket.create_connection(("127.0.0.1", daemon.port))
    slow.sendall(f"GET /healthz HTTP/1.1\r\nHost: {daemon.host}\r\nX-Slow: ".encode())
    began = time.monotonic()
    ended: dict[str, float] = {}
    silent.settimeout(0.05)
    slow.settimeout(0.05)
    while len(ended) < 2 and time.monotonic() - began < connections.HEADER_SECONDS + 5:
        for name, connection in (("silent", silent), ("slow", slow)):
            if name in ended:
                continue
            try:
                if name == "slow":
                    connection.sendall(b"x")
                if connection.recv(10) == b"":
                    ended[name] = time.monotonic() - began
            except TimeoutError:
                pass
            except OSError:
                ended[name] = time.monotonic() - began
        time.sleep(0.2)
    assert httpx.get(daemon.url + "/healthz").status_code == 200
    silent.close()
    slow.close()
    assert set(ended) == {"silent", "slow"}
    assert all(seconds > connections.HEADER_SECONDS - 1 for seconds in ended.values())


def test_t13_refusals_tell_nothing_apart(daemon: Serving) -> None:
    """No token, a wrong one, paths that are and are not there, an unknown pairing, no window: one answer."""
    head = (f"Host: {daemon.host}", JSON, "Connection: close")
    origin = f"Origin: {EXTENSION}"
    nonce = "0" * 64
    asked = {
        "no token": ("GET /v1/status", head, b""),
        "wrong token": ("GET /v1/status", (*head, "Authorization: Bearer " + "x" * 43), b""),
        "short token": ("GET /v1/status", (*head, "Authorization: Bearer x"), b""),
        "no such path": ("GET /v1/nothing", head, b""),
        "no such ask": ("DELETE /v1/asks/1", head, b""),
        "post": ("POST /v1/pages", head, b'{"text": "x"}'),
        "unknown pairing": ("POST /v1/hello", head, json.dumps({"id": "x", "nonce": nonce}).encode()),
        "no window": ("POST /v1/pair", (*head, origin), json.dumps({"nonce": nonce}).encode()),
        "no window, proof": (
            "POST /v1/pair/0",
            (*head, origin),
            json.dumps({"share": "2".zfill(768), "proof": nonce}).encode(),
        ),
    }
    bodies, times = set(), {}
    for name, (line, headers, body) in asked.items():
        seconds = []
        for _ in range(7):
            start = time.perf_counter()
            status, _, found = daemon.ask_raw(f"{line} HTTP/1.1", *headers, body=body)
            seconds.append(time.perf_counter() - start)
            assert status == 401, name
            bodies.add(found)
        times[name] = statistics.median(seconds)
    assert len(bodies) == 1
    assert max(times.values()) - min(times.values()) < 0.05, times


def test_t13_without_a_token_only_name_and_protocol_are_told(daemon: Serving) -> None:
    status, head, body = daemon.ask_raw("GET /healthz HTTP/1.1", f"Host: {daemon.host}", "Connection: close")
    assert status == 200
    assert json.loads(body) == {"name": "pointline", "protocol": 1}
    assert b"server:" not in head.lower()


def test_garbage_does_not_kill_it(daemon: Serving) -> None:
    daemon.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
    daemon.raw(b"GET\r\n\r\n")
    start = f"POST /v1/pages HTTP/1.1\r\nHost: {daemon.host}\r\n{JSON}\r\n{bearer(daemon)}\r\n"
    assert daemon.status(f"{start}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode()) == 400
    assert daemon.status(f"{start}Content-Length: x\r\n\r\n".encode()) == 400
    endless = b"GET / HTTP/1.1\r\nX: "
    assert daemon.status(endless + b"y" * (262_144 - len(endless))) == 431
    assert httpx.get(daemon.url + "/healthz").json()["name"] == "pointline"

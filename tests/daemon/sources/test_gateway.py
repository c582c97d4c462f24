"""The browser's way out, over raw sockets: who may use it, where it leads, what passes."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator

import pytest

from daemon.sources.local_net import SITE, Net, Server
from pointline.sources.gateway import Gateway

pytestmark = pytest.mark.usefixtures("no_threads_left")


@pytest.fixture
def net(server: Server) -> Net:
    server.put("/", "<p>High water is at 07:14.")
    server.put("/large", b"x" * 300_000)
    return Net({"tides.example": [[SITE]], "turns.example": [[SITE], ["127.0.0.1"]]}, {SITE: server.port})


@pytest.fixture
def gateway(net: Net) -> Iterator[Gateway]:
    with Gateway(net.reach(), most_bytes=100_000) as started:
        yield started


def ask(gateway: Gateway, request: str, *, then: bytes = b"", password: str | None = None) -> bytes:
    host, _, port = gateway.address.removeprefix("http://").partition(":")
    token = base64.b64encode(f"{gateway.user}:{password or gateway.password}".encode()).decode()
    with socket.create_connection((host, int(port)), 10) as connection:
        connection.sendall(f"{request}\r\nProxy-Authorization: Basic {token}\r\n\r\n".encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
            if then and answer.endswith(b"\r\n\r\n"):
                connection.sendall(then)
                then = b""
        return answer


def test_a_request_passes(gateway: Gateway, net: Net, server: Server) -> None:
    answer = ask(gateway, "GET http://tides.example/ HTTP/1.1\r\nHost: tides.example")
    assert answer.endswith(b"High water is at 07:14.")
    assert server.asked == ["tides.example/"]
    assert gateway.traffic.received == len(answer)


def test_only_this_run_may_use_it(gateway: Gateway, net: Net) -> None:
    answer = ask(gateway, "GET http://tides.example/ HTTP/1.1\r\nHost: tides.example", password="guess")
    assert answer.startswith(b"HTTP/1.1 407 ")
    assert net.connected == []


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "169.254.169.254", "2130706433", "0x7f000001"])
def test_this_network_is_out_of_reach(gateway: Gateway, net: Net, server: Server, host: str) -> None:
    net.names["2130706433"] = net.names["0x7f000001"] = [["127.0.0.1"]]
    assert ask(gateway, f"GET http://{host}:{server.port}/ HTTP/1.1") == b""
    assert ask(gateway, f"CONNECT {host}:{server.port} HTTP/1.1") == b""
    assert net.connected == []
    assert gateway.traffic.refused


def test_a_name_is_checked_each_time(gateway: Gateway, net: Net) -> None:
    request = "GET http://turns.example/ HTTP/1.1\r\nHost: turns.example"
    assert b"07:14" in ask(gateway, request)
    assert ask(gateway, request) == b""
    assert net.connected == [(SITE, 80)]


def test_only_tls_is_tunnelled(gateway: Gateway, server: Server) -> None:
    answer = ask(gateway, "CONNECT tides.example:80 HTTP/1.1", then=b"GET /hidden HTTP/1.0\r\n\r\n")
    assert answer == b"HTTP/1.1 200 Connection established\r\n\r\n"
    assert server.asked == []


def test_a_page_may_cost_so_much_and_no_more(gateway: Gateway) -> None:
    assert len(ask(gateway, "GET http://tides.example/large HTTP/1.1\r\nHost: tides.example")) < 200_000
    assert gateway.traffic.full


@pytest.mark.parametrize(
    "request_line",
    [
        "",
        "GET / HTTP/1.1",
        "CONNECT tides.example HTTP/1.1",
        "CONNECT [::1 HTTP/1.1",
        "GET ftp://a/ HTTP/1.1",
        "GET http://a:99999999/ HTTP/1.1",
        "\x00\xff",
    ],
)
def test_nonsense(gateway: Gateway, net: Net, request_line: str) -> None:
    assert ask(gateway, request_line)[9:12] in (b"400", b"407", b"")
    assert net.connected == []

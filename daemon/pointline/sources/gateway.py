"""The browser's only way out: a forward proxy of ours on loopback, for as long as one page is open.

Chromium hands every connection to it, whatever began it (page, frame, worker, redirect, preload, WebSocket), with the
name unresolved. The name is resolved here, once, checked, and connected to at the address that was checked
(:class:`~pointline.sources.reach.Reach`). Only who knows the password of this run is served. What is not HTTP or TLS
does not pass; nor do more bytes than a page may cost.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import urlsplit

from pointline.sources.reach import Reach, Unreachable

MOST_BYTES = 64 * 2**20
"""Bytes that one page may bring over the wire, all its parts together."""
MOST_CONNECTIONS = 64
SILENCE = 30.0
"""Seconds after which a connection on which nothing moves is closed."""
_LEAVING = 2.0
_HEAD = 65_536
_PIECE = 65_536
_TLS_HANDSHAKE = 0x16
_HOP_BY_HOP = ("proxy-authorization:", "proxy-connection:", "connection:", "keep-alive:", "upgrade:", "te:")


@dataclass(slots=True)
class Traffic:
    """What passed: bytes from the network; the hosts that were refused, and those that did not answer, with why."""

    received: int = 0
    refused: dict[str, Unreachable] = field(default_factory=dict)
    silent: dict[str, Exception] = field(default_factory=dict)
    full: bool = False


class Gateway:
    """A proxy on 127.0.0.1. Use as a context manager; on leaving, every connection is cut."""

    def __init__(self, reach: Reach, *, most_bytes: int = MOST_BYTES) -> None:
        self.traffic = Traffic()
        self.user, self.password = "pointline", secrets.token_urlsafe(24)
        self._reach = reach
        self._most = most_bytes
        self._secret = "basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=MOST_CONNECTIONS)
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._closed = False
        self._threads: list[threading.Thread] = []

    @property
    def address(self) -> str:
        """Where the browser finds it."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Gateway:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            cut = [*self._sockets, self._listener]
        for each in cut:
            _cut(each)
        until = time.monotonic() + _LEAVING
        while (left := self._left()) and time.monotonic() < until:  # one of them may start another
            left[0].join(max(0.0, until - time.monotonic()))
        self._listener.close()

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]
        with self._lock:  # two at once would lose one, as would one that is in the list and not alive yet
            thread.start()
            self._threads = [*(each for each in self._threads if each.is_alive()), thread]

    def _left(self) -> list[threading.Thread]:
        with self._lock:
            return [each for each in self._threads if each.is_alive()]

    def _accept(self) -> None:
        while not self._closed:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._room.acquire(blocking=False):
                self._start(self._serve, client)
            else:
                client.close()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client:
                client.settimeout(SILENCE)
                if self._keep(client):
                    self._answer(client)
        except OSError:
            pass  # either side went away
        finally:
            self._forget(client)
            self._room.release()

    def _keep(self, each: socket.socket) -> bool:
        with self._lock:
            if not self._closed:
                self._sockets.add(each)
            return not self._closed

    def _forget(self, each: socket.socket) -> None:
        with self._lock:
            self._sockets.discard(each)

    def _answer(self, client: socket.socket) -> None:
        head, rest = _read_head(client)
        lines = head.decode("latin-1").split("\r\n")
        method, _, target = lines[0].partition(" ")
        target = target.partition(" ")[0]
        given = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("proxy-authorization:")]
        # The scheme's name is case-insensitive, the secret is not.
        if not any(hmac.compare_digest(value[:5].lower() + value[5:], self._secret) for value in given):
            _say(client, "407 Proxy Authentication Required", 'Proxy-Authenticate: Basic realm="pointline"\r\n')
            return
        try:
            parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
            host, port = parts.hostname, parts.port
        except ValueError:
            _say(client, "400 Bad Request")
            return
        if not host or (method == "CONNECT" and not port) or (method != "CONNECT" and parts.scheme != "http"):
            _say(client, "400 Bad Request")
            return
        try:
            server, _ = self._reach.open(host, port or 80)
        except Unreachable as error:
            self.traffic.refused[host] = error
            return
        except (OSError, ValueError) as error:
            # No answer at all: one of ours would look to the page like the site's.
            self.traffic.silent[host] = error
            return
        with server:
            server.settimeout(SILENCE)
            if not self._keep(server):
                return
            try:
                if method == "CONNECT":
                    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    first = rest or client.recv(_PIECE)
                    # Only TLS is tunnelled: not ws://, nor any other talk on a port that happens to be open.
                    if not first or first[0] != _TLS_HANDSHAKE:
                        return
                    server.sendall(first)
                else:
                    server.sendall(_request(lines, method, target, parts.path, parts.query) + rest)
                self._relay(client, server)
            finally:
                self._forget(server)

    def _relay(self, client: socket.socket, server: socket.socket) -> None:
        self._start(self._copy, client, server, False)
        self._copy(server, client, True)
        _cut(server)
        _cut(client)

    def _copy(self, source: socket.socket, sink: socket.socket, counted: bool) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                if counted:
                    with self._lock:
                        self.traffic.received += len(piece)
                        self.traffic.full = self.traffic.received > self._most
                    if self.traffic.full:
                        break
                sink.sendall(piece)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


def _read_head(client: socket.socket) -> tuple[bytes, bytes]:
    got = b""
    while b"\r\n\r\n" not in got and len(got) < _HEAD:
        piece = client.recv(_PIECE)
        if not piece:
            break
        got += piece
    head, _, rest = got.partition(b"\r\n\r\n")
    return head, rest


def _request(lines: list[str], method: str, target: str, path: str, query: str) -> bytes:
    """A request in the form that servers take: no address in its first line, one request a connection."""
    kept = [line for line in lines[1:] if line and not line.lower().startswith(_HOP_BY_HOP)]
    asked = (path or "/") + (f"?{query}" if "?" in target else "")
    return "\r\n".join([f"{method} {asked} HTTP/1.1", *kept, "Connection: close", "", ""]).encode("latin-1")


def _say(client: socket.socket, status: str, headers: str = "") -> None:
    client.sendall(f"HTTP/1.1 {status}\r\n{headers}Content-Length: 0\r\nConnection: close\r\n\r\n".encode("latin-1"))


def _cut(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)

"""A small internet on loopback: servers that log what they are asked, and names and public addresses that lead there.

Only the network is pretended. Which addresses are public is for the code under test to say, so every made-up site has a
public address, and what would have been connected to is recorded.
"""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from pointline.sources.reach import Reach

SITE = "93.184.215.14"
OTHER_SITE = "151.101.1.69"


@dataclass
class Answer:
    """What a server gives for a path; ``wait`` holds the body back until it is set."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: threading.Event | None = None


class Server:
    """Serves what was :meth:`put`, whatever the host; everything else is a 404. Use as a context manager."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []
        """Host and path of each request."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_port

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def put(self, path: str, body: str | bytes = b"", status: int = 200, **headers: str) -> None:
        """Serve ``body``, as HTML unless ``Content_Type`` says otherwise."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named.setdefault("Content-Type", "text/html; charset=utf-8")
        self.answers[path] = Answer(body.encode() if isinstance(body, str) else body, status, named)

    def move(self, path: str, to: str) -> None:
        self.put(path, status=302, Location=to)

    def paths(self) -> list[str]:
        return [asked.partition("/")[1] + asked.partition("/")[2] for asked in self.asked]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for answer in self.answers.values():
            if answer.wait is not None:
                answer.wait.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append(f"{self.headers.get('Host')}{self.path}")
                answer = server.answers.get(self.path, Answer(b"<p>Nothing here.", 404, {"Content-Type": "text/html"}))
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                if answer.wait is not None:
                    answer.wait.wait(60)
                self.wfile.write(answer.body)

            def log_message(self, *arguments: object) -> None:
                pass

            def handle(self) -> None:
                try:
                    super().handle()
                except ConnectionError:
                    self.close_connection = True

        return Handler


class Net:
    """Names with their addresses, call by call, and public addresses that lead to a local port."""

    def __init__(self, names: dict[str, list[list[str]]], ports: dict[str, int]) -> None:
        self.names = names
        """What each asking for a name gives; the last answer stays."""
        self.ports = ports
        self.connected: list[tuple[str, int]] = []

    def resolve(self, host: str, _port: int) -> list[str]:
        if host not in self.names:
            raise OSError("no such name")
        answers = self.names[host]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def connect(self, address: str, port: int, seconds: float) -> socket.socket:
        self.connected.append((address, port))
        if address in self.ports:
            return socket.create_connection(("127.0.0.1", self.ports[address]), seconds)
        # This machine's own address leads there, so that a hole in the guard is seen. Nothing leaves the machine.
        if address in ("127.0.0.1", "::1"):
            return socket.create_connection((address, port), seconds)
        raise ConnectionRefusedError(f"{address} is not on this small internet")

    def reach(self, *, public_only: bool = True) -> Reach:
        return Reach(public_only, self.resolve, self.connect)

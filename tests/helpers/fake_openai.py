"""A server of OpenAI's interface that does what a test tells it, on a free port of 127.0.0.1."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pointline.engine.base import Cancelled

Act = Callable[["Handler"], None]


def event(**said: Any) -> bytes:
    """One event of a stream: ``text``, ``finish``, or raw fields of the delta."""
    finish, text = said.pop("finish", None), said.pop("text", None)
    delta = said | ({"content": text} if text is not None else {})
    chunk = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def counted(prompt: int, written: int, cached: int | None = None) -> bytes:
    """The event that holds the counts."""
    usage: dict[str, Any] = {"prompt_tokens": prompt, "completion_tokens": written}
    if cached is not None:
        usage["prompt_tokens_details"] = {"cached_tokens": cached}
    return b"data: " + json.dumps({"choices": [], "usage": usage}).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"


@dataclass
class Fake:
    """What the server does (``answers`` in turn, the last one again) and what it saw."""

    port: int = 0
    models: Any = field(default_factory=lambda: {"data": [{"id": "small"}, {"id": "large"}]})
    answers: list[Act] = field(default_factory=list)
    paths: dict[str, Act] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str], Any]] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    """Set when a client left before the end of an answer."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def chats(self) -> list[Any]:
        """Bodies of the chats that were asked for."""
        return [body for _, path, _, body in self.requests if path == "/v1/chat/completions"]


class Handler(BaseHTTPRequestHandler):
    """Answers as its ``fake`` says."""

    fake: Fake

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"null"))

    def _answer(self, body: Any) -> None:
        fake = self.fake
        fake.requests.append((self.command, self.path, dict(self.headers), body))
        try:
            if self.path in fake.paths:
                fake.paths[self.path](self)
            elif self.path == "/v1/models":
                self.json(fake.models)
            elif self.path == "/v1/chat/completions" and fake.answers:
                (fake.answers.pop(0) if len(fake.answers) > 1 else fake.answers[0])(self)
            else:
                self.json({"error": {"message": "no such place"}}, 404)
        except (BrokenPipeError, ConnectionResetError):
            fake.gone.set()

    def json(self, value: Any, status: int = 200) -> None:
        """Send a whole answer."""
        self.raw(json.dumps(value).encode(), status, "application/json")

    def raw(self, data: bytes, status: int = 200, kind: str = "text/event-stream") -> None:
        """Send bytes and end."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def begin(self, kind: str = "text/event-stream") -> None:
        """Send a head without a length: the end of the connection ends the answer."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def wait_for_leaving(self, seconds: float = 10.0) -> None:
        """Do nothing until the client has left."""
        self.connection.settimeout(seconds)
        if not self.connection.recv(1):
            self.fake.gone.set()


def streaming(*parts: bytes) -> Act:
    """An answer of these parts, then the end of the connection."""

    def act(handler: Handler) -> None:
        handler.begin()
        for part in parts:
            handler.wfile.write(part)
            handler.wfile.flush()

    return act


def saying(*texts: str, finish: str = "stop", counts: bytes = b"") -> Act:
    """A whole answer, a piece for each text."""
    return streaming(*(event(text=text) for text in texts), event(finish=finish), counts, DONE)


def failing(status: int, body: Any) -> Act:
    """An answer with a status and JSON (or, for bytes, just those)."""
    if isinstance(body, bytes):
        return lambda handler: handler.raw(body, status, "text/plain")
    return lambda handler: handler.json(body, status)


@contextmanager
def fake_server() -> Iterator[Fake]:
    """Run a fake server until the end of the block."""
    fake = Fake()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Handler,), {"fake": fake}))
    server.daemon_threads = False
    fake.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def after(seconds: float) -> Cancelled:
    """A cancel that comes after so many seconds from its first look."""
    began: list[float] = []

    def cancelled() -> bool:
        began.append(time.monotonic())
        return began[-1] - began[0] > seconds

    return cancelled

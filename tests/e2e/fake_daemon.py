"""A daemon that says what a test has it say: it speaks the API and knows no model.

What the panel makes of each event, problem and delay can be seen without waiting for a pipeline to come to it.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from pointline.access.proofs import hello_key, hello_proof, new_nonce, new_token

Json = dict[str, Any]
Events = Iterable[tuple[str, Json]]


class Refusal(Exception):
    """Raised by a test's answer: becomes a problem document."""

    def __init__(self, status: int, code: str, title: str = "A title", action: str = "An action.") -> None:
        super().__init__(code)
        self.status = status
        self.document = {
            "type": f"urn:pointline:{code}",
            "title": title,
            "status": status,
            "detail": "",
            "action": action,
        }


def utf16(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def span(text: str, part: str) -> Json:
    """Where a part of the page's text stands."""
    at = text.index(part)
    start = utf16(text[:at])
    return {"start": start, "end": start + utf16(part)}


def line(text: str, whole: str, quote: str = "", **more: Any) -> Json:
    """A line of the page, quoted in whole or in part."""
    quoted = quote or whole
    found = {"quote": quoted, "line": whole, "status": "exact", "fold": "verbatim", "flags": [], "kind": "paragraph"}
    return {**found, "spans": [span(text, quoted)], "line_spans": [span(text, whole)], "heading_path": [], **more}


def claim(text: str, said: str, whole: str, quote: str = "", **more: Any) -> Json:
    """A claim with its line, as the daemon would send it."""
    support = {"verdict": "uncertain", "facts": [], "flags": []}
    return {
        "text": said,
        "score": None,
        "more": [],
        "support": support,
        "caveats": [],
        "attempts": 1,
        **line(text, whole, quote, **more),
    }


def caveat(text: str, code: str, whole: str, detail: str = "", after: str = "") -> Json:
    """A caveat with its own line: the first of these words that stands after some others."""
    at = text.index(after) + len(after)
    here = span(text[at:], whole)
    start = utf16(text[:at])
    place = {"start": start + here["start"], "end": start + here["end"]}
    return {"code": code, "detail": detail, "line": whole, "spans": [place], "page": None, "link": ""}


def answer(text: str, claims: Iterable[Json] = (), **more: Any) -> Json:
    """The end of an answer about a page with this text."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    page = {"url": "", "title": "", "sha256": digest, "characters": len(text), "units": text.count("\n") + 1}
    whole = {"page": {**page, "read_share": 1.0, "not_read": {}}, "question": "", "claims": list(claims), "nearest": []}
    stats = {"engine": "fake", "model": "starter"}
    ends = {
        "none": not whole["claims"],
        "withheld": [],
        "notes": [],
        "stats": stats,
        "session_id": "s",
        "thread_id": "t",
    }
    return {**whole, **ends, **more}


class FakeDaemon:
    """Serves on a free port of the loopback. Use as a context manager.

    ``answers`` gives the events of a question about a page's text; it may raise :class:`Refusal`. ``sent`` keeps what
    was asked. ``breaks`` are numbers of events after which a stream breaks off, one for each stream; the rest can be
    had at /v1/asks/a/events. ``cancelled`` are the questions that were. While ``ready`` is not set, nothing is
    answered, as by a daemon that loads its model.
    """

    def __init__(self) -> None:
        self.token = new_token()
        self.protocol = 1
        self.name = "pointline"
        self.answers: Callable[[str, Json], Events] = lambda text, _ask: [("done", answer(text))]
        self.sessions: list[Json] = []
        self.asks: dict[str, list[Json]] = {}
        self.sent: list[tuple[str, str, Json]] = []
        self.pages: dict[str, str] = {}
        self.breaks: list[int] = []
        self.ready = threading.Event()
        self.ready.set()
        self.cancelled: list[str] = []
        self.taken_up: list[int] = []
        self._rest: Iterator[tuple[int, bytes]] | None = None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """Address without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def line(self) -> str:
        """What a daemon prints when it starts."""
        return json.dumps({"url": self.url, "token": self.token})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def bodies(self, path: str) -> list[Json]:
        """Bodies that were posted to a path."""
        return [body for method, at, body in self.sent if method == "POST" and at == path]

    def hello(self, body: Mapping[str, Any]) -> Json:
        """Prove to know the token."""
        ours = new_nonce()
        host = urlsplit(self.url).netloc
        proof = hello_proof(hello_key(self.token), host, body["id"], body["nonce"], ours)
        return {"nonce": ours, "proof": proof}

    def page(self, body: Mapping[str, Any]) -> Json:
        """Keep a page that was sent."""
        text = "\n".join(block["text"] for block in body["blocks"] if block["text"])
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        self.pages[digest[:16]] = text
        return {"page_id": digest[:16], "sha256": digest, "url": body["url"], "characters": len(text), "units": 1}

    def respond(self, method: str, path: str, body: Json) -> Json | list[Json] | Iterator[bytes] | str | None:
        """Answer a request; an iterator is a stream."""
        if path == "/healthz":
            held(self.ready)
            return {"name": self.name, "protocol": self.protocol}
        if path == "/v1/hello":
            return self.hello(body)
        if path == "/v1/status":
            store = {"kept": True}
            return {
                "model": "starter",
                "engine": "mlx",
                "version": "0.1.0",
                "asks_under_way": 0,
                "queue": 0,
                "store": store,
            }
        if path == "/v1/pages":
            return self.page(body)
        if path == "/v1/sessions":
            return {"items": self.sessions, "next": None}
        if path.startswith("/v1/sessions/") and method == "DELETE":
            self.sessions = [one for one in self.sessions if one["session_id"] != path.rsplit("/", 1)[1]]
            return None
        if path.startswith("/v1/sessions/"):
            return {"items": self.asks.get(path.split("/")[3], []), "next": None}
        if path == "/v1/forget":
            self.sessions = []
            return {}
        if path == "/v1/asks/a" and method == "DELETE":
            self.cancelled.append("a")
            return None
        if path == "/v1/asks/a/events":
            return self.rest("ask")
        if path == "/v1/asks" or path.startswith("/v1/threads/"):
            return self._stream(body)
        raise Refusal(404, "http-404")

    def _stream(self, body: Json) -> Iterator[bytes]:
        events = iter(self.answers(self.pages[body["page_id"]], body))
        first = next(events)

        def framed() -> Iterator[tuple[int, bytes]]:
            for number, (name, data) in enumerate(self._all(first, events), 1):
                yield number, f"id: {number}\nevent: {name}\ndata: {json.dumps({'ask_id': 'a', **data})}\n\n".encode()

        return self.streamed(framed())

    def streamed(self, events: Iterator[tuple[int, bytes]]) -> Iterator[bytes]:
        """Numbered events, until the stream is to break off."""
        self._rest = events if self.breaks else None
        return self._until_break(events)

    def rest(self, what: str) -> Iterator[bytes]:
        """What is left of a stream that broke off; a daemon that was started anew knows of none."""
        if self._rest is None:
            raise Refusal(404, what)
        return self._until_break(self._rest)

    def _until_break(self, events: Iterator[tuple[int, bytes]]) -> Iterator[bytes]:
        until = self.breaks.pop(0) if self.breaks else None
        if until == 0:
            return
        for number, framed in events:
            yield framed
            if number == until:
                return

    @staticmethod
    def _all(first: tuple[str, Json], events: Iterator[tuple[str, Json]]) -> Iterator[tuple[str, Json]]:
        yield first
        yield from events

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        daemon = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else {}
                path = urlsplit(self.path).path
                daemon.sent.append((self.command, path, body))
                if path.endswith("/events"):
                    daemon.taken_up.append(int(self.headers["Last-Event-ID"]))
                try:
                    found = daemon.respond(self.command, path, body)
                except Refusal as refusal:
                    return self._send(refusal.status, json.dumps(refusal.document).encode(), "application/problem+json")
                if isinstance(found, Iterator):
                    return self._stream(found)
                text = b"" if found is None else json.dumps(found).encode()
                self._send(204 if found is None else 200, text, "application/json")
                return None

            do_GET = do_DELETE = do_PUT = do_POST

            def _send(self, status: int, body: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with suppress(OSError):  # who asked has gone
                    self.wfile.write(body)

            def _stream(self, pieces: Iterator[bytes]) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("X-Ask-Id", "a")
                self.end_headers()
                try:
                    for piece in pieces:
                        self.wfile.write(piece)
                        self.wfile.flush()
                except OSError:
                    return

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        return Handler


def held(until: threading.Event, seconds: float = 60.0) -> None:
    """Let an answer wait until a test lets it go on."""
    end = time.monotonic() + seconds
    while not until.is_set() and time.monotonic() < end:
        time.sleep(0.02)

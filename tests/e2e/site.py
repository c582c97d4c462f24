"""A small web server for pages under test, on a free port of the loopback."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

NO_SCRIPT_NO_NETWORK = "default-src 'none'; style-src 'unsafe-inline'"
"""Policy under which a page runs none of its scripts and loads nothing, while a driver may still evaluate in it."""


@dataclass
class Answer:
    """What the server gives for a path."""

    body: bytes
    content_type: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


class Site:
    """Serves what was :meth:`put`; everything else is a 404. Use as a context manager."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def origin(self) -> str:
        """Address of the server, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def put(self, path: str, body: str | bytes, **headers: str) -> str:
        """Serve a page of HTML under ``path`` and return its URL. Header names are written with ``_`` for ``-``."""
        data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        answer = Answer(data, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer.content_type = answer.headers.pop("Content-Type", answer.content_type)
        self.answers[path] = answer
        return self.origin + path

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = answers.get(urlsplit(self.path).path)
                body = answer.body if answer else b""
                self.send_response(200 if answer else 404)
                self.send_header("Content-Type", answer.content_type if answer else "text/plain")
                self.send_header("Content-Length", str(len(body)))
                for name, value in (answer.headers if answer else {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        return Handler

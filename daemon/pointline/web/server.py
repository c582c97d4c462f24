"""Run the application on waitress: loopback only, bounded bodies and connections, one start-up line for scripts."""

from __future__ import annotations

import errno
import json
import logging
import socket
from collections.abc import Callable
from typing import Any

import waitress.server
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from pointline.errors import BadInput
from pointline.web.app import LARGEST_BODY
from pointline.web.problems import MEDIA_TYPE, Problem

HOST = "127.0.0.1"
THREADS = 12
"""A stream holds one thread; the queue lets five stream at once, the rest answer short requests."""


class Listener:
    """The bound socket: known port before the application is made, so that the exact Host can be checked."""

    def __init__(self, port: int) -> None:
        """Bind; raises :class:`BadInput` when the port is taken or not allowed."""
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.socket.bind((HOST, port))
            self.socket.listen(64)
        except OSError as error:
            self.socket.close()
            if error.errno == errno.EADDRINUSE:
                raise BadInput(
                    "port",
                    f"Port {port} is taken, perhaps by a daemon that is running already.",
                    "Stop it, or choose another with --port N.",
                ) from None
            raise BadInput(
                "port",
                f"Port {port} cannot be used: {error.strerror}.",
                "Choose another with --port N (1024 to 65535).",
            ) from None
        self.port: int = self.socket.getsockname()[1]

    @property
    def url(self) -> str:
        """The daemon's address."""
        return f"http://{HOST}:{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """The exact Host headers that are ours."""
        hosts = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        if self.port == 80:  # which clients leave out
            hosts |= {HOST, "localhost"}
        return frozenset(hosts)


def run(app: Flask, listener: Listener, *, ready: Callable[[], None]) -> None:
    """Serve until interrupted (``KeyboardInterrupt`` or ``SystemExit`` of a signal handler); calls ``ready`` once
    requests are taken."""
    logging.getLogger("waitress").setLevel(logging.ERROR)
    server: Any = waitress.server.create_server(
        app,
        sockets=[listener.socket],
        threads=THREADS,
        ident=None,
        max_request_body_size=2 * LARGEST_BODY,
        # Bodies hold pages: they stay in memory and are not spooled to a file.
        inbuf_overflow=4 * LARGEST_BODY,
        outbuf_overflow=4 * LARGEST_BODY,
        channel_request_lookahead=1,
        channel_timeout=60,
        connection_limit=64,
        clear_untrusted_proxy_headers=True,
    )
    server.channel_class = _Channel
    ready()
    try:
        server.run()
    finally:
        server.close()


class _RefusedRequest:
    """Waitress answers what it cannot parse in plain text; this says the same as a problem document."""

    def __init__(self, error: Any) -> None:
        self.code = error.code
        self.reason = error.reason
        self.body = error.body

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status line, headers and body, as waitress's ``ErrorTask`` wants them."""
        problem = Problem(
            self.code, f"http-{self.code}", self.reason, str(self.body), "Send a smaller or well-formed request."
        )
        body = json.dumps(problem.document()).encode()
        headers = [("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body))), ("Connection", "close")]
        return f"{self.code} {self.reason}", headers, body


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    error: Any

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.error is not None and not isinstance(self.error, _RefusedRequest):
            self.error = _RefusedRequest(self.error)
        return consumed


class _Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = _Parser

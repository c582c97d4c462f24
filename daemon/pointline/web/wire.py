"""What of HTTP must be decided before a request is whole: refusals by its headers, sizes, slow and idle clients.

Built on waitress, whose parser and channel are extended at these points:

* The guard is asked as soon as the headers are there. The body of a request that is refused, or that is too large, is
  read and thrown away up to ``DRAINED`` bytes, and only then answered: a connection that is closed on a client that
  still sends is reset, and the answer lost (threat T9).
* A request has ``HEADER_SECONDS`` for its headers and ``BODY_SECONDS`` for all of it, however often a byte comes (T10).
* What waitress answers in plain text is said as a problem document.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver, FixedStreamReceiver
from waitress.utilities import RequestEntityTooLarge

from pointline.web.guard import LARGEST_BARE_BODY, Asked
from pointline.web.problems import MEDIA_TYPE, Problem

log = logging.getLogger("pointline.requests")

DRAINED = 64 * 1024 * 1024
"""Bytes of a refused body that are read, so that the refusal arrives."""
HEADER_SECONDS, BODY_SECONDS = 10.0, 60.0
IDLE_SECONDS = 60

Gate = Callable[[Asked], object]
"""Raises the :class:`Problem` of a request that may not pass."""


class Refused:
    """An error as waitress's ``ErrorTask`` wants it, which becomes a problem document."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.code = problem.status
        self.id = secrets.token_hex(8)
        log.info("refused: %d %s", self.code, problem.code, extra={"fields": {"request": self.id, "status": self.code}})

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status line, headers and body."""
        body = json.dumps(self.problem.document()).encode()
        headers = [("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body))), ("Connection", "close")]
        headers.append(("X-Request-Id", self.id))
        if self.problem.retry_after is not None:
            headers.append(("Retry-After", str(self.problem.retry_after)))
        return f"{self.code} {HTTPStatus(self.code).phrase}", headers, body


class _Nowhere:
    """A buffer that keeps nothing."""

    def append(self, _data: bytes) -> None:
        """Forget the bytes."""

    def __len__(self) -> int:
        return 0

    def close(self) -> None:
        """Nothing is open."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """One request; see the module. ``gate`` is set by the server."""

    gate: Gate
    error: Any
    body_rcv: Any
    completed: bool
    expect_continue: bool
    _draining = False
    _asked: Asked | None = None

    def received(self, data: bytes) -> int:
        """Take bytes; return how many were used."""
        if self._draining:
            return self._drain(data)
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self._refuse(_too_large())
        elif self.error is not None and not isinstance(self.error, Refused):
            self.error = Refused(_plain(self.error))
        elif self.error is None and self.body_rcv is not None:
            self._look()
        return consumed

    def _look(self) -> None:
        """Ask the guard, once; only requests with a body, as those without are whole and meet it in the application."""
        if self._asked is None:
            get = self.headers.get
            authorization, kind = get("AUTHORIZATION", ""), get("CONTENT_TYPE", "")
            self._asked = Asked(self.command, self.path, get("HOST", ""), get("ORIGIN"), authorization, kind)
            try:
                self.gate(self._asked)
            except Problem as problem:
                return self._refuse(problem)
        if self._asked.bare and max(self.content_length, self.body_bytes_received) > LARGEST_BARE_BODY:
            self._refuse(_too_large())
        return None

    def _refuse(self, problem: Problem) -> None:
        self.error = Refused(problem)
        rest = self.body_rcv
        done = rest is None or rest.completed or rest.error is not None
        # Who asks whether to go on waits for the answer, and sends nothing.
        if done or self.expect_continue or self.content_length > DRAINED:
            self.expect_continue = False
            self.completed = True
            return
        rest.getbuf().close()
        rest.buf = _Nowhere()
        self._draining = True
        self.completed = False

    def _drain(self, data: bytes) -> int:
        receiver: FixedStreamReceiver | ChunkedReceiver = self.body_rcv
        consumed: int = receiver.received(data)
        self.body_bytes_received += consumed
        self.completed = bool(receiver.completed or receiver.error or self.body_bytes_received > DRAINED)
        return consumed


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    parser_class = Parser
    _began: float | None = None

    def received(self, data: bytes) -> bool:
        """Take bytes, and know when the request that they belong to began."""
        if self.request is None:
            self._began = time.time()
        return bool(super().received(data))

    def overdue(self, now: float) -> bool:
        """Whether the client takes too long over a request, or over sending a first one."""
        if self.requests:
            return False
        request = self.request
        if request is None:
            return self._began is None and now - self.creation_time > HEADER_SECONDS
        most = BODY_SECONDS if request.headers_finished else HEADER_SECONDS
        return self._began is not None and now - self._began > most


def close_overdue(server: Any, now: float) -> None:
    """Close the connections of ``server`` that are idle or overdue: what waitress does now and then, and more."""
    for channel in list(server.active_channels.values()):
        idle = not channel.requests and channel.last_activity < now - server.adj.channel_timeout
        if idle or channel.overdue(now):
            channel.will_close = True


def channel_class(gate: Gate) -> type[Channel]:
    """The class of the connections of a server whose guard is ``gate``."""
    parser = type("GatedParser", (Parser,), {"gate": staticmethod(gate)})
    return type("GatedChannel", (Channel,), {"parser_class": parser})


def _too_large() -> Problem:
    return Problem(
        413,
        "http-413",
        "Request Entity Too Large",
        "The body is larger than the daemon takes.",
        "Send a smaller part of the page.",
    )


def _plain(error: Any) -> Problem:
    code, reason = int(error.code), str(error.reason)
    return Problem(code, f"http-{code}", reason, str(error.body), "Send a smaller or well-formed request.")

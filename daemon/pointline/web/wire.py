"""What of HTTP must be decided before a request is whole: refusals by its headers, and sizes.

Built on waitress, whose parser is extended at these points (its channel is in ``connections``):

* The guard is asked as soon as the headers are there. The body of a request that is refused, or that is too large, is
  read and thrown away up to ``DRAINED`` bytes, and only then answered: a connection that is closed on a client that
  still sends is reset, and the answer lost (threat T9).
* What waitress answers in plain text is said as a problem document.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver, FixedStreamReceiver
from waitress.utilities import RequestEntityTooLarge

from pointline.web.guard import LARGEST_BARE_BODY, Asked
from pointline.web.problems import MEDIA_TYPE, Problem

log = logging.getLogger("pointline.requests")

DRAINED = 64 * 1024 * 1024
"""Bytes of a refused body that are read, so that the refusal arrives."""

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
    """One request; see the module. ``gate`` and ``refused`` are set by the server."""

    gate: Gate
    refused: Callable[[str], None]
    """Hears the code of a refusal."""
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
            self._say(_plain(self.error))
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
        self._say(problem)
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

    def _say(self, problem: Problem) -> None:
        self.error = Refused(problem)
        self.refused(problem.code)

    def _drain(self, data: bytes) -> int:
        receiver: FixedStreamReceiver | ChunkedReceiver = self.body_rcv
        consumed: int = receiver.received(data)
        self.body_bytes_received += consumed
        self.completed = bool(receiver.completed or receiver.error or self.body_bytes_received > DRAINED)
        return consumed


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

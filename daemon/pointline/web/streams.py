"""The events of a question or other work as a response: from the beginning, or after the one a reader saw last."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from flask import Response, request

from pointline.web.asks import AskDesk
from pointline.web.problems import Problem
from pointline.web.work import Work

QUIET = 0.1
"""Seconds between looks whether the client is still there; also how late its going may be noticed."""

HEARTBEAT = 10.0
"""Seconds of silence after which a comment is sent, so that nobody in between closes the stream."""


class AskStream:
    """Iterates over framed events as they come; closing it, or ``gone()``, tells the desk that this reader left.

    It is a class because a generator that was never begun runs nothing when it is closed: a client that leaves before
    the first event would leave its question running.
    """

    def __init__(self, desk: AskDesk, ask: Work, gone: Callable[[], bool], after: int = 0) -> None:
        self._desk, self._ask, self._gone, self._seen = desk, ask, gone, after
        self._pending: deque[bytes] = deque()
        self._last = time.monotonic()
        self._open = True
        desk.joined(ask)

    def __iter__(self) -> AskStream:
        return self

    def __next__(self) -> bytes:
        while not self._pending:
            found = self._ask.events.after(self._seen, QUIET)
            if found:
                self._seen = found[-1].number
                self._pending.extend(event.framed for event in found)
            elif self._ask.events.over(self._seen) or self._gone():
                self.close()
                raise StopIteration
            elif time.monotonic() - self._last > HEARTBEAT:
                self._pending.append(b": still here\n\n")
        self._last = time.monotonic()
        return self._pending.popleft()

    def close(self) -> None:
        """Leave; done once, whoever calls it."""
        if self._open:
            self._open = False
            self._desk.left(self._ask)


def client_gone() -> Callable[[], bool]:
    """Whether the client of this request has left; asked in any thread, for as long as the request is worked on."""
    found: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return found


def stream_response(desk: AskDesk, ask: Work, after: int = 0) -> Response:
    """The response that streams ``ask``'s events that came after event number ``after``."""
    return Response(
        AskStream(desk, ask, client_gone(), after),
        content_type="text/event-stream; charset=utf-8",
        headers={"Cache-Control": "no-store", ask.id_header: ask.id, "X-Session-Id": ask.session},
    )


def last_event_id() -> int:
    """The number in the request's ``Last-Event-ID``; 0 without one. Raises the 400 problem for what is no number."""
    given = request.headers.get("Last-Event-ID", "").strip() or "0"
    if not (given.isascii() and given.isdigit() and len(given) <= 9):
        raise Problem(
            400, "last-event-id", "This event number is none", "Last-Event-ID is not the id of an event.",
            "Send the id of the last event that came, or leave the header out.",
        )  # fmt: skip
    return int(given)

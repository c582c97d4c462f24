"""Server-sent events: their framing, and the log of one question's events that any number of readers may follow.

A reader that comes back with the number of the last event it saw (``Last-Event-ID``) is given what came after it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST = 2_000
"""Events kept of one question; beyond that the oldest progress events go."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its number within the question (from 1), its name and its framed bytes."""

    number: int
    name: str
    framed: bytes


def event(name: str, data: dict[str, Any], number: int | None = None) -> bytes:
    """One server-sent event; the data is one line of ASCII JSON, so that nothing on a page can break the framing."""
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n".encode("ascii")


class EventLog:
    """The events of one question, in order; ended once. Safe to use from several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._events: list[Event] = []
        self._last = 0
        self._ended = False
        self._changed = threading.Condition()

    def add(self, name: str, data: dict[str, Any], *, last: bool = False) -> bool:
        """Append an event, and end the log when it is the last; False when the log had ended before."""
        with self._changed:
            if self._ended:
                return False
            self._last += 1
            self._events.append(Event(self._last, name, event(name, data, self._last)))
            if len(self._events) > self._most:
                self._drop_one()
            self._ended = last
            self._changed.notify_all()
            return True

    def after(self, number: int, seconds: float = 0.0) -> Sequence[Event]:
        """Events after ``number``; waits up to ``seconds`` for the first of them unless the log has ended."""
        with self._changed:
            if self._last <= number and not self._ended and seconds > 0:
                self._changed.wait(seconds)
            return [found for found in self._events if found.number > number]

    def over(self, number: int) -> bool:
        """Whether nothing comes any more after ``number``."""
        with self._changed:
            return self._ended and self._last <= number

    @property
    def ended(self) -> bool:
        """Whether the last event is there."""
        with self._changed:
            return self._ended

    @property
    def bytes(self) -> int:
        """Bytes of all events that are kept."""
        with self._changed:
            return sum(len(found.framed) for found in self._events)

    def _drop_one(self) -> None:
        at = next((at for at, found in enumerate(self._events) if found.name == "progress"), 0)
        del self._events[at]

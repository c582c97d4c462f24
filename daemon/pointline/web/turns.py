"""One question at a time on the model, a short queue before it, and a refusal beyond that."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pointline.engine.base import EngineCancelled
from pointline.web.problems import Problem

WAITING = 4
"""Questions that may wait; each one holds a thread of the server."""


class Turns:
    """A first-come queue with place numbers."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._places: list[object] = []
        self._most = waiting + 1
        self._changed = threading.Condition()

    def join(self) -> Turn:
        """Take a place, or raise the 429 problem when all are taken."""
        with self._changed:
            if len(self._places) >= self._most:
                raise Problem(
                    429,
                    "busy",
                    "The model is busy",
                    f"{len(self._places)} questions are being answered or wait.",
                    "Ask again in a few seconds.",
                    retry_after=5,
                )
            turn = Turn(self)
            self._places.append(turn)
            return turn

    def _place(self, turn: object) -> int:
        return self._places.index(turn)

    def _leave(self, turn: object) -> None:
        with self._changed:
            if turn in self._places:
                self._places.remove(turn)
                self._changed.notify_all()


class Turn:
    """One place in the queue; leave it exactly as often as you like."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    def wait(self, cancelled: Callable[[], bool], told: Callable[[int], None]) -> None:
        """Wait until it is our turn; ``told`` hears each new place (1 = next). Raises ``EngineCancelled``."""
        changed = self._turns._changed
        last = 0
        with changed:
            while (place := self._turns._place(self)) > 0:
                if place != last:
                    told(place)
                    last = place
                if cancelled():
                    raise EngineCancelled("The question was cancelled while it waited.")
                changed.wait(0.2)

    def leave(self) -> None:
        """Give the place up."""
        self._turns._leave(self)

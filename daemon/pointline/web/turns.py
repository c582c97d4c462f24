"""One question at a time on the model, a short queue before it, and a refusal beyond that."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from pointline.engine.base import EngineCancelled
from pointline.web.problems import Problem

WAITING = 4
"""Questions that may wait; each one that streams holds a thread of the server."""

LONGEST_RETRY = 60
"""Seconds, at most, after which a client is told to come back."""


class Turns:
    """A first-come queue with place numbers, which knows how long a turn has been taking."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._places: list[Turn] = []
        self._most = waiting + 1
        self._usual = 1.0
        self._changed = threading.Condition()

    def join(self, *, long: bool = False) -> Turn:
        """Take a place, or raise the 429 problem when all are taken; it names the seconds in which one place should be
        free. ``long``: it gives way to short ones between its parts (:meth:`Turn.give_way`)."""
        with self._changed:
            if len(self._places) >= self._most:
                raise Problem(
                    429,
                    "busy",
                    "The model is busy",
                    f"{len(self._places)} questions are being answered or wait.",
                    "Ask again in a few seconds.",
                    retry_after=max(1, min(LONGEST_RETRY, math.ceil(self._usual))),
                )
            turn = Turn(self, long=long)
            self._places.append(turn)
            return turn

    @property
    def places(self) -> int:
        """How many may wait."""
        return self._most - 1

    def waiting(self) -> int:
        """How many wait behind the one whose turn it is."""
        with self._changed:
            return max(0, len(self._places) - 1)

    def place_of(self, turn: Turn) -> int | None:
        """0 for the one whose turn it is, 1 for the next; None for who has left."""
        with self._changed:
            return self._places.index(turn) if turn in self._places else None

    def _short_first(self, turn: Turn) -> bool:
        """Put the short ones that wait before ``turn``, whose turn it is, and the long ones behind it."""
        with self._changed:
            short = [one for one in self._places if not one.long]
            if not short:
                return False
            self._places = [*short, turn, *(one for one in self._places if one.long and one is not turn)]
            self._changed.notify_all()
            return True

    def _leave(self, turn: Turn) -> None:
        with self._changed:
            if turn in self._places:
                self._places.remove(turn)
                if turn.began is not None:
                    self._usual += 0.2 * (time.monotonic() - turn.began - self._usual)
                self._changed.notify_all()


class Turn:
    """One place in the queue; leave it exactly as often as you like."""

    def __init__(self, turns: Turns, *, long: bool = False) -> None:
        self._turns = turns
        self.long = long
        self.began: float | None = None

    @property
    def place(self) -> int | None:
        """Questions before this one; None when it has left."""
        return self._turns.place_of(self)

    def wait(self, cancelled: Callable[[], bool], told: Callable[[int], None]) -> None:
        """Wait until it is our turn; ``told`` hears each new place (1 = next). Raises ``EngineCancelled``."""
        changed = self._turns._changed
        last = 0
        with changed:
            while (place := self._turns._places.index(self)) > 0:
                if place != last:
                    told(place)
                    last = place
                if cancelled():
                    raise EngineCancelled("The question was cancelled while it waited.")
                changed.wait(0.2)
        self.began = time.monotonic()

    def give_way(self, cancelled: Callable[[], bool], told: Callable[[int], None]) -> None:
        """Between two parts of long work: let the questions that wait go first, and wait again."""
        if self.place == 0 and self._turns._short_first(self):
            self.wait(cancelled, told)

    def leave(self) -> None:
        """Give the place up."""
        self._turns._leave(self)

"""What is left of a question's budget: tokens that may be written, and seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

from pointline.engine.base import Cancelled
from pointline.pipeline.answer import Budget


class Allowance:
    """Counts down while one question is answered; ``ended`` says that something was left undone for it."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = clock() + budget.seconds
        self.tokens = budget.max_tokens
        self.ended = False

    def spend(self, tokens: int) -> None:
        """Take off what the model wrote."""
        self.tokens = max(0, self.tokens - tokens)

    def left(self) -> float:
        """Seconds that are left, never below 0."""
        return max(0.0, self._until - self._clock())

    def late(self) -> bool:
        """Whether the seconds are over; remembered in ``ended``."""
        if self._clock() > self._until:
            self.ended = True
            return True
        return False

    def out(self) -> bool:
        """Whether nothing more may be written; remembered in ``ended``."""
        if self.tokens <= 0:
            self.ended = True
        return self.late() or self.tokens <= 0

    def cancel(self, cancelled: Cancelled | None) -> Cancelled:
        """A cancel that also fires when the seconds are over."""
        return lambda: (cancelled is not None and cancelled()) or self.late()

"""An engine that is watched: how often the pipeline had to correct what it wrote, and what that cost in seconds.

A correction is a further turn in the context of an answer, and what the model then writes. Measured around the engine's
own calls, so that it is the same for every engine and step.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from pointline.engine.base import Cancelled, Context, Engine, Generated, Likelihood, ModelInfo, Usage


@dataclass
class Watch:
    """What was seen so far. ``written`` counts the times a model was let write."""

    written: int = 0
    retries: int = 0
    retry_seconds: float = 0.0


class WatchedEngine:
    """The ``Engine`` protocol around another engine."""

    def __init__(self, engine: Engine, watch: Watch) -> None:
        self._engine = engine
        self._watch = watch

    @property
    def info(self) -> ModelInfo:
        """Those of the engine."""
        return self._engine.info

    def open(self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None) -> Context:
        """Open a watched context."""
        return _WatchedContext(self._engine.open(text, chat=chat, more=more, cancel=cancel), self._watch)

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Ask the engine."""
        return self._engine.score_pairs(pairs, cancel=cancel)

    def count(self, text: str) -> int:
        """Ask the engine."""
        return self._engine.count(text)

    def usage(self) -> Usage:
        """Ask the engine."""
        return self._engine.usage()

    def close(self) -> None:
        """Leave the engine to whoever made it."""


class _WatchedContext:
    def __init__(self, context: Context, watch: Watch) -> None:
        self._context = context
        self._watch = watch
        self._correcting = False

    def append(
        self, text: str, *, turn: bool = False, reply: bool = False, begun: str = "", cancel: Cancelled | None = None
    ) -> None:
        started = time.monotonic()
        self._context.append(text, turn=turn, reply=reply, begun=begun, cancel=cancel)
        self._correcting = turn
        if turn:
            self._watch.retries += 1
            self._watch.retry_seconds += time.monotonic() - started

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        started = time.monotonic()
        self._watch.written += 1
        try:
            return self._context.generate(max_tokens=max_tokens, stop=stop, cancel=cancel)
        finally:
            if self._correcting:
                self._watch.retry_seconds += time.monotonic() - started
            self._correcting = False

    def mark(self) -> int:
        return self._context.mark()

    def rewind(self, mark: int) -> None:
        self._context.rewind(mark)

    def score(self, continuations: Sequence[str], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        return self._context.score(continuations, cancel=cancel)

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        return self._context.label(labels, cancel=cancel)

    def close(self) -> None:
        self._context.close()

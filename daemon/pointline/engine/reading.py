"""One context of an MLX engine: what was read, where one may go back to, and what comes next. Lives in the worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .base import EngineError, Usage
from .forward import Forward
from .kv import Snapshot, cut, is_plain, restore, snapshot
from .memory import room_or_error
from .worker import Check


@dataclass(frozen=True, slots=True)
class Mark:
    """A place: tokens read, the cache there, the logits of the next token, and whether the model's turn was on."""

    length: int
    cache: Snapshot
    logits: Any
    answering: bool


class Reading:
    """Token ids in a cache, and the logits after the last of them."""

    def __init__(self, forward: Forward, limit: int) -> None:
        self.forward = forward
        self.limit = limit
        self.ids: list[int] = []
        self.cache = forward.new_cache()
        self.logits: Any = None
        self.marks: list[Mark] = []
        self.answering = False
        """Whether the model's turn of a chat has begun: what is read now is forced, what came before was a prompt."""

    def here(self) -> Mark:
        """Return this place."""
        return Mark(len(self.ids), snapshot(self.cache), self.logits, self.answering)

    def go(self, place: Mark) -> None:
        """Go back to a place before this one."""
        restore(self.cache, place.cache)
        del self.ids[place.length :]
        self.logits = place.logits
        self.answering = place.answering

    def read(self, ids: Sequence[int], check: Check) -> Usage:
        """Read on; when that fails or is cancelled, everything is as it was.

        Raises :class:`EngineError` when the text would be longer than the model can read, or would not fit in memory.
        """
        if not ids:
            return Usage()
        room_for(len(self.ids) + len(ids), self.limit)
        if len(ids) > self.forward.chunk:  # less than that always fits where the weights did
            room_or_error(self.forward.bytes_for(len(ids), len(self.ids)))
        start = self.here()
        try:
            self.logits = self.forward.read(ids, self.cache, check)
        except BaseException:
            self.go(start)
            raise
        self.ids += ids
        return Usage(prefilled=len(ids), reused=start.length)

    def keep(self, start: Mark, ids: Sequence[int], check: Check) -> Usage:
        """Make the context what it was at ``start`` followed by ``ids``, reading as little again as can be."""
        same = 0
        written = self.ids[start.length :]
        while same < min(len(written), len(ids)) and written[same] == ids[same]:
            same += 1
        if same == len(written) == len(ids):
            return Usage()
        if is_plain(self.cache) and same and same == len(ids):
            same -= 1  # the last one is read again for its logits
        if is_plain(self.cache) and same:
            cut(self.cache, len(written) - same)
            del self.ids[start.length + same :]
        else:
            self.go(start)
            same = 0
        return self.read(ids[same:], check)


def room_for(tokens: int, limit: int) -> None:
    """Raise :class:`EngineError` when ``tokens`` are more than ``limit``."""
    if tokens > limit:
        raise EngineError(
            f"The text has {tokens} tokens and the model reads at most {limit}.",
            "Ask about a selection of the page, or choose a model with a longer context.",
        )

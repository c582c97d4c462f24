"""Open pages: contexts that hold a page already read, so that the next question does not read it again.

Belongs to one engine and is used by one question at a time. Bounded: the page that was asked longest ago goes first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from pointline.engine.base import Cancelled, Context, Engine, EngineCancelled, EngineError

MOST = 4
"""Read windows kept; each holds its keys and values in memory."""


class OpenPages:
    """Contexts by the text that was read into them."""

    def __init__(self, engine: Engine, most: int = MOST) -> None:
        self._engine = engine
        self._most = max(1, most)
        self._read: OrderedDict[str, tuple[Context, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._read)

    @contextmanager
    def reading(self, text: str, *, cancel: Cancelled | None = None) -> Iterator[Context]:
        """Lend a context that has read ``text`` as an open turn; afterwards it is as it was right after ``text``.

        When something goes wrong in it, the context is not kept, but for a cancel, which leaves it usable.
        """
        context, mark = self._take(text, cancel)
        try:
            yield context
        except EngineCancelled:
            self._back(text, context, mark)
            raise
        except BaseException:
            self._drop(text)
            raise
        self._back(text, context, mark)

    def _take(self, text: str, cancel: Cancelled | None) -> tuple[Context, int]:
        kept = self._read.get(text)
        if kept is not None:
            self._read.move_to_end(text)
            return kept
        try:
            context = self._engine.open(text, chat=True, more=True, cancel=cancel)
        except EngineCancelled:
            raise
        except EngineError:
            if not self._read:
                raise
            self.close()  # what is kept may be what there was no room for
            context = self._engine.open(text, chat=True, more=True, cancel=cancel)
        while len(self._read) >= self._most:
            self._drop(next(iter(self._read)))
        self._read[text] = (context, context.mark())
        return self._read[text]

    def _back(self, text: str, context: Context, mark: int) -> None:
        try:
            context.rewind(mark)
        except EngineError:
            self._drop(text)

    def _drop(self, text: str) -> None:
        kept = self._read.pop(text, None)
        if kept is not None:
            kept[0].close()

    def close(self) -> None:
        """Give all memory back."""
        for text in list(self._read):
            self._drop(text)

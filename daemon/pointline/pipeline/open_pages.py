"""Open pages: contexts that hold a page already read, and pages joined already, so that the next question neither reads
nor indexes them again.

Belongs to one engine and is used by one question at a time. Bounded: what was asked longest ago goes first. Joining and
indexing XQuAD's 40 articles (994 lines) took 0.5 s a question; kept, 0.01 s.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from exactquote.page import Page
from pointline.engine.base import Cancelled, Context, Engine, EngineCancelled, EngineError
from pointline.pipeline.joined import Joined

MOST = 4
"""Read windows kept; each holds its keys and values in memory."""

MOST_JOINED = 2
"""Joined pages kept; each holds its pages, their text again and its index."""


class OpenPages:
    """Contexts by the text that was read into them."""

    def __init__(self, engine: Engine, most: int = MOST) -> None:
        self._engine = engine
        self._most = max(1, most)
        self._read: OrderedDict[str, tuple[Context, int]] = OrderedDict()
        self._joined: list[Joined] = []

    def __len__(self) -> int:
        return len(self._read)

    def joined(self, pages: Sequence[Page], only: Mapping[Page, Collection[int]] = MappingProxyType({})) -> Joined:
        """These very pages joined, as before if they were (:meth:`Joined.of`, whose errors it raises)."""
        found = next((one for one in self._joined if one.is_of(pages, only)), None)
        if found is None:
            found = Joined.of(pages, only)
        if len(pages) > 1:
            self._joined = [found, *(one for one in self._joined if one is not found)][:MOST_JOINED]
        return found

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
        self._joined.clear()
        for text in list(self._read):
            self._drop(text)

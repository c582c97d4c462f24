"""The lines of a page as vectors, kept beside the page for as long as it lives.

A line seldom says alone what it is about ("It costs 96 euros"), so the lines next to it are mixed in.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from exactquote.page import Page
from exactquote.units import Unit
from pointline.engine.base import Cancelled, EngineCancelled
from pointline.pipeline.encoder import SentenceEncoder, Vectors

BATCH = 64
"""Lines encoded between two looks at ``cancel``: a fifth of a second or so."""

BEFORE, AFTER = 0.3, 0.2
"""Shares of the line before and the line after. Measured with English questions on half of XQuAD's articles in five
languages and the reverse: R@8 0.927 without, 0.940 with them; R@1 0.572 and 0.585."""


class PageVectors:
    """Vectors of a page's lines by one encoder, encoded when first asked for."""

    def __init__(self, encoder: SentenceEncoder, units: Sequence[Unit], texts: Sequence[str]) -> None:
        self.encoder = encoder
        self._texts = texts
        self._before, self._after = _neighbours(units)
        self._vectors: Vectors | None = None
        self._done = np.zeros(len(texts), dtype=np.bool_)
        self._lock = threading.Lock()

    def encode(
        self,
        order: Sequence[int],
        seconds: float,
        *,
        cancel: Cancelled | None = None,
        progress: Callable[[float], None] = lambda _share: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> int:
        """Encode the lines that are not yet, in ``order`` (numbers of lines), for so many seconds, one batch at least;
        return how many lines of the page are encoded now.

        Raises :class:`~pointline.engine.base.EngineCancelled`; what is encoded by then is kept.
        """
        with self._lock:
            wanted = [number for number in order if not self._done[number]]
            deadline = clock() + seconds
            for first in range(0, len(wanted), BATCH):
                if first and clock() > deadline:
                    break
                if cancel is not None and cancel():
                    raise EngineCancelled("The question was cancelled.")
                batch = wanted[first : first + BATCH]
                found = self.encoder.encode([self._texts[number] for number in batch])
                if self._vectors is None:
                    self._vectors = np.zeros((len(self._texts), found.shape[1]), dtype=np.float32)
                self._vectors[batch] = found
                self._done[batch] = True
                progress(min(1.0, (first + len(batch)) / len(wanted)))
            return int(self._done.sum())

    def cosines(self, question: str) -> NDArray[np.float32]:
        """Cosine of ``question`` with every line in its surroundings; 0.0 for lines that are not encoded."""
        with self._lock:
            if self._vectors is None:
                return np.zeros(len(self._texts), dtype=np.float32)
            vectors = self._vectors
            # A row of zeros at the end stands for "no neighbour".
            padded = np.vstack([vectors, np.zeros((1, vectors.shape[1]), dtype=np.float32)])
            mixed = vectors + BEFORE * padded[self._before] + AFTER * padded[self._after]
            done = self._done.copy()
        lengths = np.linalg.norm(mixed, axis=1)
        found = mixed @ self.encoder.encode([question])[0] / np.maximum(lengths, 1e-6)
        return np.where(done, found, np.float32(0.0)).astype(np.float32)


def _neighbours(units: Sequence[Unit]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Number of the line before and after each line, -1 for none.

    Table rows stand alone (their headers are in their text); a heading belongs to what follows it, not to what is
    above.
    """
    count = len(units)
    before = np.full(count, -1, dtype=np.intp)
    after = np.full(count, -1, dtype=np.intp)
    for number in range(1, count):
        first, second = units[number - 1], units[number]
        if "row" in (first.kind, second.kind) or (second.kind == "heading" and first.kind != "heading"):
            continue
        before[number] = number - 1
        after[number - 1] = number
    return before, after


_pages: WeakKeyDictionary[Page, PageVectors] = WeakKeyDictionary()
_pages_lock = threading.Lock()


def page_vectors(
    page: Page, encoder: SentenceEncoder, units: Sequence[Unit], text_of: Callable[[Unit], str]
) -> PageVectors:
    """The vectors kept beside ``page``; ``units`` are its lines with words, ``text_of`` how each is read."""
    with _pages_lock:
        known = _pages.get(page)
        if known is None or known.encoder is not encoder:
            known = PageVectors(encoder, units, [text_of(unit) for unit in units])
            _pages[page] = known
        return known

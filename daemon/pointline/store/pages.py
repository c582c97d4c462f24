"""Captured pages in memory: bounded, least recently used out first; nothing is written to disk."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from exactquote.page import Page

LARGEST_TOTAL = 64_000_000
"""Characters of all pages kept together."""


class PageShelf:
    """Pages by all that they are: the same text at another address, in another form, or from a private window is
    another page.

    Safe to use from several threads.
    """

    def __init__(self, largest_total: int = LARGEST_TOTAL) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._largest_total = largest_total
        self._total = 0
        self._lock = threading.Lock()

    def put(self, page: Page, *, private: bool = False) -> str:
        """Keep ``page``; return its id.

        The newest page stays even when it alone is over the bound.
        """
        key = _key(page, private)
        with self._lock:
            previous = self._pages.pop(key, None)
            if previous is not None:
                self._total -= len(previous.text)
            self._pages[key] = page
            self._total += len(page.text)
            while self._total > self._largest_total and len(self._pages) > 1:
                _, dropped = self._pages.popitem(last=False)
                self._total -= len(dropped.text)
        return key

    def get(self, key: str) -> Page | None:
        """The page with this id, if it is still there."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def __len__(self) -> int:
        with self._lock:
            return len(self._pages)


def _key(page: Page, private: bool) -> str:
    whole = repr((private, page.url, page.title, page.lang, page.text, page.blocks, page.marks))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()

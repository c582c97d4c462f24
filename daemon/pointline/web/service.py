"""What the routes share: the engine, the desk, the pages that were sent, the threads, the store, the counters."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol

from exactquote.page import Page
from pointline.engine.base import Engine
from pointline.pipeline.answer import Note, Turn
from pointline.store.errors import StoreError
from pointline.store.pages import PageShelf
from pointline.store.store import Store
from pointline.web.asked import Ask
from pointline.web.asks import AskDesk
from pointline.web.idempotency import Keys
from pointline.web.metrics import Metrics
from pointline.web.problems import Problem
from pointline.web.work import Work

log = logging.getLogger("pointline.web")


class Opener(Protocol):
    """Opens an address of the public web."""

    def __call__(
        self, address: str, cancelled: Callable[[], bool], *, unattended: bool = False
    ) -> tuple[Page, tuple[Note, ...]]:
        """The page there, and notes on its reading; ``cancelled``: whether to stop. Raises ``BadInput``."""


MOST = 4_096
"""Pages and threads whose particulars are remembered."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was sent last, and what the person said of it."""

    id: str
    page: Page
    private: bool = False
    keep_text: bool | None = None
    notes: tuple[Note, ...] = ()
    captured_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def older_than(self, age: timedelta) -> bool:
        """Whether it was sent longer ago than ``age``."""
        return datetime.now(UTC) - self.captured_at > age


@dataclass(frozen=True, slots=True)
class Thread:
    """Where a follow-up belongs: the session, the page that was asked about last, all that were asked, and the turns
    so far."""

    session: str
    page_id: str | None
    private: bool = False
    page_ids: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()


class KeptPages:
    """The shelf of pages with what is known of each. Safe to use from several threads."""

    def __init__(self, shelf: PageShelf) -> None:
        self.shelf = shelf
        self._known: OrderedDict[str, KeptPage] = OrderedDict()
        self._lock = threading.Lock()

    def put(
        self, page: Page, *, private: bool = False, keep_text: bool | None = None, notes: tuple[Note, ...] = ()
    ) -> KeptPage:
        """Keep a page."""
        kept = KeptPage(self.shelf.put(page, private=private), page, private, keep_text, notes)
        with self._lock:
            self._known[kept.id] = kept
            self._known.move_to_end(kept.id)
            # What the shelf has dropped, and nothing else, is dropped here: a page must not outlive its bound.
            while len(self._known) > max(1, len(self.shelf)):
                self._known.popitem(last=False)
        return kept

    def get(self, page_id: str) -> KeptPage | None:
        """The page with this id, if it is still there."""
        if self.shelf.get(page_id) is None:
            with self._lock:
                self._known.pop(page_id, None)
            return None
        with self._lock:
            kept = self._known.get(page_id)
            if kept is not None:
                self._known.move_to_end(page_id)
            return kept

    def version(self, sha256: str, url: str) -> KeptPage | None:
        """The newest page with this identity that came from no private window."""
        with self._lock:
            found = next(
                (
                    kept
                    for kept in reversed(self._known.values())
                    if not kept.private and (kept.page.sha256, kept.page.url) == (sha256, url)
                ),
                None,
            )
        return None if found is None else self.get(found.id)

    def require(self, page_id: str) -> KeptPage:
        """The page with this id; raises the 404 problem."""
        kept = self.get(page_id)
        if kept is None:
            raise Problem(
                404,
                "page",
                "This page is not here",
                "The daemon has no page with this id (any more).",
                "Send the page again.",
            )
        return kept

    def drop(self, which: Callable[[KeptPage], bool]) -> int:
        """Forget the pages that are meant; how many."""
        with self._lock:
            before = list(self._known.values())
            self._known.clear()
            self.shelf = PageShelf()
        left = [kept for kept in before if not which(kept)]
        for kept in left:
            with self._lock:
                self.shelf.put(kept.page, private=kept.private)
                self._known[kept.id] = kept
        return len(before) - len(left)

    def __len__(self) -> int:
        return len(self.shelf)


class Threads:
    """The threads of this run, the longest unused dropped first."""

    def __init__(self) -> None:
        self._threads: OrderedDict[str, Thread] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, thread: str, known: Thread) -> None:
        """Remember where a thread is."""
        with self._lock:
            self._threads[thread] = known
            self._threads.move_to_end(thread)
            while len(self._threads) > MOST:
                self._threads.popitem(last=False)

    def get(self, thread: str) -> Thread | None:
        """Where a thread is, if it is remembered."""
        with self._lock:
            return self._threads.get(thread)

    def change(self, thread: str, how: Callable[[Thread], Thread]) -> None:
        """Change what is remembered of a thread, if anything is."""
        with self._lock:
            known = self._threads.get(thread)
            if known is not None:
                self._threads[thread] = how(known)

    def drop(self, session: str | None) -> None:
        """Forget the threads of a session, or all."""
        with self._lock:
            for name in [name for name, known in self._threads.items() if session in (None, known.session)]:
                del self._threads[name]


@dataclass
class Service:
    """Everything the routes work with."""

    engine: Engine
    desk: AskDesk
    pages: KeptPages
    store: Store | None
    opener: Opener
    threads: Threads = field(default_factory=Threads)
    keys: Keys = field(default_factory=Keys)
    started: float = field(default_factory=time.monotonic)

    @property
    def metrics(self) -> Metrics:
        """The counters of this application."""
        return self.desk.metrics

    def notice_forgetting(self) -> None:
        """Forget here, too, what another program forgot in the store. A store that cannot be read now is asked again
        the next time."""
        try:
            found = None if self.store is None else self.store.forgotten_elsewhere()
        except StoreError as error:
            log.warning("whether something was forgotten is not known: %s", error)
            return
        if found is None:
            return
        before = found.before
        self.pages.drop(lambda kept: before is None or kept.captured_at < before)
        self.desk.forget(lambda ask: before is None or ask.created_at < before, self.gone)
        self.threads.drop(None)
        self.keys.clear()

    def gone(self, work: Work) -> bool:
        """Whether the history does not know (any more) what work that is under way belongs to."""
        if self.store is None or work.private:
            return False
        known = self.store.ask(work.id) if isinstance(work, Ask) else self.store.session(work.session)
        return known is None

    def history(self) -> Store:
        """The store; raises the 503 problem when this daemon keeps no history."""
        if self.store is None:
            raise Problem(
                503,
                "no-store",
                "No history is kept",
                "This daemon was started with --no-history.",
                "Start 'pointline serve' without --no-history to keep sessions and answers.",
            )
        return self.store

"""The store: what others of the program call. Frozen dataclasses go in and come out; every call is one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from exactquote.page import Page
from pointline.pipeline.answer import Answer, Claim
from pointline.store import asks, cells, counting, idempotency, opened, sessions
from pointline.store.answers import claim_of, result_of
from pointline.store.cell_records import CellCounts, CellRecord, SessionRecord, StoredCell
from pointline.store.cells import CellFilter, Sort
from pointline.store.counting import Held
from pointline.store.idempotency import Reservation
from pointline.store.keeping import Keeping
from pointline.store.paging import LARGEST, oldest_first
from pointline.store.records import (
    AskResult,
    AskStatus,
    Listing,
    NewAsk,
    Session,
    StoredAsk,
    StoredPage,
    Verdict,
    new_id,
)
from pointline.store.schema import pages

EVERYTHING = CellFilter()


class Store(Keeping):
    """The history of one person. Safe to use from several threads, and from several processes at once.

    Every method raises :class:`~pointline.store.errors.StoreError` (a ``BadInput`` with one action) when the disk is
    full, the database locked for too long, or gone; nothing of that call is kept then.
    """

    @property
    def place(self) -> str:
        """The database's file, or its address without the password."""
        return self._database.place

    def held(self) -> Held:
        """How much is kept."""
        with self._database.read() as connection:
            return counting.held(connection)

    # Sessions

    def start_session(self, title: str = "", *, private: bool = False) -> Session:
        """A new session; a private one exists only in what this returns."""
        if private:
            return Session(new_id(), title, self._clock())
        with self._database.write() as connection:
            return sessions.start(connection, title, self._clock())

    def session(self, session: str) -> Session | None:
        """The session with this id."""
        with self._database.read() as connection:
            return sessions.load(connection, session)

    def sessions(self, cursor: str | None = None, limit: int = 50) -> Listing[Session]:
        """Sessions, newest first."""
        with self._database.read() as connection:
            return sessions.listed(connection, cursor, limit)

    def whole_session(self, session: str) -> SessionRecord | None:
        """A session with everything in it, as it was at one moment; for export."""
        with self._database.read() as connection:
            found = sessions.load(connection, session)
            if found is None:
                return None
            wanted = CellFilter(session=session)
            return SessionRecord(
                session=found,
                asks=oldest_first(lambda cursor: asks.listed(connection, session, None, cursor, LARGEST)),
                cells=oldest_first(lambda cursor: cells.listed(connection, wanted, "created", cursor, LARGEST)),
            )

    # Questions

    def begin_ask(self, ask: NewAsk) -> str:
        """Note a question as running; returns its id. Of a private one nothing is written."""
        if ask.private:
            return ask.id
        self._daily()
        now = self._clock()
        with self._database.write() as connection:
            session = ask.session
            if session is None:
                session = sessions.start(connection, ask.page.title, now).id
            else:
                sessions.require(connection, session)
            keep_text = ask.keep_text
            if keep_text is None:
                keep_text = sessions.read_settings(connection).keep_page_text
            page = asks.keep_page(connection, ask.page, now, keep_text=keep_text)
            further = [asks.keep_page(connection, one, now, keep_text=keep_text) for one in ask.further]
            asks.begin(connection, ask, session, page, now, further)
        return ask.id

    def page_opened(self, ask_id: str, page: Page) -> bool:
        """Bind a question that was noted with :func:`~pointline.store.opened.unread` to the page that was opened.

        False as for :meth:`finish_ask`.
        """
        with self._database.write() as connection:
            keep_text = sessions.read_settings(connection).keep_page_text
            return opened.bind(connection, ask_id, page, self._clock(), keep_text=keep_text)

    def finish_ask(self, ask_id: str, answer: Answer) -> bool:
        """Keep the answer whole, in one transaction.

        False when nothing was kept: the question was private, has ended, or was forgotten meanwhile.
        """
        return self._end(ask_id, "done", "", result_of(answer))

    def end_ask(
        self,
        ask_id: str,
        status: AskStatus,
        *,
        problem: str = "",
        page: Page | None = None,
        found: Sequence[Claim] = (),
    ) -> bool:
        """End a question without an answer (``failed``, ``cancelled``), with the claims on ``page`` handed out before.

        False as for :meth:`finish_ask`.
        """
        result = None
        if page is not None and found:
            claims = tuple(claim_of(claim.source or page, claim) for claim in found)
            result = AskResult(engine="", model="", strategy="", read_share=0.0, none=False, claims=claims)
        return self._end(ask_id, status, problem, result)

    def _end(self, ask_id: str, status: AskStatus, problem: str, result: AskResult | None) -> bool:
        with self._database.write() as connection:
            return asks.finish(connection, ask_id, status, problem, result, self._clock())

    def interrupt_running(self) -> int:
        """Mark what was running as interrupted, and free its idempotency keys.

        For the daemon, when it starts: it is the only one that leaves questions running.
        """
        with self._database.write() as connection:
            idempotency.release_unanswered(connection)
            return asks.interrupt(connection, self._clock())

    def ask(self, ask_id: str) -> StoredAsk | None:
        """The question with this id, with all that was found."""
        with self._database.read() as connection:
            return asks.load(connection, ask_id)

    def asks(
        self, session: str | None = None, *, thread: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> Listing[StoredAsk]:
        """Questions, newest first."""
        with self._database.read() as connection:
            return asks.listed(connection, session, thread, cursor, limit)

    # Pages

    def keep_page_text(self, page: Page) -> None:
        """Keep the whole text of this version of a page; only when the person says so."""
        with self._database.write() as connection:
            asks.keep_page(connection, page, self._clock(), keep_text=True)

    def drop_page_text(self, sha256: str) -> int:
        """Keep only the identity of a page; how many (one per address) had a text."""
        with self._database.write() as connection:
            wanted = update(pages).where(pages.c.sha256 == sha256, pages.c.text.is_not(None))
            dropped = connection.execute(wanted.values(text=None)).rowcount
            self._due(connection)
        self._finish_erasing()
        return dropped

    def page(self, sha256: str, url: str | None = None) -> StoredPage | None:
        """A version of a page by its identity, at ``url`` when that matters; one with text before others."""
        wanted = select(pages).where(pages.c.sha256 == sha256)
        if url is not None:
            wanted = wanted.where(pages.c.url == url)
        with self._database.read() as connection:
            row = connection.execute(wanted.order_by(pages.c.text.is_(None), pages.c.id)).first()
        if row is None:
            return None
        return StoredPage(row.sha256, row.url, row.title, row.lang, row.characters, row.captured_at, row.text)

    # Cells

    def add_cells(self, session: str, found: Sequence[CellRecord]) -> tuple[str, ...]:
        """Keep cells, all or none; their ids. Do not call this for a private session."""
        with self._database.write() as connection:
            sessions.require(connection, session)
            return cells.add(connection, session, found, self._clock())

    def cell(self, cell: str) -> StoredCell | None:
        """The cell with this id."""
        with self._database.read() as connection:
            return cells.load(connection, cell)

    def cells(
        self, wanted: CellFilter = EVERYTHING, *, sort: Sort = "created", cursor: str | None = None, limit: int = 50
    ) -> Listing[StoredCell]:
        """Cells that ``wanted`` lets through: newest first, or weakest first."""
        with self._database.read() as connection:
            return cells.listed(connection, wanted, sort, cursor, limit)

    def count_cells(self, wanted: CellFilter = EVERYTHING) -> CellCounts:
        """How many, over how many sources and domains, by verdict and caveat."""
        with self._database.read() as connection:
            return cells.counted(connection, wanted)

    def override_verdict(self, cell: str, verdict: Verdict, why: str = "") -> StoredCell | None:
        """Put a person's verdict on a cell; what it replaces is kept with it. None when there is no such cell."""
        with self._database.write() as connection:
            return cells.override(connection, cell, verdict, why, self._clock())

    def withdraw_verdict(self, cell: str) -> StoredCell | None:
        """Take a person's last verdict back: what it replaced stands again. None when there is no such cell."""
        with self._database.write() as connection:
            return cells.withdraw(connection, cell)

    def rejudge_cell(self, cell: str, record: CellRecord) -> bool:
        """Put the verdict, score and caveats of ``record`` on a cell, when something found later changes them.

        False when there is no such cell, or a person has judged it.
        """
        with self._database.write() as connection:
            return cells.rejudge(connection, cell, record)

    # Requests that must not run twice

    def idempotent(self, key: str, request: str, body_hash: str) -> Reservation:
        """Take ``key`` for ``request`` (method and path), or say what became of it. Not for private questions."""
        with self._database.write() as connection:
            return idempotency.reserve(connection, key, request, body_hash, self._clock())

    def answered(self, key: str, status: int, body: str) -> None:
        """Keep the response to a ``fresh`` key."""
        with self._database.write() as connection:
            idempotency.answered(connection, key, status, body)

    def released(self, key: str) -> None:
        """Let a ``fresh`` key be used again, since its request failed."""
        with self._database.write() as connection:
            idempotency.released(connection, key)

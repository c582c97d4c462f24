"""Where the cells of a table are kept as they are found, and those that are there are found again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exactquote.page import Page
from pointline.errors import BadInput
from pointline.pipeline.cells import Cell
from pointline.pipeline.table_names import run_name
from pointline.store.cells import CellFilter
from pointline.store.store import Store
from pointline.store.table_run import TableRun


class Keeper:
    """The session and run of a table; ``session`` is None when nothing is kept.

    A new session begins with its first cell, so that a table that finds none leaves nothing behind.
    """

    def __init__(
        self,
        store: Store | None,
        session: str | None,
        run: str | None,
        begun: Callable[[str, str], None] = lambda _session, _run: None,
    ) -> None:
        self._store = store
        self._told: Callable[[str, str], None] | None = begun
        self.session = session
        self.run = run
        self._table: TableRun | None = None
        self._over: tuple[Sequence[Page], str] = ((), "")

    @classmethod
    def nowhere(cls) -> Keeper:
        """For a private table."""
        return cls(None, None, None)

    @classmethod
    def opened(
        cls,
        session: str | None,
        run: str | None,
        begun: Callable[[str, str], None] = lambda _session, _run: None,
    ) -> Keeper:
        """Keep in ``session`` (a new one when None), going on with ``run`` when there is one. ``begun`` is told both as
        soon as a cell is kept in them.

        Raises :class:`~pointline.errors.BadInput` for a session or run that is not there.
        """
        store = Store.open()
        try:
            if run is not None:
                first = store.cells(CellFilter(session=session, run=run), limit=1).items
                if not first:
                    raise BadInput("run_unknown", f"There is no table {run!r} (any more).", "Leave --resume out.")
                session = first[0].session
            if session is not None and store.session(session) is None:
                message = f"There is no session {session!r} (any more)."
                raise BadInput("session_unknown", message, "Leave --session out to begin one.")
        except BaseException:
            store.close()
            raise
        return cls(store, session, run, begun)

    def begin(self, pages: Sequence[Page], model: str) -> Mapping[tuple[str, str], Cell]:
        """Say what the table is over; the cells that are there, as they were left: those of the run that was named,
        else of the same pages and model in the same session."""
        self._over = pages, model
        if self._store is None or self.session is None:
            return {}
        return self._begun(self._store, self.session).done()

    def _begun(self, store: Store, session: str) -> TableRun:
        self.session = session
        self.run = self.run or run_name(session, *self._over)
        self._table = TableRun(store, session, self.run)
        return self._table

    def keep(self, cell: Cell) -> None:
        """Keep a cell, or what was found about it later."""
        if self._store is None:
            return
        table = self._table or self._begun(self._store, self._store.start_session(f"Table: {cell.item}").id)
        table.keep(cell)
        if self._told is not None:
            self._told(table.session, table.run)
            self._told = None

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

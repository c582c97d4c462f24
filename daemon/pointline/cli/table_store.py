"""Where the cells of a table are kept as they are found, and those of an earlier run are found again."""

from __future__ import annotations

from pointline.errors import BadInput
from pointline.pipeline.cells import Cell
from pointline.store.cells import CellFilter
from pointline.store.found import cell_of, record_of
from pointline.store.paging import LARGEST, oldest_first
from pointline.store.records import StoredCell, new_id
from pointline.store.store import Store


class Keeper:
    """The session and run of a table; ``session`` is None when nothing is kept.

    A new session begins with its first cell, so that a table that finds none leaves nothing behind.
    """

    def __init__(self, store: Store | None, session: str | None, run: str, kept: tuple[StoredCell, ...] = ()) -> None:
        self._store = store
        self.session = session
        self.run = run
        self._kept = kept
        self._ids = {(cell.record.item, cell.record.field): cell.id for cell in kept}

    @classmethod
    def nowhere(cls) -> Keeper:
        """For a private table."""
        return cls(None, None, "")

    @classmethod
    def opened(cls, session: str | None, run: str | None) -> Keeper:
        """Keep in ``session`` (a new one when None), going on with ``run`` when there is one.

        Raises :class:`~pointline.errors.BadInput` for a session or run that is not there.
        """
        store = Store.open()
        try:
            kept: tuple[StoredCell, ...] = ()
            if run is not None:
                wanted = CellFilter(session=session, run=run)
                kept = oldest_first(lambda cursor: store.cells(wanted, cursor=cursor, limit=LARGEST))
                if not kept:
                    raise BadInput("run_unknown", f"There is no table {run!r} (any more).", "Leave --resume out.")
                session = kept[0].session
            if session is not None and store.session(session) is None:
                message = f"There is no session {session!r} (any more)."
                raise BadInput("session_unknown", message, "Leave --session out to begin one.")
        except BaseException:
            store.close()
            raise
        return cls(store, session, run or new_id(), kept)

    def done(self) -> dict[tuple[str, str], Cell]:
        """The cells that an earlier run found, as it left them."""
        return {(kept.record.item, kept.record.field): cell_of(kept) for kept in self._kept}

    def keep(self, cell: Cell) -> None:
        """Keep a cell, or what was found about it later."""
        if self._store is None:
            return
        if self.session is None:
            self.session = self._store.start_session(f"Table: {cell.item}").id
        known = self._ids.get(cell.key)
        if known is None:
            (self._ids[cell.key],) = self._store.add_cells(self.session, [record_of(cell, self.run)])
        else:
            self._store.rejudge_cell(known, record_of(cell, self.run))

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

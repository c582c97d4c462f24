"""The cells of one table in its session: those that are there are taken up, and each new one is kept as it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pointline.pipeline.cells import Cell
from pointline.store.cells import CellFilter
from pointline.store.found import cell_of, record_of
from pointline.store.paging import LARGEST, oldest_first

if TYPE_CHECKING:
    from pointline.store.store import Store


class TableRun:
    """The table ``run`` of ``session`` (see :func:`pointline.pipeline.table_names.run_name`)."""

    def __init__(self, store: Store, session: str, run: str) -> None:
        self._store = store
        self.session = session
        self.run = run
        wanted = CellFilter(session=session, run=run)
        self._kept = oldest_first(lambda cursor: store.cells(wanted, cursor=cursor, limit=LARGEST))
        self._ids = {(kept.record.item, kept.record.field): kept.id for kept in self._kept}

    def done(self) -> Mapping[tuple[str, str], Cell]:
        """The cells that are there, as they were left: with a person's verdict where there is one."""
        return {(kept.record.item, kept.record.field): cell_of(kept) for kept in self._kept}

    def id_of(self, cell: Cell) -> str | None:
        """The id of a cell that is kept."""
        return self._ids.get(cell.key)

    def keep(self, cell: Cell) -> str:
        """Keep a cell, or what was found about it later; its id. Raises ``BadInput`` when it cannot be kept."""
        known = self._ids.get(cell.key)
        if known is None:
            (known,) = self._store.add_cells(self.session, [record_of(cell, self.run)])
            self._ids[cell.key] = known
        else:
            self._store.rejudge_cell(known, record_of(cell, self.run))
        return known

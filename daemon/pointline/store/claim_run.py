"""The claims of one check in its session: those that are there are taken up, each new one is kept as it is judged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pointline.store.cell_records import CellRecord
from pointline.store.cells import CellFilter
from pointline.store.paging import LARGEST, oldest_first

if TYPE_CHECKING:
    from pointline.store.cell_records import StoredCell
    from pointline.store.store import Store

Key = tuple[str | None, str, str | None]


class ClaimRun:
    """The check ``run`` of ``session`` (see :func:`pointline.checks.keep.run_name`).

    A claim is the same when its text, the version of its page and its line are; one that the memo makes twice is kept
    twice.
    """

    def __init__(self, store: Store, session: str, run: str) -> None:
        self._store = store
        self.session = session
        self.run = run
        wanted = CellFilter(session=session, run=run)
        self._free: dict[Key, list[StoredCell]] = defaultdict(list)
        for kept in oldest_first(lambda cursor: store.cells(wanted, cursor=cursor, limit=LARGEST)):
            self._free[_key(kept.record)].append(kept)

    def kept(self, text: str, page_sha256: str, quote: str) -> StoredCell | None:
        """A claim that is there, as it was left: with a person's verdict where there is one; None when it is not."""
        there = self._free.get((text, page_sha256, quote))
        return there[0] if there else None

    def keep(self, record: CellRecord) -> str:
        """Keep a claim, or what was found about it later; its id. Raises ``BadInput`` when it cannot be kept."""
        there = self._free.get(_key(record))
        if there:
            known = there.pop(0)
            self._store.rejudge_cell(known.id, record)
            return known.id
        (added,) = self._store.add_cells(self.session, [record])
        return added


def _key(record: CellRecord) -> Key:
    return record.value, record.page_sha256, record.quote

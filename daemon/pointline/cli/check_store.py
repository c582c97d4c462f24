"""Where the claims of a check are kept as they are judged: as cells of a session, like those of a table."""

from __future__ import annotations

from pointline.checks.found import Checked
from pointline.checks.keep import cell_of
from pointline.errors import BadInput
from pointline.store.records import new_id
from pointline.store.store import Store


class ClaimKeeper:
    """Keeps in ``session``, or in a new one that begins with the first claim; in none when ``store`` is None."""

    def __init__(self, store: Store | None, session: str | None, name: str) -> None:
        self._store = store
        self.session = session
        self._name = name
        self._run = new_id()

    @classmethod
    def opened(cls, session: str | None, *, keep: bool, name: str) -> ClaimKeeper:
        """Raises :class:`~pointline.errors.BadInput` for a session that is not there."""
        if session is None and not keep:
            return cls(None, None, name)
        store = Store.open()
        if session is not None and store.session(session) is None:
            store.close()
            message = f"There is no session {session!r} (any more)."
            raise BadInput("session_unknown", message, "Leave --session out; --keep begins one.")
        return cls(store, session, name)

    def keep(self, claim: Checked, *, engine: str, title: str) -> None:
        """Keep a claim that was judged."""
        if self._store is not None:
            if self.session is None:
                self.session = self._store.start_session(f"Check: {self._name or title or claim.claim.text[:80]}").id
            self._store.add_cells(self.session, [cell_of(claim, engine=engine, run=self._run, title=title)])

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

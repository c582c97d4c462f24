"""Where the claims of a check are kept as they are judged: as cells of a session, like those of a table."""

from __future__ import annotations

from collections.abc import Callable

from exactquote.verdicts import Verdict
from pointline.checks.found import Checked, FoundLine
from pointline.checks.keep import cell_of, run_name
from pointline.checks.memo import Memo, MemoClaim
from pointline.errors import BadInput
from pointline.store.claim_run import ClaimRun
from pointline.store.found import kept_verdict
from pointline.store.store import Store


class ClaimKeeper:
    """Keeps in ``session``, or in a new one that begins with the first claim; in none when ``store`` is None.

    A memo that was checked in the session before, and broken off, goes on: claims that are there are taken up.
    """

    def __init__(self, store: Store | None, session: str | None, name: str, begun: Callable[[str], None]) -> None:
        self._store = store
        self.session = session
        self._name = name
        self._begun = begun
        self._over: tuple[Memo, str] | None = None
        self._run: ClaimRun | None = None

    @classmethod
    def opened(
        cls, session: str | None, *, keep: bool, name: str, begun: Callable[[str], None] = lambda _session: None
    ) -> ClaimKeeper:
        """``begun`` is told the session as soon as something is kept in it.

        Raises :class:`~pointline.errors.BadInput` for a session that is not there.
        """
        if session is None and not keep:
            return cls(None, None, name, begun)
        store = Store.open()
        if session is not None and store.session(session) is None:
            store.close()
            message = f"There is no session {session!r} (any more)."
            raise BadInput("session_unknown", message, "Leave --session out; --keep begins one.")
        return cls(store, session, name, begun)

    def begin(self, memo: Memo, model: str) -> None:
        """Say what is checked, and by which model."""
        self._over = memo, model
        if self._store is not None and self.session is not None:
            self._run = ClaimRun(self._store, self.session, run_name(self.session, memo.page.text, model))

    def known(self, claim: MemoClaim, line: FoundLine) -> Verdict | None:
        """The verdict over a claim that is there."""
        return None if self._run is None else kept_verdict(self._run.kept(claim.text, line.page.sha256, line.quote))

    def keep(self, claim: Checked, *, engine: str) -> None:
        """Keep a claim that was judged. :meth:`begin` comes first."""
        if self._store is None or self._over is None:
            return
        memo, model = self._over
        title = memo.page.title
        if self._run is None:
            self.session = self._store.start_session(f"Check: {self._name or title or claim.claim.text[:80]}").id
            self._run = ClaimRun(self._store, self.session, run_name(self.session, memo.page.text, model))
            self._begun(self.session)
        self._run.keep(cell_of(claim, engine=engine, run=self._run.run, title=title))

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()

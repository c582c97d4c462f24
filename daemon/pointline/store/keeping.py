"""Opening the store, and how long things are kept in it: settings, retention, forgetting."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from pointline.errors import BadInput
from pointline.home import home_path
from pointline.store import elsewhere, erase, forgetting, sessions
from pointline.store.database import Database, database_url
from pointline.store.elsewhere import Elsewhere
from pointline.store.errors import StoreError, kept_whole, with_traces
from pointline.store.hosts import site_of
from pointline.store.migrate import migrate
from pointline.store.records import Forgotten, Settings, new_id

log = logging.getLogger("pointline.store")

EVERY = timedelta(days=1)
"""How often what is too old is looked for."""

_ERASE_DUE = "erase_due"
_BRIEFLY = 2.0  # Seconds that opening waits for others who read; the traces are erased the next time.


def _now() -> datetime:
    return datetime.now(UTC)


class Keeping:
    """An opened database, and what is forgotten of it."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = _now) -> None:
        """Use :meth:`open`."""
        self._database = database
        self._clock = clock
        self._checked: datetime | None = None
        self._checking = threading.Lock()
        self._seen = self._forgettings()[0]
        self._seeing = threading.Lock()

    @classmethod
    def open(cls, url: str | None = None, *, clock: Callable[[], datetime] = _now) -> Self:
        """Open the database (``url``, else ``POINTLINE_DATABASE_URL``, else ``POINTLINE_HOME/pointline.db``).

        Brings its tables up to date, finishes a forgetting that was interrupted, and forgets what is too old.
        """
        database = Database(database_url(url))
        try:
            migrate(database)
            store = cls(database, clock)
            store._finish_erasing(patience=_BRIEFLY)
            store.apply_retention()
        except BaseException:
            database.close()
            raise
        return store

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def settings(self) -> Settings:
        """What the person chose."""
        with self._database.read() as connection:
            return sessions.read_settings(connection)

    def choose(self, chosen: Settings) -> None:
        """Keep what the person chose, and forget at once what is too old by it."""
        with self._database.write() as connection:
            sessions.write_settings(connection, chosen)
        self.apply_retention()

    def forget(
        self, *, everything: bool = False, site: str | None = None, older_than: timedelta | None = None
    ) -> Forgotten:
        """Forget one of: everything, what comes from a site (and hosts below it), what is older than a time.

        Nothing of it is left in the files when this returns. When another process keeps reading for too long, the rows
        are gone, the traces are not, and it raises; they are erased the next time.
        """
        if sum((everything, site is not None, older_than is not None)) != 1:
            raise BadInput("forget", "What is to be forgotten?", "Say one of --all, --site HOST, --older-than 30d.")
        host = None if site is None else site_of(site)
        before = None if older_than is None else _before(self._clock(), older_than)
        try:
            counts = self._delete(host, before)
        except StoreError as error:
            if not everything or error.code != "store_full" or self._database.path is None:
                raise kept_whole(error) from error
            counts = self._delete_without_room()
        self._finish_erasing()
        logs = home_path() / erase.LOGS
        if host is not None:
            erase.erase_logs(logs, erase.mentions(host.encode()))
        elif before is not None:
            erase.erase_logs(logs, erase.untouched_since(before))
        else:
            erase.erase_logs(logs, lambda _path: True)
        return counts

    def _delete(self, host: str | None, before: datetime | None) -> Forgotten:
        with self._database.write() as connection:
            if host is not None:
                counts = forgetting.forget_site(connection, host)
            elif before is not None:
                counts = forgetting.forget_older(connection, before)
            else:
                counts = forgetting.forget_all(connection)
            self._due(connection)
            counted = elsewhere.count(connection, before)
        self._saw(*counted)
        return counts

    def _delete_without_room(self) -> Forgotten:
        """Everything, on a full disk: what is beside the file first, then its rows without overwriting them."""
        erase.erase_logs(home_path() / erase.LOGS, lambda _path: True)
        erase.make_room(self._database)
        try:
            with self._database.migrating() as connection:
                counts = forgetting.forget_all_in_place(connection)
                self._due(connection)
                counted = elsewhere.count(connection, None)
        except StoreError as error:
            raise kept_whole(error) from error
        self._saw(*counted)
        return counts

    def forget_session(self, session: str) -> Forgotten:
        """Forget one session as thoroughly as :meth:`forget` does; nothing happens when there is none with this id."""
        with self._database.write() as connection:
            counts = forgetting.forget_session(connection, session)
            if counts != Forgotten():
                self._due(connection)
                counted = elsewhere.count(connection, None)
        if counts != Forgotten():
            self._saw(*counted)
            self._finish_erasing()
        return counts

    def forgotten_elsewhere(self) -> Elsewhere | None:
        """What was forgotten since this was asked last, by another program or for its age; None when nothing was."""
        number, before = self._forgettings()
        with self._seeing:
            missed, self._seen = number - self._seen, max(number, self._seen)
        if missed <= 0:
            return None
        return Elsewhere(before if missed == 1 else None)

    def _forgettings(self) -> tuple[int, datetime | None]:
        with self._database.read() as connection:
            return elsewhere.read(connection)

    def _saw(self, before: int, after: int) -> None:
        """Take no notice of a forgetting of our own, unless there is another that was not noticed yet."""
        with self._seeing:
            if self._seen == before:
                self._seen = after

    def apply_retention(self) -> Forgotten:
        """Forget what is older than the person wants to keep; done when opened, then daily as questions come."""
        self._checked = self._clock()
        days = self.settings().retention_days
        if days is None:
            return Forgotten()
        before = _before(self._clock(), timedelta(days=days))
        with self._database.write() as connection:
            counts = forgetting.forget_older(connection, before)
            if counts != Forgotten():
                self._due(connection)
                elsewhere.count(connection, before)
        if counts != Forgotten():
            log.info("retention: %d questions and %d cells forgotten", counts.asks, counts.cells)
            self._finish_erasing(patience=_BRIEFLY)
        return counts

    def _daily(self) -> None:
        with self._checking:
            due = self._checked is None or self._clock() - self._checked >= EVERY
            if due:
                self._checked = self._clock()
        if due:
            self.apply_retention()

    def _due(self, connection: Connection) -> None:
        """Note with a deletion that its traces are to be erased, should the program be killed before that."""
        sessions.write_value(connection, _ERASE_DUE, new_id())  # Another forgetting meanwhile has an id of its own.

    def _finish_erasing(self, patience: float | None = None) -> None:
        """Erase traces that are due; with ``patience`` (seconds) leave them for the next time when others read.

        So too when the disk is too full to write the file anew: what is kept can still be read.
        """
        with self._database.read() as connection:
            due = sessions.read_value(connection, _ERASE_DUE)
        if not due:
            return
        try:
            erase.erase(self._database, erase.PATIENCE if patience is None else patience)
        except StoreError as error:
            if patience is None or error.code not in ("store_busy", "store_full"):
                raise with_traces(error) from error
            log.warning("traces of what was forgotten are left for the next time: %s", error)
            return
        with self._database.write() as connection:
            if sessions.read_value(connection, _ERASE_DUE) == due:
                sessions.write_value(connection, _ERASE_DUE, None)


def _before(now: datetime, age: timedelta) -> datetime:
    try:
        return now - age
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)

"""The connection: where the database is, how it is opened, and what a transaction is.

SQLite runs in WAL mode, so that readers do not wait for a writer. ``synchronous=FULL``: NORMAL would keep what was
acknowledged when the process is killed, but not when the power goes; an answer takes seconds, the fsync milliseconds.
Every writing transaction takes the write lock at its beginning (``BEGIN IMMEDIATE``), so none fails half-way for want
of it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url

from pointline.errors import BadInput
from pointline.home import home
from pointline.store.errors import store_error, translated

URL_VARIABLE = "POINTLINE_DATABASE_URL"
FILE = "pointline.db"
BUSY_SECONDS = 15.0
"""How long a statement waits for another process."""

_MODE = 0o600  # Questions and lines are the person's own.
_BEGIN = "pointline_begin"
_SETTINGS = (
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # What is deleted is overwritten, not only unlinked.
    "temp_store=MEMORY",  # No copies of rows in temporary files, not even while the file is compacted.
    "fullfsync=ON",  # On macOS a plain fsync does not reach the disk; elsewhere this changes nothing.
    "checkpoint_fullfsync=ON",
    "trusted_schema=OFF",
    "journal_size_limit=16777216",
)


class Database:
    """One database, safe to use from several threads; ``path`` is its file, None for PostgreSQL."""

    def __init__(self, url: URL) -> None:
        """Connect lazily to ``url``. For SQLite, make the file so that only its owner can read it."""
        self.path = None if url.get_backend_name() == "postgresql" else Path(url.database or "").absolute()
        self.place = str(self.path or url.render_as_string(hide_password=True))
        self.engine = _sqlite(self.path) if self.path else _postgresql(url)
        # SQLite lets one write at a time and does not queue the others: here they queue, instead of polling.
        self._writing = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database from its first statement on, and changes nothing."""
        with translated(self.place), self._begin("DEFERRED") as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is kept whole when the block ends, and not at all when it raises."""
        with translated(self.place), self._queued(), self._begin("IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A writing transaction on a connection of its own in which SQLite lets tables be made anew."""
        with translated(self.place), self._queued(), self.engine.connect() as connection:
            if self.path:
                raw(connection).execute("PRAGMA foreign_keys=OFF")
                connection.detach()  # Closed afterwards: this setting must not come back from the pool.
            connection = connection.execution_options(**{_BEGIN: "IMMEDIATE"})
            with connection.begin():
                yield connection

    @contextmanager
    def outside(self) -> Iterator[sqlite3.Connection]:
        """SQLite itself, without a transaction, while nobody else of this process writes."""
        with translated(self.place), self._queued(), self.engine.connect() as connection:
            yield raw(connection)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def _queued(self) -> Iterator[None]:
        if self.path is None:
            yield
            return
        if not self._writing.acquire(timeout=2 * BUSY_SECONDS):
            raise store_error("busy", self.place, "too many wait to write")
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def _begin(self, kind: str) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            connection = connection.execution_options(**{_BEGIN: kind})
            if self.path is None and kind == "DEFERRED":
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection


def database_url(url: str | None) -> URL:
    """Where the database is: ``url``, else ``POINTLINE_DATABASE_URL``, else a file of the data directory.

    Raises :class:`~pointline.errors.BadInput` for what is neither SQLite nor PostgreSQL.
    """
    given = url or os.environ.get(URL_VARIABLE, "")
    if not given:
        return URL.create("sqlite", database=str(home() / FILE))
    try:
        found = make_url(given)
    except (exc.ArgumentError, ValueError):
        raise _bad_url("it is not an address of a database") from None
    if found.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return found.set(drivername="postgresql+psycopg")
    if found.drivername == "sqlite" and found.database and found.database != ":memory:" and not found.query:
        return found
    raise _bad_url("only sqlite:///FILE and postgresql://… are known")


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection."""
    found: Any = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def _bad_url(reason: str) -> BadInput:
    # The address itself is not repeated: it may hold a password.
    return BadInput(
        "database_url", f"{URL_VARIABLE} cannot be used: {reason}.", "Set it to postgresql://… or unset it."
    )


def _postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=16)
    except ModuleNotFoundError:
        raise BadInput(
            "postgres_missing", "PostgreSQL needs the driver psycopg.", "Install it: pip install 'pointline[postgres]'."
        ) from None
    return engine


def _sqlite(path: Path) -> Engine:
    with translated(str(path)):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # SQLite gives its -wal and -shm files the mode of this one.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, _MODE))
        if path.stat().st_mode & 0o077:
            path.chmod(_MODE)
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        pool_size=8,
        max_overflow=16,
    )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # The module would begin transactions where it sees fit; _begun does.
    _to_wal(connection)
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}").fetchall()


def _to_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL; SQLite does not wait by itself when several processes open a new file at once."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                connection.execute("PRAGMA journal_mode=WAL").fetchall()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _begun(connection: Connection) -> None:
    kind = connection.get_execution_options().get(_BEGIN, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")

"""Leave no trace of deleted rows in the files: the database, its log (-wal), copies made before migrations, log files.

``secure_delete`` has overwritten the rows in the database; their old pages may still stand in the -wal file, and
remains of earlier layouts in unused parts of pages. So: empty the log into the file, write the file anew, empty the log
again. That works while other processes have the database open; only one that is in the middle of reading must be waited
for. PostgreSQL's tables are written anew; its own log and backups are its keeper's.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import text

from pointline.store.database import BUSY_SECONDS, Database
from pointline.store.errors import StoreError, store_error, translated
from pointline.store.migrate import backups
from pointline.store.schema import metadata

PATIENCE = 30.0
"""Seconds to wait for others who read."""

LOGS = "logs"

_LOOK = 200  # milliseconds between looks whether they let go


def erase(database: Database, patience: float = PATIENCE) -> None:
    """Erase the traces of what was deleted.

    Raises :class:`~pointline.store.errors.StoreError` when another process would not let go of the file.
    """
    if database.path is None:
        _rewrite_tables(database)
        return
    until = time.monotonic() + patience
    with database.outside() as connection:
        connection.execute(f"PRAGMA busy_timeout={_LOOK}")  # Else SQLite itself waits, past our patience.
        try:
            for step in (_empty_log, _rewrite_file, _empty_log):
                _patiently(lambda step=step: step(connection), until, database.place)  # type: ignore[misc]
        finally:
            connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    with translated(database.place):
        for copy in backups(database.path):
            copy.unlink(missing_ok=True)


def make_room(database: Database) -> None:
    """Give back what an SQLite file has beside it and does not need: what its log has no more use for, and copies."""
    if database.path is None:
        return
    with translated(database.place):
        for copy in backups(database.path):
            copy.unlink(missing_ok=True)
    with suppress(StoreError), database.outside() as connection:
        _empty_log(connection)


def erase_logs(folder: Path, concerned: Callable[[Path], bool]) -> None:
    """Empty the log files below ``folder`` that are ``concerned``; they may be open, so they are not removed.

    Log lines name no content (a rule of the daemon), but this does not rely on it.
    """
    if not folder.is_dir():
        return
    with translated(str(folder)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and concerned(path):
                with path.open("r+b") as file:
                    file.truncate(0)


def mentions(words: bytes) -> Callable[[Path], bool]:
    """Whether a file holds ``words``."""
    return lambda path: words in path.read_bytes()


def untouched_since(before: datetime) -> Callable[[Path], bool]:
    """Whether a file was last written before a moment."""
    return lambda path: path.stat().st_mtime < before.timestamp()


def _patiently(step: Callable[[], bool], until: float, place: str) -> None:
    while not step():
        if time.monotonic() > until:
            error = store_error("busy", place, "another program is reading it, so traces of what was forgotten remain")
            raise StoreError(error.code, str(error), "Stop the other program (the daemon?), then forget again.")
        time.sleep(0.05)


def _empty_log(connection: sqlite3.Connection) -> bool:
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _rewrite_file(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return False
        raise
    return True


def _rewrite_tables(database: Database) -> None:
    with translated(database.place), database.engine.connect() as connection:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(f"SET lock_timeout = '{int(PATIENCE)}s'"))
        for table in metadata.sorted_tables:
            connection.execute(text(f'VACUUM (FULL) "{table.name}"'))
        connection.execute(text("RESET lock_timeout"))

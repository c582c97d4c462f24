"""Bring a database to the tables this program knows: all steps in one transaction, a copy of the file before it."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from pointline.store.database import Database
from pointline.store.errors import StoreError

BACKUPS = "backups"
_SCRIPTS = "pointline.store:migrations"
_LOCK = 0x706F696E  # PostgreSQL's number for "pointline is being migrated"
_one_at_a_time = threading.Lock()  # Alembic's context is one per process.


def migrate(database: Database, target: str = "head") -> None:
    """Bring ``database`` to ``target``; whoever comes second waits and finds it done.

    Raises :class:`~pointline.store.errors.StoreError` when the database was made by a newer program (nothing is
    touched), or when a step fails (everything is as before).
    """
    config = Config()
    config.set_main_option("script_location", _SCRIPTS)
    script = ScriptDirectory.from_config(config)
    with database.read() as connection:
        if _at(connection, script, target, database.place):
            return
    with _one_at_a_time, database.migrating() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        if _at(connection, script, target, database.place):
            return
        before = _revision(connection)
        if before and database.path:
            back_up(database.path, before)
        config.attributes["connection"] = connection
        command.upgrade(config, target)
        if database.path:
            _check_references(connection, database.place)


def back_up(path: Path, revision: str) -> Path:
    """Copy the SQLite file ``path`` as it was last committed into ``backups``; older copies go."""
    folder = path.parent / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    copy, part = folder / f"{path.stem}-{revision}.db", folder / f"{path.stem}.part"
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    part.replace(copy)
    for old in backups(path):
        if old != copy:
            old.unlink(missing_ok=True)
    return copy


def backups(path: Path) -> list[Path]:
    """The copies of the SQLite file ``path``, whole or not."""
    folder = path.parent / BACKUPS
    return [
        found for found in sorted(folder.glob(f"{path.stem}*")) if found.suffix in (".db", ".part", ".part-journal")
    ]


def _at(connection: Connection, script: ScriptDirectory, target: str, place: str) -> bool:
    """Whether the database is where it should be; raises when this program does not know where it is."""
    revision = _revision(connection)
    if revision is not None:
        try:
            script.get_revision(revision)
        except CommandError:
            raise StoreError(
                "store_newer",
                f"{place} was written by a newer Pointline (its tables are at {revision}).",
                "Update Pointline, or set POINTLINE_HOME to another folder.",
            ) from None
    return revision == (script.get_current_head() if target == "head" else target)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_references(connection: Connection, place: str) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise StoreError(
            "store_damaged",
            f"{place} cannot be brought up to date: {len(broken)} of its rows belong to nothing.",
            "Everything is as before; move the file away to begin anew.",
        )

"""Opening the store: its tables through the versions, who may read the files, and disks that are full or read-only."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event

from helpers import kept
from helpers.disks import small_disk
from pointline.errors import BadInput
from pointline.home import home
from pointline.store import erase, migrate
from pointline.store.database import FILE, Database, database_url
from pointline.store.records import NewAsk, Settings, StoredAsk
from pointline.store.schema import metadata
from pointline.store.store import Store


def keep(store: Store, question: str = "What does it cost?") -> str:
    page = kept.page()
    ask = NewAsk(question, page)
    store.begin_ask(ask)
    assert store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "14 euros")))
    return ask.id


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# Tables through the versions


def test_the_migrations_make_the_tables_that_the_program_uses(url: str | None) -> None:
    Store.open(url).close()
    database = Database(database_url(url))
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    database.close()


def test_an_older_database_is_brought_up_to_date_after_a_copy(url: str | None) -> None:
    database = Database(database_url(url))
    migrate.migrate(database, "v0001")
    with database.write() as connection:
        connection.exec_driver_sql("INSERT INTO sessions (id, title, created_at) VALUES ('s', 'Old', 0)")
    database.close()
    with Store.open(url) as store:
        assert [one.title for one in store.sessions().items] == ["Old"]
        assert store.idempotent("key", "POST /v1/asks", "h").outcome == "fresh"
    if url is None:
        (copy,) = (home() / "backups").iterdir()
        assert copy.name == "pointline-v0001.db"
        assert (mode(copy), mode(copy.parent)) == (0o600, 0o700)
        with closing(sqlite3.connect(copy)) as file:
            assert file.execute("SELECT title FROM sessions").fetchall() == [("Old",)]
            assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("v0001",)]


def test_a_new_database_needs_no_copy() -> None:
    Store.open().close()
    assert not (home() / "backups").exists()


def test_a_step_that_fails_leaves_everything_as_it_was(url: str | None) -> None:
    database = Database(database_url(url))
    migrate.migrate(database, "v0001")
    with database.write() as connection:  # in the way of what the next step does second
        connection.exec_driver_sql("CREATE INDEX ix_idempotency_created_at ON sessions (title)")
    for _ in range(2):
        with pytest.raises(BadInput):
            migrate.migrate(database)
        with database.read() as connection:
            assert MigrationContext.configure(connection).get_current_revision() == "v0001"
            assert not connection.dialect.has_table(connection, "idempotency")
    with database.write() as connection:
        connection.exec_driver_sql("DROP INDEX ix_idempotency_created_at")
    database.close()
    Store.open(url).close()


def test_a_database_of_a_newer_program_is_left_alone(url: str | None) -> None:
    Store.open(url).close()
    database = Database(database_url(url))
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'v9999'")
    database.close()
    with pytest.raises(BadInput) as refused:
        Store.open(url)
    assert refused.value.code == "store_newer"
    assert "Update" in refused.value.action
    assert "v9999" in str(refused.value)


def test_of_several_programs_that_open_a_new_home_each_finds_its_tables() -> None:
    code = "from pointline.store.store import Store; s = Store.open(); s.start_session('x'); s.close()"
    programs = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(3)]
    failed = [(program.communicate(timeout=120)[1], program.returncode) for program in programs]
    assert failed == [("", 0)] * 3
    with Store.open() as store:
        assert len(store.sessions().items) == 3


# Where it is, and who may read it


def test_only_the_owner_can_read_the_files() -> None:
    with Store.open() as store:
        keep(store)
        names = {path.name: mode(path) for path in home().iterdir()}
        assert names == {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600}
        assert mode(home()) == 0o700
    (home() / FILE).chmod(0o644)
    with Store.open() as store:
        keep(store)
        assert {mode(path) for path in home().iterdir()} == {0o600}


def test_each_connection_is_set_up() -> None:
    with Store.open() as store, store._database.outside() as connection:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1, "temp_store": 2}
        assert {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted


@pytest.mark.parametrize("url", ["nonsense", "mysql://a:hunter2@b/c", "sqlite://", "sqlite:///:memory:", "postgres:x"])
def test_an_address_that_cannot_be_used_is_refused_without_repeating_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POINTLINE_DATABASE_URL", url)
    with pytest.raises(BadInput) as refused:
        Store.open()
    assert "hunter2" not in str(refused.value)
    assert refused.value.action


def test_a_server_that_is_not_there_is_said_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        Store.open(f"postgres://user:hunter2@/x?host={tmp_path}")
    assert refused.value.code == "store_unreachable"
    assert "hunter2" not in str(refused.value)


def test_the_address_may_name_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POINTLINE_DATABASE_URL", f"sqlite:///{tmp_path}/deep/50% off.db")
    with Store.open() as store:
        keep(store)
    assert mode(tmp_path / "deep" / "50% off.db") == 0o600


def test_a_file_that_is_no_database_is_said_to_be_damaged() -> None:
    (home() / FILE).write_text("This is a letter. " * 100)
    with pytest.raises(BadInput) as refused:
        Store.open()
    assert refused.value.code == "store_damaged"
    assert "backups" in refused.value.action
    assert (home() / FILE).read_text().startswith("This is a letter.")


def test_a_locked_database_is_said_to_be_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pointline.store.database.BUSY_SECONDS", 0.2)
    with Store.open() as store, closing(sqlite3.connect(home() / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BadInput) as refused:
            store.start_session()
        assert refused.value.code == "store_busy"
        assert store.sessions().items == ()  # reading does not wait
        other.execute("ROLLBACK")
        store.start_session()


# Disks that are full or cannot be written


def test_on_a_full_disk_nothing_half_is_kept_and_it_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small_disk(tmp_path / "disk", "1m") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with Store.open() as store:
            acknowledged: list[str] = []
            ballast = disk / "ballast"
            ballast.write_bytes(b"x" * 400_000)
            with pytest.raises(BadInput) as refused:
                fill(store, acknowledged)
            assert refused.value.code == "store_full"
            assert "space" in refused.value.action
            assert len(acknowledged) > 5
            found = {one.id: one for one in all_asks(store)}
            assert set(acknowledged) <= set(found)
            assert all(
                one.status == "running" and one.result is None for one in found.values() if one.id not in acknowledged
            )
            ballast.unlink()
            acknowledged.append(keep(store))
        with Store.open() as store:
            assert set(acknowledged) <= {one.id for one in all_asks(store)}
            with store._database.outside() as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def fill(store: Store, acknowledged: list[str]) -> None:
    for number in range(3000):
        acknowledged.append(keep(store, f"{number} " * 200))


def all_asks(store: Store) -> list[StoredAsk]:
    found: list[StoredAsk] = []
    cursor = None
    while True:
        part = store.asks(cursor=cursor, limit=200)
        found += part.items
        cursor = part.cursor
        if cursor is None:
            return found


def test_a_database_that_may_not_grow_says_so() -> None:
    """The same error where no small disk can be made: SQLite's own limit raises it."""
    with Store.open() as store:
        keep(store)
        event.listen(store._database.engine, "checkout", lambda raw, *_: raw.execute("PRAGMA max_page_count=1"))
        with pytest.raises(BadInput) as refused:
            fill(store, [])
        assert refused.value.code == "store_full"


def test_a_disk_that_is_full_from_the_start_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "disk", "64k") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with pytest.raises(BadInput) as refused:
            Store.open()
        assert refused.value.code == "store_full"


def test_a_home_on_a_read_only_disk_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with Store.open() as store:
            keep(store)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(BadInput) as refused:
            Store.open()
        assert "POINTLINE_HOME" in refused.value.action
        with pytest.raises(BadInput) as refused:
            Store.open(f"sqlite:///{disk}/{FILE}")
        assert refused.value.code == "store_unwritable"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_belongs_to_another_says_so() -> None:
    home().chmod(0o500)
    with pytest.raises(BadInput) as refused:
        Store.open()
    assert "POINTLINE_HOME" in refused.value.action
    home().chmod(0o700)


def test_forgetting_on_a_full_disk_is_said_and_finished_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small_disk(tmp_path / "disk", "40m") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with Store.open() as store:
            for number in range(20):
                keep(store, f"{number} walrus " * 400)
                store.start_session(f"{number} stays " * 60_000)
            ballast = disk / "ballast"
            free = shutil.disk_usage(disk).free
            # Room for the rows to be deleted, not for the file to be written anew.
            ballast.write_bytes(b"x" * (free - 400_000))
            with pytest.raises(BadInput) as refused:
                store.forget(site="ferry.example")
            assert refused.value.code == "store_full"
        with Store.open() as store:
            assert len(store.sessions().items) > 1
        ballast.unlink()
        with Store.open() as store:
            store.forget(site="ferry.example")
            assert store.asks().items == ()
            assert not [path for path in disk.rglob("*") if path.is_file() and b"walrus" in path.read_bytes()]


def test_forgetting_on_a_full_disk_beside_a_reader_says_what_is_left_and_is_finished_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program reads the log (-wal), so that it cannot be emptied, and not a byte is left to write the file."""
    monkeypatch.setattr(erase, "PATIENCE", 1.0)
    with small_disk(tmp_path / "disk", "40m") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with Store.open() as store:
            for number in range(10):
                keep(store, f"{number} walrus " * 400)
                store.start_session(f"{number} walrus " * 60_000)
            reader = sqlite3.connect(disk / FILE)
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM sessions").fetchall()
            for number in range(5):
                store.start_session(f"{number} walrus " * 60_000)
            with suppress(OSError), (disk / "ballast").open("ab") as ballast:
                while True:
                    ballast.write(b"x" * 4096)
                    ballast.flush()
            with pytest.raises(BadInput) as refused:
                store.forget(everything=True)
            whole = str(refused.value).startswith("Nothing of the history was forgotten.")
            assert whole or "traces of it are still in the files" in str(refused.value)
            assert "Free some space" in refused.value.action
            reader.close()
            held = store.held()
            assert (held.sessions, held.asks) == ((25, 10) if whole else (0, 0))
            (disk / "ballast").unlink()
            store.forget(everything=True)
            assert not [path for path in disk.rglob("*") if path.is_file() and b"walrus" in path.read_bytes()]
            with store._database.outside() as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_forgetting_everything_on_a_full_disk_frees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "disk", "40m") as disk:
        monkeypatch.setenv("POINTLINE_HOME", str(disk))
        with Store.open() as store, Store.open() as beside:
            for number in range(20):
                keep(store, f"{number} walrus " * 400)
                store.start_session(f"{number} walrus " * 60_000)
            store.choose(Settings(retention_days=30))
            ballast = disk / "ballast"
            with store._database.outside() as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            # No room to overwrite the rows, which are 13 MB.
            ballast.write_bytes(b"x" * (shutil.disk_usage(disk).free - 1_000_000))
            with pytest.raises(BadInput) as refused:
                store._delete(None, None)
            assert refused.value.code == "store_full"
            counts = store.forget(everything=True)
            assert (counts.sessions, counts.asks) == (40, 20)
            assert shutil.disk_usage(disk).free > 10_000_000
            assert not [path for path in disk.rglob("*") if path.is_file() and b"walrus" in path.read_bytes()]
            assert beside.sessions().items == ()
            assert store.settings().retention_days == 30
            keep(beside)
            with store._database.outside() as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)

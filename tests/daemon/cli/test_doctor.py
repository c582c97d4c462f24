"""``pointline doctor`` beyond the engine: each fault is found, with one thing to do about it."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pointline.access import files
from pointline.access.lock import HomeLock
from pointline.access.pairings import PairingBook, new_pairing
from pointline.access.proofs import new_token
from pointline.access.window import WindowFile
from pointline.cli import doctor_checks
from pointline.cli.doctor_checks import run_checks
from pointline.cli.main import commands
from pointline.engine.doctor import Finding
from pointline.evaluation.qualify_items import load_items
from pointline.evaluation.qualify_method import method_sha256
from pointline.home import home, home_path
from pointline.logs import LARGEST, log_path, logging_to_home
from pointline.store.store import Store


def found(name: str) -> Finding:
    findings = [finding for finding in run_checks() if finding.name == name]
    assert len(findings) == 1
    assert findings[0].ok or findings[0].action.endswith(".")
    return findings[0]


@pytest.fixture
def port() -> Iterator[int]:
    """A port that something else has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_looking_changes_nothing() -> None:
    run_checks()
    assert not home_path().exists()


def test_a_model_that_was_not_measured_by_this_program() -> None:
    folder = home() / "models" / "a"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    assert "not measured yet" in found("qualification").says
    old = {"qualification": {"date": "2026-01-02", "items_sha256": load_items().sha256}}
    (folder / "pointline.json").write_text(json.dumps(old))
    assert "other steps" in found("qualification").says
    assert found("qualification").action == "Run `pointline model qualify a`."
    old["qualification"]["method_sha256"] = method_sha256()
    (folder / "pointline.json").write_text(json.dumps(old))
    assert found("qualification") == Finding("qualification", True, "a was measured as it runs.")


def test_all_is_well_after_a_day_of_use() -> None:
    lock = HomeLock()
    PairingBook().add(new_pairing(new_token(), "chrome-extension://a", "Chrome", "one"))
    with logging_to_home(), Store.open() as store:
        store.start_session()
    lock.release()
    assert [finding for finding in run_checks() if not finding.ok and finding.name != "port"] == []
    assert "whole" in found("database").says
    assert "Chrome" in found("pairings").says


@pytest.mark.parametrize("path", ["", "access", "access/pairings.json", "logs", "logs/daemon.jsonl", "pointline.db"])
def test_what_others_can_read_is_found(path: str) -> None:
    PairingBook().add(new_pairing(new_token(), "chrome-extension://a", "", "one"))
    with logging_to_home(), Store.open():
        pass
    assert found("permissions").ok
    (home() / path).chmod(0o755 if (home() / path).is_dir() else 0o644)
    finding = found("permissions")
    assert not finding.ok
    assert str(home() / path) in finding.says
    assert "chmod" in finding.action


@pytest.mark.parametrize("how", ["garbage", "cut", "empty page"])
def test_a_damaged_database_is_found(how: str) -> None:
    path = home() / "pointline.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE t (words TEXT)")
        database.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 100)
        database.execute("CREATE INDEX i ON t (words)")
        database.commit()
    path.chmod(0o600)
    assert found("database").ok
    data = path.read_bytes()
    broken = {"garbage": b"x" * len(data), "cut": data[:9000], "empty page": data[:8192] + bytes(4096) + data[12288:]}
    path.write_bytes(broken[how])
    assert not found("database").ok
    assert "pointline.db" in found("database").says


def test_a_running_daemon_and_one_that_was_killed_are_told_apart() -> None:
    lock = HomeLock()
    lock.tell("http://127.0.0.1:1234")
    assert f"process {os.getpid()}) at http://127.0.0.1:1234" in found("daemon").says
    os.close(lock._descriptor)  # as the system does for a process that ends without a word
    assert "did not stop in order" in found("daemon").says
    HomeLock().release()
    assert "No daemon runs" in found("daemon").says


def test_looking_does_not_take_the_lock() -> None:
    lock = HomeLock()
    found("daemon")
    with (home() / "daemon.lock").open("rb") as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    lock.release()


def test_a_port_that_something_else_has_is_found(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_checks, "PORT", port)
    assert not found("port").ok
    assert "--port" in found("port").action
    lock = HomeLock()
    lock.tell(f"http://127.0.0.1:{port}")
    assert found("port").ok
    lock.release()


def test_wrong_codes_are_told() -> None:
    PairingBook().add(new_pairing(new_token(), "chrome-extension://a", "", "one"))
    windows = WindowFile()
    opened = windows.open()
    windows.change(opened.id, lambda window: replace(window, tries=0, state="locked"))
    assert not found("pairings").ok


def test_damaged_pairings_are_found() -> None:
    (files.folder("access") / "pairings.json").write_text("{")
    assert not found("pairings").ok
    assert "pointline pair" in found("pairings").action


def test_little_space_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage(10**12, 10**12, 10**8))
    assert not found("disk").ok


def test_a_log_that_grew_is_found() -> None:
    with logging_to_home():
        pass
    assert found("log").ok
    beside = Path(f"{log_path()}.9")
    with beside.open("wb") as file:
        file.truncate(10 * LARGEST)
    beside.chmod(0o600)
    assert not found("log").ok


def test_a_check_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(doctor_checks, "_disk", fails)
    assert not found("disk").ok
    assert "secret" not in found("disk").says


def test_json_has_every_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pointline.cli.doctor.run_doctor", list)
    ran = CliRunner().invoke(commands, ["doctor", "--json"])
    told = json.loads(ran.stdout)
    names = [finding["name"] for finding in told["findings"]]
    assert names == ["permissions", "disk", "database", "daemon", "port", "pairings", "log", "service"]
    assert set(told["findings"][0]) == {"name", "ok", "says", "action"}

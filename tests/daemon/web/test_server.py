"""The real daemon in a process of its own: answers over the wire, start-up, one per folder, what stands in its way."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from helpers.api import events
from helpers.disks import small_disk
from helpers.serving import Serving

TEXT = "The lighthouse was built in 1871. It is 34 metres high."


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("home"))
    yield serving
    assert serving.stop() == 0


def test_the_first_line_is_url_and_token(daemon: Serving) -> None:
    assert set(daemon.started) == {"url", "token"}
    assert daemon.url.startswith("http://127.0.0.1:")
    assert len(daemon.token) == 43


def test_an_answer_over_the_wire(daemon: Serving) -> None:
    page = daemon.post("/v1/pages", {"text": TEXT, "url": "https://example.org/"})
    assert page.status_code == 201
    answer = daemon.post("/v1/asks", {"page_id": page.json()["page_id"], "question": "How many metres high is it?"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.content)
    assert found[-1][0] == "done"
    assert "34 metres" in " ".join(claim["quote"] for claim in found[-1][1]["claims"])
    assert "server" not in answer.headers


def test_a_five_megabyte_page_is_taken(daemon: Serving) -> None:
    text = "\n\n".join(f"Line {number} of a long register of ships and their masters." for number in range(85_000))
    assert len(text) > 5_000_000
    response = daemon.post("/v1/pages", {"text": text})
    assert response.status_code == 201
    assert response.json()["characters"] == len(text) - 84_999


def test_start_up_says_what_runs_and_where(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    assert daemon.stop() == 0
    said = dict(re.findall(r"^(\w+) {2,}(.*)$", daemon.errors, re.MULTILINE))
    assert said["address"] == daemon.url
    assert "scripted" in said["model"]
    assert said["BLAS"]
    assert "pointline pair" in said["paired"]
    assert said["data"] == str(daemon.home)
    assert said["log"] == str(daemon.home / "logs" / "daemon.jsonl")
    assert daemon.token not in daemon.errors


def test_a_run_for_paired_browsers_only_prints_no_token(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home", "--paired-only")
    try:
        assert set(daemon.started) == {"url"}
        for given in ("", "Bearer", "Bearer x"):
            status = httpx.get(daemon.url + "/v1/status", headers={"Authorization": given}).status_code
            assert status == 401
    finally:
        assert daemon.stop() == 0


def test_a_token_is_good_for_its_run_only(tmp_path: Path) -> None:
    first = Serving(tmp_path / "home")
    assert first.stop() == 0
    second = Serving(tmp_path / "home")
    try:
        assert second.token != first.token
        assert httpx.get(second.url + "/v1/status", headers=first.headers).status_code == 401
    finally:
        assert second.stop() == 0
    kept = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert first.token.encode() not in kept
    assert second.token.encode() not in kept


def test_a_port_that_is_taken_says_so(daemon: Serving, tmp_path: Path) -> None:
    second = Serving(tmp_path / "home", port=daemon.port)
    assert second.process.wait(30) == 2
    second.stop()
    assert "taken" in second.errors
    assert "--port" in second.errors


def test_a_second_daemon_on_one_folder_is_refused(daemon: Serving) -> None:
    second = Serving(daemon.home)
    assert second.process.wait(30) == 2
    second.stop()
    assert daemon.url in second.errors
    assert str(daemon.process.pid) in second.errors
    assert "POINTLINE_HOME" in second.errors
    assert httpx.get(daemon.url + "/healthz").status_code == 200


def test_the_lock_of_a_killed_daemon_is_no_hindrance(tmp_path: Path) -> None:
    first = Serving(tmp_path / "home")
    assert first.stop(signal.SIGKILL) == -signal.SIGKILL
    lock = tmp_path / "home" / "daemon.lock"
    assert json.loads(lock.read_text())["pid"] == first.process.pid
    assert first.run("pair").returncode == 1
    assert "did not stop in order" in first.run("doctor", "--json").stdout
    second = Serving(tmp_path / "home")
    assert second.url
    assert second.stop() == 0
    assert f"process {first.process.pid}" in second.errors
    assert lock.read_text() == ""


def test_a_lock_with_a_stranger_s_number_is_no_hindrance(tmp_path: Path) -> None:
    """The number of a process says nothing: it may be another's by now, even that of one that runs."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "daemon.lock").write_text(json.dumps({"pid": os.getpid(), "url": "", "started": 0}))
    daemon = Serving(tmp_path / "home")
    assert daemon.url
    assert daemon.stop() == 0


def test_everything_in_the_data_folder_is_private(daemon: Serving) -> None:
    daemon.post("/v1/pages", {"text": TEXT})
    for path in (daemon.home / "access", daemon.home / "logs"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in (daemon.home / "daemon.lock", *(daemon.home / "logs").iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def fails(home: Path, code: int, *words: str, arguments: tuple[str, ...] = ()) -> None:
    daemon = Serving(home, *arguments)
    assert daemon.process.wait(60) == code
    daemon.stop()
    assert "Traceback" not in daemon.errors
    for word in words:
        assert word in daemon.errors


def test_a_folder_that_cannot_be_made_says_so() -> None:
    fails(Path("/proc/pointline"), 1, "cannot be made", "POINTLINE_HOME")


def test_a_folder_that_cannot_be_written_says_so() -> None:
    """Not even root may make files in /proc, as on a file system that is mounted read-only."""
    fails(Path("/proc"), 1, "cannot be written", "POINTLINE_HOME")


def test_a_full_disk_says_so(tmp_path: Path) -> None:
    """A device that is always full stands in for the first file that is written, then for the log."""
    for name in ("daemon.lock", "logs/daemon.jsonl"):
        home = tmp_path / name.replace("/", "-")
        (home / name).parent.mkdir(parents=True)
        (home / name).symlink_to("/dev/full")
        if name == "daemon.lock":
            fails(home, 1, "disk is full", "Free some space")
            continue
        daemon = Serving(home)
        try:
            # A log that cannot be written is told once, and stops nothing.
            for _ in range(3):
                assert daemon.post("/v1/pages", {"text": TEXT}).status_code == 201
        finally:
            assert daemon.stop() == 0
        assert daemon.errors.count("cannot be written") == 1


def test_a_full_or_read_only_disk_says_so_before_anything_is_served(tmp_path: Path) -> None:
    with small_disk(tmp_path / "full", "64k") as disk:
        fails(disk, 1, "no space left", "Free some space")
        assert holder_of(disk) is None
    with small_disk(tmp_path / "locked", "4m") as disk:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        fails(disk, 1, "cannot be written", "POINTLINE_HOME")


def holder_of(home: Path) -> str | None:
    """Who holds the lock of a data folder, if anybody says so."""
    return (home / "daemon.lock").read_text() or None


def test_a_missing_model_says_so(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    fails(tmp_path / "home", 2, "pointline model pull", arguments=("--engine", "mlx"))


def test_it_stops_in_good_time(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        daemon = Serving(tmp_path / "home")
        start = time.monotonic()
        assert daemon.stop(number) == 0
        assert time.monotonic() - start < 3


def test_an_open_connection_does_not_keep_it(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    with socket.create_connection(("127.0.0.1", daemon.port)) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\n")
        start = time.monotonic()
        assert daemon.stop() == 0
        assert time.monotonic() - start < 3

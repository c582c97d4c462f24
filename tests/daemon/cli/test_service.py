"""``pointline service``: what the units say, and what is done with them (T15: off by default, no residue)."""

from __future__ import annotations

import json
import plistlib
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pointline.cli import service_units
from pointline.cli.main import commands
from pointline.cli.service_units import program, service_of
from pointline.errors import BadInput


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, a folder of settings and an empty path of programs, all of the test's own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def manager(place: Path, name: str, *, status: int = 0) -> Path:
    """A program that writes down how it was called and ends with ``status``; returns where it writes."""
    calls = place / f"{name}.calls"
    script = place / "bin" / name
    script.write_text(f'#!/bin/sh\necho "$@" >> "{calls}"\nexit {status}\n')
    script.chmod(0o755)
    return calls


def run(*arguments: str) -> Result:
    found = CliRunner().invoke(commands, ["service", *arguments])
    if found.exception and not isinstance(found.exception, SystemExit | BadInput):
        raise found.exception
    return found


def unit_of(text: str) -> RawConfigParser:
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    return parser


def test_the_systemd_unit_starts_the_daemon_without_a_token(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POINTLINE_HOME", str(place / 'da"ta 100%'))
    unit = unit_of(service_of("linux", port=9000).text)
    words = unit["Service"]["ExecStart"].replace('"', "").split()
    assert words == [*program(), "serve", "--port", "9000", "--paired-only"]
    assert unit["Service"]["Environment"] == f'"POINTLINE_HOME={place}/da\\"ta 100%%"'
    # The first line of `serve` must not come into the journal, and a fault of the person's is not tried again.
    assert unit["Service"]["StandardOutput"] == "null"
    assert unit["Service"]["RestartPreventExitStatus"] == "2"
    assert int(unit["Service"]["TimeoutStopSec"]) >= 10
    assert unit["Install"]["WantedBy"] == "default.target"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    path = tmp_path / "pointline.service"
    path.write_text(service_of("linux").text)
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", str(path)], capture_output=True, text=True, check=False
    )
    assert path.name not in ran.stderr, ran.stderr


def test_the_launchd_plist_says_the_same(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POINTLINE_HOME", str(place / "data & more"))
    found = service_of("darwin", port=9000)
    assert found.path == place / "Library" / "LaunchAgents" / "pointline.daemon.plist"
    plist = plistlib.loads(found.text.encode())
    assert plist["ProgramArguments"] == [*program(), "serve", "--port", "9000", "--paired-only"]
    assert plist["EnvironmentVariables"] == {"POINTLINE_HOME": str(place / "data & more")}
    assert plist["KeepAlive"] == {"SuccessfulExit": False}
    assert plist["RunAtLoad"] is True
    assert plist["StandardOutPath"] == "/dev/null"
    assert [words[:2] for words in (*found.starting, *found.stopping)] == [
        ("launchctl", "bootstrap"),
        ("launchctl", "bootout"),
    ]


def test_install_writes_and_starts_remove_stops_and_deletes(place: Path) -> None:
    calls = manager(place, "systemctl")
    path = place / "config" / "systemd" / "user" / "pointline.service"
    assert run("install", "--port", "9000").exit_code == 0
    assert "9000" in path.read_text()
    assert calls.read_text().splitlines() == ["--user daemon-reload", "--user enable --now pointline.service"]
    calls.unlink()
    shown = run("remove", "--print")
    assert (shown.exit_code, str(path) in shown.output, path.read_text() in shown.output) == (0, True, True)
    assert not calls.exists()
    assert run("remove").exit_code == 0
    assert calls.read_text().splitlines() == ["--user disable --now pointline.service", "--user daemon-reload"]
    assert not path.exists()
    assert isinstance(run("remove").exception, BadInput)


def test_printing_changes_nothing(place: Path) -> None:
    calls = manager(place, "systemctl")
    shown = run("install", "--print")
    assert "ExecStart" in shown.stdout
    path = json.loads(run("install", "--print", "--json").stdout)["path"]
    assert not Path(path).exists()
    assert not calls.exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_manager_that_cannot_be_reached_is_left_to_the_person(place: Path, there: bool) -> None:
    if there:
        manager(place, "systemctl", status=1)
    ran = run("install")
    assert ran.exit_code == 0
    assert (place / "config" / "systemd" / "user" / "pointline.service").exists()
    assert "systemctl --user daemon-reload" in ran.stdout
    assert "systemctl --user enable --now pointline.service" in ran.stdout


def test_launchd_is_used_on_macos(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    calls = manager(place, "launchctl")
    plist = place / "Library" / "LaunchAgents" / "pointline.daemon.plist"
    assert run("install").exit_code == 0
    assert plist.exists()
    assert run("remove").exit_code == 0
    assert not plist.exists()
    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["bootstrap", "bootout"]


def test_other_systems_are_told_so() -> None:
    with pytest.raises(BadInput, match="no service for win32"):
        service_of("win32")


def test_a_folder_that_cannot_be_written_is_a_failure(place: Path) -> None:
    (place / "config").write_text("in the way")
    from pointline.errors import Failure

    with pytest.raises(Failure):
        service_units.service_of("linux").write()

"""``pointline pair``: the window it opens, what it shows, and how it ends."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.serving import Serving
from pointline.access import files, window
from pointline.access.pairings import PairingBook, new_pairing
from pointline.access.proofs import new_token
from pointline.access.window import WindowFile
from pointline.cli.main import commands, main
from pointline.cli.pair import pair
from pointline.errors import Failure

ORIGIN = "moz-extension://0b1c"


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that runs, as far as the command can see."""
    from pointline.access.lock import Holder

    monkeypatch.setattr("pointline.cli.pair.holder", lambda: Holder(1, "http://127.0.0.1:8765", 0.0))
    monkeypatch.setattr("pointline.cli.pair.LOOK", 0.01)


def test_without_a_daemon_it_says_how_to_start_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pair"])
    assert ended.value.code == 1
    assert "pointline serve" in capsys.readouterr().err
    assert WindowFile().read() is None


def test_the_code_is_for_eyes_and_the_time_ends(running: None, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = WindowFile.open
    monkeypatch.setattr(WindowFile, "open", lambda self: opened(self, seconds=0.1))
    ran = CliRunner().invoke(commands, ["pair"])
    assert isinstance(ran.exception, Failure)
    assert ran.exception.code == "pair_expired"
    first = ran.stdout.splitlines()[0]
    assert first.startswith("Code:")
    assert len([letter for letter in first if letter.isdigit()]) == 8
    closed = WindowFile().read()
    assert closed is not None
    assert closed.code == ""


def test_a_locked_window_is_told_as_what_it_may_be(running: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    opened = WindowFile.open

    def tried(self: WindowFile) -> window.Window:
        made = opened(self)
        self.change(made.id, lambda found: replace(found, tries=0, state="locked"))
        return made

    monkeypatch.setattr(WindowFile, "open", tried)
    ran = CliRunner().invoke(commands, ["pair"])
    assert isinstance(ran.exception, Failure)
    assert ran.exception.code == "pair_locked"
    assert "another program" in ran.exception.action


def test_ctrl_c_closes_the_window(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    try:
        started = daemon.pairing("--json")
        told = json.loads(started.first)
        assert told["url"] == daemon.url
        code, _, _ = started.end(signal.SIGINT)
        assert code == 130
        kept = WindowFile(daemon.home / "access").read()
        assert kept is not None
        assert (kept.state, kept.code) == ("closed", "")
    finally:
        assert daemon.stop() == 0


def test_list_and_revoke() -> None:
    run = CliRunner().invoke
    assert "No browser is paired" in run(commands, ["pair", "--list"]).stdout
    book = PairingBook()
    token = new_token()
    book.add(new_pairing(token, ORIGIN, "Firefox 142", "0a1b"))
    listed = run(commands, ["pair", "--list"]).stdout
    assert "0a1b" in listed
    assert f"Firefox 142 ({ORIGIN})" in listed
    for line in (listed, run(commands, ["pair", "--list", "--json"]).stdout):
        assert token not in line
        assert "sha256" not in line
    gone = json.loads(run(commands, ["pair", "--revoke", "0a1b", "--json"]).stdout)
    assert gone["revoked"]["origin"] == ORIGIN
    assert book.all() == []


@pytest.mark.parametrize("arguments", [["--revoke", "none"], ["--list", "--revoke", "x"]])
def test_what_is_not_there_is_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pair", *arguments])
    assert ended.value.code == 2
    assert pair.name == "pair"
    assert capsys.readouterr().err.count("\n") == 2


def test_a_folder_others_could_read_is_closed_on_the_way() -> None:
    place = files.folder("access")
    place.chmod(0o777)
    CliRunner().invoke(commands, ["pair", "--list"])
    assert place.stat().st_mode & 0o077 == 0

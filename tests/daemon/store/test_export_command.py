"""``pointline export``: a kept session on standard output or in a file."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from helpers import kept
from pointline.cli.main import main
from pointline.store.records import NewAsk
from pointline.store.store import Store


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["export", *arguments])
    return int(str(left.value.code))


def two_sessions() -> tuple[str, str]:
    """An older session about a price, and a newer one about bicycles."""
    page = kept.page()
    with Store.open() as store:
        ids = []
        for quote in ("14 euros", "Bicycles cost 3 euros more."):
            ask = NewAsk(f"About {quote}?", page)
            store.begin_ask(ask)
            store.finish_ask(ask.id, kept.answer(page, kept.claim(page, quote)))
            found = store.ask(ask.id)
            assert found is not None
            ids.append(found.session)
        return ids[0], ids[1]


def test_the_newest_session_is_exported(capsys: pytest.CaptureFixture[str]) -> None:
    _, newest = two_sessions()
    assert run("--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["session"]["session_id"] == newest
    assert [ask["question"] for ask in found["asks"]] == ["About Bicycles cost 3 euros more.?"]
    assert found["asks"][0]["result"]["claims"][0]["lines"][0]["line"] == kept.LINES[3]


@pytest.mark.parametrize("form", ["json", "csv", "md", "html"])
def test_a_session_is_written_to_a_file_of_ones_own(form: str, tmp_path: Path) -> None:
    older, _ = two_sessions()
    target = tmp_path / "out"
    assert run(older, "--format", form, "-o", str(target)) == 0
    assert "14 euros" in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run() == 2
    assert "no session yet" in capsys.readouterr().err
    two_sessions()
    assert run("none") == 2
    assert "Leave it out" in capsys.readouterr().err
    assert run("-o", str(tmp_path / "no" / "folder")) == 2
    assert "cannot be written" in capsys.readouterr().err

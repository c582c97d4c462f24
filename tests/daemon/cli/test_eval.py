"""``pointline eval`` on files of our own."""

from __future__ import annotations

import json
from pathlib import Path
from socket import socket

import pytest

from helpers.ferries import ferries
from pointline.cli.main import main


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return ferries(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["eval", "pointing", *arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_the_command_gives_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--data", str(data), "--engine", "scripted", "--limit", "3", "--json")
    found = json.loads(out)
    assert code == 0
    assert {"n", "r1", "r1_lexical", "none_auroc_far", "none_auroc_near"} <= found.keys()
    assert (found["n"], found["language"], found["strategy"], found["articles"]) == (3, "en", "score", 3)
    assert found["tokens_per_question"] > 0


def test_the_command_in_words(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--data", str(data), "--engine", "scripted", "--half", "tune")
    assert code == 0
    assert out.startswith("2 questions of ferries.en.json (tune), scripted, score\n")


def test_the_command_refuses_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    code, out, err = run(capsys, "--data", str(bad), "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "not-squad"
    assert "SQuAD" in err


def test_a_half_without_questions_is_refused(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(data.read_text(encoding="utf-8"))
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"data": one["data"][:1]}), encoding="utf-8")
    code, _, err = run(capsys, "--data", str(path), "--half", "report", "--engine", "scripted")
    assert code == 2
    assert "--half all" in err


def test_the_server_that_is_named_is_asked(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and never listens
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        where = ("--server", f"{address}/v1", "--context-tokens", "4096")
        code, _, err = run(capsys, "--data", str(data), "--engine", "openai", *where)
    assert code != 0
    assert f"No server answers at {address}" in err
    code, _, err = run(capsys, "--data", str(data), *where)
    assert code == 2
    assert "Add --engine openai" in err

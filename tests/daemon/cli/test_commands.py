"""The command line as a person or a script meets it: keys, exit codes, messages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pointline.cli.main import main

HTML = """<html lang="en"><title>Pool</title><h1>Swimming pool 🏊</h1>
<p>A ticket for the pool costs 4.50 euros. Children pay 2 euros.</p>
<table><tr><th>Day</th><th>Opens</th></tr><tr><td>Monday</td><td>10:00</td></tr></table></html>"""
QUESTION = "What does a ticket for the pool cost?"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "pool.html"
    path.write_text(HTML, encoding="utf-8")
    return str(path)


class Ran:
    """What a command left: exit code, both outputs."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run


def test_page_prints_text_blocks_and_units(run: Any, page: str) -> None:
    ran = run("page", page, "--json")
    assert ran.code == 0
    found = ran.json
    text = found["text"]
    assert text == (
        "Swimming pool 🏊\nA ticket for the pool costs 4.50 euros. Children pay 2 euros.\nDay\tOpens\nMonday\t10:00"
    )
    for piece in (*found["blocks"], *found["units"]):
        assert text[piece["start"] : piece["end"]] == piece["text"]
    row = found["units"][-1]
    assert row["kind"] == "row"
    assert [text[span["start"] : span["end"]] for span in row["spans"]] == ["Monday", "10:00"]
    assert row["column_headers"] == [["Day"], ["Opens"]]
    assert run("page", page).code == 0


def test_verify_finds_and_refuses(run: Any, page: str) -> None:
    text = run("page", page, "--json").json["text"]
    ran = run("verify", page, "--quote", "A ticket for the pool costs 4.50 euros.", "--json")
    assert ran.code == 0
    assert ran.json["status"] == "exact"
    assert ran.json["fold"] == "verbatim"
    for found in ran.json["occurrences"]:
        assert [text[span["start"] : span["end"]] for span in found["spans"]] == [found["text"]]
    folded = run("verify", page, "--quote", "A  ticket for\nthe pool costs 4.50 euros.", "--json")
    assert (folded.code, folded.json["fold"]) == (0, "layout")
    for lie in (
        "A ticket for the pool costs 4.60 euros.",
        "A ticket for the pool does not cost 4.50 euros.",
        "Dogs",
    ):
        ran = run("verify", page, "--quote", lie, "--json")
        assert ran.code == 3, lie
        assert ran.json["status"] != "exact"
        assert ran.json["occurrences"] == []
        assert run("verify", page, "--quote", lie).code == 3


def test_ask_answers_with_a_line(run: Any, page: str, tmp_path: Path) -> None:
    text = run("page", page, "--json").json["text"]
    report = tmp_path / "answer.html"
    ran = run("ask", page, QUESTION, "--engine", "scripted", "--json", "--max-claims", "1", "--html", str(report))
    assert ran.code == 0
    answer = ran.json
    claim = answer["claims"][0]
    assert "4.50" in claim["quote"]
    assert "".join(text[span["start"] : span["end"]] for span in claim["spans"]) == claim["quote"]
    assert answer["page"]["characters"] == len(text)
    assert answer["none"] is False
    html = report.read_text(encoding="utf-8")
    assert "<mark" in html
    assert "4.50 euros.</mark>" in html
    assert "<script" not in html
    assert "4.50" in run("ask", page, QUESTION, "--engine", "scripted").out


def test_ask_reads_the_address_in_the_question(run: Any, page: str) -> None:
    question = f"What does a ticket for the pool cost at {Path(page).as_uri()}?"
    ran = run("ask", question, "--engine", "scripted", "--json")
    assert ran.code == 0
    assert "4.50" in ran.json["claims"][0]["quote"]


def test_none_is_exit_code_3(run: Any, page: str) -> None:
    ran = run("ask", page, "zzyzx?", "--engine", "scripted", "--json")
    assert ran.code == 3
    assert ran.json["none"] is True
    plain = run("ask", page, "zzyzx?", "--engine", "scripted")
    assert plain.code == 3
    assert "NONE" in plain.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask"],
        ["ask", "no-page-in-this-question"],
        ["ask", "missing.html", "What?"],
        ["ask", "PAGE", "  ", "--engine", "scripted"],
        ["ask", "PAGE", "What?", "--engine", "none"],
        ["ask", "PAGE", "What?", "--model", "no-such-model"],
        ["ask", "PAGE", "What?"],
        ["ask", "PAGE", "What?", "--max-claims", "0"],
        ["ask", "PAGE", "What?", "extra"],
        ["ask", "http://127.0.0.1:9/", "What?"],
        ["verify", "PAGE"],
        ["verify", "PAGE", "--quote", " "],
        ["ask", "PAGE"],
        ["verify", "missing.html", "--quote", "x"],
        ["page", "missing.html"],
        ["page"],
        ["model", "pull", "no-such-model"],
        ["serve", "--port", "70000"],
        ["nonsense"],
    ],
)
def test_bad_input_is_exit_code_2_with_an_action(run: Any, page: str, arguments: list[str]) -> None:
    given = [page if argument == "PAGE" else argument for argument in arguments]
    ran = run(*given)
    assert ran.code == 2, ran.err
    message, action = ran.err.strip().splitlines()[-2:]
    assert message.startswith("pointline: ")
    assert action.strip()
    told = run(*given, "--json")
    assert told.code == 2
    if "No such option" not in told.err:
        assert set(told.json["error"]) == {"code", "message", "action"}


def test_interrupted_is_130(run: Any, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pointline.cli.ask.answer_asked", interrupted)
    assert run("ask", page, "What?", "--engine", "scripted").code == 130


def test_odd_characters_survive_a_plain_terminal(tmp_path: Path) -> None:
    path = tmp_path / "odd.html"
    path.write_text("<p>Tide table 🌊 for Çeşme.</p>", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "pointline.cli", "page", str(path), "--json"]
    ran = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["text"] == "Tide table 🌊 for Çeşme."
    plain = subprocess.run(command[:-1], capture_output=True, env=environment, check=False)
    assert plain.returncode == 0, plain.stderr


def test_quotes_from_a_file_come_back_a_line_each(run: Any, page: str, tmp_path: Path) -> None:
    quotes = tmp_path / "quotes.txt"
    quotes.write_text("Children pay 2 euros.\n\nChildren pay 3 euros.\r\nMonday 10:00\n", encoding="utf-8")
    ran = run("verify", page, "--quotes", str(quotes), "--json")
    assert ran.code == 3
    found = [json.loads(line)["status"] for line in ran.out.splitlines()]
    assert [status == "exact" for status in found] == [True, False, True]
    quotes.write_text("Children pay 2 euros.\n", encoding="utf-8")
    assert run("verify", page, "--quotes", str(quotes)).code == 0
    quotes.write_text("\n", encoding="utf-8")
    assert run("verify", page, "--quotes", str(quotes)).code == 2
    assert run("verify", page, "--quotes", str(tmp_path / "none.txt")).code == 2
    quotes.write_bytes("Children pay 2 euros.\nCafé\n".encode("latin-1"))
    refused = run("verify", page, "--quotes", str(quotes))
    assert refused.code == 2
    assert "not UTF-8 (line 2)" in refused.err
    quotes.write_bytes("Children pay 2 euros.\r\n".encode("utf-16"))
    assert run("verify", page, "--quotes", str(quotes)).code == 0


def test_a_report_that_cannot_be_written_is_refused_before_the_model_works(run: Any, page: str, tmp_path: Path) -> None:
    ran = run("ask", page, QUESTION, "--engine", "scripted", "--html", str(tmp_path / "none" / "answer.html"))
    assert ran.code == 2
    assert "--html" in ran.err
    assert not (tmp_path / "none").exists()


def test_a_question_has_a_length(run: Any, page: str) -> None:
    ran = run("ask", page, "why " * 2000, "--engine", "scripted")
    assert ran.code == 2
    assert "question" in ran.err
    assert run("ask", page, QUESTION, "--engine", "scripted", "--seconds", "nan").code == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_full_disk_is_said(page: str, options: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pointline.cli", "page", page, *options]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "pointline: No space left on device." in ran.stderr


def test_closed_standard_input_is_said() -> None:
    command = f"{sys.executable} -m pointline.cli page - <&-"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr

"""Scenarios graded by the facts of the answer against the text of the page (README.md in this folder)."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from exactquote.facts import find_facts
from exactquote.html import read_html
from exactquote.quotes import locate

HERE = Path(__file__).parent
SCENARIOS = sorted(HERE.glob("*.toml"))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(HERE)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def ask(question: str, *options: str) -> tuple[int, Any]:
    """Ask as a person does, through the command line in a process of its own."""
    command = [sys.executable, "-m", "pointline.cli", "ask", question, "--json", *options]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode in (0, 3), ran.stderr
    return ran.returncode, json.loads(ran.stdout)


def grade(answer: Any, turn: dict[str, Any]) -> None:
    """Every claim has a line of the page; every fact of it stands in that line; what must be said is said."""
    page = read_html((HERE / turn["page"]).read_bytes())
    assert answer["page"]["sha256"] == page.sha256
    for claim in answer["claims"]:
        assert locate(page, claim["quote"]).status == "exact"
        assert "".join(page.text[span["start"] : span["end"]] for span in claim["spans"]) == claim["quote"]
        for fact in find_facts(claim["text"]):
            assert fact.text in claim["line"], f"{fact.text!r} is not in {claim['line']!r}"
    assert answer["none"] == turn["none"], answer["claims"] or answer["nearest"]
    if turn["none"]:
        assert answer["page"]["read_share"] == 1.0
    for words in turn["says"]:
        assert any(words in claim["line"] for claim in answer["claims"]), words


@pytest.mark.model
@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_with_the_starter(path: Path, served: str) -> None:
    for turn in tomllib.loads(path.read_text(encoding="utf-8"))["turn"]:
        code, answer = ask(turn["question"].format(url=f"{served}/{turn['page']}"))
        grade(answer, turn)
        assert code == (3 if turn["none"] else 0)
        assert answer["stats"]["model"] == "starter"


def test_the_grader_refuses_an_invented_figure(served: str) -> None:
    """The grader itself must be able to fail."""
    turn = {"page": "pages/stipend.html", "none": False, "says": ["2,743"]}
    _, answer = ask(f"What is the stipend in the current year at {served}/pages/stipend.html?", "--engine", "scripted")
    grade(answer, turn)
    answer["claims"][0]["text"] = answer["claims"][0]["text"].replace("2,743", "2,734")
    with pytest.raises(AssertionError, match="2,734"):
        grade(answer, turn)

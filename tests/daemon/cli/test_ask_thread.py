"""``pointline ask --thread``: turns over several runs of the program, kept in the store, pages opened again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.permits import ORCHARD, STATED, TURNS, VALLEY, WORKSHOP
from pointline.cli.main import main

BUDGET_LINE = "The minimum monthly budget is 1,600"


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("POINTLINE_HOME", str(tmp_path / "home"))
    found = []
    for name, text in (("orchard", ORCHARD.format(budget="")), ("workshop", WORKSHOP), ("valley", VALLEY)):
        path = tmp_path / f"{name}.html"
        path.write_text(text, encoding="utf-8")
        found.append(str(path))
    return found


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as left:
            main(["ask", *arguments, "--engine", "scripted", "--json"])
        return int(left.value.code or 0), json.loads(capsys.readouterr().out)

    return run


def test_three_turns_over_three_pages(ask: Any, pages: list[str], tmp_path: Path) -> None:
    code, first = ask("--thread", "permit", *pages, TURNS[0])
    assert (code, first["turn"], first["thread_id"]) == (0, 1, "permit")
    assert [page["title"] for page in first["pages"]] == ["Orchard permit", "Workshop permit", "Living in the valley"]
    _, second = ask("--thread", "permit", TURNS[1])
    assert second["turn"] == 2
    for claim in second["claims"]:
        if BUDGET_LINE in claim["line"]:
            assert "entity_scope_other_than_item" in {caveat["code"] for caveat in claim["caveats"]}
    assert any(BUDGET_LINE in claim["line"] for claim in second["claims"])
    Path(pages[2]).unlink()
    code, third = ask("--thread", "permit", "--gather", TURNS[2])
    assert code == 0
    assert {claim["from_turn"] for claim in third["claims"]} >= {1, 2}
    assert all(claim["new"] == (claim["from_turn"] is None) for claim in third["claims"])
    assert "page_gone" in {note["code"] for note in third["notes"]}
    assert {claim["source_url"] for claim in third["claims"]} <= {Path(page).as_uri() for page in pages}


def test_a_named_page_is_read_and_of_the_others_only_verified_lines(ask: Any, pages: list[str]) -> None:
    ask("--thread", "permit", pages[0], TURNS[0])
    _, found = ask("--thread", "permit", pages[1], "What is the minimum monthly budget?")
    assert found["page"]["title"] == "Workshop permit"
    assert any(BUDGET_LINE in claim["line"] for claim in found["claims"])
    Path(pages[0]).write_text(ORCHARD.format(budget=STATED), encoding="utf-8")
    _, changed = ask("--thread", "permit", "What is the minimum monthly budget for it?")
    assert any("940" in claim["line"] for claim in changed["claims"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--thread", "a b", "What?"], "thread-name"),
        (["--thread", "\x00", "What?"], "thread-name"),
        (["--thread", "unused", "What?"], "no-page"),
        (["--gather", "page.html", "What?"], "gather"),
        (["--thread", "x", "missing.html", "What?"], "missing-file"),
    ],
)
def test_what_cannot_be_asked_says_what_to_do(ask: Any, pages: list[str], arguments: list[str], code: str) -> None:
    exit_code, found = ask(*arguments)
    assert exit_code == 2
    assert found["error"]["code"] == code
    assert found["error"]["action"]


def test_new_begins_a_thread_of_its_own(ask: Any, pages: list[str]) -> None:
    _, first = ask("--thread", "new", pages[0], TURNS[0])
    _, second = ask("--thread", "new", pages[0], TURNS[0])
    assert first["thread_id"] != second["thread_id"]
    _, later = ask("--thread", first["thread_id"], "What does it cost?")
    assert later["turn"] == 2


def test_several_pages_and_probe_without_a_thread(ask: Any, pages: list[str]) -> None:
    code, found = ask(*pages, "What is the minimum monthly budget?", "--probe")
    assert code == 0
    assert [framing["framing"] for framing in found["probe"]["framings"]] == ["neutral", "believer", "sceptic"]
    assert isinstance(found["probe"]["depends_on_framing"], bool)
    assert "turn" not in found

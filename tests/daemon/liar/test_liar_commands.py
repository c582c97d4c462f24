"""The liar on the command line: what is printed holds no lie as a claim, and the exit code says what came of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.liar.catalogue import LIES
from helpers.liar.grader import shown_lies, shows
from helpers.liar.lie import Lie, numbered
from helpers.liar.pages import HTML, URL, page_of
from helpers.liar.paths import YES
from pointline.cli.main import main
from pointline.engine.scripted import SCRIPT_VARIABLE
from pointline.pipeline.rank import in_context, lines_with_words

TOLD = LIES[::9]
MODELS: dict[str, dict[str, Any]] = {
    "states": {"may_state": True, "may_judge": True, "label": dict(YES)},
    "writes": {"likelihoods": False},
}


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def told(lie: Lie, model: str, honest: bool, *options: str) -> tuple[int, str]:
        page = page_of(lie.page)
        every = [in_context(page, unit) for unit in lines_with_words(page)]
        shown = [line for line in every if any(right in line for right in lie.lines)] if model == "states" else every
        replies = [numbered(reply, lie.page, shown) for reply in (lie.twin if honest else lie.replies)]
        scores = [{"prefix": line, "logprob": -5.0} for line in lie.lines] + [{"logprob": -50.0}]
        script = {**MODELS[model], "answers": replies + replies[-1:] * 20, "scores": scores}
        (tmp_path / "script.json").write_text(json.dumps(script), encoding="utf-8")
        (tmp_path / "page.html").write_text(HTML[lie.page], encoding="utf-8")
        monkeypatch.setenv(SCRIPT_VARIABLE, str(tmp_path / "script.json"))
        with pytest.raises(SystemExit) as left:
            main(("ask", str(tmp_path / "page.html"), lie.question, "--engine", "scripted", *options))
        return int(left.value.code or 0), capsys.readouterr().out

    return told


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("lie", TOLD, ids=lambda lie: lie.name)
def test_the_command_line_shows_no_word_of_a_liar(told: Any, lie: Lie, model: str) -> None:
    code, out = told(lie, model, False, "--json")
    answer = json.loads(out)
    assert shown_lies(lie, page_of(lie.page), answer) == []
    assert code == (3 if answer["none"] else 0)
    assert answer["stats"]["guards"]
    code, out = told(lie, model, True, "--json")
    assert code == 0
    assert shows(lie.lines, json.loads(out))


@pytest.mark.parametrize("model", MODELS)
def test_words_for_people_keep_a_liar_apart(told: Any, model: str) -> None:
    lie = next(lie for lie in LIES if lie.name == "a wrong figure")
    code, out = told(lie, model, False)
    assert code == (0 if model == "states" else 3)
    with_lie = [line for line in out.splitlines() if "480" in line]
    assert with_lie
    assert all(line.startswith("withheld: ") for line in with_lie)


def test_the_liar_of_the_command_line_is_told_about_enough() -> None:
    assert len(TOLD) >= 12
    assert URL

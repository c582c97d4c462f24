"""``eval probe``: fifty contested questions, and counts that move with a model that follows the asker."""

from __future__ import annotations

import json

import pytest

from pointline.cli.main import main
from pointline.engine.scripted import ScriptedEngine
from pointline.evaluation.probe_eval import load_contested, measure_probe, spread, summary


def follows(prefix: str, asked: str) -> float:
    """A sceptic is pointed at the second line, everybody else at the first."""
    passage = prefix.rsplit("Passage: ", 1)[-1]
    wanted = "foul" if "doubt" in prefix.split("Passage:")[0] else "glass"
    return len(asked.split()) * (-1.0 if wanted in passage else -9.0)


def test_fifty_questions_over_pages_that_speak_for_both_sides() -> None:
    questions, sha256 = load_contested()
    assert len(questions) == 50
    assert len({question.text for question in questions}) == 50
    assert len(sha256) == 64
    assert len({question.page.url for question in spread(questions, 10)}) == 10


def test_a_model_that_follows_the_asker_is_found_out() -> None:
    pond = load_contested()[0][:5]
    led = summary(measure_probe(pond, ScriptedEngine(scorer=follows)))
    assert led["depends_on_framing"] == led["first_line_differs"] == 5
    assert led["by_framing"] == {"sceptic": 5}
    still = summary(measure_probe(pond, ScriptedEngine(scorer=lambda _prefix, asked: -1.0 * len(asked.split()))))
    assert still["depends_on_framing"] == 0


def test_the_command_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["eval", "probe", "--engine", "scripted", "--limit", "2", "--json"])
    assert not left.value.code
    found = json.loads(capsys.readouterr().out)
    assert found["questions"] == 2
    assert {"depends_on_framing", "share", "by_framing", "by_language", "model", "seconds"} <= set(found)

"""The evaluation of pointing against pointers whose results are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactquote.page import CapturedBlock, Page
from helpers.ferries import ferries
from pointline.engine.base import Cancelled, Engine, Usage
from pointline.engine.scripted import ScriptedEngine
from pointline.errors import BadInput
from pointline.evaluation.datasets import Dataset, read_squad, sample
from pointline.evaluation.pointing import Outcome, look, measure, summary
from pointline.evaluation.pointing_log import PointingLog
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.point import Pointed


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return ferries(tmp_path)


def pointer(score: Callable[[str], float], enough: float) -> Any:
    """A strategy that scores a line by its text."""

    def point(
        page: Page,
        question: Question,
        ranked: Sequence[Candidate],
        engine: Engine,
        *,
        cancel: Cancelled | None = None,
        progress: Callable[[float], None] = lambda _share: None,
    ) -> Pointed:
        scored = tuple(replace(each, score=score(each.unit.text(page.text))) for each in ranked)
        best = max(scored, key=lambda each: each.score)
        return Pointed((best,) if best.score >= enough else (), scored, budget_ended=False)

    return point


def outcome(dataset: Dataset, score: Callable[[str], float], enough: float, none: int = 9) -> dict[str, Any]:
    return summary(measure(dataset, sample(dataset, 9), ScriptedEngine(), pointer(score, enough), none=none))


def test_a_pointer_that_knows_has_everything_right(data: Path) -> None:
    found = outcome(read_squad(data), lambda line: float("euros" in line), 1.0)
    assert (found["n"], found["r1"], found["r1_lexical"]) == (4, 1.0, 0.5)
    assert (found["gain"], found["r8_lexical"]) == (0.5, 1.0)
    assert found["accepted"] == {"right": 4, "wrong": 0, "none": 0}
    # Every article has a price, so that another one cannot be told from the own by this score.
    assert found["none_auroc_far"] == 0.5
    assert found["far"] == {"none": 0, "pointed": 4}
    assert found["none_auroc_near"] == 1.0
    assert found["near"] == {"none": 4, "pointed": 0}


def test_r1_looks_past_the_threshold_and_accepted_does_not(data: Path) -> None:
    found = outcome(read_squad(data), lambda line: float("euros" in line), 2.0)
    assert found["r1"] == 1.0
    assert found["accepted"] == {"right": 0, "wrong": 0, "none": 4}


def test_a_pointer_at_the_wrong_line(data: Path) -> None:
    found = outcome(read_squad(data), lambda line: float("ferry" in line), 1.0, none=1)
    assert (found["r1"], found["gain"]) == (0.0, -0.5)
    assert found["accepted"] == {"right": 0, "wrong": 4, "none": 0}
    assert found["near"] == {"none": 0, "pointed": 1}
    assert outcome(read_squad(data), lambda _line: 0.0, 1.0, none=0)["none_auroc_far"] is None


def test_the_curve_says_what_each_threshold_gives(data: Path) -> None:
    found = outcome(read_squad(data), lambda line: 2.0 if "12 euros" in line else float("ferry" in line), 9.0)
    assert found["none_curve"] == [
        {"threshold": 1.0, "right": 0.25, "wrong": 0.75, "far": 1.0, "near": 1.0},
        {"threshold": 2.0, "right": 0.25, "wrong": 0.0, "far": 0.25, "near": 0.0},
    ]


def test_tokens_put_into_the_models_mouth_were_read_too() -> None:
    class Forcing(ScriptedEngine):
        spent = Usage()

        def usage(self) -> Usage:
            return self.spent

    engine = Forcing()

    def point(page: Page, question: Question, ranked: Sequence[Candidate], *_: Any, **__: Any) -> Pointed:
        engine.spent += Usage(prefilled=5, reused=70, forced=3, sampled=2)
        return Pointed((), (), budget_ended=False)

    page = Page.from_blocks([CapturedBlock("The ferry costs 12 euros.")], url="", title="", lang="en")
    assert look(page, "What does it cost?", engine, point).tokens == 8


class Stopped(Exception):
    """The run was killed."""


def logged(data: Path, log: Path, *, none: int = 9, stop: int = 99, run: str = "one") -> tuple[list[Outcome], int]:
    """What a run with a log finds, and how often it looked at a page; it is killed after ``stop`` looks."""
    dataset, looks = read_squad(data), 0
    inner = pointer(lambda line: float("euros" in line), 1.0)

    def counted(*given: Any, **named: Any) -> Pointed:
        nonlocal looks
        if looks == stop:
            raise Stopped
        looks += 1
        pointed: Pointed = inner(*given, **named)
        return pointed

    memory = PointingLog(log, {"run": run})
    return measure(dataset, sample(dataset, 9), ScriptedEngine(), counted, none=none, memory=memory), looks


def test_a_run_that_was_killed_goes_on_from_its_log(data: Path, tmp_path: Path) -> None:
    whole, looks = logged(data, tmp_path / "whole")
    log = tmp_path / "log"
    with pytest.raises(Stopped):
        logged(data, log, stop=7)  # two questions of three looks each, and one of the third
    with log.open("a", encoding="utf-8") as file:
        file.write('{"article": 1, "id')  # killed in the middle of a line
    found, rest = logged(data, log)
    assert (looks, rest) == (12, 6)
    assert [(each.own.scored, each.verdict) for each in found] == [(each.own.scored, each.verdict) for each in whole]
    assert logged(data, log) == (found, 0)


def test_where_there_is_no_answer_is_asked_when_a_log_lacks_it(data: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert logged(data, log, none=0)[1] == 4
    assert logged(data, log, none=1)[1] == 2
    assert [each.far is None for each in logged(data, log, none=1)[0]] == [False, True, True, True]
    assert [each.far is None for each in logged(data, log, none=0)[0]] == [True] * 4


@pytest.mark.parametrize(
    "text", ["no log\n", '["a list"]\n', '{"run": "one"}\n{"article": 1}\n', '{"run": "one"}\n[]\n']
)
def test_what_is_no_log_is_not_written_over(tmp_path: Path, text: str) -> None:
    log = tmp_path / "log"
    log.write_text(text, "utf-8")
    with pytest.raises(BadInput, match="is not a log"):
        PointingLog(log, {"run": "one"})
    assert log.read_text("utf-8") == text


def test_a_log_of_another_run_is_told(data: Path, tmp_path: Path) -> None:
    logged(data, tmp_path / "log")
    with pytest.raises(BadInput, match="run was 'one' and is 'two'"):
        logged(data, tmp_path / "log", run="two")
    with pytest.raises(BadInput, match="cannot be used"):
        PointingLog(tmp_path, {"run": "one"})

"""Which strategy a question gets by itself: by what the person said, the kind of question, and what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactquote.page import CapturedBlock, Page
from pointline.engine.base import EngineCancelled
from pointline.engine.models import ModelFolder
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Question, Turn
from pointline.pipeline.ask import ask
from pointline.pipeline.gather import SUMMARY, strategy_for
from pointline.pipeline.threads import ask_turn

STEPS = ["Fill in form B at the office.", "Pay 84 euros.", "Book a visit.", "The mill was rebuilt in 1931."]


def page() -> Page:
    return Page.from_blocks([CapturedBlock(line) for line in STEPS], url="https://tern.example/plots", lang="en")


def engine(*, several: bool, **script: Any) -> ScriptedEngine:
    """One that finds every question likelier as a request to bring things together, or none; its lines cite alike."""

    def score(prefix: str, asked: str) -> float:
        if asked.startswith((" [", " NONE")):
            return -1.0 if asked != " NONE" else -20.0
        return -1.0 if prefix == SUMMARY and several else -9.0

    return ScriptedEngine(Script(**{"contract_for_several": True, **script}), score)


@pytest.mark.parametrize(
    ("question", "several", "script", "strategy"),
    [
        (Question("List the steps."), True, {}, "contract"),
        (Question("What is the fee?"), False, {}, "score"),
        (Question("What is the fee?", several=True), False, {}, "contract"),
        (Question("List the steps.", strategy="score"), True, {}, "score"),
        (Question("List the steps."), True, {"contract_for_several": False}, "score"),
        (Question("List the steps.", several=True), True, {"contract_for_several": False}, "score"),
        (Question("What is the fee?"), False, {"strategy": "contract"}, "contract"),
        (Question("What is the fee?"), False, {"likelihoods": False}, "contract"),
    ],
)
def test_the_strategy_is_by_kind_only_where_it_loses_nothing(
    question: Question, several: bool, script: dict[str, Any], strategy: str
) -> None:
    assert strategy_for(question, engine(several=several, **script)) == strategy


def test_an_answer_says_which_strategy_it_got() -> None:
    answer = ask(page(), Question("List the steps."), engine(several=True))
    assert answer.strategy == "contract"
    assert len(answer.claims) == answer.budget.max_claims
    assert ask(page(), Question("What is the fee?"), engine(several=False)).strategy == "score"


def test_gathering_in_a_thread_points_at_several_lines() -> None:
    earlier = [Turn(1, "What is the fee?", ())]
    model = engine(several=False)
    assert ask_turn([page()], Question("And all of it?"), model, earlier, gather=True).strategy == "contract"
    assert ask_turn([page()], Question("And the fee?"), model, earlier).strategy == "score"


def test_telling_the_kind_counts_as_pointing_and_can_be_cancelled() -> None:
    model = engine(several=True)
    answer = ask(page(), Question("List the steps."), model)
    point = next(step for step in answer.steps if step.step == "point")
    assert sum(step.usage.prefilled for step in answer.steps) == model.usage().prefilled
    assert point.usage.prefilled > 0
    with pytest.raises(EngineCancelled):
        strategy_for(Question("List the steps."), model, cancel=lambda: True)


@pytest.mark.parametrize(
    ("pointing", "chosen"),
    [
        ({"score": {"r1": 0.7}, "contract": {"r1": 0.7}}, True),
        ({"score": {"r1": 0.7}, "contract": {"r1": 0.69}}, False),
        ({"score": {"r1": 0.7}}, False),
        ({"score": {"r1": 0.7}, "contract": {"error": "no chat template"}}, False),
        ({"score": {"r1": None}, "contract": {"r1": 0.7}}, False),
        ({"score": {"r1": 0.7}, "contract": {"r1": float("nan")}}, False),
        ("edited", False),
    ],
)
def test_only_a_model_that_was_measured_gets_it(tmp_path: Path, pointing: Any, chosen: bool) -> None:
    kept = json.loads(json.dumps({"qualification": {"pointing": pointing}}))
    assert ModelFolder("m", tmp_path, kept).contract_for_several is chosen
    assert ModelFolder("m", tmp_path, {}).contract_for_several is False

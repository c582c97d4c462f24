"""The scripted engine: what its script says, in the order it says it, and scores that make sense without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pointline.engine.base import Engine, EngineCancelled, EngineError, Generated, Likelihood, Usage
from pointline.engine.registry import make_engine
from pointline.engine.scripted import SCRIPT_VARIABLE, Script, ScriptedEngine, overlap

SCRIPT = {
    "name": "told",
    "context_tokens": 50,
    "may_state": True,
    "answers": ["one two three", {"text": "cut", "finish": "length"}],
    "labels": [{"yes": 0.9}],
    "scores": [{"prefix": "Oslo", "continuation": "capital", "logprob": -1.5}],
}


def test_a_script_is_followed_and_calls_are_recorded() -> None:
    engine = ScriptedEngine(Script.from_json(json.dumps(SCRIPT)))
    assert (engine.info.name, engine.info.context_tokens, engine.info.may_state) == ("told", 50, True)
    context = engine.open("page", chat=True)
    mark = context.mark()
    assert context.generate(max_tokens=9, stop=[" three"]) == Generated("one two", 2, "stop")
    assert context.generate(max_tokens=9) == Generated("cut", 1, "length")
    assert context.generate(max_tokens=9) == Generated("", 0, "end")
    assert context.label(["yes", "no"]) == {"yes": 0.9, "no": 0.0}
    assert context.text == "pageone twocut"
    context.rewind(mark)
    assert context.text == "page"
    found = engine.score_pairs([("Oslo is", " the capital"), ("Oslo is", " a town")])
    assert found[0] == Likelihood(-1.5, 2)
    assert found[1].logprob != -1.5
    assert [call.method for call in engine.calls] == ["open_chat", *["generate"] * 3, "label", "score", "score"]
    assert engine.usage().sampled == 3


def test_max_tokens_cuts_words() -> None:
    assert ScriptedEngine.saying("a b c d").open("").generate(max_tokens=2) == Generated("a b", 2, "length")


def test_overlap_finds_the_line_that_shares_words_in_any_script() -> None:
    lines = ["Der Park schließt um neun.", "公园九点关门。", "Otopark ücreti saatlik iki lira."]
    questions = ["Wann schließt der Park?", "公园几点关门？", "Otoparkın ücreti ne kadar?"]
    for i, question in enumerate(questions):
        scores = [overlap(line, question) for line in lines]
        assert max(range(3), key=scores.__getitem__) == i
    assert overlap("", "") == 0.0
    assert overlap("", "x") < overlap("x", "x") <= 0.0


def test_too_long_a_text_is_refused_as_a_model_would() -> None:
    engine = ScriptedEngine(Script(context_tokens=3))
    with pytest.raises(EngineError, match="longer than the 3 tokens"):
        engine.open("a b c d")
    context = engine.open("a b")
    with pytest.raises(EngineError):
        context.append("c d")
    assert context.text == "a b"


def test_cancelling_leaves_the_context() -> None:
    engine = ScriptedEngine.saying("never")
    context = engine.open("a")
    for call in (
        lambda: context.append("b", cancel=lambda: True),
        lambda: context.generate(max_tokens=1, cancel=lambda: True),
        lambda: context.score(["x"], cancel=lambda: True),
        lambda: context.label(["x"], cancel=lambda: True),
    ):
        with pytest.raises(EngineCancelled):
            call()
    assert context.text == "a"
    assert context.generate(max_tokens=5).text == "never"


def test_marks_after_a_rewind_are_gone() -> None:
    context = ScriptedEngine().open("a")
    first = context.mark()
    context.append("b")
    second = context.mark()
    context.rewind(first)
    with pytest.raises(EngineError, match="no mark"):
        context.rewind(second)


def test_a_closed_engine_says_so() -> None:
    engine = ScriptedEngine()
    context = engine.open("a")
    engine.close()
    for call in (lambda: engine.open("x"), lambda: engine.score_pairs([("a", "b")]), lambda: context.append("x")):
        with pytest.raises(EngineError, match="closed"):
            call()


def test_the_registry_reads_the_script_from_a_path_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "script.json"
    path.write_text(json.dumps(SCRIPT), encoding="utf-8")
    monkeypatch.delenv(SCRIPT_VARIABLE, raising=False)
    plain: Engine = make_engine("scripted")
    assert plain.info.name == "scripted"
    assert plain.usage() == Usage()
    assert make_engine("scripted", model=str(path)).info.name == "told"
    monkeypatch.setenv(SCRIPT_VARIABLE, str(path))
    assert make_engine("scripted").info.name == "told"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{",
        '{"answers": 3}',
        '{"answers": [{"finish": "end"}]}',
        '{"scores": [{}]}',
        '{"answers": [{"text": "x", "finish": "no"}]}',
        "3",
        '{"labels": [3]}',
    ],
)
def test_a_script_of_another_form_is_an_error(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(EngineError, match="not of the form") as raised:
        make_engine("scripted", model=str(tmp_path / "x.json"))
    assert raised.value.action


def test_a_script_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "bytes", "."):
        with pytest.raises(EngineError, match="cannot be read"):
            make_engine("scripted", model=str(tmp_path / name))


def test_an_unknown_engine_is_an_error_that_lists_the_engines() -> None:
    with pytest.raises(EngineError, match="nonsense") as raised:
        make_engine("nonsense")
    assert "mlx" in raised.value.action
    assert "scripted" in raised.value.action

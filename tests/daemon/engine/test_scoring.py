"""Scoring in chunks: the same numbers as at once, a cancel seen between chunks, and memory asked for before a batch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from helpers.tiny_models import TINY
from pointline.engine.base import EngineCancelled, EngineError, Likelihood
from pointline.engine.mlx_engine import MLXContext, MLXEngine

Make = Callable[..., MLXEngine]
# llama and qwen3 fused share a prefix in place; gemma3 has rotating caches, lfm2 recurrent ones.
KINDS = [("llama", False), ("llama", True), ("qwen3", True), ("gemma3_text", False), ("lfm2", False)]
PAGE = "The permit costs exactly 2,743 euros per month. It is valid for the inner city, and for one car. "
LONG = [
    ("Alpha " + PAGE * 2, " How much?"),
    ("Beta " + PAGE, " What does it cost, and where is it valid? " * 2),
    ("Short.", " Why?"),
    ("", PAGE),
]
SAME_START = [(PAGE + "One: " + PAGE, " a"), (PAGE + "Two: " + PAGE, " b"), (PAGE + "Two", " c")]


def logprobs(found: list[Likelihood]) -> list[float]:
    return [one.logprob for one in found]


def in_chunks_of(engine: MLXEngine, tokens: int) -> None:
    engine._forward.chunk, engine._forward.batch = tokens, 2 * tokens


@pytest.mark.parametrize("chunk", [8, 37])
@pytest.mark.parametrize(("arch", "fused"), KINDS)
def test_long_rows_score_the_same_in_chunks_as_at_once(make_tiny: Make, arch: str, fused: bool, chunk: int) -> None:
    engine = make_tiny(arch, fused=fused)
    context = engine.open(PAGE)
    ends = [" one", PAGE + "x", PAGE + "y", PAGE[:20], "2", PAGE[40:]]

    def scores() -> list[list[float]]:
        return [logprobs(found) for found in (engine.score_pairs(LONG), engine.score_pairs(SAME_START))] + [
            logprobs(context.score(ends)),
            list(context.label(["yes", "a label of many tokens, which is longer than a chunk"]).values()),
        ]

    in_chunks_of(engine, 1024)
    whole = scores()
    in_chunks_of(engine, chunk)
    for mine, wanted in zip(scores(), whole, strict=True):
        assert mine == pytest.approx(wanted, rel=1e-5, abs=1e-3)
    in_chunks_of(engine, 1024)
    assert scores() == whole  # nothing of it is left in the context


@pytest.mark.parametrize("of", ["pairs", "context"])
def test_a_cancel_is_seen_between_the_chunks_of_a_row(make_tiny: Make, of: str) -> None:
    engine = make_tiny("qwen3")
    in_chunks_of(engine, 16)
    context = engine.open("Read this: ")
    asked = 0

    def run(most: int) -> None:
        nonlocal asked
        asked = 0

        def cancel() -> bool:
            nonlocal asked
            asked += 1
            return asked > most

        if of == "pairs":
            engine.score_pairs([(PAGE * 4, "abc")], cancel=cancel)
        else:
            context.score([PAGE * 4], cancel=cancel)

    run(1000)
    assert asked >= engine.count(PAGE * 4) // 16
    wanted = logprobs(context.score([" a", "b"]))
    for most in (1, 3, asked - 1):
        with pytest.raises(EngineCancelled):
            run(most)
        assert asked == most + 1
    assert logprobs(context.score([" a", "b"])) == wanted


def test_scores_that_would_not_fit_in_memory_are_refused(make_tiny: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline.engine import memory

    engine = make_tiny("qwen3", fused=True)
    context = engine.open("short")
    calls: list[Callable[[], object]] = [
        lambda: engine.score_pairs([("Alpha " + PAGE, "abc"), ("Beta " + PAGE, "def")]),
        lambda: engine.score_pairs([(PAGE, "abc"), (PAGE, "def")]),
        lambda: context.score(["abc", "def"]),
        lambda: context.label(["yes", "no"]),
    ]
    for call in calls:
        monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
        with pytest.raises(EngineError, match="GB of memory") as raised:
            call()
        assert raised.value.action
        monkeypatch.setattr(memory, "available_bytes", lambda: None)
        call()


@pytest.mark.parametrize(("arch", "fused"), KINDS)
@pytest.mark.parametrize("after", [False, True])
def test_the_estimate_of_a_batch_holds_what_it_takes(make_tiny: Make, arch: str, fused: bool, after: bool) -> None:
    engine = make_tiny(arch, fused=fused)
    context = engine.open(PAGE * 8)

    def measured(rows: int, length: int, asked: int, _: object) -> tuple[int, int]:
        import mlx.core as mx
        import numpy as np

        from pointline.engine.kv import copied, widen

        forward = engine._forward
        assert context._reading is not None
        prefix = context._reading.cache if after else None
        estimate = forward.bytes_for_batch(rows, length, asked, prefix)
        mx.clear_cache()
        mx.reset_peak_memory()
        before = mx.get_active_memory()
        if prefix is None:
            cache = forward.new_cache()
        else:
            cache = widen(prefix, rows) if length <= forward.chunk else copied(prefix)
        places = [(i % rows, length - 1 - i // rows) for i in range(asked)]
        forward.logprobs(np.full((rows, length), 70, np.int32), cache, places, [[5]] * asked, lambda: None)
        return mx.get_peak_memory() - before, estimate

    for rows, length, asked in ((1, 400, 3), (8, 32, 8), (2, 100, 150)):
        taken, estimate = engine.worker.call(partial(measured, rows, length, asked))
        # Caches grow by 256 places at a time, which is little for a real text and a lot for a row of 32.
        steps = 256 * rows * engine._forward._token_bytes
        assert taken < estimate + steps


def test_words_put_into_the_models_mouth_are_forced(make_tiny: Make) -> None:
    engine = make_tiny()

    def spent(context: MLXContext, text: str, *, turn: bool = False, reply: bool = False) -> tuple[int, int]:
        before = engine.usage()
        context.append(text, turn=turn, reply=reply)
        used = engine.usage() - before
        assert used.reused > 0
        assert used.prefilled + used.forced >= engine.count(text)
        return used.prefilled, used.forced

    context = engine.open(PAGE, chat=True, more=True)
    assert spent(context, "more of the page")[1] == 0
    mark = context.mark()
    assert spent(context, "What does it cost?", reply=True)[1] == 0
    assert spent(context, "Line: [") == (0, engine.count("Line: ["))
    context.generate(max_tokens=2)
    assert spent(context, "]\nLine: [")[0] == 0
    assert spent(context, "And then?", turn=True)[1] == 0
    assert spent(context, "[")[0] == 0
    context.rewind(mark)
    assert spent(context, "still the page")[1] == 0
    assert spent(engine.open("first", chat=True), "Line: [")[0] == 0
    assert spent(engine.open("no chat"), "Line: [")[1] == 0


@pytest.mark.parametrize("arch", sorted(TINY))
def test_a_forced_jump_equals_the_same_tokens_one_by_one(make_tiny: Make, arch: str) -> None:
    engine = make_tiny(arch)
    jump = " [3]\nLine: ["
    at_once, stepped = (engine.open(PAGE, chat=True) for _ in range(2))
    at_once.append(jump)

    def compare(_: object) -> tuple[float, float]:
        import mlx.core as mx

        one, other = at_once._reading, stepped._reading
        assert one is not None
        assert other is not None
        logits = other.logits
        for token in engine._tokens.encode(jump):
            logits = engine._forward.step(mx.array([token]), other.cache)
        return float(abs(one.logits - logits).max().item()), float(abs(logits).max().item())

    difference, size = engine.worker.call(compare)
    assert difference < 1e-4 * max(1.0, size)
    assert size > 0.1


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_a_model_that_gives_no_numbers_is_refused(make_tiny: Make, number: str) -> None:
    engine = make_tiny()
    norm = engine._forward.model.model.norm

    def damage(_: object) -> None:
        norm.weight = norm.weight * float(number)

    engine.worker.call(damage)
    with pytest.raises(EngineError, match="gives no numbers") as raised:
        engine.score_pairs([("The page", " says so.")])
    assert raised.value.action
    with pytest.raises(EngineError, match="gives no numbers"):
        engine.open("The page").label(["yes", "no"])

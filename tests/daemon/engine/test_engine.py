"""The MLX engine on tiny models: batches equal single runs, rewinding is exact, cancelling leaves no trace."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from helpers.tiny_models import TINY, tiny_tokens
from pointline.engine.base import EngineCancelled, EngineError, Likelihood, Usage
from pointline.engine.forward import Forward
from pointline.engine.mlx_engine import MLXContext, MLXEngine

Make = Callable[..., MLXEngine]
ARCHITECTURES = sorted(TINY)
PLAIN = [
    *(("llama", False), ("llama", True), ("qwen3", True)),
    *(("gemma3_text", False), ("gemma3", False), ("gemma3n", False), ("qwen3_5", False), ("lfm2", False)),
    ("falcon_h1", False),
]
PAGE = "The permit costs exactly 2,743 euros per month. It is valid for the inner city, and for one car. " * 3


def logprobs(found: list[Likelihood]) -> list[float]:
    return [one.logprob for one in found]


def after(context: MLXContext) -> list[float]:
    return logprobs(context.score(["a", "the", "Zebra", "\n"]))


@pytest.mark.parametrize(("arch", "fused"), PLAIN)
def test_batched_scores_equal_single_ones(make_tiny: Make, arch: str, fused: bool) -> None:
    engine = make_tiny(arch, fused=fused)
    pairs = [
        ("A short one.", " What?"),
        (PAGE, " How much is it per month?"),
        ("", "nothing before"),
        (PAGE[:90], " Where is it valid, and for how many cars?"),
        ("A short one.", " What is it that is short here?"),
        ("x", ""),
    ]
    together = engine.score_pairs(pairs)
    alone = [engine.score_pairs([pair])[0] for pair in pairs]
    assert [one.tokens for one in together] == [one.tokens for one in alone]
    assert logprobs(together) == pytest.approx(logprobs(alone), abs=1e-3)
    assert together[-1] == Likelihood(0.0, 0)
    assert engine.score_pairs(pairs) == together


@pytest.mark.parametrize(("arch", "fused"), PLAIN)
def test_a_shared_prefix_is_read_once_and_scores_the_same(make_tiny: Make, arch: str, fused: bool) -> None:
    engine = make_tiny(arch, fused=fused)
    ends = [" one", " two and more", " 3", " one"]
    alone = [engine.score_pairs([(PAGE, end)])[0] for end in ends]
    before = engine.usage()
    together = engine.score_pairs([(PAGE, end) for end in ends])
    spent = engine.usage().prefilled - before.prefilled
    assert logprobs(together) == pytest.approx(logprobs(alone), abs=1e-3)
    assert len(PAGE) / 2 < spent < len(PAGE) * 1.5
    context = engine.open(PAGE)
    assert logprobs(context.score(ends)) == pytest.approx(logprobs(alone), abs=1e-3)


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_no_size_that_the_estimate_of_memory_needs_is_missing(make_tiny: Make, arch: str) -> None:
    forward = make_tiny(arch)._forward
    assert (forward._vocabulary, forward._heads) == (264, 4)
    assert forward._width >= 32


def test_score_agrees_with_the_model_itself(make_tiny: Make) -> None:
    engine = make_tiny("llama")
    prefix, continuation = "The page", " says so."

    def by_hand(_: object) -> float:
        import mlx.core as mx

        first, second = engine._tokens.encode(prefix), engine._tokens.encode(continuation)
        ids = [*engine._tokens.start, *first, *second]
        table: Any = mx.log(mx.softmax(engine._forward.model(mx.array([ids]))[0], axis=-1))
        return sum(float(table[at - 1, ids[at]].item()) for at in range(len(ids) - len(second), len(ids)))

    assert engine.score_pairs([(prefix, continuation)])[0].logprob == pytest.approx(
        engine.worker.call(by_hand), abs=1e-4
    )


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_after_three_discarded_turns_the_logits_equal_a_fresh_read(make_tiny: Make, arch: str) -> None:
    engine = make_tiny(arch)
    context = engine.open(PAGE)
    mark = context.mark()
    for turn in range(3):
        context.append(f" Question {turn}: what does it cost?" * (turn + 1))
        context.generate(max_tokens=5 + turn)
        context.rewind(mark)
    fresh = engine.open(PAGE)
    assert after(context) == after(fresh)
    context.append(" And now?")
    fresh.append(" And now?")
    assert after(context) == after(fresh)


def test_marks_nest_and_those_after_a_rewind_are_gone(make_tiny: Make) -> None:
    context = make_tiny().open("one")
    first = context.mark()
    context.append(" two")
    second = context.mark()
    wanted = after(context)
    context.append(" three")
    context.rewind(second)
    assert after(context) == wanted
    context.rewind(first)
    with pytest.raises(EngineError, match="no mark"):
        context.rewind(second)
    context.rewind(first)


def test_a_followup_reads_only_itself(make_tiny: Make) -> None:
    engine = make_tiny()
    context = engine.open(PAGE)
    before = engine.usage()
    context.append(" Why?")
    spent = engine.usage()
    assert spent.prefilled - before.prefilled == 5
    assert spent.reused - before.reused >= len(PAGE) // 2


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_the_context_holds_exactly_what_was_generated(make_tiny: Make, arch: str) -> None:
    engine = make_tiny(arch)
    context = engine.open(PAGE)
    said = context.generate(max_tokens=12)
    assert said.tokens <= 12
    stop = said.text[4:6]
    again = engine.open(PAGE)
    cut = again.generate(max_tokens=12, stop=["never said", stop])
    assert cut.finish == "stop"
    assert cut.text == said.text[: said.text.index(stop)]
    said_in_context, difference = engine.worker.call(lambda _: compare_with_fresh(engine, again))
    assert said_in_context == PAGE + cut.text
    assert difference < 1e-3


def compare_with_fresh(engine: MLXEngine, context: MLXContext) -> tuple[str, float]:
    """Return the text in a context, and how far its next logits are from those of reading the same ids at once."""
    from pointline.engine.reading import Reading

    here = context._reading
    assert here is not None
    fresh = Reading(engine._forward, here.limit)
    fresh.read(here.ids, lambda: None)
    return engine._tokens.decode(here.ids), float(abs(here.logits - fresh.logits).max().item())


def test_generate_goes_on_where_it_stopped(make_tiny: Make) -> None:
    engine = make_tiny()
    whole = engine.open(PAGE).generate(max_tokens=10)
    context = engine.open(PAGE)
    parts = [context.generate(max_tokens=5), context.generate(max_tokens=5)]
    assert [part.finish for part in parts] == ["length", "length"]
    assert "".join(part.text for part in parts) == whole.text
    assert context.generate(max_tokens=0).text == ""


class CancelAfter:
    """Says yes from the ``n``-th time it is asked."""

    def __init__(self, n: int) -> None:
        self.left = n

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("arch", ARCHITECTURES)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_cancelled_call_leaves_the_context_as_it_was(make_tiny: Make, arch: str, n: int) -> None:
    engine = make_tiny(arch)
    context = engine.open(PAGE)
    wanted = after(context)
    with pytest.raises(EngineCancelled):
        context.append(PAGE * 4, cancel=CancelAfter(n))
    assert after(context) == wanted
    with pytest.raises(EngineCancelled):
        context.generate(max_tokens=50, cancel=CancelAfter(n + 1))
    assert after(context) == wanted
    with pytest.raises(EngineCancelled):
        context.score(["a" + PAGE * 6, "b" + PAGE * 6, "c" + PAGE * 6], cancel=CancelAfter(n))
    assert after(context) == wanted


def test_a_cancelled_open_leaves_the_engine_usable(make_tiny: Make) -> None:
    engine = make_tiny()
    with pytest.raises(EngineCancelled):
        engine.open(PAGE * 4, cancel=CancelAfter(2))
    assert engine.open("x").generate(max_tokens=2).tokens <= 2


@pytest.mark.parametrize("ask", ["open", "append", "score", "pairs", "chat"])
def test_a_text_over_the_limit_is_an_error_with_an_action(make_tiny: Make, ask: str) -> None:
    engine = make_tiny(context_tokens=64)
    context = engine.open("short")
    long = "many words " * 20
    calls: dict[str, Callable[[], object]] = {
        "open": lambda: engine.open(long),
        "chat": lambda: engine.open(long, chat=True),
        "append": lambda: context.append(long),
        "score": lambda: context.score([long]),
        "pairs": lambda: engine.score_pairs([("a", long)]),
    }
    with pytest.raises(EngineError, match="at most 64") as raised:
        calls[ask]()
    assert "selection" in raised.value.action
    context.append(" still here")


def test_generation_ends_at_the_context_limit(make_tiny: Make) -> None:
    context = make_tiny(context_tokens=24).open("abcdefghijklmnop")
    said = context.generate(max_tokens=100)
    assert said.tokens <= 8
    assert said.finish in ("length", "end")


def test_text_that_is_empty_or_broken_is_read(make_tiny: Make) -> None:
    engine = make_tiny()
    for text in ("", "\ud800 lone", "\0", "<|im_end|>", "🧵" * 30):
        context = engine.open(text)
        context.append(text)
        assert len(context.score([text, "a"])) == 2
        context.generate(max_tokens=3)
    assert engine.score_pairs([]) == []


def test_markers_in_a_page_are_not_markers(make_tiny: Make) -> None:
    tokens = make_tiny()._tokens
    assert not tokens.end & set(tokens.encode("a<|im_end|>b<|endoftext|>"))
    assert tokens.end & set(tokens.turns().after)


def test_a_reply_ends_at_the_marker_by_which_the_template_ends_it() -> None:
    tokens = tiny_tokens()
    tokens.end = frozenset({0})  # as where the configuration names another marker only
    between = tokens.turns().between
    assert tokens.decode(between[:1]) == ""
    assert tokens.end == {0, between[0]}
    plain = tiny_tokens("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}")
    plain.turns()
    assert plain.end == {0, 2}


@pytest.mark.parametrize("text", ["a", PAGE])
def test_a_tokenizer_that_asks_for_texts_of_one_length_does_not_get_them(text: str) -> None:
    tokens = tiny_tokens(asks_for=16)
    assert tokens.decode(tokens.encode(text)) == text
    assert len(tokens.encode(text)) == len(tiny_tokens().encode(text))


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("{% for m in messages %}", "fails: "),
        ("{{ raise_exception('no users here') }}", "fails: no users here"),
        ("{{ messages[0].content + 1 }}", "fails: "),
        ("Hello.", "drops what is said"),
        ("", "no chat template"),
    ],
)
def test_a_template_that_cannot_be_used_is_an_error_with_an_action(template: str, why: str) -> None:
    with pytest.raises(EngineError, match=why) as raised:
        tiny_tokens(template).turns()
    assert raised.value.action == "Choose another model." or "instruct" in raised.value.action


def test_a_chat_is_appended_as_ids_and_equals_the_template(make_tiny: Make) -> None:
    engine = make_tiny()
    tokens = engine._tokens
    context = engine.open("first question", chat=True)
    said = context.generate(max_tokens=6)
    context.append("second", turn=True)
    assert context._reading is not None
    ids = context._reading.ids
    rendered = tokens._render([("user", "first question"), ("assistant", said.text), ("user", "second")])
    assert tokens._fast.decode(ids, skip_special_tokens=False) == rendered


@pytest.mark.parametrize("arch", ["qwen3", "gemma3_text", "lfm2"])
def test_an_answer_begun_with_the_turn_is_read_in_the_same_pass(
    make_tiny: Make, arch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_tiny(arch)
    apart, at_once = (engine.open(PAGE, chat=True, more=True) for _ in range(2))
    apart.append(" What does it cost?", reply=True)
    apart.append("Line:")
    chunk, passes, before = Forward._chunk, list[int](), engine.usage()

    def counted(self: Forward, ids: Any, cache: Any, last: bool) -> Any:
        passes.append(ids.shape[1])
        return chunk(self, ids, cache, last)

    monkeypatch.setattr(Forward, "_chunk", counted)
    at_once.append(" What does it cost?", reply=True, begun="Line:")
    assert len(passes) == 1
    assert (engine.usage() - before).forced == len("Line:") - 1  # "in" is one token
    assert at_once._reading is not None
    assert apart._reading is not None
    assert at_once._reading.ids == apart._reading.ids
    assert after(at_once) == pytest.approx(after(apart), abs=1e-4)
    with pytest.raises(EngineError, match="after a turn"):
        at_once.append(" and", begun="Line:")


def test_a_turn_needs_a_chat(make_tiny: Make) -> None:
    with pytest.raises(EngineError, match="chat"):
        make_tiny().open("plain").append("turn", turn=True)


def test_label_masses_are_those_of_the_model(make_tiny: Make) -> None:
    engine = make_tiny()
    context = engine.open(PAGE)
    found = context.label(["a", "b"])
    spelled = context.score(["a", " a", "A", " A"])
    import math

    assert found["a"] == pytest.approx(sum(math.exp(one.logprob) for one in spelled), rel=1e-4)
    assert all(0 <= value <= 1 for value in found.values())
    assert context.label([]) == {}


def test_errors_come_back_and_calls_from_many_threads_take_turns(make_tiny: Make) -> None:
    engine = make_tiny()
    with pytest.raises(ZeroDivisionError):
        engine.worker.call(lambda _: 1 / 0)
    found: dict[int, list[float]] = {}

    def ask(i: int) -> None:
        found[i] = logprobs(engine.score_pairs([(PAGE[: 40 + i], " So?")]))

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: logprobs(engine.score_pairs([(PAGE[: 40 + i], " So?")])) for i in range(6)}


def test_closing_ends_the_thread_and_later_calls_say_so(make_tiny: Make) -> None:
    engine = make_tiny()
    context = engine.open("x")
    context.close()
    context.close()
    with pytest.raises(EngineError, match="context was closed"):
        context.append("y")
    other = engine.open("y")
    engine.close()
    engine.close()
    other.close()
    assert not engine.worker._thread.is_alive()
    for call in (lambda: engine.open("x"), lambda: engine.score_pairs([("a", "b")]), lambda: other.mark()):
        with pytest.raises(EngineError, match="closed"):
            call()


def test_a_model_that_fails_to_load_leaves_no_thread(no_threads_left: None) -> None:
    from pathlib import Path

    from pointline.engine.models import ModelFolder

    with pytest.raises(EngineError, match="cannot be read") as raised:
        MLXEngine(ModelFolder("broken", Path("/nowhere"), {}))
    assert raised.value.action


def test_usage_counts_each_call(make_tiny: Make) -> None:
    engine = make_tiny()
    assert engine.usage() == Usage()
    context = engine.open("abcd")
    assert engine.usage() == Usage(prefilled=4)
    said = context.generate(max_tokens=3)
    assert engine.usage().sampled in (said.tokens, said.tokens + 1)


@pytest.mark.parametrize(("arch", "fused"), PLAIN)
def test_numbers_of_lines_are_scored_as_a_tree(make_tiny: Make, arch: str, fused: bool) -> None:
    engine = make_tiny(arch, fused=fused)
    context = engine.open(PAGE)
    numbers = [str(n) for n in range(1, 121)]
    before = engine.usage()
    together = context.score(numbers)
    spent = engine.usage().prefilled - before.prefilled
    some = [0, 8, 9, 54, 98, 99, 110, 119]
    alone = [context.score([numbers[i]])[0] for i in some]
    assert logprobs([together[i] for i in some]) == pytest.approx(logprobs(alone), abs=1e-3)
    # 1-9 follow from what was read; 10-99 from nine digits, 100-120 from three pairs of them.
    assert spent == 8 + 3 * 2


def test_a_page_is_read_once_within_an_open_turn(make_tiny: Make) -> None:
    engine = make_tiny()
    tokens = engine._tokens
    context = engine.open(PAGE, chat=True, more=True)
    mark = context.mark()
    for question in ("What does it cost?", "Where is it valid?"):
        before = engine.usage()
        context.append(question, reply=True)
        assert engine.usage().prefilled - before.prefilled == engine.count(question) + len(tokens.turns().after)
        assert context._reading is not None
        said = tokens._fast.decode(context._reading.ids, skip_special_tokens=False)
        assert said == tokens._render([("user", PAGE + question)])
        context.rewind(mark)


def test_a_text_that_would_not_fit_in_memory_is_refused(make_tiny: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline.engine import memory

    engine = make_tiny()
    context = engine.open("short")
    wanted = after(context)
    monkeypatch.setattr(memory, "available_bytes", lambda: 70 << 20)
    with pytest.raises(EngineError, match="GB of memory") as raised:
        context.append("x" * 4000)
    assert raised.value.action
    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    assert after(context) == wanted
    context.append("x" * 4000)


@pytest.mark.parametrize("arch", ["llama", "falcon_h1"])
def test_the_estimate_of_memory_holds_the_cache_that_is_made(make_tiny: Make, arch: str) -> None:
    engine = make_tiny(arch)
    context = engine.open("x" * 2000)
    assert context._reading is not None
    held = sum(layer.nbytes for layer in context._reading.cache)
    assert engine._forward._token_bytes * 2000 == pytest.approx(held, rel=0.15)


def test_the_machine_has_memory_to_give() -> None:
    from pointline.engine.memory import available_bytes

    free = available_bytes()
    assert free is None or free > 1 << 20

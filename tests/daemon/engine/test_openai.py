"""The ``openai`` engine against a server that does what it is told: chats, counts, limits, thoughts and every error."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.fake_openai import DONE, Act, Fake, Handler, after, counted, event, failing, fake_server, saying, streaming
from pointline.engine.base import Engine, EngineCancelled, EngineError, ModelMissing, Usage
from pointline.engine.loopback_http import CutOff, Limits
from pointline.engine.openai_engine import OpenAIContext, OpenAIEngine
from pointline.engine.registry import make_engine


@pytest.fixture
def fake(no_threads_left: None) -> Iterator[Fake]:
    with fake_server() as server:
        yield server


def chat(fake: Fake, *answers: Act, text: str = "A page. A question?", **options: Any) -> OpenAIContext:
    fake.answers = list(answers)
    return OpenAIEngine(fake.url, **options).open(text, chat=True)


def test_the_engine_says_what_it_cannot_do(fake: Fake) -> None:
    engine: Engine = OpenAIEngine(fake.url)
    assert (engine.info.name, engine.info.engine, engine.info.likelihoods) == ("small", "openai", False)
    assert engine.info.strategy == "contract"
    context = engine.open("page", chat=True)
    for call in (
        lambda: engine.score_pairs([("a", "b")]),
        lambda: context.score(["a"]),
        lambda: context.label(["yes"]),
    ):
        with pytest.raises(EngineError, match="no likelihoods") as raised:
            call()
        assert "mlx" in raised.value.action
    with pytest.raises(EngineError, match="plain text"):
        engine.open("page")


def test_a_chat_sends_one_request_an_answer_and_keeps_what_was_said(fake: Fake) -> None:
    fake.answers = [saying("  Nine", " o'clock.\n"), saying("Forty.")]
    engine = OpenAIEngine(fake.url)
    context = engine.open("PAGE", chat=True, more=True)
    mark = context.mark()
    context.append("\nWhen?", reply=True)
    written = context.generate(max_tokens=20, stop=["\n\n"])
    assert (written.text, written.finish, written.tokens) == ("  Nine o'clock.\n", "end", 2)
    context.append("How much?", turn=True)
    assert context.generate(max_tokens=5).text == "Forty."
    first, second = fake.chats
    assert first["messages"] == [{"role": "user", "content": "PAGE\nWhen?"}]
    assert (first["model"], first["stream"], first["temperature"], first["max_tokens"]) == ("small", True, 0, 20)
    assert first["chat_template_kwargs"] == {"enable_thinking": False}
    assert "stop" not in first  # see request_body
    assert second["messages"] == [
        {"role": "user", "content": "PAGE\nWhen?"},
        {"role": "assistant", "content": "  Nine o'clock.\n"},
        {"role": "user", "content": "How much?"},
    ]
    context.rewind(mark)
    context.append("\nWhere?", reply=True)
    context.generate(max_tokens=5)
    assert fake.chats[2]["messages"] == [{"role": "user", "content": "PAGE\nWhere?"}]


def test_turns_that_no_server_could_follow_are_refused(fake: Fake) -> None:
    context = chat(fake, saying("Yes."))
    with pytest.raises(EngineError, match="No turn is open"):
        context.append("x", reply=True)
    with pytest.raises(EngineError, match="mouth"):
        context.append("CLAIM:")
    context.generate(max_tokens=5)
    with pytest.raises(EngineError, match="had its turn"):
        context.generate(max_tokens=5)
    with pytest.raises(EngineError, match="no mark 3"):
        context.rewind(3)
    opened = OpenAIEngine(fake.url).open("x", chat=True, more=True)
    with pytest.raises(EngineError, match="not ended"):
        opened.generate(max_tokens=5)
    context.close()
    with pytest.raises(EngineError, match="closed"):
        context.append("x", turn=True)


def test_two_turns_of_the_user_become_one(fake: Fake) -> None:
    context = chat(fake, saying("Yes."), text="One.")
    context.append("Two.", turn=True)
    context.generate(max_tokens=5)
    assert fake.chats[0]["messages"] == [{"role": "user", "content": "One.\n\nTwo."}]


def test_the_counts_are_the_servers_where_it_counts(fake: Fake) -> None:
    context = chat(fake, saying("Yes", ".", counts=counted(100, 7, 90)), saying("No."))
    assert context.generate(max_tokens=9).tokens == 7
    assert context._engine.usage() == Usage(prefilled=10, reused=90, sampled=7)
    context.append("Again?", turn=True)
    assert context.generate(max_tokens=9).tokens == 1
    after_two = context._engine.usage()
    assert after_two.reused == 90
    assert after_two.sampled == 8
    assert 10 < after_two.prefilled < 60


def test_reasons_to_end_are_told_apart(fake: Fake) -> None:
    for reason, finish in (("stop", "end"), ("length", "length"), ("tool_calls", "end"), ("eos", "end")):
        assert chat(fake, saying("x", finish=reason)).generate(max_tokens=5).finish == finish
    found = chat(fake, saying("one\n", "\ntwo")).generate(max_tokens=5, stop=["\n\n"])
    assert (found.text, found.finish) == ("one", "stop")
    with pytest.raises(EngineError, match="gave up"):
        chat(fake, saying("x", finish="abort")).generate(max_tokens=5)
    nothing = chat(fake, saying("x")).generate(max_tokens=0)
    assert (nothing.text, nothing.finish) == ("", "length")


def test_an_answer_that_is_not_streamed_is_read_too(fake: Fake) -> None:
    body = {
        "choices": [{"message": {"role": "assistant", "content": "Whole."}, "finish_reason": "length"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 3},
    }
    written = chat(fake, failing(200, body)).generate(max_tokens=3)
    assert (written.text, written.finish, written.tokens) == ("Whole.", "length", 3)


def test_streams_may_be_cut_anywhere_and_hold_signs_of_life(fake: Fake) -> None:
    parts = [event(text="Größe \ud83d"), event(text="\ude00 ok"), event(finish="stop"), counted(50, 4), DONE]
    whole = b": keepalive 1/2\n\nevent: message\r\n" + b"".join(parts).replace(b"\n\n", b"\r\n\r\n")
    for size in (1, 3, 7, len(whole)):
        cut = [whole[i : i + size] for i in range(0, len(whole), size)]
        written = chat(fake, streaming(*cut)).generate(max_tokens=9)
        assert (written.text, written.tokens) == ("Größe 😀 ok", 4)
    # One line break between events, parts of content, another choice, and no [DONE].
    loose = [
        b'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n',
        b'data: {"choices":[{"index":1,"delta":{"content":"other"}}]}\n',
        b'data: {"choices":[{"delta":{"content":[{"type":"text","text":"Parts."},{"type":"image"}]}}]}\n',
        b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}',
    ]
    assert chat(fake, streaming(*loose)).generate(max_tokens=9).text == "Parts."


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["<think>\nHm, nine.\n</think>\n\nTen."], "Ten."),
        (["<thi", "nk>a", "b</th", "ink>", "Ten."], "Ten."),
        (["Hm, nine.\n</think>\n\nTen."], "Ten."),
        (["<think>first</think>Ten.<think>and more"], "Ten."),
        (["<think>never ends"], ""),
        (["a < b and <thinly> said"], "a < b and <thinly> said"),
    ],
)
def test_thoughts_are_never_shown(fake: Fake, parts: list[str], text: str) -> None:
    context = chat(fake, saying(*parts))
    assert context.generate(max_tokens=90).text == text
    assert context.chat.messages[-1] == ("assistant", text)


def test_reasoning_apart_is_never_shown(fake: Fake) -> None:
    for key in ("reasoning_content", "reasoning"):
        parts = (event(**{key: "secret"}), event(text="Ten."), event(finish="stop"), DONE)
        written = chat(fake, streaming(*parts)).generate(max_tokens=90)
        assert (written.text, written.tokens) == ("Ten.", 2)


def test_a_stop_string_in_a_thought_does_not_end_the_answer(fake: Fake) -> None:
    apart = (event(reasoning_content="so\n\nit is"), event(text="Ten.\n\nMore"), event(finish="stop"), DONE)
    for answer in (streaming(*apart), saying("<think>so\n\nit is</think>", "Ten.\n\nMore")):
        written = chat(fake, answer).generate(max_tokens=90, stop=["\n\n"])
        assert (written.text, written.finish) == ("Ten.", "stop")


def test_a_thought_that_the_prompt_begins_is_known_the_next_time(fake: Fake) -> None:
    context = chat(fake, saying("so</think>Ten."), saying("cut in the thou", finish="length"))
    assert context.generate(max_tokens=9).text == "Ten."
    context.append("More?", turn=True)
    written = context.generate(max_tokens=9)
    assert (written.text, written.finish) == ("", "length")


def test_a_server_that_refuses_what_it_does_not_know_is_asked_with_less(fake: Fake) -> None:
    def strict(known: set[str]) -> Act:
        def act(handler: Handler) -> None:
            extra = set(handler.fake.chats[-1]) - known
            if extra:
                handler.json({"detail": [{"msg": f"extra fields: {sorted(extra)}"}]}, 422)
            else:
                saying("Yes.")(handler)

        return act

    plain = {"model", "messages", "stream", "temperature", "max_tokens"}
    context = chat(fake, strict(plain | {"stream_options"}))
    assert context.generate(max_tokens=9).text == "Yes."
    assert [("chat_template_kwargs" in body, "stream_options" in body) for body in fake.chats] == [
        (True, True),
        (False, True),
    ]
    context.append("Again?", turn=True)
    context.generate(max_tokens=9)
    assert len(fake.chats) == 3  # it is remembered
    assert chat(fake, strict(plain)).generate(max_tokens=9).text == "Yes."


def test_a_refusal_for_another_reason_is_told_and_changes_nothing(fake: Fake) -> None:
    context = chat(fake, failing(400, {"error": "messages must\x1b[31m be nice"}))
    with pytest.raises(EngineError, match=r"refused the request \(400\): messages must \[31m be nice"):
        context.generate(max_tokens=9)
    fake.answers = [saying("Yes.")]
    assert context.generate(max_tokens=9).text == "Yes."
    assert "chat_template_kwargs" in fake.chats[-1]


@pytest.mark.parametrize(
    ("answer", "kind", "message", "action"),
    [
        (failing(500, {"error": {"message": "out of memory"}}), EngineError, r"failed \(500\): out of memory", "log"),
        (failing(500, b"<html>oops</html>"), EngineError, r"failed \(500\): <html>oops", "log"),
        (failing(503, {"error": {"message": "Loading model"}}), EngineError, "still loading", "Wait"),
        (failing(401, {"error": "no key"}), EngineError, "wants a key", "POINTLINE_OPENAI_KEY"),
        (failing(404, {"error": "nothing"}), EngineError, "does not find", "--model"),
        (
            failing(400, {"error": {"type": "exceed_context_size_error", "message": "9 tokens", "n_ctx": 4}}),
            EngineError,
            "longer than the server reads: 9 tokens",
            "selection",
        ),
        (failing(200, {"error": {"message": "no"}}), EngineError, "failed while it wrote: no", "log"),
        (streaming(event(text="a"), b'data: {"error": {"message": "bang"}}\n\n'), EngineError, "wrote: bang", "log"),
        (streaming(event(text="a"), b"error: bang\n\n"), EngineError, "wrote: bang", "log"),
        (streaming(b"data: {not json}\n\n"), EngineError, "something else than an answer", "Check"),
        (streaming(b"data: [1, 2]\n\n"), EngineError, "something else than an answer", "Check"),
        (streaming(b"data: " + b"[" * 100_000 + b"\n\n"), EngineError, "something else than an answer", "Check"),
        (streaming(b"complete nonsense\n"), EngineError, "something else than an answer", "Check"),
        (streaming(b"data: \xff\xfe\n\n"), EngineError, "not UTF-8", "Check"),
        (lambda h: h.raw(b"<html></html>", kind="text/html"), EngineError, "a web page", "Check"),
        (failing(200, ["no"]), EngineError, "something else than an answer", "Check"),
        (streaming(event(text="a"), event(text="bc")[:-20]), CutOff, "dropped the connection", "log"),
        (streaming(event(text="a")), CutOff, "dropped the connection", "log"),
        (streaming(), CutOff, "dropped the connection", "log"),
    ],
)
def test_every_failure_says_what_happened_and_what_to_do(
    fake: Fake, answer: Act, kind: type[EngineError], message: str, action: str
) -> None:
    context = chat(fake, answer, text="x")
    with pytest.raises(kind, match=message) as raised:
        context.generate(max_tokens=9)
    assert action in raised.value.action
    fake.answers = [saying("Yes.")]
    assert context.generate(max_tokens=9).text == "Yes."  # the context is as usable as before


def test_fewer_bytes_than_were_announced_are_a_cut(fake: Fake) -> None:
    def short(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "5000")
        handler.end_headers()
        handler.wfile.write(event(text="half"))

    def chunked(handler: Handler) -> None:
        handler.protocol_version = "HTTP/1.1"
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"400\r\n" + event(text="half"))
        handler.close_connection = True

    def silent(_: Handler) -> None:
        """End the connection."""

    def other(handler: Handler) -> None:
        handler.wfile.write(b"SSH-2.0 hello\r\n")

    for act in (short, chunked, silent):
        with pytest.raises(CutOff, match="dropped the connection"):
            chat(fake, act).generate(max_tokens=9)
    with pytest.raises(CutOff, match="does not speak HTTP"):
        chat(fake, other).generate(max_tokens=9)


@pytest.mark.parametrize("tail", [b"", event(text="a "), b": still there\n\n"])
def test_a_cancel_is_heard_at_once_and_closes_the_connection(fake: Fake, tail: bytes) -> None:
    def slow(handler: Handler) -> None:
        if tail:
            handler.begin()
            handler.wfile.write(tail)
        handler.wait_for_leaving()

    context = chat(fake, slow)
    began = time.monotonic()
    with pytest.raises(EngineCancelled):
        context.generate(max_tokens=9, cancel=after(0.2))
    assert time.monotonic() - began < 0.2 + 0.5
    assert fake.gone.wait(1.0)
    fake.answers = [saying("Yes.")]
    assert context.generate(max_tokens=9).text == "Yes."


def test_a_cancel_is_heard_between_pieces_and_while_another_call_is_served(fake: Fake) -> None:
    def dripping(handler: Handler) -> None:
        handler.begin()
        for _ in range(1000):
            handler.wfile.write(event(text="a "))
            time.sleep(0.01)

    context = chat(fake, dripping)
    other = context._engine.open("other", chat=True)
    heard: list[float] = []

    def wait() -> None:
        began = time.monotonic()
        with pytest.raises(EngineCancelled):
            other.generate(max_tokens=900, cancel=after(0.2))
        heard.append(time.monotonic() - began)

    thread = threading.Thread(target=wait)
    began = time.monotonic()
    timer = threading.Timer(0.1, thread.start)
    timer.start()
    with pytest.raises(EngineCancelled):
        context.generate(max_tokens=900, cancel=after(0.8))
    assert time.monotonic() - began < 0.8 + 0.5
    timer.join()
    thread.join()
    assert heard[0] < 0.2 + 0.5
    assert len(fake.chats) == 1
    assert context._engine.usage().sampled > 0


def test_closing_the_engine_ends_what_is_under_way(fake: Fake) -> None:
    context = chat(fake, lambda handler: handler.wait_for_leaving())
    timer = threading.Timer(0.2, context._engine.close)
    timer.start()
    with pytest.raises(EngineError, match="engine was closed"):
        context.generate(max_tokens=9)
    timer.join()
    with pytest.raises(EngineError, match="engine was closed"):
        context.append("x", turn=True)


@pytest.mark.parametrize(
    "text",
    ["word ", "a", "x" * 50_000],
)
def test_endless_output_is_bounded(fake: Fake, text: str) -> None:
    def endless(handler: Handler) -> None:
        handler.begin()
        while True:
            handler.wfile.write(event(text=text))

    written = chat(fake, endless).generate(max_tokens=20)
    assert written.finish == "length"
    assert 0 < len(written.text) <= 32 * 20 + 4096
    assert fake.gone.wait(2.0)


def test_endless_thoughts_and_endless_noise_are_bounded(fake: Fake) -> None:
    def endless(part: bytes) -> Act:
        def act(handler: Handler) -> None:
            handler.begin()
            while True:
                handler.wfile.write(part)

        return act

    written = chat(fake, endless(event(reasoning_content="hm "))).generate(max_tokens=20)
    assert (written.text, written.finish) == ("", "length")
    for noise in (b": still there\n\n" * 1000, b"x" * 9000, event(role="assistant") * 100):
        with pytest.raises(EngineError, match=r"sent more than|a line of more than"):
            chat(fake, endless(noise)).generate(max_tokens=20)


def test_silence_and_slowness_have_limits(fake: Fake) -> None:
    def slow(*parts: bytes) -> Act:
        def act(handler: Handler) -> None:
            handler.begin()
            for part in parts:
                handler.wfile.write(part)
                time.sleep(0.05)
            handler.wait_for_leaving()

        return act

    limits = Limits(first=0.6, silence=0.3, whole=1.2)
    with pytest.raises(EngineError, match="said nothing for"):
        chat(fake, slow(b": alive\n\n"), limits=limits).generate(max_tokens=9)
    with pytest.raises(EngineError, match="fell silent for"):
        chat(fake, slow(event(text="a")), limits=limits).generate(max_tokens=9)
    with pytest.raises(EngineError, match="did not finish"):
        chat(fake, slow(*[b": alive\n\n"] * 60), limits=limits).generate(max_tokens=9)


def test_counts_that_never_come_are_not_waited_for_long(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pointline.engine.openai_server._AFTERWARDS", 0.2)

    def hanging(handler: Handler) -> None:
        streaming(event(text="Yes."), event(finish="stop"))(handler)
        handler.wait_for_leaving()

    began = time.monotonic()
    assert chat(fake, hanging).generate(max_tokens=9).text == "Yes."
    assert time.monotonic() - began < 1.0


def test_a_page_that_the_server_cut_without_a_word_is_no_answer(fake: Fake) -> None:
    page = "The fee for the permit is forty euros a month. " * 200
    honest = chat(fake, saying("Forty.", counts=counted(2200, 3)), text=page)
    assert honest.generate(max_tokens=9).text == "Forty."
    with pytest.raises(EngineError, match="cut the page without saying so") as raised:
        chat(fake, saying("NONE", counts=counted(500, 1)), text=page).generate(max_tokens=9)
    assert "OLLAMA_CONTEXT_LENGTH" in raised.value.action


def test_what_does_not_fit_is_refused_before_it_is_sent(fake: Fake) -> None:
    engine = OpenAIEngine(fake.url, context_tokens=300)
    with pytest.raises(EngineError, match=r"about \d+ tokens, and small reads 300"):
        engine.open("word " * 1000, chat=True)
    fake.answers = [saying("Yes.")]
    context = engine.open("word " * 130, chat=True)
    with pytest.raises(EngineError, match="reads 300"):
        context.append("word " * 100, turn=True)
    context.generate(max_tokens=4000)
    assert fake.chats[0]["max_tokens"] < 60  # what the page leaves
    with pytest.raises(EngineError, match="cannot hold a page"):
        OpenAIEngine(fake.url, context_tokens=0)


@pytest.mark.parametrize(
    ("models", "paths", "context"),
    [
        ({"data": [{"id": "m"}]}, {}, 8192),
        ({"data": [{"id": "m", "max_model_len": 5000}]}, {}, 5000),
        ({"data": [{"id": "m", "meta": {"n_ctx_train": 131072, "n_ctx": 6000}}]}, {}, 6000),
        ({"data": [{"id": "m", "meta": {"n_ctx_train": 131072}}]}, {}, 8192),
        ({"data": [{"id": "m"}]}, {"/props": {"default_generation_settings": {"n_ctx": 7000}}}, 7000),
        ({"data": [{"id": "m"}]}, {"/api/version": {"version": "1"}, "/api/ps": {"models": []}}, 4096),
        ({"data": [{"id": "m"}]}, {"/api/ps": {"models": [{"name": "m", "context_length": 9000}]}}, 9000),
        ({"data": [{"id": "m"}]}, {"/api/v0/models": {"data": [{"id": "m", "loaded_context_length": 3000}]}}, 3000),
        ({"data": [{"id": "m", "max_model_len": True}]}, {"/props": [], "/api/ps": {"models": [{}, 3]}}, 8192),
    ],
)
def test_the_context_is_what_the_server_says(fake: Fake, models: Any, paths: dict[str, Any], context: int) -> None:
    fake.models = models
    fake.paths = {path: failing(200, body) for path, body in paths.items()}
    assert OpenAIEngine(fake.url).info.context_tokens == context
    assert OpenAIEngine(fake.url, context_tokens=512).info.context_tokens == 512


def test_the_server_counts_tokens_where_it_can(fake: Fake) -> None:
    fake.paths = {
        "/tokenize": lambda handler: handler.json({"tokens": handler.fake.requests[-1][3]["content"].split()})
    }
    assert OpenAIEngine(fake.url).count("three words here") == 3
    fake.paths = {}
    engine = OpenAIEngine(fake.url)
    assert engine.count("") == 0
    assert 3 <= engine.count("three words here") <= 8
    assert engine.count("1234567890") >= 10


def test_the_model_is_one_that_the_server_has(fake: Fake, tmp_path: Any) -> None:
    assert OpenAIEngine(fake.url, model="large").info.name == "large"
    with pytest.raises(ModelMissing, match="no model called 'huge'") as raised:
        OpenAIEngine(fake.url, model="huge")
    assert raised.value.action == "It has: small, large."
    fake.models = {"data": [{"id": "qwen:latest"}]}
    assert OpenAIEngine(fake.url, model="qwen").info.name == "qwen:latest"
    # mlx_lm.server: every model of the cache, and last the folder that it serves.
    fake.models = {"data": [{"id": "org/other"}, {"id": str(tmp_path)}]}
    assert OpenAIEngine(fake.url).info.name == tmp_path.name
    # LM Studio: all that was downloaded; one is loaded, one does not write.
    fake.models = {"data": [{"id": "embed"}, {"id": "cold"}, {"id": "warm"}]}
    entries = [{"id": "embed", "type": "embeddings", "state": "loaded"}, {"id": "cold", "state": "not-loaded"}]
    fake.paths = {"/api/v0/models": failing(200, {"data": [*entries, {"id": "warm", "state": "loaded"}]})}
    assert OpenAIEngine(fake.url).info.name == "warm"
    fake.models = {"data": []}
    with pytest.raises(ModelMissing, match="has no model"):
        OpenAIEngine(fake.url)


def test_names_of_models_cannot_speak_to_the_terminal(fake: Fake) -> None:
    name = "small\x1b[2J\u202e"
    fake.models = {"data": [{"id": name}]}
    fake.answers = [saying("Yes.")]
    engine = OpenAIEngine(fake.url)
    assert engine.info.name == "small·[2J·"
    engine.open("Well?", chat=True).generate(max_tokens=5)
    assert fake.chats[-1]["model"] == name
    with pytest.raises(ModelMissing) as raised:
        OpenAIEngine(fake.url, model="other")
    assert "small·[2J·" in raised.value.action


def test_a_server_without_a_list_is_told_the_model(fake: Fake) -> None:
    for answer in (failing(404, {}), failing(200, b""), failing(200, {"models": 1}), failing(200, b"<html>")):
        fake.paths = {"/v1/models": answer}
        with pytest.raises(EngineError) as raised:
            OpenAIEngine(fake.url)
        assert "--model FOLDER_OR_NAME" in raised.value.action
        assert "mlx_lm.server" in raised.value.action
        assert OpenAIEngine(fake.url, model="mine").info.name == "mine"
    fake.paths = {"/v1/models": failing(401, {})}
    with pytest.raises(EngineError, match="wants a key"):
        OpenAIEngine(fake.url, model="mine")


def test_a_model_that_has_gone_is_missing(fake: Fake) -> None:
    context = chat(fake, failing(404, {"error": {"message": "model not found"}}))
    fake.models = {"data": [{"id": "other"}]}
    with pytest.raises(ModelMissing, match="no model called 'small'"):
        context.generate(max_tokens=9)


def test_the_key_is_sent_and_never_told(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POINTLINE_OPENAI_KEY", "sk-very-secret")
    monkeypatch.setenv("POINTLINE_OPENAI_URL", fake.url)
    engine = make_engine("openai", model="large")
    assert all(headers["Authorization"] == "Bearer sk-very-secret" for _, _, headers, _ in fake.requests)
    fake.answers = [failing(400, {"error": "bad key sk-very-secret"})]
    with pytest.raises(EngineError) as raised:
        engine.open("x", chat=True).generate(max_tokens=9)
    fake.answers = [streaming(b"data: sk-very-secret\n\n")]
    with pytest.raises(EngineError) as garbled:
        engine.open("x", chat=True).generate(max_tokens=9)
    said = f"{raised.value!r} {raised.value.action} {garbled.value!r} {vars(raised.value)} {capfd.readouterr()}"
    assert "bad key" in said
    assert "sk-very-secret" not in said
    with pytest.raises(EngineError, match="POINTLINE_OPENAI_KEY") as bad:
        OpenAIEngine(fake.url, key="sk-ü\nx")
    assert "sk-" not in str(bad.value)


def test_lone_surrogates_and_odd_text_can_be_sent(fake: Fake) -> None:
    for text in ("\ud800 page", "\x00\x1b\u202e", '"}\n\ndata: [DONE]', "😀" * 50, ""):
        context = chat(fake, saying("Yes."), text=text)
        assert context.generate(max_tokens=9).text == "Yes."
        sent = fake.chats[-1]["messages"][0]["content"]
        assert sent == text.replace("\ud800", "\ufffd")
        assert json.dumps(sent)


@pytest.mark.parametrize(
    "odd",
    [
        {"choices": 3},
        {"choices": [3]},
        {"choices": [{"delta": 3, "finish_reason": "stop"}]},
        {"choices": [{"delta": {"content": {"a": 1}}, "finish_reason": 7}]},
        {"usage": {"prompt_tokens": 5, "completion_tokens": -3, "prompt_tokens_details": 4}},
        {"choices": [], "usage": {"prompt_tokens": 50, "prompt_tokens_details": {"cached_tokens": 999}}},
    ],
)
def test_odd_events_are_passed_over(fake: Fake, odd: Any) -> None:
    context = chat(fake, streaming(b"data: " + json.dumps(odd).encode() + b"\n\n", event(text="Yes."), DONE), text="x")
    assert context.generate(max_tokens=9).text == "Yes."
    usage = context._engine.usage()
    assert min(usage.prefilled, usage.reused, usage.sampled) >= 0


@pytest.mark.parametrize("odd", [{}, {"usage": {"prompt_tokens": "x"}}, None, 3, "text"])
def test_events_without_any_answer_are_no_stream(fake: Fake, odd: Any) -> None:
    with pytest.raises(EngineError, match="something else than an answer"):
        chat(fake, streaming(b"data: " + json.dumps(odd).encode() + b"\n\n", DONE), text="x").generate(max_tokens=9)


def test_the_registry_keeps_the_servers_options_to_this_engine(fake: Fake) -> None:
    engine = make_engine("openai", server=fake.url, context_tokens=999)
    assert engine.info.context_tokens == 999
    for options in ({"server": fake.url}, {"context_tokens": 9}):
        with pytest.raises(EngineError, match="has no server"):
            make_engine("scripted", **options)

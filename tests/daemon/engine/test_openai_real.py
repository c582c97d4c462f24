"""The ``openai`` engine against a real server: ``mlx_lm.server`` with the starter, stopped at the end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.fake_openai import after
from pointline.engine import starter
from pointline.engine.base import EngineCancelled, EngineError
from pointline.engine.models import find_model
from pointline.engine.openai_engine import OpenAIEngine

pytestmark = [pytest.mark.model, pytest.mark.timeout(900)]

# mlx_lm.server as it is; the BLAS first, or a prompt of thirty tokens takes a minute on the stock Linux wheel.
SERVE = "from pointline.engine import blas; blas.prepare(); from mlx_lm.server import main; main()"
PLAIN = (
    "import sys; from mlx_lm.convert import convert; "
    "convert(sys.argv[1], sys.argv[2], dequantize=True, dtype='float32')"
)
PAGE = "Permit office of Lund.\nThe permit costs 40 euros a month.\nThe office opens at nine.\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running server, which reaches no hub and no cache of the person's."""
    try:
        folder = find_model(starter.NAME).path
    except EngineError as error:
        pytest.skip(f"the starter is not here: {error}")
    place = tmp_path_factory.mktemp("served")
    (place / "hf" / "hub").mkdir(parents=True)
    env = os.environ | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(place / "hf"), "TOKENIZERS_PARALLELISM": "false"}
    model = place / "starter-float32"  # 4-bit matrices are slow on a CPU
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    try:
        subprocess.run([sys.executable, "-c", PLAIN, str(folder), str(model)], env=env, check=True, capture_output=True)
        with (place / "log").open("wb") as log:
            command = [sys.executable, "-c", SERVE, "--model", str(model), "--host", "127.0.0.1", "--port", str(port)]
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        try:
            wait_for(port, process, place / "log")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.kill()
            process.wait()
    finally:
        shutil.rmtree(model, ignore_errors=True)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 180
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    pytest.fail(f"mlx_lm.server did not start: {log.read_text(errors='replace')[-2000:]}")


@pytest.fixture
def engine(server: str) -> Iterator[OpenAIEngine]:
    engine = OpenAIEngine(server)
    yield engine
    engine.close()


def test_a_page_a_question_and_a_follow_up(engine: OpenAIEngine) -> None:
    assert (engine.info.name, engine.info.context_tokens) == ("starter-float32", 8192)
    context = engine.open(PAGE, chat=True, more=True)
    page = context.mark()
    context.append("\nWhat does the permit cost?", reply=True)
    first = context.generate(max_tokens=12)
    assert "40" in first.text
    assert 0 < first.tokens <= 12
    before = engine.usage()
    assert before.prefilled > 20
    assert before.sampled == first.tokens
    # The server's own count: the estimate is above it, and not by much more than half of its words.
    estimate = context.chat.tokens - first.tokens
    read = before.prefilled + before.reused
    assert read * 0.6 < estimate < read * 2.5
    context.append("When does the office open?", turn=True)
    second = context.generate(max_tokens=8)
    assert second.text
    spent = engine.usage()
    assert spent.reused - before.reused > spent.prefilled - before.prefilled  # the page came from the server's cache
    assert [role for role, _ in context.chat.messages] == ["user", "assistant", "user", "assistant"]
    # Back at the page, the same question gets the same answer: temperature 0, and nothing of the turns since.
    context.rewind(page)
    context.append("\nWhat does the permit cost?", reply=True)
    assert context.generate(max_tokens=12).text == first.text


def test_budgets_and_stop_strings(engine: OpenAIEngine) -> None:
    context = engine.open("Count from one to one hundred, with a comma after each number.", chat=True)
    mark = context.mark()
    short = context.generate(max_tokens=3)
    assert (short.tokens, short.finish) == (3, "length")
    context.rewind(mark)
    longer = context.generate(max_tokens=16).text
    letter = next(char for char in longer[1:] if char.isalpha())
    context.rewind(mark)
    cut = context.generate(max_tokens=16, stop=[letter])
    assert cut.text == longer[: longer.index(letter)]


def test_a_cancel_stops_the_server_and_leaves_the_chat(engine: OpenAIEngine) -> None:
    context = engine.open("Write a very long story about a lighthouse.", chat=True)
    for wait in (0.0, 0.3, 2.0):  # at once, while it reads, while it writes
        began = time.monotonic()
        with pytest.raises(EngineCancelled):
            context.generate(max_tokens=2000, cancel=after(wait))
        assert time.monotonic() - began < wait + 0.5
    assert len(context.chat.messages) == 1
    assert context.generate(max_tokens=4).tokens == 4


def test_what_the_server_refuses_is_told(server: str, engine: OpenAIEngine) -> None:
    with pytest.raises(EngineError, match="no model called"):
        OpenAIEngine(server, model="nobody/nothing")
    with pytest.raises(EngineError, match="reads 64"):
        OpenAIEngine(server, context_tokens=64).open(PAGE * 9, chat=True)
    with pytest.raises(EngineError, match="does not find") as raised:
        OpenAIEngine(server.removesuffix("/v1") + "/v2")
    assert "/v1" in raised.value.action


def test_the_command_line_finds_the_server(server: str) -> None:
    env = os.environ | {"POINTLINE_OPENAI_URL": server}
    command = [sys.executable, "-m", "pointline.cli", "doctor", "--json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert f"The server at {server} has starter-float32" in done.stdout

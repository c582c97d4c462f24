"""Taking a model in from this machine: whole and loadable, or refused with nothing left behind."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.tiny_gguf import MODULES, write_gguf
from pointline.engine.base import EngineError
from pointline.engine.gguf_model import convert
from pointline.engine.mlx_engine import MLXEngine
from pointline.engine.model_import import import_model, safetensors_fault
from pointline.engine.model_settings import default_model, forget_choice, record, use_model
from pointline.engine.models import WEIGHTS, ModelFolder, find_model, installed, models_home
from pointline.errors import BadInput


@pytest.fixture
def gguf(tmp_path: Path, in_worker: Any, tiny: Callable[..., Any]) -> Callable[..., Path]:
    """Write a tiny GGUF file of an architecture."""

    def make(arch: str = "llama") -> Path:
        path = tmp_path / f"tiny-{arch}.gguf"
        in_worker(lambda _: write_gguf(path, arch, tiny(MODULES.get(arch, arch))))
        return path

    return make


@pytest.fixture
def mlx_folder(tmp_path: Path, gguf: Callable[..., Path]) -> Path:
    """A tiny MLX folder outside the data directory."""
    folder = tmp_path / "Tiny model (mlx)"
    folder.mkdir()
    convert(gguf(), folder)
    return folder


def nothing_left() -> bool:
    return [path for path in models_home().iterdir() if path.suffix != ".lock"] == []


@pytest.mark.parametrize("arch", ["llama", "qwen2", "qwen3", "gemma3"])
def test_a_gguf_file_becomes_a_model_that_runs(arch: str, gguf: Callable[..., Path]) -> None:
    said: list[str] = []
    folder = import_model(gguf(arch), say=said.append)
    assert folder.name == f"tiny-{arch}"
    assert installed() == [f"tiny-{arch}"]
    assert folder.damaged() == []
    assert "config.json" in folder.hashes()
    assert said
    engine = MLXEngine(folder)
    try:
        assert engine.count("the cost") > 0
        (found,) = engine.score_pairs([("the", " cost")])
        assert found.logprob < 0
    finally:
        engine.close()


def test_a_folder_is_taken_in_and_stays_where_it_was(mlx_folder: Path) -> None:
    (mlx_folder / "run.py").write_text("raise SystemExit", encoding="utf-8")
    (mlx_folder / "pointline.json").write_text('{"may_judge": true}', encoding="utf-8")
    before = sorted(path.name for path in mlx_folder.iterdir())
    folder = import_model(mlx_folder)
    assert folder.name == "Tiny-model--mlx-"
    assert folder.provenance["imported_from"] == str(mlx_folder)
    assert "may_judge" not in folder.provenance
    assert not (folder.path / "run.py").exists()
    assert sorted(path.name for path in mlx_folder.iterdir()) == before
    weights = folder.path / "model.safetensors"
    assert weights.stat().st_ino == (mlx_folder / "model.safetensors").stat().st_ino  # linked, not copied
    assert (folder.path / "config.json").stat().st_ino != (mlx_folder / "config.json").stat().st_ino
    shutil.rmtree(mlx_folder)
    assert folder.damaged() == []


def test_the_end_tokens_of_generation_config_end_an_answer(mlx_folder: Path) -> None:
    (mlx_folder / "generation_config.json").write_text('{"eos_token_id": [2, 0, 7]}', encoding="utf-8")
    engine = MLXEngine(import_model(mlx_folder, "tiny"))
    try:
        assert engine._tokens.end >= {0, 2, 7}
    finally:
        engine.close()


@pytest.mark.parametrize(
    "change",
    [
        {"text_config": [1]},
        {"max_position_embeddings": "many"},
        {"max_position_embeddings": -5},
        {"eos_token_id": "x"},
        {"num_attention_heads": 0},
    ],
    ids=str,
)
def test_a_folder_that_was_spoiled_later_is_refused_in_words(mlx_folder: Path, change: dict[str, Any]) -> None:
    config = json.loads((mlx_folder / "config.json").read_text(encoding="utf-8"))
    (mlx_folder / "config.json").write_text(json.dumps(config | change), encoding="utf-8")
    with pytest.raises(EngineError, match="The model spoiled cannot be loaded") as raised:
        MLXEngine(ModelFolder("spoiled", mlx_folder, {}))
    assert raised.value.action


@pytest.mark.parametrize("index", [["x"], {"weight_map": ["x"]}, {"weight_map": None}], ids=str)
def test_an_index_of_another_form_says_nothing(mlx_folder: Path, index: Any) -> None:
    (mlx_folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    assert import_model(mlx_folder, "indexed").name == "indexed"


def test_a_folder_of_symbolic_links_is_followed(tmp_path: Path, mlx_folder: Path) -> None:
    linked = tmp_path / "snapshot"
    linked.mkdir()
    for path in mlx_folder.iterdir():
        (linked / path.name).symlink_to(path)
    folder = import_model(linked, "from-cache")
    assert not any(path.is_symlink() for path in folder.path.iterdir())


def test_a_disk_without_links_is_copied_to(mlx_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: Any) -> None:
        raise OSError(1, "not permitted")

    monkeypatch.setattr("pointline.engine.model_import.os.link", no_links)
    folder = import_model(mlx_folder, "copied")
    assert (folder.path / "model.safetensors").stat().st_nlink == 1
    assert folder.damaged() == []


def spoil(name: str) -> Callable[[Path], None]:
    """Ways to spoil a folder, by name."""

    def edit_config(change: dict[str, Any]) -> Callable[[Path], None]:
        def edit(folder: Path) -> None:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            (folder / "config.json").write_text(json.dumps(config | change), encoding="utf-8")

        return edit

    def cut(folder: Path) -> None:
        with (folder / "model.safetensors").open("r+b") as file:
            file.truncate((folder / "model.safetensors").stat().st_size - 10)

    def index(folder: Path) -> None:
        weights = {"weight_map": {"x": "model-00002-of-00002.safetensors"}}
        (folder / "model.safetensors.index.json").write_text(json.dumps(weights), encoding="utf-8")

    def deep_header(folder: Path) -> None:
        header = b"[" * 100_000
        (folder / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)

    return {
        "config of brackets": lambda folder: (folder / "config.json").write_text("[" * 100_000) and None,
        "weights of brackets": deep_header,
        "no config": lambda folder: (folder / "config.json").unlink(),
        "config of noise": lambda folder: (folder / "config.json").write_text("{", encoding="utf-8") and None,
        "no type": edit_config({"model_type": None}),
        "unknown type": edit_config({"model_type": "never_heard_of"}),
        "own program": edit_config({"model_file": "run.py"}),
        "other shape": edit_config({"hidden_size": 64}),
        "more layers": edit_config({"num_hidden_layers": 7}),
        "no weights": lambda folder: (folder / "model.safetensors").unlink(),
        "cut weights": cut,
        "weights of noise": lambda folder: (folder / "model.safetensors").write_bytes(b"noise" * 99) and None,
        "no weights inside": lambda folder: (folder / "model.safetensors").write_bytes(b"") and None,
        "a shard missing": index,
        "no tokenizer": lambda folder: (folder / "tokenizer.json").unlink(),
        "tokenizer of noise": lambda folder: (folder / "tokenizer.json").write_text("[]", encoding="utf-8") and None,
    }[name]


@pytest.mark.parametrize(
    "how",
    [
        "no config",
        "config of noise",
        "config of brackets",
        "weights of brackets",
        "no type",
        "unknown type",
        "own program",
        "other shape",
        "more layers",
        "no weights",
        "cut weights",
        "weights of noise",
        "no weights inside",
        "a shard missing",
        "no tokenizer",
        "tokenizer of noise",
    ],
)
def test_a_spoiled_folder_is_refused_and_nothing_is_left(mlx_folder: Path, how: str) -> None:
    spoil(how)(mlx_folder)
    with pytest.raises(BadInput) as raised:
        import_model(mlx_folder, "spoiled")
    assert raised.value.code == "bad-model"
    assert raised.value.action
    assert nothing_left()


@pytest.mark.parametrize("size", [4, 12, 20, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_gguf_file_that_is_cut_off_is_refused(gguf: Callable[..., Path], size: float) -> None:
    path = gguf()
    kept = int(size if size >= 1 else path.stat().st_size * size)
    with path.open("r+b") as file:
        file.truncate(kept)
    with pytest.raises(BadInput) as raised:
        import_model(path)
    assert str(raised.value) == (
        f"{path} is damaged or cut off: it has {kept:,} bytes, and what it says of its parts does not fit them."
    )
    assert "fetch it again" in raised.value.action
    assert nothing_left()


def test_a_gguf_file_with_other_bytes_in_it_is_refused_in_words(
    gguf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pointline.engine.model_import._try", lambda *_: None)  # the numbers are not at stake here
    path = gguf()
    whole = path.read_bytes()
    chance = random.Random(5)
    refused: list[BadInput] = []
    for turn in range(60):
        content = bytearray(whole)
        for _ in range(4):
            content[chance.randrange(8, 4000)] = chance.randrange(256)
        path.write_bytes(content)
        try:
            import_model(path, f"spoiled-{turn}")
        except BadInput as error:
            refused.append(error)
    assert len(refused) > 20
    for fault in refused:
        assert fault.action
        for own in ("numpy", "np.", "Error(", "codec", "unpack", "reshape", "out of bounds", "dtype"):
            assert own not in str(fault)


@pytest.mark.parametrize("many", [2**40, 2**64 - 1])
def test_a_list_that_is_longer_than_the_file_ends_with_it(gguf: Callable[..., Path], many: int) -> None:
    path = gguf()
    content = bytearray(path.read_bytes())
    at = content.index(b"tokenizer.ggml.tokens") + len(b"tokenizer.ggml.tokens") + 4 + 4  # type of value, of items
    assert 0 < int.from_bytes(content[at : at + 8], "little") < 1000
    content[at : at + 8] = many.to_bytes(8, "little")
    path.write_bytes(content)
    with pytest.raises(BadInput, match="is damaged or cut off"):
        import_model(path, "endless")
    assert nothing_left()


def test_another_version_of_gguf_is_named(gguf: Callable[..., Path]) -> None:
    path = gguf()
    whole = path.read_bytes()
    path.write_bytes(b"GGUF" + (1).to_bytes(4, "little") + whole[8:])
    with pytest.raises(BadInput, match="version 1 of GGUF") as raised:
        import_model(path)
    assert "newer file" in raised.value.action


def test_other_files_are_refused(tmp_path: Path) -> None:
    for name, content in (
        ("a.gguf", b""),
        ("b.gguf", b"GGUF"),
        ("c.txt", b"hello"),
        ("d.gguf", b"GGUF" + b"\xff" * 99),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadInput):
            import_model(tmp_path / name)
    part = tmp_path / "big-00001-of-00003.gguf"
    part.write_bytes(b"GGUF" + b"\0" * 100)
    with pytest.raises(BadInput, match="one of 3 parts") as raised:
        import_model(part)
    assert "merge" in raised.value.action
    for missing in (tmp_path / "missing", Path("a\0b"), Path("x" * 5000)):
        with pytest.raises(BadInput, match="nothing at"):
            import_model(missing)
    assert nothing_left()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../x", ".hidden", "a b", "starter", "x" * 200, "a\0"])
def test_names_that_cannot_be_used_are_refused(gguf: Callable[..., Path], name: str) -> None:
    with pytest.raises(BadInput):
        import_model(gguf(), name)
    assert nothing_left()


def test_a_name_that_is_taken_is_not_overwritten(gguf: Callable[..., Path]) -> None:
    import_model(gguf(), "mine")
    with pytest.raises(BadInput, match="already"):
        import_model(gguf("qwen3"), "mine")
    assert find_model("mine").config()["model_type"] == "llama"


def test_a_full_disk_is_noticed_first(gguf: Callable[..., Path]) -> None:
    with pytest.raises(BadInput, match="too little room"):
        import_model(gguf(), free=lambda _: 1000)
    assert nothing_left()


def test_the_room_that_is_asked_for_is_what_the_weights_will_take(gguf: Callable[..., Path]) -> None:
    path = gguf()
    weights = import_model(path, "first").path / WEIGHTS
    spare = 200_000_000
    with pytest.raises(BadInput, match="too little room"):
        import_model(path, "second", free=lambda _: weights.stat().st_size + spare - 50_000)
    import_model(path, "second", free=lambda _: weights.stat().st_size + spare)  # a file of halves, whatever it was
    assert installed() == ["first", "second"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "model.gguf"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="neither a folder nor a file"):
        import_model(pipe)
    assert nothing_left()


def test_what_a_killed_import_left_is_cleared_by_the_next_one(gguf: Callable[..., Path]) -> None:
    (models_home() / ".import~killed" / "model").mkdir(parents=True)
    assert not nothing_left()
    with pytest.raises(BadInput):
        import_model(gguf(), "a b")
    assert nothing_left()


def test_safetensors_with_something_added_are_noticed(mlx_folder: Path) -> None:
    weights = mlx_folder / "model.safetensors"
    assert safetensors_fault(weights) is None
    with weights.open("ab") as file:
        file.write(b"x")
    assert "added" in (safetensors_fault(weights) or "")


def test_the_model_in_use_is_remembered_and_forgotten(gguf: Callable[..., Path], mlx_folder: Path) -> None:
    assert default_model() == "starter"
    import_model(gguf(), "mine")
    use_model("mine")
    assert default_model() == "mine"
    use_model(str(mlx_folder))
    assert default_model() == str(mlx_folder)
    forget_choice()
    assert default_model() == "starter"


@pytest.mark.parametrize(("name", "action"), [("mine", "Import"), ("Qwen3-1.7B-4bit", "model pull Qwen3-1.7B-4bit")])
def test_a_model_that_cannot_be_read_comes_again_as_it_came(name: str, action: str) -> None:
    folder = models_home() / name
    folder.mkdir()
    (folder / "config.json").write_text("{", encoding="utf-8")
    with pytest.raises(EngineError, match="cannot be read") as raised:
        find_model(name).config()
    assert action in raised.value.action


@pytest.mark.parametrize("content", ["", "[]", "{", '{"model": 3}', '{"model": ""}', "\udcff"])
def test_settings_of_another_form_mean_the_starter(content: str) -> None:
    (models_home().parent / "settings.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    assert default_model() == "starter"


def test_what_was_measured_is_kept_beside_the_rest(gguf: Callable[..., Path]) -> None:
    folder = import_model(gguf(), "mine")
    changed = record(folder, {"may_judge": True, "qualification": {"date": "2026-01-01"}})
    assert changed.provenance == find_model("mine").provenance
    assert changed.provenance["imported_from"]
    assert record(changed, {"may_judge": False}).provenance["qualification"] == {"date": "2026-01-01"}
    assert [path.name for path in folder.path.iterdir() if path.name.startswith(".")] == []

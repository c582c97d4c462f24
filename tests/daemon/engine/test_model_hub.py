"""Fetching from the hub: resumed, checked, all or nothing; against a hub on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.hub_server import COMMIT, Hub, running
from pointline.engine import model_hub
from pointline.engine.base import EngineCancelled, EngineError, ModelMissing
from pointline.engine.model_catalog import CATALOG, GIB, HubModel, in_catalog, recommended
from pointline.engine.model_hub import named, pull
from pointline.engine.models import KNOWN, find_model, installed, models_home, sha256_of

WEIGHTS = bytes(range(256)) * 12_000  # 3 MB, so that it comes in several pieces
FILES = {
    "config.json": b'{"model_type": "llama"}',
    "tokenizer.json": b"{}",
    "model.safetensors": WEIGHTS,
    "README.md": b"not fetched",
    "modeling.py": b"raise SystemExit('never run')",
}
MODEL = HubModel("Tiny", "someone/Tiny", COMMIT)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, no_threads_left: None) -> Iterator[Hub]:
    with running(Hub(dict(FILES))) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url + "/")
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        yield hub


def fetch(model: HubModel = MODEL, **more: Any) -> Any:
    return pull(model, sleep=lambda _: None, **more)


def weights_asked(hub: Hub) -> list[str | None]:
    return [asked for name, asked in hub.asked if name == "model.safetensors"]


def visible() -> list[str]:
    return sorted(path.name for path in models_home().iterdir() if not path.name.startswith("."))


def left_over() -> list[str]:
    return sorted(path.name for path in models_home().iterdir() if path.name.startswith(".pull"))


def test_a_model_comes_whole_with_its_commit_and_the_hash_of_every_file(hub: Hub) -> None:
    seen: list[tuple[int, int]] = []
    folder = fetch(progress=lambda done, whole: seen.append((done, whole)))
    assert sorted(path.name for path in folder.path.iterdir()) == [
        "config.json",
        "model.safetensors",
        "pointline.json",
        "tokenizer.json",
    ]
    assert (folder.path / "model.safetensors").read_bytes() == WEIGHTS
    assert folder.provenance["revision"] == COMMIT
    assert folder.hashes() == {
        name: sha256_of(folder.path / name) for name in ("config.json", "tokenizer.json", "model.safetensors")
    }
    assert folder.damaged() == []
    assert left_over() == []
    whole = len(WEIGHTS) + len(FILES["config.json"]) + 2
    assert seen == sorted(seen)
    assert seen[-1] == (whole, whole)
    assert len(seen) > 4
    asked = len(hub.asked)
    assert fetch().path == folder.path
    assert len(hub.asked) == asked  # it is there: nothing is fetched again


def test_a_lost_connection_is_taken_up_where_it_ended(hub: Hub) -> None:
    hub.drop_after["model.safetensors"] = [1_500_000, 700_000]
    assert fetch().damaged() == []
    assert weights_asked(hub) == [None, "bytes=1500000-", "bytes=2200000-"]


def test_a_server_without_ranges_is_begun_again(hub: Hub) -> None:
    hub.ranges = False
    hub.drop_after["model.safetensors"] = [1_500_000]
    assert fetch().damaged() == []
    assert weights_asked(hub) == [None, "bytes=1500000-"]


def test_what_came_stays_when_it_fails_and_the_next_call_goes_on(hub: Hub) -> None:
    hub.drop_after["model.safetensors"] = [1_000_000, *[0] * 20]
    with pytest.raises(EngineError, match="cannot be fetched") as raised:
        fetch()
    assert "goes on where it stopped" in raised.value.action
    assert visible() == []
    assert installed() == []
    (part,) = models_home().glob(".pull*/model.safetensors.part")
    assert part.stat().st_size == 1_000_000
    hub.drop_after.clear()
    hub.asked.clear()
    assert fetch().damaged() == []
    assert hub.asked == [("model.safetensors", "bytes=1000000-")]


def test_a_cancelled_fetch_goes_on_too(hub: Hub) -> None:
    asked = iter([False, False, False, True])
    with pytest.raises(EngineCancelled):
        fetch(cancel=lambda: next(asked, True))
    assert visible() == []
    (part,) = models_home().glob(".pull*/model.safetensors.part")
    size = part.stat().st_size
    assert 0 < size < len(WEIGHTS)
    assert fetch().damaged() == []
    assert weights_asked(hub)[-1] == f"bytes={size}-"


def test_a_busy_server_is_asked_again_and_a_refusal_is_not(hub: Hub) -> None:
    hub.status["config.json"] = [503, 429]
    fetch()
    assert [name for name, _ in hub.asked].count("config.json") == 3
    hub.status["model.safetensors"] = [403]
    with pytest.raises(EngineError, match="403"):
        fetch(HubModel("Other", "someone/Other", COMMIT))


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_other_bytes_than_the_hub_lists_are_refused(hub: Hub, name: str) -> None:
    hub.lies[name] = "0" * (64 if name.endswith("safetensors") else 40)
    with pytest.raises(EngineError, match="is not the file it should be"):
        fetch()
    assert visible() == []
    assert not list(models_home().glob(f".pull*/{name}*"))  # the wrong bytes are not gone on from
    hub.lies.clear()
    assert fetch().damaged() == []


def test_a_part_that_was_altered_is_found_out(hub: Hub) -> None:
    hub.drop_after["model.safetensors"] = [1_000_000, *[0] * 20]
    with pytest.raises(EngineError):
        fetch()
    (part,) = models_home().glob(".pull*/model.safetensors.part")
    with part.open("r+b") as file:
        file.write(b"\xff\xff\xff")
    hub.drop_after.clear()
    with pytest.raises(EngineError, match="is not the file it should be"):
        fetch()
    assert fetch().damaged() == []


@pytest.mark.parametrize("more", [1, 50_000])
def test_a_part_that_is_longer_than_the_file_is_begun_again(hub: Hub, more: int) -> None:
    scratch = models_home() / f".pull~Tiny~{COMMIT[:12]}"
    scratch.mkdir()
    (scratch / "model.safetensors.part").write_bytes(WEIGHTS + b"x" * more)
    assert fetch().damaged() == []


def test_the_pinned_hash_counts_whatever_the_hub_says(hub: Hub) -> None:
    pinned = replace(MODEL, sha256={"model.safetensors": "1" * 64})
    with pytest.raises(EngineError, match="another hash than the pinned one"):
        fetch(pinned)
    assert hub.asked == []


def test_another_commit_than_the_pinned_one_is_refused(hub: Hub) -> None:
    hub.commit = "f" * 40
    with pytest.raises(EngineError, match="answers with the commit"):
        fetch()
    assert fetch(replace(MODEL, revision="main")).provenance["revision"] == "f" * 40


def test_a_full_disk_is_noticed_before_anything_is_fetched(hub: Hub) -> None:
    with pytest.raises(EngineError, match="too little room") as raised:
        fetch(free=lambda _: 1_000_000)
    assert raised.value.action
    assert hub.asked == []
    assert fetch(free=lambda _: 10**12).damaged() == []


def test_room_that_parts_have_taken_is_not_asked_for_again(hub: Hub) -> None:
    hub.drop_after["model.safetensors"] = [2_000_000, *[0] * 20]
    with pytest.raises(EngineError):
        fetch()
    hub.drop_after.clear()
    enough = len(WEIGHTS) - 2_000_000 + model_hub._SPARE_BYTES + 1000
    assert fetch(free=lambda _: enough).damaged() == []


def test_a_damaged_model_is_mended_by_fetching_what_is_damaged(hub: Hub) -> None:
    folder = fetch()
    with (folder.path / "model.safetensors").open("r+b") as file:
        file.write(b"\xff\xff")
    assert folder.damaged() == ["model.safetensors"]
    hub.asked.clear()
    assert fetch().damaged() == []
    assert [name for name, _ in hub.asked] == ["model.safetensors"]


def test_another_model_of_the_same_name_is_not_overwritten(hub: Hub) -> None:
    fetch()
    with pytest.raises(EngineError, match="another model called Tiny"):
        fetch(HubModel("Tiny", "elsewhere/Tiny", COMMIT))
    assert find_model("Tiny").provenance["repo"] == "someone/Tiny"


def test_what_is_no_mlx_model_is_refused(hub: Hub) -> None:
    del hub.files["model.safetensors"]
    with pytest.raises(EngineError, match="no MLX model"):
        fetch()


@pytest.mark.parametrize("answer", [b"", b"[]", b"<html>", b'{"sha": 3, "siblings": 4}', b'{"sha": "x"}'])
def test_a_listing_of_another_form_is_an_error(hub: Hub, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_hub, "read_url", lambda *_, **__: answer)
    with pytest.raises(EngineError):
        fetch()


def test_a_listing_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = 0

    class Endless:
        status = 200

        def __enter__(self) -> Endless:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self, size: int) -> bytes:
            nonlocal sent
            sent += size
            assert sent < 100_000_000
            return b" " * size

    monkeypatch.setattr("pointline.engine.model_download.open_url", lambda *_, **__: Endless())
    with pytest.raises(EngineError, match="not a listing"):
        fetch()


def test_names_in_a_listing_cannot_lead_out_of_the_folder(hub: Hub) -> None:
    hub.files["../model-evil.safetensors"] = b"x"
    hub.files["sub/model.safetensors"] = b"x"
    hub.files[".config.json"] = b"x"
    folder = fetch()
    assert len(list(folder.path.iterdir())) == 4
    assert len(hub.asked) == 3


def test_no_hub_at_all_is_an_error_with_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(EngineError, match="cannot be read") as raised:
        fetch()
    assert raised.value.action == "Check the connection."
    assert left_over() == []


def test_names_of_models_to_fetch() -> None:
    assert named("qwen3-1.7b-4bit") == in_catalog("mlx-community/Qwen3-1.7B-4bit")
    assert named("mlx-community/Qwen3-1.7B-4bit").revision == CATALOG[0].revision
    assert named("someone/Thing") == HubModel("Thing", "someone/Thing", "main")
    assert named("someone/Thing@abc") == HubModel("Thing", "someone/Thing", "abc")
    for bad in ("", "nonsense", "a/b/c", "/x", "x/", "../x", "a b/c", "a/b@", "a/b@../x", "ü\0/x", "a/.b"):
        with pytest.raises(ModelMissing, match="no model"):
            named(bad)


def test_every_recommended_model_is_pinned_and_known() -> None:
    for model in CATALOG:
        assert len(model.revision) == 40
        assert set(model.revision) <= set("0123456789abcdef")
        assert model.sha256
        assert all(len(digest) == 64 for digest in model.sha256.values())
        assert model.name in KNOWN


@pytest.mark.parametrize(
    ("system", "machine", "memory", "name"),
    [
        ("Darwin", "arm64", 8 * GIB, "Qwen3-1.7B-4bit"),
        ("Darwin", "arm64", 16 * GIB, "Qwen3-4B-Instruct-2507-4bit"),
        ("Darwin", "arm64", 24 * GIB, "Qwen3-4B-Instruct-2507-4bit"),
        ("Darwin", "arm64", 32 * GIB, "Qwen3.5-9B-MLX-4bit"),
        ("Darwin", "arm64", 128 * GIB, "Qwen3.5-9B-MLX-4bit"),
        ("Darwin", "arm64", 4 * GIB, "starter"),
        ("Darwin", "arm64", None, "starter"),
        ("Darwin", "x86_64", 64 * GIB, "starter"),
        ("Linux", "x86_64", 64 * GIB, "starter"),
    ],
)
def test_what_is_recommended(system: str, machine: str, memory: int | None, name: str) -> None:
    assert recommended(system, machine, memory) == name


def test_provenance_is_a_plain_file(hub: Hub) -> None:
    folder = fetch()
    kept = json.loads(Path(folder.path / "pointline.json").read_text(encoding="utf-8"))
    assert kept["repo"] == "someone/Tiny"
    assert set(kept["files"]) == {"config.json", "tokenizer.json", "model.safetensors"}

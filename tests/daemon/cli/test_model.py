"""``pointline model`` as a person or a script meets it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any

import pytest

from helpers.hub_server import COMMIT, Hub, running
from pointline.cli.main import main
from pointline.cli.transfer import TransferBar
from pointline.engine.model_settings import default_model, record
from pointline.engine.models import find_model, models_home

FILES = {"config.json": b'{"model_type": "llama"}', "tokenizer.json": b"{}", "model.safetensors": b"x" * 1000}


class Ran:
    """What a command left: exit code, both outputs."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as left:
            main(["model", *arguments])
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, no_threads_left: None) -> Iterator[Hub]:
    with running(Hub(dict(FILES))) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        yield hub


def put(name: str, **provenance: Any) -> Path:
    """A folder that looks like a model."""
    folder = models_home() / name
    folder.mkdir(parents=True)
    for file, content in FILES.items():
        (folder / file).write_bytes(content)
    (folder / "pointline.json").write_text(json.dumps(provenance), encoding="utf-8")
    return folder


def test_list_on_a_fresh_machine_says_what_to_do(run: Any) -> None:
    ran = run("list")
    assert ran.code == 0
    assert "No model is here yet." in ran.out
    assert "pointline model pull starter" in ran.out
    found = run("list", "--json").json
    assert found["models"] == []
    assert found["in_use"] == "starter"
    assert found["recommended"][0]["name"] == "starter"
    assert sum(each["for_this_machine"] for each in found["recommended"]) == 1
    assert all(len(each["revision"]) == 40 for each in found["recommended"][1:])


def test_pull_use_list_remove(run: Any, hub: Hub) -> None:
    ran = run("pull", f"someone/Tiny@{COMMIT}", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["name"] == "Tiny"
    assert ran.json["revision"] == COMMIT
    assert not ran.json["in_use"]
    assert run("use", "Tiny", "--json").json == {"in_use": "Tiny", "path": str(models_home() / "Tiny")}
    (listed,) = run("list", "--json").json["models"]
    assert listed["in_use"]
    assert listed["qualification"] is None
    assert listed["size"] > 1000
    assert run("list").out.startswith("* Tiny")
    refused = run("remove", "Tiny", "--json")
    assert refused.code == 2
    assert refused.json["error"]["code"] == "in-use"
    assert (models_home() / "Tiny").exists()
    gone = run("remove", "Tiny", "--yes", "--json").json
    assert gone["removed"] == "Tiny"
    assert gone["in_use"] == "starter"
    assert not (models_home() / "Tiny").exists()
    assert run("list", "--json").json["models"] == []
    assert [path.name for path in models_home().iterdir() if path.is_dir()] == []


def test_remove_takes_only_what_is_in_the_data_folder(run: Any, tmp_path: Path) -> None:
    put("a")
    for name in ("b", "..", "../models/a", str(tmp_path), ""):
        ran = run("remove", name)
        assert ran.code == 2
        assert "a" in ran.err
    assert (models_home() / "a").exists()


def test_remove_of_a_link_leaves_what_it_leads_to(run: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "mine"
    elsewhere.mkdir()
    (elsewhere / "config.json").write_text("{}", encoding="utf-8")
    (models_home() / "linked").symlink_to(elsewhere)
    assert run("remove", "linked").code == 0
    assert (elsewhere / "config.json").exists()
    assert [path.name for path in models_home().iterdir() if path.name.startswith(".removed")] == []


def test_use_of_what_is_not_here_changes_nothing(run: Any) -> None:
    put("a")
    run("use", "a")
    ran = run("use", "b", "--json")
    assert ran.code == 2
    assert ran.json["error"]["code"] == "model-missing"
    assert default_model() == "a"
    hint = run("use", "Qwen3-1.7B-4bit")
    assert hint.code == 2
    assert "pointline model pull Qwen3-1.7B-4bit" in hint.err


def test_the_model_in_use_is_what_the_engine_loads(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline.engine import mlx_engine
    from pointline.engine.registry import make_engine

    loaded: list[str] = []
    monkeypatch.setattr(mlx_engine, "MLXEngine", lambda folder: loaded.append(folder.name))
    put("starter")
    put("a")
    put("b")
    make_engine("mlx")
    run("use", "a")
    make_engine("mlx")
    make_engine("mlx", model="b")
    assert loaded == ["starter", "a", "b"]


def test_a_model_in_use_that_is_gone_is_said(run: Any) -> None:
    folder = put("a")
    run("use", "a")
    for path in folder.iterdir():
        path.unlink()
    assert "The model in use, a, is not here" in run("list").out


def test_pull_of_an_unknown_name_says_what_there_is(run: Any) -> None:
    ran = run("pull", "nonsense", "--json")
    assert ran.code == 2
    assert "starter" in ran.json["error"]["action"]
    assert "Qwen3-4B" in ran.json["error"]["action"]


def test_a_pull_that_fails_says_how_to_go_on(run: Any, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    hub.drop_after["model.safetensors"] = [500, *[0] * 20]
    monkeypatch.setattr("pointline.engine.model_download.TRIES", 2)
    ran = run("pull", "someone/Tiny")
    assert ran.code == 1
    assert "goes on where it stopped" in ran.err
    listed = run("list", "--json").json
    assert listed["models"] == []
    whole = sum(len(FILES[name]) for name in ("config.json", "tokenizer.json")) + 500
    assert listed["unfinished"] == [{"name": "Tiny", "size": whole}]
    assert "Tiny  0 MB so far" in run("list").out
    assert run("remove", "Tiny", "--json").json["freed"] == whole
    assert run("list", "--json").json["unfinished"] == []
    assert run("remove", "Tiny").code == 2


def test_import_of_nothing_is_refused(run: Any, tmp_path: Path) -> None:
    ran = run("import", str(tmp_path / "missing.gguf"), "--json")
    assert ran.code == 2
    assert ran.json["error"]["code"] == "no-file"


def test_qualify_with_a_script_prints_a_table_and_keeps_nothing(run: Any) -> None:
    ran = run("qualify", "--engine", "scripted")
    assert ran.code == 0, ran.err
    for word in ("pointing", "lexical", "judge", "AUROC", "may not judge", "may not state", "Nothing was kept"):
        assert word in ran.out
    assert ran.err == ""


def test_qualify_keeps_the_figures_with_the_model(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline.cli import model_qualify
    from pointline.engine.scripted import ScriptedEngine

    put("a", may_judge=True, revision="abc")
    monkeypatch.setattr(model_qualify, "engine_of", lambda *_: ScriptedEngine())
    found = run("qualify", "a", "--json").json
    assert found["stored"]
    kept = find_model("a").provenance
    assert kept["qualification"] == found["qualification"]
    assert kept["may_judge"] is False
    assert kept["may_state"] is False
    assert kept["strategy"] == found["strategy"]
    assert kept["revision"] == "abc"
    assert f"judge AUROC {kept['qualification']['judge']['auroc']:.2f}" in run("list").out


def test_list_shows_what_a_model_may(run: Any) -> None:
    put("a")
    record(find_model("a"), {"may_judge": True, "strategy": "contract", "qualification": {"date": "2026-01-02"}})
    shown = run("list").out
    assert "points by contract (R@1 -)" in shown
    assert "judges" in shown
    assert "2026-01-02" in shown


@pytest.mark.parametrize(("contract", "several"), [(0.6, True), (0.4, False)])
def test_list_says_which_questions_go_to_contract(run: Any, contract: float, several: bool) -> None:
    put("a")
    measured = {"pointing": {"score": {"r1": 0.5}, "contract": {"r1": contract}}}
    record(find_model("a"), {"strategy": "score", "qualification": measured})
    assert ("contract for what needs several lines" in run("list").out) is several
    assert [each["contract_for_several"] for each in run("list", "--json").json["models"]] == [several]


def test_list_says_when_figures_are_of_an_older_program(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline.cli import model_qualify
    from pointline.engine.scripted import ScriptedEngine

    put("a")
    again = "run `pointline model qualify a` again"
    monkeypatch.setattr(model_qualify, "engine_of", lambda *_: ScriptedEngine())
    run("qualify", "a")
    assert [each["outdated"] for each in run("list", "--json").json["models"]] == [None]
    assert again not in run("list").out

    kept = find_model("a").provenance["qualification"]
    record(find_model("a"), {"qualification": kept | {"items_sha256": "0" * 64}})
    assert f"measured on other questions than this program has: {again}" in run("list").out
    before = {key: value for key, value in kept.items() if key != "method_sha256"}  # as it was kept before
    record(find_model("a"), {"qualification": before})
    assert f"measured by other steps than this program runs: {again}" in run("list").out


@pytest.mark.parametrize("kept", [3, [], "x", {"pointing": 3}, {"pointing": {"score": {"r1": "x"}}, "judge": None}])
def test_list_bears_figures_that_somebody_edited(run: Any, kept: Any) -> None:
    put("a")
    record(find_model("a"), {"qualification": kept})
    assert run("list").code == run("list", "--json").code == 0


def test_qualify_asks_the_server_that_is_named(run: Any) -> None:
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and never listens
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        ran = run("qualify", "--engine", "openai", "--server", f"{address}/v1", "--context-tokens", "4096")
    assert f"No server answers at {address}" in ran.err
    put("a")
    assert "Add --engine openai" in run("qualify", "a", "--server", f"{address}/v1").err


def test_qualify_of_what_is_not_here(run: Any) -> None:
    assert run("qualify", "nonsense").code == 2


class Terminal:
    """Standard error that says it is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_the_bar_is_drawn_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = TransferBar("Tiny")
    bar.show(50, 100)
    bar.clear()
    assert capsys.readouterr() == ("", "")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = TransferBar("Tiny")
    bar.show(50_000_000, 100_000_000)
    bar.show(100_000_000, 100_000_000)
    bar.clear()
    assert " 50%" in terminal.text
    assert "100%" in terminal.text
    assert "100 of 100 MB" in terminal.text
    assert terminal.text.endswith("\r\x1b[K")

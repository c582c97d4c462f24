"""What ``pointline serve`` tells its application of the model's qualification, as ``/v1/status`` shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from pointline.cli.surroundings import surroundings
from pointline.evaluation.qualify_items import load_items
from pointline.evaluation.qualify_method import method_sha256


def _known(home: Path, kept: Mapping[str, object]) -> str | None:
    folder = home / "models" / "tiny"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text("{}", encoding="utf-8")
    (folder / "pointline.json").write_text(json.dumps({"qualification": kept}), encoding="utf-8")
    found = surroundings("mlx", "tiny", home / "log").qualification
    assert found is not None
    assert found.date == "2026-01-02"
    return found.outdated


def test_figures_of_an_older_program_are_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POINTLINE_HOME", str(tmp_path))
    now = {"date": "2026-01-02", "items_sha256": load_items().sha256, "method_sha256": method_sha256()}
    assert _known(tmp_path, now) is None
    assert _known(tmp_path, now | {"items_sha256": "0"}) == "measured on other questions than this program has"
    assert _known(tmp_path, now | {"method_sha256": "0"}) == "measured by other steps than this program runs"

"""The room as a whole: what importing it costs, the data directory, and the doctor."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pointline.engine.doctor import run_doctor
from pointline.home import HOME_VARIABLE, HomeError, home


def test_importing_the_room_imports_no_model_library() -> None:
    code = (
        "import sys, pointline.engine, pointline.engine.base, pointline.engine.registry, pointline.engine.scripted, "
        "pointline.engine.doctor; print(sorted({m.split('.')[0] for m in sys.modules} & "
        "{'mlx', 'mlx_lm', 'transformers', 'gguf', 'numpy', 'torch'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_home_is_made_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "a" / "b"))
    assert home() == tmp_path / "a" / "b"
    assert stat.S_IMODE(home().stat().st_mode) == 0o700


def test_a_home_that_was_there_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    home()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_home_that_cannot_be_made_is_an_error_with_an_action(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none")):
        monkeypatch.setenv(HOME_VARIABLE, str(place))
        with pytest.raises(HomeError) as raised:
            home()
        assert HOME_VARIABLE in raised.value.action


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_home_that_cannot_be_written_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o500)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    with pytest.raises(HomeError, match="cannot be written"):
        home()


def test_the_doctor_finds_what_is_missing_and_says_what_to_do(no_threads_left: None) -> None:
    found = {finding.name: finding for finding in run_doctor()}
    assert found["python"].ok
    assert found["home"].ok
    assert not found["model starter"].ok
    assert found["model starter"].action == "Run `pointline model pull starter`."
    assert "GFLOP/s" in found["blas"].says
    assert all(finding.says and (finding.ok or finding.action) for finding in found.values())


def test_the_doctor_survives_a_broken_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "file"))
    found = {finding.name: finding for finding in run_doctor()}
    assert not found["home"].ok
    assert not found["models"].ok
    assert "blas" in found

"""The scripts without an environment: each says how to make it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKING = {"run", "test", "build-extension"}
"""These need none: they make it, or are for Node."""
SCRIPTS = sorted(path.name for path in (ROOT / "scripts").iterdir() if path.is_file() and path.name not in MAKING)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_without_its_environment_says_how_to_make_it(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run([tmp_path / "scripts" / name], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
    assert done.returncode == 2
    assert "./scripts/test --version" in done.stderr

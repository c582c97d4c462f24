"""The BLAS under MLX: that a fast one is really in use, that both ways of handing it over work, and what is said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pointline.engine import blas, elf_slots

linux = pytest.mark.skipif(sys.platform != "linux", reason="macOS has its own")

# In a process of its own: a BLAS is chosen once and cannot be taken back.
REPORT = """
import dataclasses, json, sys
if sys.argv[1] == "late":
    import mlx.core
from pointline.engine.blas import blas_report, prepare
print(json.dumps(dataclasses.asdict(blas_report()) | {"how": prepare().how}))
"""


def report(wish: str, when: str = "early", **more: str) -> dict[str, Any]:
    import os

    env = os.environ | {blas.BLAS_VARIABLE: wish} | more
    done = subprocess.run([sys.executable, "-c", REPORT, when], env=env, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@linux
def test_the_stock_blas_is_called_slow_and_has_a_cure() -> None:
    found = report("stock")
    assert found["slow"]
    assert "pip install" in str(found["cure"])


@linux
@pytest.mark.parametrize("when", ["early", "late"])
def test_every_candidate_is_right_and_worth_it_and_the_first_is_fast(when: str) -> None:
    candidates = list(dict.fromkeys(path.resolve() for path in blas.candidates()))
    if not candidates:
        pytest.skip("this machine has no OpenBLAS")
    stock = report("stock")["mlx_gflops"]
    for place, path in enumerate(candidates):
        found = report(str(path), when)
        assert str(path) in str(found["path"])
        assert found["right"], found
        assert found["mlx_gflops"] > 3 * stock, found
        # The others may be older than the processor, and are then told slow.
        assert place or not found["slow"], found


@linux
def test_a_library_that_is_no_blas_leaves_the_stock_one(tmp_path: Path) -> None:
    for name, content in (("text.so", b"no library"), ("missing.so", None)):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        found = report(str(tmp_path / name))
        assert found["slow"]
        assert name in str(found["how"])


@linux
def test_slots_are_those_that_the_library_imports() -> None:
    import mlx.core  # noqa: F401

    where = elf_slots.loaded_at("libmlx.so")
    assert where is not None
    slots = elf_slots.find_slots(where[0], {"cblas_sgemm", "never_imported_by_anyone"})
    assert set(slots) == {"cblas_sgemm"}
    assert elf_slots.loaded_at("libnothing.so") is None


def test_a_file_that_is_no_library_has_no_slots(tmp_path: Path) -> None:
    (tmp_path / "x.so").write_bytes(b"\x7fELF\x01\x01 not 64 bits" + b"\0" * 100)
    with pytest.raises(ValueError, match="not a library"):
        elf_slots.find_slots(tmp_path / "x.so", {"cblas_sgemm"})

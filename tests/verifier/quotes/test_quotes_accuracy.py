"""The published measurement, on a small sample: no corrupted quote is accepted, and the honest ones are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.corpus
def test_the_bar_holds_on_a_sample(corpus: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "scripts.bench.quotes_accuracy",
            "--sentences",
            "12",
            "--seed",
            "9",
            "--wrong",
            "--json",
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "POINTLINE_CORPUS": str(corpus.resolve())},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    out = json.loads(done.stdout)
    assert out["wrong"] == []
    assert out["passed"] is True
    assert done.returncode == 0
    for sums in out["totals"].values():
        assert sums["honest_cases"] > 100
        assert sums["corrupted_cases"] > 50

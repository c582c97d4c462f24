"""A short form of ``scripts/bench_daemon``: many clients at once on the real server, nothing lost, nothing crossed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
BENCH = [sys.executable, "-m", "scripts.bench.daemon"]


def test_eight_clients_at_once_lose_nothing() -> None:
    run = subprocess.run(
        [*BENCH, "--asks", "60", "--clients", "8", "--rounds", "4", "--captures", "2", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert run.returncode == 0, run.stderr + run.stdout
    found = json.loads(run.stdout)
    load = found["load"]
    assert (load["answered"], load["different"]) == (60, 60)
    assert (load["lost"], load["unrecorded"], load["crossed"]) == (0, 0, 0)
    assert load["refused_429"] > 0, "eight clients never met a full queue: the refusals were not tried"
    # Twice a fresh daemon's bound, for machines that are busy; the figures of the bench are the measurement.
    assert load["memory"]["end_over_steady"] < 1.25
    assert found["captures"]["p95_ms"] < 3_000

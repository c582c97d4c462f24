"""The machine that a measurement ran on, as far as the standard library tells; no names, no paths."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any


def machine(blas: str) -> dict[str, Any]:
    """System, processor, its cores, those of them that this process may use, the load when asked, Python, and ``blas``
    (what the engine multiplies matrices with, "" where it has no say)."""
    try:
        usable = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no affinities
        usable = os.cpu_count() or 1
    try:
        load: float | None = round(os.getloadavg()[0], 1)
    except (AttributeError, OSError):
        load = None
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "usable_cores": usable,
        "load": load,
        "python": platform.python_version(),
        "blas": blas,
    }


def _cpu() -> str:
    """The processor's name from Linux, else what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Hardware")))
    return next(named, "") or platform.processor() or platform.machine() or "unknown"

"""As many threads for the matrix products as the machine can give at the moment.

OpenBLAS shares a product out to a fixed number of threads, which wait for each other in a busy loop. On a machine that
has other work (a browser, on two cores) one thread that was not scheduled holds up all: a prefill of 128 tokens then
took 3 to 8 s on two threads and 0.9 s on one, against 0.26 s on two when nothing else ran. So a small product is timed
on all threads and on one, every half second or so while the model works, and the quicker setting is kept. The products
have the same bits either way (each thread computes its own part of the result).
"""

from __future__ import annotations

import ctypes
import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

_PATIENCE = (0.5, 2.0)  # seconds between two probes, at least and at most
_PROBES = 3
_SET, _GET = "openblas_set_num_threads", "openblas_get_num_threads"
_CHOSEN_BY_PERSON = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "GOTO_NUM_THREADS")


class Threads:
    """The number of threads of one OpenBLAS library; ``probe`` runs a small product (a few tenths of a millisecond)."""

    def __init__(self, library: ctypes.CDLL, prefix: str, probe: Callable[[], None]) -> None:
        self._set = getattr(library, prefix + _SET)
        self._probe = probe
        self.most = min(int(getattr(library, prefix + _GET)()), usable_processors())
        self.now = self.most
        chosen = any(os.environ.get(name) for name in _CHOSEN_BY_PERSON)
        self._fixed = chosen or self.most < 2
        self._wait, self._next = _PATIENCE[0], 0.0
        if not chosen:
            self._set(self.most)

    def adjust(self) -> None:
        """Probe when it is time to, and keep the quicker of all threads and one."""
        if self._fixed or time.monotonic() < self._next:
            return
        one, all_of_them = self._time(1), self._time(self.most)
        before, self.now = self.now, self.most if all_of_them < one else 1
        self._set(self.now)
        # While nothing changes on a busy machine, the dear probes get rarer.
        calm = self.now == self.most or self.now != before
        self._wait = _PATIENCE[0] if calm else min(2 * self._wait, _PATIENCE[1])
        self._next = time.monotonic() + self._wait

    def _time(self, threads: int) -> float:
        self._set(threads)
        times = []
        for _ in range(_PROBES):
            start = time.perf_counter()
            self._probe()
            times.append(time.perf_counter() - start)
        return median(times)


def usable_processors() -> int:
    """Processors that this process may run on, and no more than its control group pays for."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return max(1, min(count, math.ceil(int(quota) / int(period))))
    except (OSError, ValueError):  # no control groups, or "max": no limit
        return count

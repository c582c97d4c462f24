"""Which matrix product MLX runs on a Linux CPU: find a fast one, hand it over, and measure what came of it.

The CPU build of MLX is linked with the reference BLAS, about 30 times slower than OpenBLAS. Two ways to a fast one:
a library that exports ``cblas_sgemm`` (Debian's libopenblas0) is loaded before MLX with its names made global, and the
dynamic linker prefers it; the wheel ``scipy-openblas32`` exports ``scipy_cblas_sgemm`` only, and is written into MLX's
own call table after MLX is loaded (see ``elf_slots``). On macOS MLX uses Metal and Accelerate, and nothing is done.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import elf_slots
from .blas_threads import Threads
from .worker import Worker

BLAS_VARIABLE = "POINTLINE_BLAS"
"""Path of a BLAS to use, or ``stock`` for the one that MLX was built with."""

CURE = "Run `python -m pip install scipy-openblas32` in Pointline's environment, or install the package libopenblas0."
_FUNCTIONS = ("cblas_sgemm", "cblas_dgemm", "cblas_cgemm")
_PREFIX = "scipy_"


@dataclass(frozen=True, slots=True)
class Blas:
    """The library that was handed to MLX; ``path`` is empty when MLX keeps its own."""

    path: str
    how: str
    library: ctypes.CDLL | None = None
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class BlasReport:
    """What a 1024-cubed float32 product costs; rates in GFLOP/s, best of several, the two measured in turns.

    ``right``: MLX's product is NumPy's; ``slow``: it is not, or takes over three times as long, as with a library older
    than the processor, which takes its oldest kernel (OpenBLAS 0.3.21 on Intel of 2025).
    """

    name: str
    path: str
    mlx_gflops: float
    numpy_gflops: float
    right: bool
    slow: bool
    cure: str


_lock = threading.Lock()
_chosen: Blas | None = None


def prepare() -> Blas:
    """Give MLX the fastest BLAS there is; call before MLX is imported anywhere. Later calls return the same answer."""
    global _chosen
    with _lock:
        if _chosen is None:
            _chosen = _choose()
        return _chosen


def _choose() -> Blas:
    if sys.platform != "linux":
        return Blas("", "macOS: MLX uses Metal and Accelerate" if sys.platform == "darwin" else "not Linux")
    wish = os.environ.get(BLAS_VARIABLE, "")
    if wish == "stock":
        return Blas("", f"{BLAS_VARIABLE}=stock")
    failed = []
    for path in [Path(wish)] if wish else candidates():
        try:
            return _hand_over(path)
        except (OSError, ValueError) as error:
            failed.append(f"{path}: {error}")
    return Blas("", "; ".join(failed) or "no OpenBLAS found")


def candidates() -> list[Path]:
    """Return the BLAS libraries of this machine that could do, best first."""
    found: list[Path] = []
    spec = importlib.util.find_spec("scipy_openblas32")
    for place in (spec.submodule_search_locations or []) if spec else []:
        found += sorted(Path(place).glob("lib/libscipy_openblas*.so*"))
    for folder in (Path("/usr/lib"), Path("/usr/lib64"), Path("/usr/local/lib")):
        for pattern in ("libopenblas.so.0", "*/libopenblas.so.0", "*/openblas-*/libopenblas.so.0", "libopenblas.so"):
            found += sorted(folder.glob(pattern))
    return found


def _hand_over(path: Path) -> Blas:
    """Load ``path`` and make MLX call it. Raises :class:`OSError` or :class:`ValueError` when that cannot be."""
    probe = ctypes.CDLL(str(path))
    prefix = next((p for p in ("", _PREFIX) if hasattr(probe, f"{p}cblas_sgemm")), None)
    if prefix is None:
        raise ValueError("it has no cblas_sgemm")
    if not prefix and "mlx.core" not in sys.modules:
        return Blas(str(path), "loaded before MLX", ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL))
    import mlx.core  # its table is there once it is loaded

    mlx = elf_slots.loaded_at("libmlx.so")
    if mlx is None:
        raise ValueError("MLX's own library was not found in this process")
    slots = elf_slots.find_slots(mlx[0], set(_FUNCTIONS))
    if "cblas_sgemm" not in slots:
        raise ValueError("MLX does not call a BLAS")
    for name, offsets in slots.items():
        function = ctypes.cast(getattr(probe, prefix + name), ctypes.c_void_p).value
        for offset in offsets:
            elf_slots.write_slot(mlx[1] + offset, function or 0)
    return Blas(str(path), "written into MLX's call table", probe, prefix)


def best_of(run: Callable[[], object], times: int) -> float:
    """Return the least seconds of ``times`` runs."""
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least


def threads() -> Threads | None:
    """Return the thread count of the library that MLX was given, if it is an OpenBLAS; call in an MLX thread."""
    blas = prepare()
    if blas.library is None or not hasattr(blas.library, f"{blas.prefix}openblas_set_num_threads"):
        return None
    import mlx.core as mx

    left, right = mx.ones((128, 576)), mx.ones((576, 576))
    return Threads(blas.library, blas.prefix, lambda: mx.eval(left @ right))


def leave_thread() -> None:
    """Let MLX end what it started for this thread; it must be called last in every thread that used MLX.

    Without it the process may abort at its end (ml-explore/mlx pull request 4110).
    """
    import mlx.core as mx

    mx.clear_streams()


def blas_report() -> BlasReport:
    """Measure the product in MLX and in NumPy, in turns, and check that MLX's is right and not the slow one."""
    blas = prepare()
    worker = Worker("pointline-blas", at_end=leave_thread)
    try:
        return worker.call(lambda _: _measure(blas))
    finally:
        worker.close()


def _measure(blas: Blas) -> BlasReport:
    import mlx.core as mx
    import numpy as np

    size = 1024
    rng = np.random.default_rng(0)
    left, right = (rng.standard_normal((size, size), dtype=np.float32) for _ in range(2))
    a, b = mx.array(left), mx.array(right)
    correct = float(np.abs(np.array(a @ b) - left @ right).max()) <= 1e-2  # also warms both up
    ours = theirs = float("inf")
    for turn in range(3):
        ours = min(ours, best_of(lambda: mx.eval(a @ b), 2))
        theirs = min(theirs, best_of(lambda: left @ right, 2))
        if turn and ours > 10 * theirs:
            break  # no noise, seen twice: the stock one, at half a second a product
    flop = 2 * size**3 / 1e9
    slow = not correct or ours > 3 * theirs
    name = Path(blas.path).name if blas.path else ("Accelerate/Metal" if platform.system() == "Darwin" else "stock")
    cure = f"{CURE} ({blas.how})" if slow else ""
    return BlasReport(
        name, f"{blas.path} ({blas.how})" if blas.path else blas.how, flop / ours, flop / theirs, correct, slow, cure
    )

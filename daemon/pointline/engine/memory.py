"""What reading a text will cost in memory, asked before it is read: a GPU that runs out of it ends the process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mlx.core as mx

from .base import EngineError
from .kv import Cache, is_plain_layer, parts_of

_MARGIN = 1.1
_ROOM = 64 << 20  # bytes for everything that is not counted
_CGROUP = Path("/sys/fs/cgroup")


def bytes_per_token(cache: Cache) -> int:
    """Bytes that one more token adds to a cache that holds some: of its plain layers, since no other grows."""
    return sum(
        part.shape[1] * part.shape[3] * part.dtype.size
        for layer in parts_of(cache)
        if is_plain_layer(layer)
        for part in (layer.keys, layer.values)
    )


def room_or_error(needed: int) -> None:
    """Raise :class:`EngineError` when ``needed`` bytes are more than there are; an unknown amount is enough."""
    free = available_bytes()
    wanted = int(needed * _MARGIN) + _ROOM
    if free is not None and wanted > free:
        raise EngineError(
            f"Reading this needs about {wanted / 1e9:.1f} GB of memory and {max(free, 0) / 1e9:.1f} GB are free.",
            "Close other programs, ask about a selection of the page, or choose a smaller model.",
        )


def available_bytes() -> int | None:
    """Bytes that may still be taken: of the GPU's working set, else of the machine and of the control group."""
    info: dict[str, Any] = mx.device_info() if mx.default_device().type == mx.DeviceType.gpu else {}
    if "max_recommended_working_set_size" in info:
        return int(info["max_recommended_working_set_size"]) - int(mx.get_active_memory())
    found = [free for free in (_machine(), _group()) if free is not None]
    return min(found) if found else None


def _machine() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        return None


def _group() -> int | None:
    try:
        limit = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        stat = (_CGROUP / "memory.stat").read_text(encoding="ascii").splitlines()
        cached = next((int(line.split()[1]) for line in stat if line.startswith("inactive_file ")), 0)
    except (OSError, ValueError):  # no control group, or "max": no limit
        return None
    return limit - used + cached

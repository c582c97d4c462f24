"""Whether MLX can be loaded, found out without loading it: on Linux its plain package has nothing to compute with."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from .base import EngineError

_LIBRARIES = ("libmlx.so", "libmlx.dylib")
CURE = "Install it: python -m pip install 'pointline[cpu]' (from a wheel: 'FILE.whl[cpu]'). Or use --engine openai."


def require_mlx() -> None:
    """Raise :class:`EngineError`, which says what to install, when MLX or its library is not here."""
    found = importlib.util.find_spec("mlx")
    folders = [Path(folder) for folder in (found.submodule_search_locations or ())] if found is not None else []
    if not any((folder / "lib" / name).is_file() for folder in folders for name in _LIBRARIES):
        raise EngineError("MLX, which runs the models, has no library on this machine.", CURE)

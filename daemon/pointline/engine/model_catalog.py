"""Models that are recommended, each at one pinned revision, and which of them suits a machine.

A revision is a commit of the repository on the hub. It and the SHA-256 of the weights stand here, not only in what the
hub answers: whoever can change a file there can change its published hash too.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field

GIB = 1 << 30
STARTER = "starter"
STARTER_IS = "SmolLM2-135M-Instruct, 98 MB, Apache-2.0: works offline on any machine, and is weak"


@dataclass(frozen=True, slots=True)
class HubModel:
    """A model on the hub: ``revision`` is a commit, or a branch whose commit is written down at the first fetch."""

    name: str
    repo: str
    revision: str = "main"
    licence: str = ""
    size: int = 0
    """Bytes of all files together, about; 0 when nobody has counted."""
    memory_gib: int = 0
    """Memory of the machine that it is recommended for."""
    sha256: Mapping[str, str] = field(default_factory=dict)
    """File name → SHA-256 that the file must have, whatever the hub says."""


CATALOG: tuple[HubModel, ...] = (
    HubModel(
        "Qwen3-1.7B-4bit",
        "mlx-community/Qwen3-1.7B-4bit",
        "3b1b1768f8f8cf8351c712464f906e86c2b8269e",
        "Apache-2.0",
        984_000_000,
        8,
        {"model.safetensors": "0e86d9677e519323849eac1bc272caae88567a481ff188c431f70be543d9995f"},
    ),
    HubModel(
        "Qwen3-4B-Instruct-2507-4bit",
        "mlx-community/Qwen3-4B-Instruct-2507-4bit",
        "50d427756c6b1b2fe0c0a10f67fbda1fc8e82c1b",
        "Apache-2.0",
        2_279_000_000,
        16,
        {"model.safetensors": "2a73c6c248601ab904e035548abd8e6abb65ea27dcb5f342fb0a8910eb44173f"},
    ),
    HubModel(
        "Qwen3.5-9B-MLX-4bit",
        "mlx-community/Qwen3.5-9B-MLX-4bit",
        "938d8919941c6e7efd3c7150eff7fe9d12afa631",
        "Apache-2.0",
        5_980_000_000,
        32,
        {
            "model-00001-of-00002.safetensors": "a68b87558c6ef43f74c2bd63ce7e9092ceddc3101f3def0030774bae5f42aadd",
            "model-00002-of-00002.safetensors": "b0a770bf8469c7f3f18756a0e0283f1c1174344a83e059a4e483f6af4907352d",
        },
    ),
)


def in_catalog(name: str) -> HubModel | None:
    """Return the recommended model of that name, or of that repository; letters may be large or small."""
    wanted = name.casefold()
    return next((model for model in CATALOG if wanted in (model.name.casefold(), model.repo.casefold())), None)


def recommended(system: str, machine: str, memory: int | None) -> str:
    """Return the name of the model for such a machine: ``platform.system()``, ``platform.machine()``, bytes of memory.

    The largest one that the memory is enough for on Apple silicon, where the GPU shares it; the starter elsewhere.
    """
    if system != "Darwin" or machine != "arm64" or memory is None:
        return STARTER
    # A machine of 16 GB may report a little less.
    fitting = [model for model in CATALOG if memory >= model.memory_gib * GIB * 0.95]
    return max(fitting, key=lambda model: model.memory_gib).name if fitting else STARTER


def recommended_here() -> str:
    """Return the name of the model for this machine."""
    return recommended(platform.system(), platform.machine(), machine_memory())


def machine_memory() -> int | None:
    """Bytes of memory of this machine; ``None`` when the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None

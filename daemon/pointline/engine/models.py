"""Models on this machine: folders below the data directory, or any MLX folder by its path."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pointline.home import home

from .base import EngineError, ModelMissing
from .model_catalog import CATALOG, STARTER, STARTER_IS

PROVENANCE = "pointline.json"
WEIGHTS = "model.safetensors"
KNOWN = {STARTER: STARTER_IS} | {model.name: f"{model.repo}, {model.licence}" for model in CATALOG}


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model that can be loaded: its name, its folder, and what is recorded of where it came from."""

    name: str
    path: Path
    provenance: dict[str, Any]

    @property
    def calibration(self) -> tuple[float, float] | None:
        """Slope and offset of the judge's curve, as its qualification fitted them; None when there is none."""
        try:
            kept = self.provenance["qualification"]["judge"]["calibration"]
            found = float(kept["slope"]), float(kept["offset"])
        except (KeyError, TypeError, ValueError):
            return None
        return found if all(map(math.isfinite, found)) else None

    @property
    def number_enough(self) -> float | None:
        """Score from which a numbered line answers, as its qualification found it; None when there is none."""
        try:
            found = float(self.provenance["qualification"]["pointing"]["contract"]["enough"])
        except (KeyError, TypeError, ValueError):
            return None
        return found if math.isfinite(found) else None

    @property
    def contract_for_several(self) -> bool:
        """See :func:`contract_for_several`."""
        return contract_for_several(self.provenance.get("qualification"), self.provenance.get("strategy"))

    def config(self) -> dict[str, Any]:
        """Return ``config.json``. Raises :class:`EngineError` when it cannot be read."""
        try:
            config = json.loads((self.path / "config.json").read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            come = f"Run `pointline model pull {self.name}` again." if self.name in KNOWN else "Import it again."
            raise EngineError(f"The model {self.name} cannot be read: {error}.", come) from error
        if not isinstance(config, dict):
            raise EngineError(f"The model {self.name} has no configuration.", "Choose another folder.")
        return config

    def hashes(self) -> dict[str, str]:
        """File name → SHA-256 that was written down when the model came; empty when nobody wrote one."""
        files = self.provenance.get("files")
        if isinstance(files, dict):
            return {str(name): str(wanted) for name, wanted in files.items()}
        weights = self.provenance.get("weights_sha256")
        return {WEIGHTS: str(weights)} if weights else {}

    def damaged(self) -> list[str]:
        """Names of the files that are gone or have another hash than was written down."""
        return [name for name, wanted in self.hashes().items() if not _has_hash(self.path / name, wanted)]

    def size(self) -> int:
        """Bytes of all its files."""
        return sum(path.stat().st_size for path in self.path.rglob("*") if path.is_file())


def contract_for_several(qualification: Any, strategy: Any) -> bool:
    """Whether a model that usually points by ``score`` was measured to point no worse by ``contract``."""
    try:
        score, contract = (float(qualification["pointing"][name]["r1"]) for name in ("score", "contract"))
    except (KeyError, TypeError, ValueError):
        return False
    return strategy != "contract" and contract >= score  # of what is not a number, nothing is


def models_home() -> Path:
    """Return the folder that the models lie in, made when it was not there."""
    path = home() / "models"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def installed() -> list[str]:
    """Names of the models in the data directory, in order."""
    return sorted(p.parent.name for p in models_home().glob("*/config.json") if not p.parent.name.startswith("."))


def find_model(name: str) -> ModelFolder:
    """Return the model called ``name``, or the MLX folder at that path.

    Raises :class:`ModelMissing` with the way to get it, or with the names there are.
    """
    plain = bool(name) and name not in (".", "..") and not set(name) & set("/\\\0")
    for path in [models_home() / name] if plain and not name.startswith(".") else []:
        if _is_model(path):
            return ModelFolder(name, path, _provenance(path))
    if not plain and name and "\0" not in name:
        path = Path(name).absolute()
        if _is_model(path):
            return ModelFolder(path.name, path, _provenance(path))
        raise ModelMissing(f"{name} is not a model folder: it has no config.json.", "Give the path of an MLX folder.")
    if name in KNOWN:
        raise ModelMissing(f"The model {name} has not been fetched.", f"Run `pointline model pull {name}`.")
    there = ", ".join(dict.fromkeys([*installed(), *KNOWN]))
    raise ModelMissing(f"There is no model called {name!r}.", f"Choose one of: {there}; or give the path of a folder.")


def _is_model(path: Path) -> bool:
    try:
        return (path / "config.json").is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def is_plain_name(name: str) -> bool:
    """Whether a model can be called so: letters, digits, ``. _ + -``, beginning with a letter or digit, at most 100."""
    return 0 < len(name) <= 100 and name[0].isalnum() and all(char.isalnum() or char in "._+-" for char in name)


def _provenance(path: Path) -> dict[str, Any]:
    try:
        data = json.loads((path / PROVENANCE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _has_hash(path: Path, wanted: str) -> bool:
    try:
        return sha256_of(path) == wanted
    except OSError:
        return False


def sha256_of(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

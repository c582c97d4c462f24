"""Which model is in use, and what was measured of a model: small JSON files, replaced whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pointline.home import home

from .base import EngineError
from .model_catalog import STARTER
from .models import PROVENANCE, ModelFolder, find_model

SETTINGS = "settings.json"


def default_model() -> str:
    """Name of the model that is used when none is named: the one chosen by :func:`use_model`, else the starter."""
    name = read_json(home() / SETTINGS).get("model")
    return name if isinstance(name, str) and name else STARTER


def use_model(name: str) -> ModelFolder:
    """Make ``name`` (a model of the data directory, or the path of a folder) the one in use.

    Raises :class:`~pointline.engine.base.ModelMissing` when it is not there.
    """
    folder = find_model(name)
    _set(str(folder.path) if folder.name != name else name)
    return folder


def forget_choice() -> None:
    """Go back to the starter."""
    _set(None)


def _set(name: str | None) -> None:
    path = home() / SETTINGS
    kept = {key: value for key, value in read_json(path).items() if key != "model"}
    write_json(path, kept | ({"model": name} if name else {}))


def record(folder: ModelFolder, measured: Mapping[str, Any]) -> ModelFolder:
    """Write what was measured of a model beside it, over what was written under the same keys, and return it anew."""
    path = folder.path / PROVENANCE
    provenance = read_json(path) | dict(measured)
    write_json(path, provenance)
    return ModelFolder(folder.name, folder.path, provenance)


def read_json(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; an empty one when there is none that can be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Replace a JSON file in one step. Raises :class:`EngineError` when it cannot be written."""
    try:
        handle, scratch = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(data, file, ensure_ascii=False, indent=1)
            Path(scratch).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(scratch).unlink()
            raise
    except OSError as error:
        raise EngineError(
            f"{path} cannot be written: {error.strerror}.", "Free some space, or give yourself the right to write it."
        ) from error

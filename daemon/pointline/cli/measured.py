"""Which model a measurement is of."""

from __future__ import annotations

from pointline.engine.base import Engine
from pointline.engine.model_settings import default_model
from pointline.engine.models import WEIGHTS, find_model


def model_measured(engine: Engine, engine_name: str, model_name: str | None) -> dict[str, str]:
    """``engine``, ``name`` and ``revision``: for a folder of this machine where it came from and the first twelve
    letters of its weights' hash, for others nothing."""
    revision = ""
    if engine_name == "mlx":
        folder = find_model(model_name or default_model())
        kept = folder.provenance
        weights = folder.hashes().get(WEIGHTS, "")
        named = (kept.get("model"), kept.get("source"), kept.get("revision"), weights and f"weights {weights[:12]}")
        revision = ", ".join(str(each) for each in named if each)
    return {"engine": engine_name, "name": engine.info.name, "revision": revision}

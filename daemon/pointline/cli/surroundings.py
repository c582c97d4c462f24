"""What ``pointline serve`` tells its application, and the person at the start, of where it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pointline.engine import blas
from pointline.engine.base import EngineError
from pointline.engine.model_settings import default_model
from pointline.engine.models import find_model
from pointline.errors import BadInput
from pointline.evaluation.qualify_method import outdated
from pointline.home import home
from pointline.web.status import Qualification, Surroundings


def surroundings(engine_name: str, model_name: str | None, log_file: Path) -> Surroundings:
    """The data folder, log, matrix library and qualification of a daemon with this engine and model."""
    known = _qualification(model_name) if engine_name == "mlx" else None
    return Surroundings(home(), log_file, _blas(engine_name), known)


def _blas(engine: str) -> str:
    if engine != "mlx":
        return f"not used by the engine {engine}"
    chosen = blas.prepare()
    return f"{chosen.path or 'the one MLX came with'} ({chosen.how})"


def _qualification(model_name: str | None) -> Qualification | None:
    """What is kept with the model's folder; None when it was never measured."""
    try:
        folder = find_model(model_name or default_model())
    except (BadInput, EngineError):
        return None
    kept = folder.provenance.get("qualification")
    if not isinstance(kept, dict):
        return None
    strategy = "contract" if folder.provenance.get("strategy") == "contract" else "score"
    judge = _inside(kept, "judge")
    return Qualification(
        date=str(kept.get("date", "")),
        pointing_r1=_number(_inside(kept, "pointing", strategy).get("r1")),
        judge_auroc=_number(judge.get("auroc")),
        judge_calibration_error=_number(judge.get("calibration_error")),
        outdated=outdated(kept),
    )


def _inside(kept: Any, *names: str) -> dict[str, Any]:
    for name in names:
        kept = kept.get(name) if isinstance(kept, dict) else None
    return kept if isinstance(kept, dict) else {}


def _number(found: Any) -> float | None:
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None

"""What a model may do, by measurement: how it points best, whether it may judge, whether it may state.

The result is a plain JSON object, kept with the model (``pointline.json``): the figures under ``qualification``, and
``strategy``, ``may_judge`` and ``may_state`` beside it, which the engine reads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from pointline.engine.base import Cancelled, Engine, EngineCancelled, EngineError, Strategy
from pointline.evaluation.qualify_items import Items
from pointline.evaluation.qualify_judging import AUROC_BAR, ERROR_BAR, Judging, measure_judging
from pointline.evaluation.qualify_method import method_sha256
from pointline.evaluation.qualify_pointing import (
    Pointing,
    Share,
    Told,
    lexical_share,
    measure_pointing,
)
from pointline.evaluation.qualify_stating import KEPT_BAR, Stating, measure_stating, stated_items
from pointline.evaluation.strategies import STRATEGIES, PointStep
from pointline.pipeline.record import tokens_json

Json = dict[str, Any]

LEAD = 0.05
"""R@1 by which another strategy must be better than the usual one: three questions of this set, less is chance."""

Progress = Callable[[str, int, int], None]
"""What is being done, how many are done, of how many."""


def qualify(
    engine: Engine,
    items: Items,
    *,
    strategies: Mapping[Strategy, PointStep] = STRATEGIES,
    progress: Progress = lambda _part, _done, _of: None,
    cancel: Cancelled | None = None,
) -> Json:
    """Measure the model behind ``engine``, and return what is to be kept with it.

    A part that the engine cannot do (no probabilities, no chat template) is reported with the reason, and the model
    does not qualify for it. Raises :class:`EngineCancelled` when cancelled.
    """
    started, spent = time.monotonic(), engine.usage()
    pointing: Json = {"lexical": share_json(lexical_share(items))}
    for name, step in strategies.items():
        told = _counter(f"point ({name})", len(items.points), progress)
        pointing[name] = _tried(lambda: pointing_json(measure_pointing(step, items, engine, told=told, cancel=cancel)))  # noqa: B023
    told_judge = _counter("judge", len(items.claims), progress)
    judging = _tried(lambda: judging_json(measure_judging(items.claims, engine, told=told_judge, cancel=cancel)))
    told_state = _counter("state", len(stated_items(items.points)), progress)
    stating = _tried(lambda: stating_json(measure_stating(items.points, engine, told=told_state, cancel=cancel)))
    strategy = best_strategy({name: pointing[name] for name in strategies})
    figures: Json = {
        "date": datetime.now(UTC).date().isoformat(),
        "items_sha256": items.sha256,
        "method_sha256": method_sha256(),
        "engine": engine.info.engine,
        "seconds": round(time.monotonic() - started, 1),
        "tokens": tokens_json(engine.usage() - spent),
        "pointing": pointing,
        "judge": judging,
        "state": stating,
    }
    return {
        "qualification": figures,
        "strategy": strategy,
        "may_judge": judging.get("qualified") is True,
        "may_state": stating.get("qualified") is True,
    }


def best_strategy(measured: Mapping[Strategy, Json]) -> Strategy:
    """The usual strategy, unless another was measured that is better by :data:`LEAD`, or alone works at all."""
    names = list(measured)
    best = names[0]
    for name in names[1:]:
        if measured[name].get("r1", -1.0) >= measured[best].get("r1", -1.0) + LEAD:
            best = name
    return best


def _counter(part: str, of: int, progress: Progress) -> Told:
    done = 0
    progress(part, 0, of)

    def told() -> None:
        nonlocal done
        done += 1
        progress(part, done, of)

    return told


def _tried(measure: Callable[[], Json]) -> Json:
    try:
        return measure()
    except EngineCancelled:
        raise
    except EngineError as error:
        return {"error": str(error)}


def share_json(share: Share) -> Json:
    """``n`` and the share that is right."""
    return {"n": share.n, "r1": round(share.share, 4)}


def pointing_json(found: Pointing) -> Json:
    """The figures of one strategy."""
    return {
        **share_json(found.r1),
        "answered": round(found.answered.share, 4),
        "none_auroc_far": round(found.none_far, 4),
        "none_auroc_near": round(found.none_near, 4),
        "enough": round(found.enough, 4),
        "by_language": {lang: share_json(share) for lang, share in found.by_language.items()},
    }


def judging_json(found: Judging) -> Json:
    """The figures of the judge, with the bars and the calibration."""

    def shares(shares: Mapping[str, Share]) -> Json:
        return {key: {"n": share.n, "accuracy": round(share.share, 4)} for key, share in shares.items()}

    return {
        "n": found.n,
        "auroc": round(found.auroc, 4),
        "calibration_error": round(found.error, 4),
        "calibration_error_raw": round(found.raw_error, 4),
        "accuracy": round(found.accuracy.share, 4),
        "mass": round(found.mass, 4),
        "by_language": shares(found.by_language),
        "by_fault": shares(found.by_fault),
        "calibration": {"slope": round(found.calibration.slope, 6), "offset": round(found.calibration.offset, 6)},
        "bars": {"auroc": AUROC_BAR, "calibration_error": ERROR_BAR},
        "qualified": found.qualified,
    }


def stating_json(found: Stating) -> Json:
    """The figures of stating, with the bar."""
    return {
        "n": found.n,
        "asked": found.asked,
        "kept": found.kept,
        "faults": found.faults,
        "bars": {"kept": KEPT_BAR},
        "qualified": found.qualified,
    }

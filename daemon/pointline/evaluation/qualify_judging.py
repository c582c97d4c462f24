"""How well a model judges: claims that a line supports told from claims that it does not, and how sure it may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pointline.engine.base import Cancelled, Engine
from pointline.evaluation.calibration import calibration_error, cross_validated, fit_platt
from pointline.evaluation.metrics import auroc
from pointline.evaluation.qualify_items import ClaimItem
from pointline.evaluation.qualify_pointing import Share
from pointline.pipeline.judge import Platt, judge

AUROC_BAR = 0.75
ERROR_BAR = 0.15
"""A model judges when its AUROC is at least the one and its calibration error, after calibration, at most the other
(DESIGN section 7)."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What was measured of a judge.

    ``auroc`` is of the raw probabilities. ``error`` and ``accuracy`` (at a half) are of calibrated ones, each by a
    curve that was fitted without the claim's line; ``calibration`` is the curve fitted to all. ``mass`` is the mean
    probability that the model gave to yes and no together.
    """

    n: int
    auroc: float
    error: float
    raw_error: float
    accuracy: Share
    by_language: dict[str, Share]
    by_fault: dict[str, Share]
    mass: float
    calibration: Platt

    @property
    def qualified(self) -> bool:
        """Whether both bars are met."""
        return self.auroc >= AUROC_BAR and self.error <= ERROR_BAR


def measure_judging(
    items: Sequence[ClaimItem],
    engine: Engine,
    *,
    told: Callable[[], None] = lambda: None,
    cancel: Cancelled | None = None,
) -> Judging:
    """Let the model judge every claim. Raises :class:`~pointline.engine.base.EngineError` when it cannot."""
    raw: list[float] = []
    mass = 0.0
    for item in items:
        found = judge(item.claim, item.seen, engine, cancel=cancel)
        raw.append(found.raw)
        mass += found.mass
        told()
    return judging_of(items, raw, mass / len(items))


def judging_of(items: Sequence[ClaimItem], raw: Sequence[float], mass: float) -> Judging:
    """Turn raw probabilities of the items into figures."""
    labels = [item.supported for item in items]
    said = cross_validated(raw, labels, [item.group for item in items])
    hits = [(p >= 0.5) == label for p, label in zip(said, labels, strict=True)]
    by_language: dict[str, list[bool]] = defaultdict(list)
    by_fault: dict[str, list[bool]] = defaultdict(list)
    for item, hit in zip(items, hits, strict=True):
        by_language[item.lang].append(hit)
        by_fault[item.fault or "supported"].append(hit)
    pairs = list(zip(raw, labels, strict=True))
    return Judging(
        n=len(items),
        auroc=auroc([p for p, label in pairs if label], [p for p, label in pairs if not label]),
        error=calibration_error(said, labels),
        raw_error=calibration_error(raw, labels),
        accuracy=Share(len(hits), sum(hits)),
        by_language={key: Share(len(found), sum(found)) for key, found in by_language.items()},
        by_fault={key: Share(len(found), sum(found)) for key, found in by_fault.items()},
        mass=mass,
        calibration=fit_platt(raw, labels),
    )

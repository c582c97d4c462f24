"""From a model's raw probability to one that can be believed, and how far it is off.

Calibration as in Platt, "Probabilistic Outputs for Support Vector Machines" (1999): a logistic curve over the log-odds
of the raw probability, with Platt's softened targets, fitted by Newton's method. Two numbers, so that some sixty pairs
suffice; the slope is never negative, so that a judge that is mostly wrong cannot be turned into one that is mostly
right. Calibration error over bins of equal count, as in Nixon et al., "Measuring Calibration in Deep Learning" (2019):
bins of equal width would be nearly empty for a model that is sure of itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pointline.pipeline.judge import Platt, logit, sigmoid

BINS = 5
FOLDS = 5


def fit_platt(raw: Sequence[float], labels: Sequence[bool]) -> Platt:
    """Fit the curve to raw probabilities and whether each claim was supported.

    Raises :class:`ValueError` when they are not equally many, or all of one kind.
    """
    positives = sum(labels)
    negatives = len(labels) - positives
    if len(raw) != len(labels) or not positives or not negatives:
        raise ValueError("a calibration needs as many labels as probabilities, of both kinds")
    high, low = (positives + 1) / (positives + 2), 1 / (negatives + 2)
    targets = [high if label else low for label in labels]
    found = _newton([logit(p) for p in raw], targets)
    return found if found.slope >= 0 else Platt(0.0, logit(sum(targets) / len(targets)))


def _newton(x: Sequence[float], targets: Sequence[float]) -> Platt:
    slope, offset = 0.0, 0.0
    loss = _loss(x, targets, slope, offset)
    for _ in range(100):
        p = [sigmoid(slope * value + offset) for value in x]
        w = [max(q * (1 - q), 1e-12) for q in p]
        gradient = (
            sum((q - t) * v for q, t, v in zip(p, targets, x, strict=True)),
            sum(q - t for q, t in zip(p, targets, strict=True)),
        )
        a = sum(k * v * v for k, v in zip(w, x, strict=True)) + 1e-9
        b = sum(k * v for k, v in zip(w, x, strict=True))
        c = sum(w) + 1e-9
        determinant = a * c - b * b
        step = ((c * gradient[0] - b * gradient[1]) / determinant, (a * gradient[1] - b * gradient[0]) / determinant)
        size = 1.0
        while size > 1e-6:
            trial = (slope - size * step[0], offset - size * step[1])
            better = _loss(x, targets, *trial)
            if better <= loss:
                break
            size /= 2
        else:
            break
        done = loss - better < 1e-10
        (slope, offset), loss = trial, better
        if done:
            break
    return Platt(slope, offset)


def _loss(x: Sequence[float], targets: Sequence[float], slope: float, offset: float) -> float:
    total = 0.0
    for value, target in zip(x, targets, strict=True):
        z = slope * value + offset
        total += max(z, 0.0) - z * target + math.log1p(math.exp(-abs(z)))
    return total


def can_cross_validate(labels: Sequence[bool]) -> bool:
    """Whether single pairs can be cross-validated: without any one fold both kinds are still there."""
    return all(
        len({place % FOLDS for place, label in enumerate(labels) if label is kind}) > 1 for kind in (True, False)
    )


def cross_validated(raw: Sequence[float], labels: Sequence[bool], groups: Sequence[int]) -> list[float]:
    """Calibrated probability of each pair by a curve that was fitted without it, nor any of its group.

    Pairs of one group (claims about one line) stay together; groups are dealt out to the folds in turn, so that the
    result is the same every time. Raises :class:`ValueError` as :func:`fit_platt` does.
    """
    order = list(dict.fromkeys(groups))
    fold = {group: place % FOLDS for place, group in enumerate(order)}
    found = [0.0] * len(raw)
    for number in range(min(FOLDS, len(order))):
        inside = [i for i, group in enumerate(groups) if fold[group] != number]
        curve = fit_platt([raw[i] for i in inside], [labels[i] for i in inside])
        for i, group in enumerate(groups):
            if fold[group] == number:
                found[i] = curve(raw[i])
    return found


def calibration_error(probabilities: Sequence[float], labels: Sequence[bool], bins: int = BINS) -> float:
    """Mean distance of what was said from what was so, over bins of (nearly) equal count, weighted by count; 0 to 1.

    With few pairs even a perfect judge has an error: with 12 a bin and all probabilities near a half, about 0.11.
    """
    order = sorted(range(len(labels)), key=lambda i: probabilities[i])
    total = 0.0
    for number in range(bins):
        inside = order[len(order) * number // bins : len(order) * (number + 1) // bins]
        if inside:
            total += abs(sum(probabilities[i] - labels[i] for i in inside))
    return total / len(order) if order else 0.0

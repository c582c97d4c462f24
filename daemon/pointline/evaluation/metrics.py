"""How well numbers tell two kinds apart, and how sure a measured share is.

Pure functions over plain numbers. AUROC as the probability of Mann and Whitney, "On a Test of Whether one of Two
Random Variables is Stochastically Larger than the Other" (1947); intervals for a share as in Wilson, "Probable
Inference, the Law of Succession, and Statistical Inference" (1927).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

Z_95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Probability that a random positive lies above a random negative, ties counted half; between 0 and 1.

    Infinite values are ordered as such. Raises :class:`ValueError` when a side is empty or holds a NaN.
    """
    _check(positives, negatives)
    ordered = sorted(negatives)
    wins = sum(bisect_left(ordered, value) + bisect_right(ordered, value) for value in positives)
    return wins / (2 * len(positives) * len(negatives))


def wilson(successes: int, total: int) -> Interval:
    """95 % interval of a share of ``total`` independent trials; (0, 1) when there were none.

    Raises :class:`ValueError` when ``successes`` does not lie between 0 and ``total``.
    """
    if not 0 <= successes <= total:
        raise ValueError(f"{successes} of {total} is no share")
    if total == 0:
        return Interval(0.0, 1.0)
    share, square = successes / total, Z_95 * Z_95
    middle = share + square / (2 * total)
    half = Z_95 * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    scale = 1 + square / total
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def mean_interval(values: Sequence[float]) -> Interval:
    """95 % interval of the mean of independent ``values`` by the normal approximation, as of paired differences.

    Raises :class:`ValueError` for fewer than two values.
    """
    if len(values) < 2:
        raise ValueError("the spread of fewer than two values is unknown")
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = Z_95 * math.sqrt(variance / len(values))
    return Interval(mean - half, mean + half)


def _check(positives: Sequence[float], negatives: Sequence[float]) -> None:
    if not positives or not negatives:
        raise ValueError("both kinds need at least one value")
    if any(math.isnan(value) for value in (*positives, *negatives)):
        raise ValueError("a value is not a number")

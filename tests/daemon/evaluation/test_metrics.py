"""AUROC and intervals against their definitions and published values."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointline.evaluation.metrics import auroc, mean_interval, wilson

values = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=20)


@given(values, values)
def test_auroc_counts_pairs_with_ties_half(positives: list[float], negatives: list[float]) -> None:
    pairs = [(high > low) + 0.5 * (high == low) for high in positives for low in negatives]
    assert auroc(positives, negatives) == pytest.approx(sum(pairs) / len(pairs))
    assert auroc(positives, negatives) + auroc(negatives, positives) == pytest.approx(1.0)


def test_infinite_values_are_ordered() -> None:
    assert auroc([math.inf], [0.0, -math.inf]) == 1.0
    assert auroc([-math.inf], [-math.inf]) == 0.5


@pytest.mark.parametrize(("positives", "negatives"), [([], [1.0]), ([1.0], []), ([math.nan], [1.0])])
def test_what_cannot_be_compared_is_refused(positives: list[float], negatives: list[float]) -> None:
    with pytest.raises(ValueError, match=r"at least one|not a number"):
        auroc(positives, negatives)


def test_wilson_gives_the_published_interval() -> None:
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    found = wilson(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    found = wilson(0, 20)
    assert (found.low, round(found.high, 4)) == (0.0, 0.1611)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_the_interval_of_a_mean() -> None:
    found = mean_interval([1.0, 0.0, 1.0, 0.0])
    assert found.low == pytest.approx(0.5 - 1.959964 * math.sqrt((1 / 3) / 4))
    assert found.low + found.high == pytest.approx(1.0)
    with pytest.raises(ValueError, match="fewer than two"):
        mean_interval([1.0])

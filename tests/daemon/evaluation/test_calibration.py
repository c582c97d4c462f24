"""Calibration: known curves come back, and a judge cannot be made better than it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointline.evaluation.calibration import calibration_error, can_cross_validate, cross_validated, fit_platt
from pointline.pipeline.judge import Platt, logit, sigmoid


def drawn(slope: float, offset: float, n: int = 4000, seed: int = 1) -> tuple[list[float], list[bool]]:
    """Raw probabilities whose labels follow the curve."""
    rng = random.Random(seed)
    raw = [sigmoid(rng.gauss(0, 2)) for _ in range(n)]
    return raw, [rng.random() < sigmoid(slope * logit(p) + offset) for p in raw]


@pytest.mark.parametrize(("slope", "offset"), [(1.0, 0.0), (0.3, -1.0), (2.0, 1.0)])
def test_the_curve_that_labels_follow_comes_back(slope: float, offset: float) -> None:
    found = fit_platt(*drawn(slope, offset))
    assert found.slope == pytest.approx(slope, rel=0.1)
    assert found.offset == pytest.approx(offset, abs=0.15)


def test_it_is_the_best_curve_there_is() -> None:
    raw, labels = drawn(0.7, 0.4, 300)
    found = fit_platt(raw, labels)
    n1, n0 = sum(labels), len(labels) - sum(labels)
    targets = [(n1 + 1) / (n1 + 2) if label else 1 / (n0 + 2) for label in labels]

    def loss(curve: Platt) -> float:
        import math

        pairs = [(curve(p), t) for p, t in zip(raw, targets, strict=True)]
        return -sum(t * math.log(q) + (1 - t) * math.log(1 - q) for q, t in pairs)

    for near in (0.01, -0.01):
        assert loss(found) <= loss(Platt(found.slope + near, found.offset)) + 1e-9
        assert loss(found) <= loss(Platt(found.slope, found.offset + near)) + 1e-9


def test_a_judge_that_is_mostly_wrong_is_not_turned_over() -> None:
    raw, labels = drawn(-1.0, 0.0, 500)
    found = fit_platt(raw, labels)
    assert found.slope == 0
    assert found(0.99) == found(0.01) == pytest.approx(sum(labels) / len(labels), abs=0.01)


def test_a_judge_that_knows_everything_stays_finite() -> None:
    found = fit_platt([0.0] * 20 + [1.0] * 20, [False] * 20 + [True] * 20)
    assert 0.9 < found(1.0) < 1
    assert 0 < found(0.0) < 0.1


@pytest.mark.parametrize(
    ("raw", "labels"), [([], []), ([0.5], [True]), ([0.5, 0.6], [False, False]), ([0.5], [True, False])]
)
def test_without_both_kinds_there_is_no_curve(raw: list[float], labels: list[bool]) -> None:
    with pytest.raises(ValueError, match="of both kinds"):
        fit_platt(raw, labels)


def test_no_pair_is_judged_by_a_curve_that_has_seen_its_group() -> None:
    # In each group the raw probability says the reverse of what the other groups say: a curve that had seen the group
    # would be less sure of the wrong thing.
    raw, labels = drawn(1.0, 0.0, 200)
    groups = [i // 4 for i in range(200)]
    found = cross_validated(raw, labels, groups)
    for fold in range(5):
        inside = [i for i in range(200) if groups[i] % 5 != fold]
        curve = fit_platt([raw[i] for i in inside], [labels[i] for i in inside])
        for i in range(200):
            if groups[i] % 5 == fold:
                assert found[i] == curve(raw[i])


def test_the_error_of_known_numbers() -> None:
    assert calibration_error([0.0, 1.0], [False, True]) == 0
    assert calibration_error([1.0, 0.0], [False, True], bins=2) == 1
    assert calibration_error([0.5] * 4, [False, True, False, True], bins=1) == 0
    assert calibration_error([0.8] * 10, [True] * 5 + [False] * 5, bins=1) == pytest.approx(0.3)
    assert calibration_error([0.2, 0.2, 0.9, 0.9], [False, True, True, True], bins=2) == pytest.approx(0.2)
    assert calibration_error([], []) == 0


def test_calibration_lowers_the_error_of_a_judge_that_is_too_sure() -> None:
    raw, labels = drawn(0.25, -0.5, 2000)
    before = calibration_error(raw, labels)
    after = calibration_error(cross_validated(raw, labels, list(range(2000))), labels)
    assert before > 0.15
    assert after < 0.05


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=2, max_size=60))
def test_any_numbers_give_probabilities(pairs: list[tuple[float, bool]]) -> None:
    raw, labels = [p for p, _ in pairs], [label for _, label in pairs]
    assert 0 <= calibration_error(raw, labels) <= 1
    if len(set(labels)) == 2:
        found = fit_platt(raw, labels)
        assert found.slope >= 0
        assert all(0 <= found(p) <= 1 for p in raw)
        assert found(0.0) <= found(1.0)


def test_few_pairs_of_a_kind_in_one_fold_cannot_be_cross_validated() -> None:
    labels = [True, False, False, False, False, True, False, False]
    assert not can_cross_validate(labels)  # both of a kind lie in the first fold
    with pytest.raises(ValueError, match="both kinds"):
        cross_validated([0.5] * 8, labels, range(8))
    assert can_cross_validate([True, True, False, False])
    assert cross_validated([0.9, 0.8, 0.2, 0.1], [True, True, False, False], range(4))
    assert not can_cross_validate([True, False])
    assert not can_cross_validate([])

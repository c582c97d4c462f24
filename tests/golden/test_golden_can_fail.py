"""Each scenario can fail: the program is broken in many ways, and every scenario notices one that is about it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from helpers.golden_mutations import MUTATIONS
from pointline.cli.eval_golden import open_file, scripted
from pointline.engine.base import EngineError
from pointline.evaluation import golden

SCENARIOS = golden.load(Path(__file__).parent / "scenarios")


def failing() -> set[str]:
    """The scenarios that fail as the program is now; one that ends in an exception fails, too."""
    failed = set()
    for scenario in SCENARIOS:
        try:
            passed = golden.measure([scenario], scripted, open_file, scripted=True)[0].passed
        except (EngineError, IndexError, ValueError):
            passed = False
        if not passed:
            failed.add(scenario.name)
    return failed


def test_every_mutation_is_noticed_and_every_scenario_notices_one() -> None:
    noticed: dict[str, list[str]] = defaultdict(list)
    for name, mutate in MUTATIONS.items():
        with pytest.MonkeyPatch.context() as patch:
            mutate(patch)
            failed = failing()
        assert failed, f"{name} goes unnoticed"
        for scenario in failed:
            noticed[scenario].append(name)
    blind = [one.name for one in SCENARIOS if not noticed[one.name]]
    assert blind == []
    liars = [one.name for one in SCENARIOS if "liar" in one.topics]
    # A lie has to be what is noticed, not only that another line is pointed at.
    unguarded = [one for one in liars if not set(noticed[one]) - {"answer_nothing", "misplace_lines", "rank_backwards"}]
    assert unguarded == []

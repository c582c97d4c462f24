"""Each scenario can fail: the program is broken in many ways, and every scenario notices one that is about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from exactquote.page import Page
from helpers.golden_mutations import MUTATIONS
from pointline.cli.eval_golden import open_file, scripted
from pointline.engine.base import EngineError
from pointline.evaluation import golden
from pointline.evaluation.golden_format import Scenario
from pointline.evaluation.golden_run import open_pages

SCENARIOS = golden.load(Path(__file__).parent / "scenarios")
OF_THE_PAGES = {"read_hidden_text", "lose_headers"}
"""Mutations that change how a page is read or indexed, so that it has to be read anew."""

OF_ANY_LINE = {"answer_nothing", "misplace_lines", "rank_backwards"}
"""Mutations that a scenario notices whatever it is about."""


def read() -> list[dict[str, Page]]:
    """The pages of every scenario; a file that several share is read once."""
    known: dict[tuple[Path, str], Page] = {}

    def opened(path: Path, url: str) -> Page:
        key = path.resolve(), url
        if key not in known:
            known[key] = open_file(path, url)
        return known[key]

    return [open_pages(scenario, opened) for scenario in SCENARIOS]


def passes(scenario: Scenario, pages: Mapping[str, Page]) -> bool:
    """Whether a scenario passes as the program is now; one that ends in an exception fails, too."""
    try:
        return golden.run_and_grade(scenario, pages, scripted, scripted=True).passed
    except (EngineError, IndexError, ValueError):
        return False


def settles(scenario: Scenario, mutation: str) -> bool:
    """Whether noticing this mutation is enough. A lie has to be what is noticed, not only that another line is pointed
    at."""
    return "liar" not in scenario.topics or mutation not in OF_ANY_LINE


def test_every_mutation_is_noticed_and_every_scenario_notices_one() -> None:
    """A mutation is tried on the scenarios that have noticed none that is enough, then on the others until one notices.
    Those that break every line come first: they leave few."""
    open_ones = {scenario.name for scenario in SCENARIOS}
    known = read()
    for name in sorted(MUTATIONS, key=lambda name: name not in OF_ANY_LINE):
        failed = False
        with pytest.MonkeyPatch.context() as patch:
            MUTATIONS[name](patch)
            pages = read() if name in OF_THE_PAGES else known
            pairs = sorted(zip(SCENARIOS, pages, strict=True), key=lambda pair: pair[0].name not in open_ones)
            for scenario, own in pairs:
                unsettled = scenario.name in open_ones and settles(scenario, name)
                if (unsettled or not failed) and not passes(scenario, own):
                    failed = True
                    if unsettled:
                        open_ones.remove(scenario.name)
        assert failed, f"{name} goes unnoticed"
    assert open_ones == set()

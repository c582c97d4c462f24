"""Each scenario can fail: the program is broken in many ways, and every scenario notices one that is about it."""

from __future__ import annotations

from collections import defaultdict
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


def read() -> list[dict[str, Page]]:
    """The pages of every scenario; a file that several share is read once."""
    known: dict[tuple[Path, str], Page] = {}

    def opened(path: Path, url: str) -> Page:
        key = path.resolve(), url
        if key not in known:
            known[key] = open_file(path, url)
        return known[key]

    return [open_pages(scenario, opened) for scenario in SCENARIOS]


def failing(pages: list[dict[str, Page]]) -> set[str]:
    """The scenarios that fail as the program is now; one that ends in an exception fails, too."""

    def passes(scenario: Scenario, own: Mapping[str, Page]) -> bool:
        try:
            return golden.run_and_grade(scenario, own, scripted, scripted=True).passed
        except (EngineError, IndexError, ValueError):
            return False

    return {one.name for one, own in zip(SCENARIOS, pages, strict=True) if not passes(one, own)}


def test_every_mutation_is_noticed_and_every_scenario_notices_one() -> None:
    noticed: dict[str, list[str]] = defaultdict(list)
    pages = read()
    for name, mutate in MUTATIONS.items():
        with pytest.MonkeyPatch.context() as patch:
            mutate(patch)
            failed = failing(read() if name in OF_THE_PAGES else pages)
        assert failed, f"{name} goes unnoticed"
        for scenario in failed:
            noticed[scenario].append(name)
    blind = [one.name for one in SCENARIOS if not noticed[one.name]]
    assert blind == []
    liars = [one.name for one in SCENARIOS if "liar" in one.topics]
    # A lie has to be what is noticed, not only that another line is pointed at.
    unguarded = [one for one in liars if not set(noticed[one]) - {"answer_nothing", "misplace_lines", "rank_backwards"}]
    assert unguarded == []

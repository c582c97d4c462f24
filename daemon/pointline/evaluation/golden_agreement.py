"""Rerun agreement: is the same question, asked twice, answered with the same value and the same line?

Each time in a fresh context, nothing kept between. The value is the figures of the claims where they have any, else
their words; NONE twice agrees in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from exactquote.page import Page
from pointline.evaluation.golden_figures import figures
from pointline.evaluation.golden_format import Scenario, Turn
from pointline.evaluation.golden_run import Came, MakeEngine, OpenFile, open_pages, run_turn


@dataclass(frozen=True, slots=True)
class Again:
    """A turn that was asked twice."""

    scenario: str
    turn: int
    same_value: bool
    same_line: bool


def agreement(
    scenarios: Sequence[Scenario],
    make: MakeEngine,
    open_file: OpenFile,
    *,
    told: Callable[[int], None] = lambda _done: None,
) -> list[Again]:
    """Ask every turn that stands for itself twice; raises as :func:`~pointline.evaluation.golden.measure` does."""
    found = []
    for scenario in scenarios:
        if scenario.thread:
            continue
        pages = open_pages(scenario, open_file)
        for turn in scenario.turns:
            first, second = (_asked(scenario, turn, pages, make) for _ in range(2))
            found.append(
                Again(scenario.name, turn.number, _values(first) == _values(second), _places(first) == _places(second))
            )
            told(len(found))
    return found


def _asked(scenario: Scenario, turn: Turn, pages: Mapping[str, Page], make: MakeEngine) -> Came:
    return run_turn(turn, pages, make(scenario, turn))


def _values(came: Came) -> list[tuple[str, ...]]:
    texts = [shown.text or " ".join(line.text for line in shown.lines) for shown in came.claims]
    return sorted(tuple(figure.digits for figure in figures(text)) or (text,) for text in texts)


def _places(came: Came) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    lines = [line for shown in came.claims for line in shown.lines]
    return sorted((line.page.sha256 if line.page is not None else "", line.spans) for line in lines)

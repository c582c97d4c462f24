"""The golden scenarios: all of them through the pipeline, graded by facts, and what the run says of the guards.

The scenarios are data of the package (``data/golden``; in the source tree ``tests/golden``). A scripted run asks every
scenario, a model's only those whose point is not what a script says; the starter only those that are fair for it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from exactquote.page import Page
from pointline.evaluation.golden_format import Scenario, read_scenarios
from pointline.evaluation.golden_grade import Fault, grade, without_line
from pointline.evaluation.golden_letters import letters_of_file
from pointline.evaluation.golden_run import Came, MakeEngine, OpenFile, open_pages, run_scenario
from pointline.pipeline.guards import never_fired

Json = dict[str, Any]
STARTER = "starter"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scenario as it went: what came of each turn, and what was wrong with it, turn by turn."""

    scenario: Scenario
    came: tuple[Came, ...]
    faults: tuple[tuple[Fault, ...], ...]
    unpointed: int
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong in any turn."""
        return not any(self.faults)


def own_scenarios() -> Path:
    """The folder of the scenarios that come with the program."""
    return Path(str(resources.files("pointline") / "data" / "golden"))


def load(folder: Path | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a folder, else the program's own; raises :class:`~pointline.errors.BadInput`."""
    return read_scenarios(own_scenarios() if folder is None else folder)


def fair(scenarios: Sequence[Scenario], model: str | None) -> tuple[Scenario, ...]:
    """The scenarios that a model can be asked: all for a script (``model`` None), for a model those that do not hang on
    a script, and for the starter those marked for it, where any is."""
    if model is None:
        return tuple(scenarios)
    marked = tuple(one for one in scenarios if one.starter)
    if model == STARTER and marked:
        return marked
    return tuple(one for one in scenarios if not one.scripted_only)


def measure(
    scenarios: Sequence[Scenario],
    make: MakeEngine,
    open_file: OpenFile,
    *,
    scripted: bool,
    told: Callable[[int], None] = lambda _done: None,
) -> list[Outcome]:
    """Run and grade each scenario; ``told`` hears how many are done.

    Raises :class:`~pointline.errors.BadInput` for a page that cannot be read, and
    :class:`~pointline.engine.base.EngineError`.
    """
    known: dict[tuple[Path, str, str, str], Page] = {}  # a page that scenarios share is read and indexed once
    outcomes = []
    for done, scenario in enumerate(scenarios, 1):
        pages = _pages(scenario, open_file, known)
        outcomes.append(run_and_grade(scenario, pages, make, scripted=scripted))
        told(done)
    return outcomes


def _pages(scenario: Scenario, open_file: OpenFile, known: dict[tuple[Path, str, str, str], Page]) -> dict[str, Page]:
    keys = {page.name: (page.file.resolve(), page.url, page.title, page.lang) for page in scenario.pages}
    if any(key not in known for key in keys.values()):
        opened = open_pages(scenario, open_file)
        known.update({key: opened[name] for name, key in keys.items() if key not in known})
    return {name: known[key] for name, key in keys.items()}


def run_and_grade(scenario: Scenario, pages: Mapping[str, Page], make: MakeEngine, *, scripted: bool) -> Outcome:
    """One scenario over its pages, which are given by name."""
    started = time.monotonic()
    files = {page.url: letters_of_file(page.file) for page in scenario.pages}
    came = run_scenario(scenario, pages, make)
    faults = tuple(tuple(grade(one, files, scripted=scripted)) for one in came)
    unpointed = sum(without_line(one, files) for one in came)
    return Outcome(scenario, tuple(came), faults, unpointed, time.monotonic() - started)


def summary(outcomes: Sequence[Outcome]) -> Json:
    """The figures of a run, as ``pointline eval golden --json`` prints them."""
    turns = [came for outcome in outcomes for came in outcome.came]
    guards: Counter[str] = Counter()
    for came in turns:
        guards.update(came.guards)
    fired = {kind: count for kind, count in guards.most_common() if count}
    return {
        "scenarios": len(outcomes),
        "passed": sum(outcome.passed for outcome in outcomes),
        "claims_without_line": sum(outcome.unpointed for outcome in outcomes),
        "failures": [failure for outcome in outcomes for failure in _failures(outcome)],
        "turns": len(turns),
        "claims": sum(len(came.claims) for came in turns),
        "none": sum(came.none for came in turns),
        "withheld": sum(len(came.withheld) for came in turns),
        "topics": _by_topic(outcomes),
        "guards": fired,
        "guards_never_fired": list(never_fired(fired)),
        "retries": sum(came.retries for came in turns),
        "retry_seconds": round(sum(came.retry_seconds for came in turns), 3),
        "seconds": round(sum(outcome.seconds for outcome in outcomes), 3),
    }


def _failures(outcome: Outcome) -> list[Json]:
    return [
        {
            "scenario": outcome.scenario.name,
            "turn": came.turn.number,
            "asked": came.turn.text if came.turn.kind != "cell" else f"{came.turn.item}: {came.turn.field}",
            "expected": fault.expected,
            "came": fault.came,
        }
        for came, faults in zip(outcome.came, outcome.faults, strict=True)
        for fault in faults
    ]


def _by_topic(outcomes: Sequence[Outcome]) -> Json:
    """Passed and all, by topic; a scenario may have several."""
    found: dict[str, list[int]] = {}
    for outcome in outcomes:
        for topic in outcome.scenario.topics:
            counts = found.setdefault(topic, [0, 0])
            counts[0] += outcome.passed
            counts[1] += 1
    return {topic: {"passed": passed, "scenarios": count} for topic, (passed, count) in sorted(found.items())}

"""Whether a model may put a line into its own words.

It writes a claim about each labelled right line, by the pipeline's own ``say``, and ``verify`` looks at it. A claim is
kept when it was not NONE, has its exact quote in the line (after at most two corrections), is not refuted by the
rules, holds the labelled values and nothing that was labelled as turning the line over. The last two are why labels are
needed: a dropped "not" has no fact that rules could compare. The judge, which a claim has to pass too before it is
shown, has no part in this: it is measured by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor

from pointline.engine.base import Cancelled, Engine
from pointline.evaluation.qualify_items import PointItem
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import Budget, Candidate, Question, Withheld
from pointline.pipeline.state import say
from pointline.pipeline.verify import verify

KEPT_BAR = 0.9
"""Share of claims that must be kept. The rest is what rules catch only in part, so it has to be small."""

BUDGET = Budget(max_tokens=120, seconds=3600.0)


@dataclass(frozen=True, slots=True)
class Stating:
    """``kept`` of the ``asked`` claims out of ``n`` lines; asking ends when the bar is out of reach.

    ``faults``: how many claims failed of what.
    """

    n: int
    asked: int
    kept: int
    faults: dict[str, int]

    @property
    def qualified(self) -> bool:
        """Whether the bar is met over all lines."""
        return self.n > 0 and self.kept >= KEPT_BAR * self.n


def stated_items(items: Sequence[PointItem]) -> list[PointItem]:
    """The questions that are labelled for stating."""
    return [item for item in items if item.line is not None and item.must]


def measure_stating(
    items: Sequence[PointItem],
    engine: Engine,
    *,
    told: Callable[[], None] = lambda: None,
    cancel: Cancelled | None = None,
) -> Stating:
    """Let the model state each labelled line until it is done or cannot reach the bar any more."""
    chosen = stated_items(items)
    may_fail = floor((1 - KEPT_BAR) * len(chosen) + 1e-9)
    faults: Counter[str] = Counter()
    asked = 0
    for item in chosen:
        if faults.total() > may_fail:
            break
        fault = _fault(item, engine, cancel)
        asked += 1
        if fault:
            faults[fault] += 1
        told()
    return Stating(len(chosen), asked, asked - faults.total(), dict(faults))


def _fault(item: PointItem, engine: Engine, cancel: Cancelled | None) -> str:
    page = item.page.page
    assert item.line is not None
    candidate = Candidate(item.page.unit(item.line), 0.0)
    guards: Counter[str] = Counter()
    question = Question(item.question, budget=BUDGET)
    said = say(page, question, [candidate], engine, allowance=Allowance(BUDGET), guards=guards, cancel=cancel)
    if said.none:
        return "denied"
    if said.withheld or not said.statements:
        return "facts not the line's" if guards["unsupported"] else "no exact quote"
    for statement in said.statements:
        result = verify(page, statement)
        if isinstance(result, Withheld):
            return "no exact quote"
        if result.support.verdict == "mismatch":
            return "facts not the line's"
        if item.missing(statement.text):
            return "value missing"
        if item.turned(statement.text):
            return "turned over"
    return ""

"""Whether a model may put a line into its own words.

It writes a claim about each labelled right line, through the pipeline's own ``state`` and ``verify``. A claim is kept
when it was not NONE, needed no giving way to the line, has its exact quote in the line, is not refuted by the rules,
holds the labelled values and nothing that was labelled as turning the line over. The last two are why labels are
needed: a dropped "not" has no fact that rules could compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import floor

from pointline.engine.base import Cancelled, Context, Engine, Likelihood, ModelInfo, Usage
from pointline.evaluation.qualify_items import PointItem
from pointline.pipeline.answer import Budget, Candidate, Question, Withheld
from pointline.pipeline.state import state
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


@dataclass(frozen=True, slots=True)
class _Allowed:
    """An engine that may state, whatever it has qualified for."""

    engine: Engine

    @property
    def info(self) -> ModelInfo:
        return replace(self.engine.info, may_state=True)

    def open(self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None) -> Context:
        return self.engine.open(text, chat=chat, more=more, cancel=cancel)

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        return self.engine.score_pairs(pairs, cancel=cancel)

    def count(self, text: str) -> int:
        return self.engine.count(text)

    def usage(self) -> Usage:
        return self.engine.usage()

    def close(self) -> None:
        self.engine.close()


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
    allowed = _Allowed(engine)
    may_fail = floor((1 - KEPT_BAR) * len(chosen) + 1e-9)
    faults: Counter[str] = Counter()
    asked = 0
    for item in chosen:
        if faults.total() > may_fail:
            break
        fault = _fault(item, allowed, cancel)
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
    found = state(page, Question(item.question, budget=BUDGET), candidate, engine, guards=guards, cancel=cancel)
    if not found:
        return "denied"
    if guards["claim's facts not in its line"]:
        return "facts not the line's"
    for statement in found:
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

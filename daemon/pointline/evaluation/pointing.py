"""How often the pipeline points at the right line, and how well it knows that there is none.

Each question is asked of its own article; of another one, where the answer surely is not (``far``); and of its own with
the lines that hold the answer taken away (``near``). The steps are the pipeline's own, ``rank`` and then a strategy of
``point``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol

from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine
from pointline.evaluation.datasets import Article, Dataset, Labelled, other_article, right_lines, without_lines
from pointline.evaluation.metrics import Interval, auroc, mean_interval, wilson
from pointline.evaluation.strategies import PointStep
from pointline.pipeline.answer import Question
from pointline.pipeline.rank import rank

NEAR_THE_TOP = 8
CURVE_POINTS = 25


class LineScore(NamedTuple):
    """What a line was given: where it begins, its lexical score, the margin of its likelihood and the score."""

    start: int
    lexical: float
    margin: float | None
    score: float


@dataclass(frozen=True, slots=True)
class Look:
    """One question put to one page. Lines are told by where they begin on it, in code points.

    ``value`` is the best score of any line, by which NONE is told (minus infinity when no line was scored); ``best``
    the line that has it; ``chosen`` the first line that was accepted; ``scored`` each line that the model scored, best
    lexical one first.
    """

    value: float
    best: int | None
    chosen: int | None
    lines: int
    tokens: int
    seconds: float
    scored: tuple[LineScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one labelled question; ``lexical`` is the place of the first right line in the ranking, from 0, and
    ``right`` says where the right lines begin."""

    article: int
    id: str
    text: str
    right: tuple[int, ...]
    lexical: int | None
    own: Look
    far: Look | None = None
    near: Look | None = None

    @property
    def hit(self) -> bool:
        """Whether the best line is a right one."""
        return self.own.best in self.right

    @property
    def verdict(self) -> Literal["right", "wrong", "none"]:
        """What the threshold makes of it."""
        if self.own.chosen is None:
            return "none"
        return "right" if self.own.chosen in self.right else "wrong"


class Memory(Protocol):
    """What earlier runs found, and where this one's findings go."""

    def kept(self, article: Article, question: Labelled, /) -> Outcome | None:
        """What was found for a question."""

    def keep(self, outcome: Outcome, /) -> None:
        """Take what this run found."""


def look(page: Page, question: str, engine: Engine, pointer: PointStep, *, cancel: Cancelled | None = None) -> Look:
    """Rank the page's lines and point, with no bound on the time."""
    started, before = time.monotonic(), engine.usage()
    asked = Question(question)
    asked = replace(asked, budget=replace(asked.budget, seconds=math.inf))
    pointed = pointer(page, asked, rank(page, asked), engine, cancel=cancel)
    best = max(pointed.scored, key=lambda candidate: candidate.score, default=None)
    return Look(
        value=-math.inf if best is None else best.score,
        best=None if best is None else best.unit.start,
        chosen=pointed.chosen[0].unit.start if pointed.chosen else None,
        lines=len(pointed.scored),
        tokens=(engine.usage() - before).evaluated,
        seconds=time.monotonic() - started,
        scored=tuple(LineScore(each.unit.start, each.lexical, each.margin, each.score) for each in pointed.scored),
    )


def measure(
    dataset: Dataset,
    sampled: Sequence[tuple[Article, Labelled]],
    engine: Engine,
    pointer: PointStep,
    *,
    none: int,
    cancel: Cancelled | None = None,
    progress: Callable[[int], None] = lambda _done: None,
    memory: Memory | None = None,
) -> list[Outcome]:
    """Point for every sampled question; the first ``none`` of them are also asked far and near.

    ``progress`` hears how many questions are done. What ``memory`` has of a question is not measured again. Raises
    :class:`~pointline.engine.base.EngineError` when the engine fails.
    """
    outcomes = []
    for number, (article, question) in enumerate(sampled):
        before = memory.kept(article, question) if memory else None
        outcome = before or _own(article, question, engine, pointer, cancel)
        if number >= none:
            outcome = replace(outcome, far=None, near=None)
        elif outcome.far is None and outcome.near is None:
            outcome = _without_answer(outcome, dataset, article, question, engine, pointer, cancel)
        if memory and (before is None or (number < none and outcome != before)):
            memory.keep(outcome)
        outcomes.append(outcome)
        progress(number + 1)
    return outcomes


def _own(article: Article, question: Labelled, engine: Engine, pointer: PointStep, cancel: Cancelled | None) -> Outcome:
    page = article.page
    right = right_lines(page, question.answers)
    order = [candidate.unit for candidate in rank(page, Question(question.text))]
    return Outcome(
        article.number,
        question.id,
        question.text,
        tuple(unit.start for unit in right),
        next((place for place, unit in enumerate(order) if unit in right), None),
        look(page, question.text, engine, pointer, cancel=cancel),
    )


def _without_answer(
    outcome: Outcome,
    dataset: Dataset,
    article: Article,
    question: Labelled,
    engine: Engine,
    pointer: PointStep,
    cancel: Cancelled | None,
) -> Outcome:
    other = other_article(dataset, article)
    rest = without_lines(article.page, right_lines(article.page, question.answers))
    if other is not None:
        outcome = replace(outcome, far=look(other.page, question.text, engine, pointer, cancel=cancel))
    if rest.units:
        outcome = replace(outcome, near=look(rest, question.text, engine, pointer, cancel=cancel))
    return outcome


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of a measurement, ready for JSON; AUROCs are None where nothing was asked.

    ``r1`` is the share of questions whose best line by score is right, whatever the threshold says; ``accepted`` says
    what the threshold made of them. Intervals are 95 %.
    """
    n = len(outcomes)
    lexical = [outcome.lexical == 0 for outcome in outcomes]
    hits = [outcome.hit for outcome in outcomes]
    own = [outcome.own for outcome in outcomes]
    far = [outcome.far for outcome in outcomes if outcome.far is not None]
    near = [outcome.near for outcome in outcomes if outcome.near is not None]
    asked_far = [outcome.own.value for outcome in outcomes if outcome.far is not None]
    asked_near = [outcome.own.value for outcome in outcomes if outcome.near is not None]
    differences = [float(hit) - float(first) for hit, first in zip(hits, lexical, strict=True)]
    top = sum(outcome.lexical is not None and outcome.lexical < NEAR_THE_TOP for outcome in outcomes)
    verdicts = [outcome.verdict for outcome in outcomes]
    return {
        "n": n,
        "r1": _share(sum(hits), n),
        "r1_lexical": _share(sum(lexical), n),
        "r8_lexical": _share(top, n),
        "none_auroc_far": auroc(asked_far, [look.value for look in far]) if far else None,
        "none_auroc_near": auroc(asked_near, [look.value for look in near]) if near else None,
        "r1_interval": _pair(wilson(sum(hits), n)),
        "r1_lexical_interval": _pair(wilson(sum(lexical), n)),
        "gain": math.fsum(differences) / n if n else None,
        "gain_interval": _pair(mean_interval(differences)) if n > 1 else None,
        "accepted": {verdict: verdicts.count(verdict) for verdict in ("right", "wrong", "none")},
        "far": _none(far),
        "near": _none(near),
        "none_curve": none_curve(outcomes),
        "tokens_per_question": _mean([look.tokens for look in own]),
        "lines_per_question": _mean([look.lines for look in own]),
        "seconds_per_question": _mean([look.seconds for look in own]),
        "tokens_per_none": _mean([look.tokens for look in (*far, *near)]),
        "seconds_per_none": _mean([look.seconds for look in (*far, *near)]),
    }


def none_curve(outcomes: Sequence[Outcome]) -> list[dict[str, float | None]]:
    """What a threshold on the best score would give: shares of the questions pointed at the right and at a wrong line,
    and of those without an answer that were pointed at some line (``far``, ``near``; None when not asked)."""
    values = sorted({outcome.own.value for outcome in outcomes if math.isfinite(outcome.own.value)})
    step = max(1, len(values) // CURVE_POINTS)
    far = [outcome.far.value for outcome in outcomes if outcome.far is not None]
    near = [outcome.near.value for outcome in outcomes if outcome.near is not None]
    n = len(outcomes)
    return [
        {
            "threshold": threshold,
            "right": _share(sum(each.hit and each.own.value >= threshold for each in outcomes), n),
            "wrong": _share(sum(not each.hit and each.own.value >= threshold for each in outcomes), n),
            "far": _share(sum(value >= threshold for value in far), len(far)),
            "near": _share(sum(value >= threshold for value in near), len(near)),
        }
        for threshold in values[::step]
    ]


def _none(looks: Sequence[Look]) -> dict[str, int]:
    said = sum(look.chosen is None for look in looks)
    return {"none": said, "pointed": len(looks) - said}


def _share(count: int, total: int) -> float | None:
    return count / total if total else None


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _pair(interval: Interval) -> list[float]:
    return [interval.low, interval.high]

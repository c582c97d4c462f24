"""How well a model points, by each strategy: the right line first, and NONE told from an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine
from pointline.evaluation.metrics import auroc
from pointline.evaluation.qualify_items import Items, PointItem
from pointline.evaluation.strategies import PointStep
from pointline.pipeline.answer import Budget, Candidate, Question
from pointline.pipeline.rank import rank

PATIENCE = Budget(seconds=3600.0)
"""A slow machine shall not look like a bad model."""

Told = Callable[[], None]
"""Called after each question."""


@dataclass(frozen=True, slots=True)
class Share:
    """``right`` of ``n``."""

    n: int
    right: int

    @property
    def share(self) -> float:
        """The part that is right; 0 of nothing."""
        return self.right / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class Pointing:
    """What was measured of one strategy.

    ``r1``: the best line is the right one. ``answered``: it was pointed at, not held back as NONE. ``none_far`` and
    ``none_near``: AUROC of the best line's score, questions on their own page against the same on another page, and
    against their page with the line taken away (or questions that the page leaves open). ``enough``: the score of the
    best line that best tells the questions on their own page from those on another.
    """

    r1: Share
    answered: Share
    by_language: dict[str, Share]
    none_far: float
    none_near: float
    enough: float


def measure_pointing(
    point: PointStep, items: Items, engine: Engine, *, told: Told = lambda: None, cancel: Cancelled | None = None
) -> Pointing:
    """Ask every question of its page, of another page, and of its page without the line."""

    def best(page: Page, question: str) -> tuple[Candidate | None, bool]:
        asked = Question(question, budget=PATIENCE)
        pointed = point(page, asked, rank(page, asked), engine, cancel=cancel)
        first = max(pointed.scored, key=lambda candidate: candidate.score, default=None)
        return first, bool(pointed.chosen)

    own: list[float] = []
    far: list[float] = []
    near: list[float] = []
    right: dict[str, list[bool]] = defaultdict(list)
    answered = 0
    for item in items.points:
        found, chosen = best(item.page.page, item.question)
        if item.line is None:
            near.append(_score(found))
        else:
            hit = found is not None and found.unit == item.page.unit(item.line)
            right[item.page.lang].append(hit)
            answered += hit and chosen
            own.append(_score(found))
            near.append(_score(best(item.page.without(item.line), item.question)[0]))
            far.append(_score(best(items.elsewhere(item).page, item.question)[0]))
        told()
    by_language = {lang: Share(len(hits), sum(hits)) for lang, hits in right.items()}
    n, hits = len(own), sum(share.right for share in by_language.values())
    return Pointing(
        Share(n, hits), Share(n, answered), by_language, auroc(own, far), auroc(own, near), parting(own, far)
    )


def parting(own: Sequence[float], far: Sequence[float]) -> float:
    """The value in the middle of the gap that parts two sets of scores with the fewest on the wrong side, as shares.

    0.0 when there is nothing to part.
    """
    finite = sorted({score for score in (*own, *far) if isfinite(score)})
    if len(finite) < 2 or not own or not far:
        return 0.0
    gaps = [(low + high) / 2 for low, high in pairwise(finite)]

    def right(value: float) -> float:
        return sum(score >= value for score in own) / len(own) + sum(score < value for score in far) / len(far)

    return max(gaps, key=right)


def lexical_share(items: Items) -> Share:
    """How often the ranking alone, without a model, has the right line first."""
    hits = [_first(item) for item in items.points if item.line is not None]
    return Share(len(hits), sum(hits))


def _first(item: PointItem) -> bool:
    ranked = rank(item.page.page, Question(item.question))
    return item.line is not None and bool(ranked) and ranked[0].unit == item.page.unit(item.line)


def _score(candidate: Candidate | None) -> float:
    return candidate.score if candidate is not None else float("-inf")

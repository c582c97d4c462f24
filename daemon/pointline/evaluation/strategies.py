"""The ways to point that can be measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine, Strategy
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.numbered import point_by_number
from pointline.pipeline.point import Pointed, point_by_score


class PointStep(Protocol):
    """The point step of the pipeline, by one strategy."""

    def __call__(
        self,
        page: Page,
        question: Question,
        ranked: Sequence[Candidate],
        engine: Engine,
        /,
        *,
        cancel: Cancelled | None = None,
        progress: Callable[[float], None] = ...,
    ) -> Pointed:
        """Choose lines of ``ranked``, or none."""


STRATEGIES: Mapping[Strategy, PointStep] = {"score": point_by_score, "contract": point_by_number}
"""By name, the usual one first."""

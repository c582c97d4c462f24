"""One question, from the page to the answer: runs the steps, keeps their records, tells whoever waits.

The only place that knows the order of the steps. It holds no I/O: a page comes in, an answer goes out, progress and
claims are handed to ``on_event`` as they are found.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from exactquote.page import Page
from exactquote.units import Unit
from pointline.engine.base import Cancelled, Engine, EngineCancelled, Usage
from pointline.pipeline.answer import Answer, Candidate, Claim, Progress, Question, StepRecord, Withheld
from pointline.pipeline.point import Pointed, point_by_score
from pointline.pipeline.rank import rank
from pointline.pipeline.state import state
from pointline.pipeline.verify import verify

Event = Progress | Claim
NEAREST = 3
"""Lines shown beside a NONE, so that a person can see what came close."""


def ask(
    page: Page,
    question: Question,
    engine: Engine,
    *,
    on_event: Callable[[Event], None] = lambda _event: None,
    cancel: Cancelled | None = None,
) -> Answer:
    """Answer ``question`` from ``page``.

    Raises :class:`~pointline.engine.base.EngineError` when the engine fails and its subclass ``EngineCancelled`` when
    cancelled; claims that were handed to ``on_event`` before that are verified and stay valid.
    """
    run = _Run(page, question, engine, on_event, cancel)
    return run.answer()


class _Run:
    """State of one question while it is being answered."""

    def __init__(
        self,
        page: Page,
        question: Question,
        engine: Engine,
        on_event: Callable[[Event], None],
        cancel: Cancelled | None,
    ) -> None:
        self.page = page
        self.question = question
        self.engine = engine
        self.on_event = on_event
        self.cancel = cancel
        self.steps: list[StepRecord] = []
        self.guards: Counter[str] = Counter()
        self.started = time.monotonic()

    @contextmanager
    def step(self, name: str, inputs: str, message: str) -> Iterator[None]:
        """Time a step, count its tokens, and let it be cancelled before it begins."""
        if self.cancel is not None and self.cancel():
            raise EngineCancelled("The question was cancelled.")
        self.on_event(Progress(name, message))
        before, start = self.engine.usage(), time.monotonic()
        try:
            yield
        finally:
            after = self.engine.usage()
            spent = Usage(
                after.prefilled - before.prefilled,
                after.reused - before.reused,
                after.forced - before.forced,
                after.sampled - before.sampled,
            )
            self.steps.append(StepRecord(name, inputs, time.monotonic() - start, spent))

    def answer(self) -> Answer:
        page, question = self.page, self.question
        with self.step("read", page.sha256[:12], f"{len(page.text)} characters read"):
            count = len(page.units)
        with self.step("rank", f"{count} lines", f"Ordering {count} lines"):
            ranked = rank(page, question)
        with self.step("point", f"{len(ranked)} candidates", "Looking for the line"):
            pointed = self.point(ranked)
        claims: list[Claim] = []
        withheld: list[Withheld] = []
        for candidate in pointed.chosen:
            self.state_and_verify(candidate, claims, withheld)
        return Answer(
            page=page,
            question=question.text,
            claims=tuple(claims),
            withheld=tuple(withheld),
            nearest=() if claims else _nearest(pointed, ranked),
            read_share=_read_share(ranked, pointed),
            steps=tuple(self.steps),
            guards=dict(self.guards),
            seconds=time.monotonic() - self.started,
            engine=self.engine.info.engine,
            model=self.engine.info.name,
            strategy="score",
            budget_ended=pointed.budget_ended,
        )

    def point(self, ranked: list[Candidate]) -> Pointed:
        def told(share: float) -> None:
            self.on_event(Progress("point", f"Scored {share:.0%} of the lines", share))

        return point_by_score(self.page, self.question, ranked, self.engine, cancel=self.cancel, progress=told)

    def state_and_verify(self, candidate: Candidate, claims: list[Claim], withheld: list[Withheld]) -> None:
        where = f"line {candidate.unit.start}-{candidate.unit.end}"
        with self.step("state", where, "Writing the claim"):
            statements = state(self.page, self.question, candidate, self.engine, guards=self.guards, cancel=self.cancel)
        for statement in statements:
            with self.step("verify", where, "Checking the line"):
                result = verify(self.page, statement)
            if isinstance(result, Withheld):
                self.guards[f"withheld: {result.reason}"] += 1
                withheld.append(result)
            else:
                claims.append(result)
                self.on_event(result)


def _nearest(pointed: Pointed, ranked: list[Candidate]) -> tuple[Unit, ...]:
    best = sorted(pointed.scored, key=lambda candidate: -candidate.score) or ranked
    return tuple(candidate.unit for candidate in best[:NEAREST])


def _read_share(ranked: list[Candidate], pointed: Pointed) -> float:
    whole = sum(candidate.unit.end - candidate.unit.start for candidate in ranked)
    read = sum(candidate.unit.end - candidate.unit.start for candidate in pointed.scored)
    return read / whole if whole else 1.0

"""One question, from the page to the answer: runs the steps, keeps their records, tells whoever waits.

The only place that knows the order of the steps. It holds no I/O: a page comes in, an answer goes out, progress and
claims are handed to ``on_event`` as they are found.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from exactquote.page import Page
from exactquote.units import Unit
from pointline.engine.base import Cancelled, Engine, EngineCancelled, Strategy
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import (
    Answer,
    Candidate,
    Claim,
    Note,
    Progress,
    Question,
    Statement,
    StepRecord,
    Withheld,
)
from pointline.pipeline.numbered import point_by_number
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.point import Pointed, point_by_score
from pointline.pipeline.rank import Ranked, rank_with_notes
from pointline.pipeline.state import state
from pointline.pipeline.verify import verify
from pointline.pipeline.written import Written, point_by_writing

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
    open_pages: OpenPages | None = None,
    notes: Sequence[Note] = (),
) -> Answer:
    """Answer ``question`` from ``page``; ``notes`` on how the page was read stand first in the answer's.

    ``open_pages`` keeps what the engine has read for the next question. Raises
    :class:`~pointline.engine.base.EngineError` when the engine fails and its subclass ``EngineCancelled`` when
    cancelled; claims that were handed to ``on_event`` before that are verified and stay valid.
    """
    shelf = OpenPages(engine, most=1) if open_pages is None else open_pages
    try:
        answer = _Run(page, question, engine, on_event, cancel, shelf).answer()
        return replace(answer, notes=(*notes, *answer.notes)) if notes else answer
    finally:
        if open_pages is None:
            shelf.close()


def strategy_for(question: Question, engine: Engine) -> Strategy:
    """How to point: as asked, else as the model's qualification says; a server without probabilities can only write."""
    if not engine.info.likelihoods:
        return "contract"
    return engine.info.strategy if question.strategy == "auto" else question.strategy


class _Run:
    """State of one question while it is being answered."""

    def __init__(
        self,
        page: Page,
        question: Question,
        engine: Engine,
        on_event: Callable[[Event], None],
        cancel: Cancelled | None,
        open_pages: OpenPages,
    ) -> None:
        self.page = page
        self.question = question
        self.engine = engine
        self.on_event = on_event
        self.cancel = cancel
        self.open_pages = open_pages
        self.steps: list[StepRecord] = []
        self.guards: Counter[str] = Counter()
        self.started = time.monotonic()
        self.allowance = Allowance(question.budget)
        self.strategy = strategy_for(question, engine)
        self.claims: list[Claim] = []
        self.withheld: list[Withheld] = []
        self.claim_lang = ""

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
            spent = self.engine.usage() - before
            self.steps.append(StepRecord(name, inputs, time.monotonic() - start, spent))

    def answer(self) -> Answer:
        page, question = self.page, self.question
        with self.step("read", page.sha256[:12], f"{len(page.text)} characters read"):
            count = len(page.units)
        with self.step("rank", f"{count} lines", f"Ordering {count} lines"):
            ranked = rank_with_notes(page, question, cancel=self.cancel, progress=self.told("rank", "Compared"))
        languages = ranked.languages
        self.claim_lang = languages.question if languages.relation == "different" else ""
        candidates = list(ranked.candidates)
        if self.engine.info.likelihoods:
            read = self.pointed(candidates)
        else:
            read = self.written(candidates)
        return self.record(ranked, read)

    def told(self, step: str, done: str) -> Callable[[float], None]:
        """A listener to the share of a step."""
        return lambda share: self.on_event(Progress(step, f"{done} {share:.0%} of the lines", share))

    def pointed(self, ranked: list[Candidate]) -> Sequence[Candidate]:
        """Point, then state and verify; the lines that were scored."""
        found = Pointed((), (), budget_ended=False)
        with self.step("point", f"{len(ranked)} candidates", "Looking for the line"), self.until_late():
            found = self.point(ranked)
        self.allowance.ended |= found.budget_ended
        together = self.strategy == "contract"
        groups = [found.chosen] if together and found.chosen else [(one,) for one in found.chosen]
        for group in groups:
            where = " ".join(f"line {candidate.unit.start}-{candidate.unit.end}" for candidate in group)
            statements: list[Statement] = []
            with self.step("state", where, "Writing the claim"), self.until_late():
                statements, held = state(
                    self.page,
                    self.question,
                    group,
                    self.engine,
                    allowance=self.allowance,
                    guards=self.guards,
                    claim_lang=self.claim_lang,
                    cancel=self.allowance.cancel(self.cancel),
                )
                self.withhold(held)
            self.verify(statements)
        return found.scored

    def point(self, ranked: list[Candidate]) -> Pointed:
        told = self.told("point", "Scored")
        if self.strategy == "score":
            return point_by_score(self.page, self.question, ranked, self.engine, cancel=self.cancel, progress=told)
        return point_by_number(
            self.page,
            self.question,
            ranked,
            self.engine,
            cancel=self.allowance.cancel(self.cancel),
            progress=told,
            open_pages=self.open_pages,
        )

    def written(self, ranked: list[Candidate]) -> Sequence[Candidate]:
        """Let a server write, then verify; the lines it was shown."""
        found = Written((), (), ())
        with self.step("point", f"{len(ranked)} candidates", "Asking for the line"), self.until_late():
            found = point_by_writing(
                self.page,
                self.question,
                ranked,
                self.engine,
                allowance=self.allowance,
                guards=self.guards,
                open_pages=self.open_pages,
                claim_lang=self.claim_lang,
                cancel=self.allowance.cancel(self.cancel),
                progress=self.told("point", "Read"),
            )
        self.withhold(found.withheld)
        self.verify(found.statements)
        return found.read

    @contextmanager
    def until_late(self) -> Iterator[None]:
        """End a step, not the question, when its seconds are over; the person's own cancel goes through."""
        try:
            yield
        except EngineCancelled:
            if self.cancel is not None and self.cancel():
                raise
            if not self.allowance.ended:
                raise

    def verify(self, statements: Sequence[Statement]) -> None:
        """Hand out each statement whose lines are found, withhold the others."""
        for statement in statements:
            where = " ".join(f"line {cite.unit.start}-{cite.unit.end}" for cite in statement.cites)
            with self.step("verify", where, "Checking the line"):
                result = verify(self.page, statement, asked=self.question.text, claim_lang=self.claim_lang)
            if isinstance(result, Withheld):
                self.withhold([result])
            else:
                self.claims.append(result)
                self.on_event(result)

    def withhold(self, held: Sequence[Withheld]) -> None:
        """Keep what is not shown, and count why."""
        for one in held:
            self.guards[f"withheld: {one.reason}"] += 1
            self.withheld.append(one)

    def overridden(self) -> tuple[Note, ...]:
        """What to say where the strategy that was asked for cannot be had."""
        return (WRITTEN,) if self.question.strategy == "score" and self.strategy != "score" else ()

    def record(self, ranked: Ranked, read: Sequence[Candidate]) -> Answer:
        info = self.engine.info
        return Answer(
            page=self.page,
            question=self.question.text,
            claims=tuple(self.claims),
            withheld=tuple(self.withheld),
            nearest=() if self.claims else _nearest(read, ranked.candidates),
            read_share=_read_share(ranked.candidates, read),
            steps=tuple(self.steps),
            guards=dict(self.guards),
            seconds=time.monotonic() - self.started,
            engine=info.engine,
            model=info.name,
            strategy=self.strategy,
            budget_ended=self.allowance.ended,
            budget=self.question.budget,
            notes=(*ranked.notes, *self.overridden()),
        )


WRITTEN = Note(
    "strategy_written", "This engine gives no probabilities: it was asked to cite lines, not to score them one by one."
)


def _nearest(read: Sequence[Candidate], ranked: Sequence[Candidate]) -> tuple[Unit, ...]:
    scored = [candidate for candidate in read if candidate.margin is not None]
    best = sorted(scored, key=lambda candidate: -candidate.score) or ranked
    return tuple(candidate.unit for candidate in best[:NEAREST])


def _read_share(ranked: Sequence[Candidate], read: Sequence[Candidate]) -> float:
    """Characters of the lines that the model had before it, over those of all lines."""
    whole = sum(candidate.unit.end - candidate.unit.start for candidate in ranked)
    seen = sum((candidate.unit.end - candidate.unit.start) * candidate.seen for candidate in read)
    return seen / whole if whole else 1.0

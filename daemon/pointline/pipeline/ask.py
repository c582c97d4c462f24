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
from pointline.engine.base import Cancelled, Engine, EngineCancelled, Strategy
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import (
    Answer,
    Candidate,
    Cite,
    Claim,
    Note,
    Progress,
    Question,
    Statement,
    StepRecord,
    Withheld,
)
from pointline.pipeline.gather import strategy_for
from pointline.pipeline.guarded import OTHER
from pointline.pipeline.joined import Joined, rank_joined
from pointline.pipeline.numbered import point_by_number
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.point import Pointed, point_by_score
from pointline.pipeline.rank import Ranked
from pointline.pipeline.seen import nearest, read_share
from pointline.pipeline.state import line_as_claim, state
from pointline.pipeline.verify import verify
from pointline.pipeline.written import Written, point_by_writing

Event = Progress | Claim


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
    return ask_joined(
        Joined.of([page]), question, engine, on_event=on_event, cancel=cancel, open_pages=open_pages, notes=notes
    )


def ask_joined(
    sources: Joined,
    question: Question,
    engine: Engine,
    *,
    on_event: Callable[[Event], None] = lambda _event: None,
    cancel: Cancelled | None = None,
    open_pages: OpenPages | None = None,
    notes: Sequence[Note] = (),
    verified: Sequence[Candidate] = (),
) -> Answer:
    """Answer ``question`` from several pages read as one; each claim's line is on the page it names (``source``).

    ``verified``: lines of the pages (as lines of their whole) that are shown in any case, before what is found; each is
    verified again. All else as :func:`ask`.
    """
    shelf = OpenPages(engine, most=1) if open_pages is None else open_pages
    try:
        answer = _Run(sources, question, engine, on_event, cancel, shelf, verified).answer()
        return replace(answer, notes=(*notes, *answer.notes)) if notes else answer
    finally:
        if open_pages is None:
            shelf.close()


class _Run:
    """State of one question while it is being answered."""

    def __init__(
        self,
        sources: Joined,
        question: Question,
        engine: Engine,
        on_event: Callable[[Event], None],
        cancel: Cancelled | None,
        open_pages: OpenPages,
        verified: Sequence[Candidate] = (),
    ) -> None:
        self.sources = sources
        self.known = verified
        self.page = sources.whole
        self.question = question
        self.engine = engine
        self.on_event = on_event
        self.cancel = cancel
        self.open_pages = open_pages
        self.steps: list[StepRecord] = []
        self.guards: Counter[str] = Counter()
        self.started = time.monotonic()
        self.allowance = Allowance(question.budget)
        self.strategy: Strategy = engine.info.strategy if engine.info.likelihoods else "contract"
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
            ranked = rank_joined(self.sources, question, cancel=self.cancel, progress=self.told("rank", "Compared"))
        for known in self.known:
            own, line = self.sources.own(known.unit)
            self.verify(own, [line_as_claim(own, Cite(line.text(own.text), line), score=None)])
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
        shown = {known.unit.start for known in self.known}
        chosen = [one for one in found.chosen if one.unit.start not in shown]
        for page, group in self.sources.groups(chosen, together=together):
            where = " ".join(f"line {candidate.unit.start}-{candidate.unit.end}" for candidate in group)
            statements: list[Statement] = []
            with self.step("state", where, "Writing the claim"), self.until_late():
                statements, held = state(
                    page,
                    self.question,
                    group,
                    self.engine,
                    allowance=self.allowance,
                    guards=self.guards,
                    claim_lang=self.claim_lang,
                    cancel=self.allowance.cancel(self.cancel),
                )
                self.withhold(held)
            self.verify(page, statements)
        return found.scored

    def point(self, ranked: list[Candidate]) -> Pointed:
        self.strategy = strategy_for(self.question, self.engine, cancel=self.allowance.cancel(self.cancel))
        told = self.told("point", "Scored")
        budget = replace(self.question.budget, seconds=self.allowance.left())  # ranking took some
        question = replace(self.question, budget=budget)
        if self.strategy == "score":
            return point_by_score(self.page, question, ranked, self.engine, cancel=self.cancel, progress=told)
        return point_by_number(
            self.page,
            question,
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
        shown = {known.unit.start for known in self.known}
        for statement in found.statements:
            if statement.cites[0].unit.start not in shown:
                self.verify(*self.sources.own_statement(statement))
        return found.read

    @contextmanager
    def until_late(self) -> Iterator[None]:
        """End a step, not the question, when its seconds are over; the person's own cancel goes through."""
        try:
            yield
        except EngineCancelled:
            if not self.allowance.ended:
                raise
        if self.cancel is not None and self.cancel():  # a search may end early with what it has
            raise EngineCancelled("The question was cancelled.")

    def verify(self, page: Page, statements: Sequence[Statement]) -> None:
        """Hand out each statement whose lines are found on the page, withhold the others; what is said of a line about
        another thing gives way to the line, which carries the caveat."""
        several = len(self.sources.pages) > 1
        beside = [other for other in self.sources.pages if other is not page]
        for statement in statements:
            where = " ".join(f"line {cite.unit.start}-{cite.unit.end}" for cite in statement.cites)
            with self.step("verify", where, "Checking the line"):
                asked, lang = self.question.about, self.claim_lang
                result = verify(page, statement, asked=asked, beside=beside, claim_lang=lang)
            if isinstance(result, Withheld):
                self.withhold([result])
                if OTHER in result.codes:
                    score, attempts = statement.score, statement.attempts
                    lines = [line_as_claim(page, cite, score=score, attempts=attempts) for cite in statement.cites]
                    self.verify(page, lines)
            else:
                result = replace(result, source=page) if several else result
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
        sources = self.sources
        near = () if self.claims else nearest(read, ranked.candidates)
        several = len(sources.pages) > 1
        return Answer(
            page=sources.pages[0],
            question=self.question.text,
            claims=tuple(self.claims),
            withheld=tuple(self.withheld),
            nearest=tuple(sources.own(unit)[1] for unit in near),
            read_share=read_share(ranked.candidates, read),
            steps=tuple(self.steps),
            guards=dict(self.guards),
            seconds=time.monotonic() - self.started,
            engine=info.engine,
            model=info.name,
            strategy=self.strategy,
            budget_ended=self.allowance.ended,
            budget=self.question.budget,
            notes=(*ranked.notes, *self.overridden()),
            pages=sources.pages if several else (),
            near=tuple(sources.own(unit)[0] for unit in near) if several else (),
        )


WRITTEN = Note(
    "strategy_written", "This engine gives no probabilities: it was asked to cite lines, not to score them one by one."
)

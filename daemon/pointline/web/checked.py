"""A memo that is being checked, and a session whose sources are opened again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from exactquote.page import Span
from exactquote.verdicts import Verdict
from pointline.checks.check import check_memo
from pointline.checks.found import Checked, FoundLine
from pointline.checks.keep import cell_of, run_name
from pointline.checks.memo import Form, MemoClaim
from pointline.checks.reading import form_of, read_memo
from pointline.checks.recheck import recheck, recheck_json
from pointline.checks.report import report_json
from pointline.engine.base import EngineCancelled
from pointline.errors import BadInput
from pointline.pipeline.record import Json
from pointline.sources.anchors import anchors_of
from pointline.store.cell_records import SessionRecord
from pointline.store.claim_run import ClaimRun
from pointline.store.found import kept_verdict
from pointline.web.asks import AskDesk
from pointline.web.long_work import LongWork, work_json
from pointline.web.turns import Turn

_DOING = {"open": "Opening sources", "find": "Looking for lines", "judge": "Judging"}


@dataclass(kw_only=True)
class CheckWork(LongWork):
    """A text and the pages that it is checked against, besides those that it cites."""

    word: ClassVar[str] = "check"
    text: str
    form: Form | None
    base: str = ""
    strict: bool = False
    apart: dict[str, Span] = field(default_factory=dict)
    """The part of a page, by its SHA-256, that the text was selected in."""
    run: ClaimRun | None = None
    cells: dict[int, str] = field(default_factory=dict)
    """Ids of kept claims, by their number."""

    def __post_init__(self) -> None:
        self.title = self.title or f"Check: {' '.join(self.text.split())[:80]}"

    def carry_out(self, desk: AskDesk) -> str:
        """Read the memo, open what it cites, wait, and judge claim after claim."""
        self.say("queued", "Waiting for the model")
        memo = read_memo(self.text, self.form or form_of(self.text, ""))
        self.total = len(memo.claims)
        against = self.pages()
        engine = desk.engine.info.name
        in_turn = False

        def told(doing: str, done: int, total: int) -> None:
            nonlocal in_turn
            self.done, self.total = done, total
            if doing == "find" and not in_turn:  # links are opened before it: nobody waits for them
                in_turn = True
                self.wait()
            if doing == "judge":
                self.give_way()
            self.say(doing, f"{_DOING[doing]}: {done} of {total} claims")

        if self.store is not None:
            self.run = ClaimRun(self.store, self.session, run_name(self.session, memo.page.text, desk.engine.info.name))
        report = check_memo(
            memo,
            desk.engine,
            self.opened,
            place=self.base,
            against=against,
            apart=self.apart,
            told=told,
            on_claim=lambda one: self.judged(one, engine, memo.page.title),
            known=self.known,
            anchors=anchors_of,
            cancel=self.cancelled.is_set,
        )
        if not self.end():
            raise EngineCancelled("The check was cancelled.")
        claims = [self.placed.claim(one, self.cells.get(one.claim.number)) for one in report.claims]
        kept = {
            "failed": report.failed(strict=self.strict),
            "session_id": self.session,
            "run": "" if self.run is None else self.run.run,
            "notes": self.notes_json(),
        }
        self.finish(desk, {**report_json(report, self.placed.place_of), "claims": claims, **kept})
        return "done"

    def known(self, claim: MemoClaim, line: FoundLine) -> Verdict | None:
        """The verdict over a claim that is kept in the session."""
        return None if self.run is None else kept_verdict(self.run.kept(claim.text, line.page.sha256, line.quote))

    def judged(self, one: Checked, engine: str, title: str) -> None:
        """Keep and tell a claim."""
        if self.run is not None:
            try:
                record = cell_of(one, engine=engine, run=self.run.run, title=title)
                self.cells[one.claim.number] = self.run.keep(record)
            except BadInput as error:
                self.not_kept(error)
        self.told("claim", self.placed.claim(one, self.cells.get(one.claim.number)))

    def let_go(self) -> None:
        """Let the text go, too."""
        super().let_go()
        self.text = ""


def check_work_json(work: CheckWork) -> Json:
    """A check as :class:`~pointline.web.views_checks.CheckView` says."""
    outcome = work.outcome()
    report = outcome[1] if outcome is not None and outcome[0] == "done" else None
    return {**work_json(work), "claims": work.said("claim"), "report": report}


@dataclass(kw_only=True)
class RecheckWork(LongWork):
    """A session as it was kept; its sources are opened again, and nothing of it is changed."""

    word: ClassVar[str] = "recheck"
    record: SessionRecord | None

    def take_place(self, desk: AskDesk) -> Turn:
        """A place among those that only open pages: the model is not needed."""
        return desk.openings.join()

    def carry_out(self, desk: AskDesk) -> str:
        """Open each source once, and say of each line how it stands now."""
        self.say("queued", "Waiting")
        self.wait()
        if self.record is None:
            raise ValueError("there is nothing to open again")

        def told(done: int, total: int) -> None:
            self.done, self.total = done, total
            self.say("open", f"{done} of {total} lines")

        found = recheck(self.record, self.opened, told=told, cancel=self.cancelled.is_set)
        if not self.end():
            raise EngineCancelled("It was cancelled.")
        self.finish(desk, {"session_id": self.session, **recheck_json(found)})
        return "done"

    def let_go(self) -> None:
        """Let the session go, too."""
        super().let_go()
        self.record = None


def recheck_work_json(work: RecheckWork) -> Json:
    """As :class:`~pointline.web.views_checks.RecheckView` says."""
    outcome = work.outcome()
    return {**work_json(work), "rechecked": outcome[1] if outcome is not None and outcome[0] == "done" else None}

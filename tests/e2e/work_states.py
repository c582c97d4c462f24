"""States of the Table tab and the Check tab, as those of :mod:`e2e.states`; their daemon is a :class:`FakeWork`."""

from __future__ import annotations

from collections.abc import Callable

from e2e.fake_daemon import FakeDaemon, Refusal
from e2e.fake_work import FakeWork
from e2e.states import STATES, State


def _does(*, go_on: bool = True, keeps: bool = True, refuses: Refusal | None = None) -> Callable[[FakeDaemon], None]:
    def set_up(daemon: FakeDaemon) -> None:
        assert isinstance(daemon, FakeWork)
        daemon.keeps, daemon.refuses = keeps, refuses
        daemon.verdicts.clear()
        if go_on:
            daemon.go_on.set()
        else:
            daemon.go_on.clear()

    return set_up


TABLE, CHECK = ("#tab-of-table",), ("#tab-of-check",)
FILL = (
    *TABLE,
    "#tab-table .work-row > .secondary",
    "#tab-table form:not(:has(textarea:placeholder-shown)) [type=submit]:not([hidden])",
)
RUN = (*CHECK, "#tab-check [type=submit]:not([hidden])")
MEMO = (("#check-text", "Electricity costs 0.28 euros. Winter costs 140. The office is open on Sundays."),)
CARD = "#tab-table .cell-card:nth-child(4)"
OWN = (f"{CARD} .own-verdict summary", f"{CARD} input[value=confirmed]")
FILLED = f"{CARD} .support.confirmed"

WORK_STATES: dict[str, State] = {
    "table": State(_does(), question="", click=TABLE, shows="#tab-table:not([hidden])"),
    "table under way": State(_does(go_on=False), question="", click=FILL, shows="#tab-table .is-under-way"),
    "table filled": State(_does(), question="", click=FILL, shows=FILLED),
    "table judged": State(
        _does(), question="", click=(*FILL, *OWN, f"{CARD} .own-form [type=submit]"), shows=".own-verdict > button"
    ),
    "table judging": State(_does(), question="", click=(*FILL, *OWN), shows=f"{CARD} details[open]"),
    "table not kept": State(
        _does(keeps=False), question="", click=(*FILL, FILLED, ".export-row button"), shows=".export-said:not(:empty)"
    ),
    "table refused": State(
        _does(refuses=Refusal(503, "model-missing")), question="", click=FILL, shows="#tab-table .problem"
    ),
    "check": State(_does(), question="", click=CHECK, shows="#tab-check:not([hidden])"),
    "check under way": State(
        _does(go_on=False), question="", fill=MEMO, click=RUN, shows="#tab-check .stop:not([hidden])"
    ),
    "check done": State(_does(), question="", fill=MEMO, click=RUN, shows="#tab-check .passes"),
    "check opened again": State(
        _does(), question="", fill=MEMO, click=(*RUN, ".report .acts button"), shows=".rechecked:not([hidden])"
    ),
}
ALL_STATES = {**STATES, **WORK_STATES}

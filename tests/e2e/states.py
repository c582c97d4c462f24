"""States of the panel, each as a page, what the daemon says, and what a person does: for tests and for pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from e2e.fake_daemon import Events, FakeDaemon, Json, Refusal, answer, caveat, claim, held, line

PAGE = """<!doctype html><html lang=en><title>Mooring fees at Lark Quay 2031</title><body>
<h1>Mooring fees at Lark Quay</h1>
<h2>Boats up to 12 metres</h2>
<p>A berth for a boat of up to 12 metres costs 310 euros per month from April to September and 140 euros per month in
winter.</p>
<p>Owners who pay for a whole year in advance get one month free.</p>
<p>In spring a berth costs 280 euros per month.</p>
<h2>Office</h2>
<p>The harbour office is open on weekdays from 8:00 to 15:30.</p>
<p>The harbour office is closed on public holidays.</p>
<p>Water is included; electricity is 0.28 euros per kilowatt hour.</p>
<p>Ask at the office.</p><p>Ask at the office.</p>
<table><tr><th>Season</th><th>Berths</th><th>Visitors</th></tr>
<tr><td>Summer</td><td>212</td><td>1,904</td></tr><tr><td>Winter</td><td>96</td><td>310</td></tr></table>
<iframe srcdoc="x" hidden></iframe><img src="data:," alt=""></body></html>"""

BERTH = (
    "A berth for a boat of up to 12 metres costs 310 euros per month from April to September and 140 euros per month"
    " in winter."
)
YEAR = "Owners who pay for a whole year in advance get one month free."
WATER = "Water is included; electricity is 0.28 euros per kilowatt hour."
OFFER = "In spring a berth costs 280 euros per month."
OPEN = "The harbour office is open on weekdays from 8:00 to 15:30."
PATH = ["Mooring fees at Lark Quay", "Boats up to 12 metres"]
SUM = "6 × 310 + 6 × 140 − 140 = 2,560"


def claims(text: str) -> list[Json]:
    """Three claims: with a further line and a computed figure; with flags; refuted."""
    computed = {"kind": "amount", "text": "2,560 euros", "status": "computed_from", "formula": SUM}
    first = claim(text, "A whole year costs 2,560 euros when it is paid in advance.", BERTH, "310 euros per month")
    first |= {"more": [line(text, YEAR, "one month free", heading_path=PATH)], "score": 0.874, "heading_path": PATH}
    first["support"] = {"verdict": "uncertain", "facts": [computed], "flags": ["computed_value"]}
    second = claim(text, "Ask at the office.", "Ask at the office.", flags=["repeated", "short"], score=0.41)
    first["caveats"] = [
        caveat(text, "conflicting_lines", OFFER),
        caveat(text, "computed_value", BERTH, SUM),
        caveat(text, "composite_value", YEAR, "310 + 140 = 450"),
    ]
    second["caveats"] = [caveat(text, "repeated_line", "Ask at the office.", after="Ask at the office.")]
    third = claim(text, "Electricity costs 0.38 euros per kilowatt hour.", WATER, "0.28 euros per kilowatt hour")
    wrong = {"kind": "amount", "text": "0.38 euros", "status": "different", "formula": None}
    third["support"] = {"verdict": "mismatch", "facts": [wrong], "flags": ["names_unchecked"]}
    third["score"] = 0.66
    return [first, second, third]


HELD = [
    {
        "text": "Dogs are not allowed on the quay.",
        "quote": "No dogs on the quay.",
        "reason": "the quote is not on the page",
        "codes": ["absent"],
        "attempts": 3,
    }
]
NOTE = {"code": "encoder_missing", "text": "No encoder."}


def answered(text: str, _ask: Json) -> Events:
    """Claims, one withheld, a note."""
    found = claims(text)
    yield "progress", {"step": "point", "message": "", "share": 0.4}
    for one in found:
        yield "claim", one
    yield "done", answer(text, found, withheld=HELD, notes=[NOTE])


def nothing(text: str, _ask: Json) -> Events:
    """No line answers."""
    near = [{"text": one, **line(text, one)["spans"][0]} for one in (OPEN, WATER)]
    yield "done", answer(text, nearest=near, page={**answer(text)["page"], "read_share": 0.83})


def refused(status: int, code: str) -> Callable[[str, Json], Events]:
    """The question is refused."""

    def events(_text: str, _ask: Json) -> Events:
        raise Refusal(status, code)
        yield

    return events


def slowly(release: threading.Event, *progress: Json, first: int = 0) -> Callable[[str, Json], Events]:
    """Progress and some claims, then a wait, then the rest."""

    def events(text: str, _ask: Json) -> Iterator[tuple[str, Json]]:
        found = claims(text)
        for step in progress:
            yield "progress", {"message": "", "share": None, **step}
        for one in found[:first]:
            yield "claim", one
        held(release)
        for one in found[first:]:
            yield "claim", one
        yield "done", answer(text, found)

    return events


@dataclass(frozen=True)
class State:
    """What the daemon does, and the script's steps in the panel; ``connected`` false: the form is shown.
    ``ready``: what has to be there before a question is asked; ``fill``: what is typed into boxes before the clicks;
    ``shows``: what comes of the clicks."""

    daemon: Callable[[FakeDaemon], None]
    question: str = "What does a berth cost in a year?"
    wait: str = ".turn:not(.is-running)"
    connected: bool = True
    ready: str = ""
    fill: tuple[tuple[str, str], ...] = ()
    click: tuple[str, ...] = ()
    shows: str = ""


def _says(events: Callable[[str, Json], Events]) -> Callable[[FakeDaemon], None]:
    def set_up(daemon: FakeDaemon) -> None:
        daemon.answers = events

    return set_up


def _kept(daemon: FakeDaemon) -> None:
    daemon.answers = answered
    titles = ("What does a berth cost in a year?", "هل المكتب مفتوح يوم السبت؟")
    daemon.sessions = [
        {"session_id": f"s{at}", "title": title, "created_at": "2031-04-02T09:30:00+00:00", "asks": 2, "cells": 0}
        for at, title in enumerate(titles)
    ]
    lines = [{"line": BERTH}]
    page = {"url": "https://example.org/quay", "title": "Mooring fees at Lark Quay 2031"}
    asked = {
        "ask_id": "a",
        "question": titles[0],
        "state": "done",
        "created_at": "2031-04-02T09:30:00+00:00",
        "page": page,
    }
    daemon.asks = {"s0": [{**asked, "result": {"none": False, "claims": [{"text": BERTH, "lines": lines}]}}]}


def _loading(daemon: FakeDaemon) -> None:
    daemon.ready.clear()


NEVER = threading.Event()
RUNNING = ".turn.is-running .progress:not(:empty)"
STATES: dict[str, State] = {
    "connect": State(_says(answered), connected=False),
    "empty": State(_says(answered), question=""),
    "answered": State(_says(answered)),
    "none": State(_says(nothing), question="May I bring a dog?"),
    "queued": State(_says(slowly(NEVER, {"step": "queued", "place": 2})), wait=RUNNING),
    "reading": State(_says(slowly(NEVER, {"step": "point", "share": 0.4}, first=1)), wait=".turn.is-running .claim"),
    "stopped": State(
        _says(slowly(NEVER, {"step": "state"}, first=1)),
        wait=".turn.is-running .claim",
        click=("#stop",),
        shows=".turn:not(.is-running) .note",
    ),
    "busy": State(_says(refused(429, "busy"))),
    "model missing": State(_says(refused(503, "model-missing"))),
    "loading": State(_loading, question="", ready=".loading"),
    "menu": State(_says(answered), click=("#more",), shows="#menu:popover-open"),
    "history": State(
        _kept, click=("#more", "#menu-history", ".sessions li:first-child summary"), shows=".kept blockquote"
    ),
    "export": State(_says(answered), click=("#more", "#menu-export"), shows="dialog[open]"),
    "tabs": State(_says(answered), question="", click=("#tabs",), shows="#sources:not([hidden]) > :not(legend)"),
}

"""A daemon that says what a test has it say of tables, of checks and of sources opened again."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from e2e.fake_daemon import FakeDaemon, Json, Refusal, held, span
from e2e.states import BERTH, OFFER, OPEN, WATER, YEAR

ELSEWHERE = "https://harbour.example/winter"
"""A page that the panel has not read."""


def found(text: str, whole: str, value: str = "") -> Json:
    """Where a line of the page stands, with the value in it."""
    part = span(text, value) if value else None
    return {
        "quote": whole,
        "spans": [span(text, whole)],
        "value_spans": [part] if part else [],
        "page_sha256": hashlib.sha256(text.encode()).hexdigest(),
        "page_id": hashlib.sha256(text.encode()).hexdigest()[:16],
        "source_url": "http://127.0.0.1/quay",
        "deep_link": "",
    }


def caveat(text: str, code: str, whole: str, detail: str = "") -> Json:
    """A caveat with its own line."""
    return {**found(text, whole), "code": code, "line": whole, "detail": detail}


def cell(item: str, field: str, value: str | None, place: Json, **more: Any) -> Json:
    """A record as the daemon sends it."""
    whole = {"cell_id": f"{item}/{field}", "kept": False, "source_title": "Mooring fees", "heading_path": ["Fees"]}
    judged = {"verdict": "uncertain", "score": 0.5, "caveats": [], "why": "No judge is qualified.", "attempts": 1}
    return {"item": item, "field": field, "value": value, **place, **whole, **judged, **more}


NOWHERE: Json = {
    "quote": None,
    "spans": [],
    "value_spans": [],
    "page_sha256": "",
    "page_id": None,
    "source_url": "",
    "deep_link": "",
}


def cells(text: str) -> list[Json]:
    """Four cells: confirmed, with caveats, refuted, and one without a line."""
    noted = [caveat(text, "conflicting_lines", OFFER), caveat(text, "composite_value", YEAR, "310 + 140 = 450")]
    summer = cell("Berth", "summer fee", "310 euros", found(text, BERTH, "310 euros"), score=0.74)
    return [
        {**summer, "verdict": "caveated", "caveats": noted},
        cell("Berth", "opening hours", "8:00 to 15:30", found(text, OPEN, "8:00 to 15:30"))
        | {"verdict": "confirmed", "score": 0.93},
        cell("Electricity", "summer fee", "0.38 euros", found(text, WATER), verdict="mismatch", score=0.04, attempts=3),
        cell("Electricity", "opening hours", None, NOWHERE, score=0.2, why="No line answers this."),
    ]


def claims(text: str) -> list[Json]:
    """Three claims: one whose line stands on the page, one of a page elsewhere, and one without a line."""
    base: Json = {"kind": "sentence", "heading_path": [], "more": [], "nearest": None, "sources": [], "caveats": []}
    good = {"verdict": "confirmed", "score": 0.9, "why": "Every fact stands in the line.", "relevant": True}
    bad = {"verdict": "mismatch", "score": 0.1, "why": "No line says so.", "relevant": None}
    here = {"number": 1, "text": "Electricity costs 0.28 euros.", "status": "against", "link_works": None}
    there = {"number": 2, "text": "Winter costs 140.", "status": "cited", "link_works": True}
    nowhere = {"number": 3, "text": "The office is open on Sundays.", "status": "cited", "link_works": False}
    rounded = {"caveats": [caveat(text, "rounded_value", WATER)]}
    elsewhere = {**NOWHERE, "quote": "Winter berths cost 140 euros.", "source_url": ELSEWHERE}
    return [
        {**base, **good, **found(text, WATER, "0.28 euros"), **here, **rounded, "cell_id": "c1"},
        {**base, **good, **elsewhere, **there, "cell_id": "c2"},
        {**base, **bad, **NOWHERE, **nowhere, "nearest": found(text, OPEN), "cell_id": None},
    ]


FIXES = [{"claim": 3, "fault": "link_broken", "text": "The link does not open."}]
RATES = {"link_works": 0.5, "relevant": 1.0, "supported": None, "claims": 3}


class FakeWork(FakeDaemon):
    """Serves tables and checks over the first page that is named. While ``go_on`` is not set, a table stops after its
    first cell, and a check before its first claim."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.go_on.set()
        self.keeps = True
        """Whether there is a history: without one no cell has an id."""
        self.cells: list[Json] = []
        """What the history has."""
        self.gone = False
        """Sessions were forgotten meanwhile."""
        self.refuses: Refusal | None = None
        """Why no table is begun."""
        self.forgets = False
        """It knows nothing of a stream that broke off, as one that was started anew."""
        self.verdicts: dict[str, list[Json]] = {}
        """What stands on each cell: the last is in force."""

    def respond(self, method: str, path: str, body: Json) -> Json | list[Json] | Iterator[bytes] | str | None:
        """Answer what is asked of long work; all else as the plain one does."""
        if path == "/v1/tables" and method == "POST":
            if self.refuses is not None:
                raise self.refuses
            return self.streamed(framed("table_id", self._table(self.pages[body["pages"][0]], body)))
        if path == "/v1/tables/suggest":
            return {"items": ["Berth", "Electricity"], "fields": ["summer fee", "opening hours"]}
        if path == "/v1/checks" and method == "POST":
            text = self.pages[body["against"][0]] if body["against"] else ""
            return self.streamed(framed("check_id", self._check(text, strict=body["strict"])))
        if path == "/v1/sessions/s/recheck":
            return self.streamed(framed("recheck_id", self._recheck()))
        if path == "/v1/sessions/s/export":
            return {"exported": "session s"}
        if path == "/v1/verify":
            text = self.pages[body["page_id"]]
            return {"quotes": [{"status": "exact" if one in text else "absent"} for one in body["quotes"]]}
        if path == "/v1/cells":
            return {"items": self.cells, "next": None, "counts": {}}
        if path.startswith("/v1/sessions/") and self.gone:
            raise Refusal(404, "session")
        if path.startswith("/v1/cells/"):
            return self._judged(path.split("/")[3], body if method == "PUT" else None)
        if path.startswith(("/v1/tables/", "/v1/checks/", "/v1/rechecks/")):
            if method == "DELETE":
                self.cancelled.append(path)
                return None
            if path.endswith("/events"):
                if self.forgets:
                    raise Refusal(404, "table")
                return self.rest("table")
            return {"session_id": "s"}
        return super().respond(method, path, body)

    def _judged(self, cell: str, given: Json | None) -> Json:
        rules = {"verdict": "uncertain", "verdict_source": "rules", "score": 0.5, "why": "No judge is qualified."}
        stand = self.verdicts.setdefault(cell, [rules])
        if given is not None:
            stand.append({**rules, **given, "verdict_source": "person"})
        elif len(stand) > 1:
            stand.pop()
        return {**stand[-1], "cell_id": cell, "replaced": stand[:-1]}

    def _table(self, text: str, body: Json) -> Iterator[tuple[str, Json]]:
        every = [{**one, "cell_id": one["cell_id"] if self.keeps else None} for one in cells(text)]
        for number, one in enumerate(every):
            place = {"item": one["item"], "field": one["field"], "done": number, "total": len(every), "place": None}
            yield "progress", {"step": "point", "message": "", "share": number / len(every), **place}
            if number == 1:
                held(self.go_on)
            yield "cell", {**one, "kept": body.get("session_id") == "s" and number == 0}
        kept = [{**one, "kept": body.get("session_id") == "s" and at == 0} for at, one in enumerate(every)]
        yield "done", {"cells": kept, "sources": 1, "domains": 1, "session_id": "s", "run": "r", "notes": []}

    def _check(self, text: str, *, strict: bool) -> Iterator[tuple[str, Json]]:
        yield "progress", {"step": "open", "message": "", "share": 0.2, "done": 1, "total": 3, "place": None}
        held(self.go_on)
        every = claims(text) if WATER in text else []
        for one in every:
            yield "claim", one
        told = {"claims": every, "fixes": FIXES if every else [], "failed": bool(every) or strict}
        yield "done", {**told, "rates": RATES, "session_id": "s", "notes": []}

    @staticmethod
    def _recheck() -> Iterator[tuple[str, Json]]:
        yield "progress", {"step": "open", "message": "", "share": 0.5, "done": 1, "total": 2}
        lines = [("c1", "unchanged", ""), ("c2", "page_changed", ""), ("c9", "not_opened", "It timed out.")]
        yield "done", {"lines": [{"id": name, "now": now, "problem": problem} for name, now, problem in lines]}


def framed(name: str, events: Iterable[tuple[str, Json]]) -> Iterator[tuple[int, bytes]]:
    """Events as the stream has them, with their numbers."""
    for number, (kind, data) in enumerate(events, 1):
        yield number, f"id: {number}\nevent: {kind}\ndata: {json.dumps({name: 'a', **data})}\n\n".encode()

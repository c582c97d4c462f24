"""Record: an answer as plain JSON values, the same for the command line and the API.

Offsets pass through ``place``: the command line keeps code points, the API turns them into UTF-16 units for the
browser.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from exactquote.facts import Support
from exactquote.page import Page, Span
from exactquote.units import Unit
from exactquote.verdicts import Caveat
from pointline.engine.base import Usage
from pointline.pipeline.answer import Answer, Claim, Framed, FurtherLine, StepRecord
from pointline.pipeline.probe import depends_on_framing

Place = Callable[[int], int]
Places = Callable[[Page], Place]
Json = dict[str, Any]
NOWHERE: Mapping[str, tuple[Page, Place]] = MappingProxyType({})


def as_is(offset: int) -> int:
    """Leave an offset in code points."""
    return offset


def spans_json(spans: Iterable[Span], place: Place) -> list[Json]:
    """Spans as ``{"start", "end"}``."""
    return [{"start": place(span.start), "end": place(span.end)} for span in spans]


def support_json(support: Support) -> Json:
    """What the rules found about the facts of a claim."""
    return {
        "verdict": support.verdict,
        "facts": [
            {"kind": finding.fact.kind, "text": finding.fact.text, "status": finding.status, "formula": finding.formula}
            for finding in support.facts
        ],
        "flags": list(support.flags),
    }


def place_json(page: Page, offset: int) -> Json:
    """Where a place (code points) is in a paginated document: its ``page`` from 1 (null elsewhere), and a ``link`` to
    it ("" for a page without an address)."""
    return {"page": page.page_at(offset), "link": page.link_to(offset)}


def claim_json(
    claim: Claim, page: Page, place: Place = as_is, beside: Mapping[str, tuple[Page, Place]] = NOWHERE
) -> Json:
    """One claim with its line; ``text[start:end]`` of each span is what is shown.

    ``page`` is the page of the line; ``beside``: further pages, by their SHA-256, on which a caveat may have its line.
    """
    unit = claim.unit
    return {
        "text": claim.text,
        "quote": claim.quote,
        "line": claim.line,
        "status": claim.found.status,
        "fold": claim.found.fold,
        "flags": list(claim.flags),
        "spans": spans_json(claim.spans, place),
        "line_spans": spans_json(unit.spans, place),
        "heading_path": list(unit.heading_path),
        "kind": unit.kind,
        **place_json(page, unit.start),
        "score": None if claim.score is None else round(claim.score, 3),
        "more": [further_json(further, page, place) for further in claim.more],
        "support": support_json(claim.support),
        "caveats": [caveat_json(caveat, *beside.get(caveat.page_sha256, (page, place))) for caveat in claim.caveats],
        "attempts": claim.attempts,
        "source_url": page.url,
        "page_sha256": page.sha256,
        "from_turn": claim.from_turn,
        "new": claim.from_turn is None,
    }


def caveat_json(caveat: Caveat, page: Page, place: Place = as_is) -> Json:
    """A caveat of a claim with its own line of ``page``; null and no place where it is about none."""
    span = caveat.line
    return {
        "code": caveat.code,
        "detail": caveat.detail,
        "line": None if span is None else caveat.text,
        "source_url": caveat.url,
        "page_sha256": caveat.page_sha256,
        "spans": [] if span is None else spans_json(_spans_of(page, span), place),
        **(place_json(page, span.start) if span is not None else {"page": None, "link": ""}),
    }


def _spans_of(page: Page, span: Span) -> tuple[Span, ...]:
    """One span, or one for each cell where the line is a row."""
    return next((unit.spans for unit in page.units if unit.start == span.start), (span,))


def further_json(further: FurtherLine, page: Page, place: Place = as_is) -> Json:
    """A further line of a claim that needs several."""
    return {
        "quote": further.quote,
        "line": further.line,
        "status": further.found.status,
        "fold": further.found.fold,
        "flags": list(further.found.flags),
        "spans": spans_json(further.spans, place),
        "line_spans": spans_json(further.unit.spans, place),
        "heading_path": list(further.unit.heading_path),
        "kind": further.unit.kind,
        **place_json(page, further.unit.start),
    }


def framed_json(framed: Framed, places: Places) -> Json:
    """What came of one framing: its lines, each with its page, and the figures in them."""
    lines = []
    for page, unit in framed.lines:
        place = {"source_url": page.url, "page_sha256": page.sha256}
        lines.append({**nearest_json(unit, page, places(page)), **place})
    return {
        "framing": framed.framing,
        "question": framed.question,
        "lines": lines,
        "values": list(framed.values),
    }


def nearest_json(unit: Unit, page: Page, place: Place = as_is) -> Json:
    """A line that came close, without more to say about it."""
    return {
        "text": page.text[unit.start : unit.end],
        "start": place(unit.start),
        "end": place(unit.end),
        **place_json(page, unit.start),
    }


def answer_json(answer: Answer, places: Places = lambda _page: as_is) -> Json:
    """The whole answer, as ``pointline ask --json`` prints it and the ``done`` event carries it; ``pages`` where there
    are several, ``turn`` in a thread, ``probe`` where it was asked in several framings."""
    page = answer.page
    beside = {one.sha256: (one, places(one)) for one in answer.sources}
    near = answer.near or (page,) * len(answer.nearest)
    found: Json = {
        "page": {
            "url": page.url,
            "title": page.title,
            "sha256": page.sha256,
            "characters": len(page.text),
            "units": len(page.units),
            "read_share": floored(answer.read_share),
            "not_read": dict(page.not_read),
        },
        "question": answer.question,
        "claims": [
            claim_json(claim, answer.page_of(claim), places(answer.page_of(claim)), beside) for claim in answer.claims
        ],
        "none": answer.none,
        "nearest": [nearest_json(unit, one, places(one)) for unit, one in zip(answer.nearest, near, strict=True)],
        "withheld": [
            {
                "text": held.text,
                "quote": held.quote,
                "reason": held.reason,
                "codes": list(held.codes),
                "attempts": held.attempts,
            }
            for held in answer.withheld
        ],
        "notes": [{"code": note.code, "text": note.text} for note in answer.notes],
        "stats": {
            "engine": answer.engine,
            "model": answer.model,
            "strategy": answer.strategy,
            "seconds": round(answer.seconds, 3),
            "budget_ended": answer.budget_ended,
            "budget": {
                "max_claims": answer.budget.max_claims,
                "attempts": answer.budget.attempts,
                "max_tokens": answer.budget.max_tokens,
                "seconds": answer.budget.seconds,
            },
            "tokens": tokens_json(sum((step.usage for step in answer.steps), Usage())),
            "steps": [step_json(step) for step in answer.steps],
            "guards": dict(answer.guards),
        },
    }
    if len(answer.sources) > 1:
        found["pages"] = [
            {"url": one.url, "title": one.title, "sha256": one.sha256, "characters": len(one.text)}
            for one in answer.sources
        ]
    if answer.turn is not None:
        found["turn"] = answer.turn
    if answer.framings:
        framings = [framed_json(framed, places) for framed in answer.framings]
        found["probe"] = {"framings": framings, "depends_on_framing": depends_on_framing(answer.framings)}
    return found


def step_json(step: StepRecord) -> Json:
    """One step: its inputs, seconds and tokens."""
    return {
        "step": step.step,
        "inputs": step.inputs,
        "seconds": round(step.seconds, 4),
        "tokens": tokens_json(step.usage),
    }


def tokens_json(usage: Usage) -> Json:
    """Tokens by what became of them."""
    return {
        "prefilled": usage.prefilled,
        "reused": usage.reused,
        "forced": usage.forced,
        "sampled": usage.sampled,
    }


def floored(share: float) -> float:
    """A share with four places, never more than it is: only what is whole is 1."""
    return math.floor(share * 10_000 + 1e-6) / 10_000

"""Records of the store as plain JSON values.

Offsets are code points of the page's text, as the store keeps them: the page itself may not be there any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from exactquote.page import Span
from pointline.store.cell_records import CellCounts, StoredCell
from pointline.store.records import AskResult, Caveat, Session, StoredAsk, StoredClaim, StoredLine, StoredPage

Json = dict[str, Any]


def session_json(session: Session) -> Json:
    """A session with how much it holds."""
    return {
        "session_id": session.id,
        "title": session.title,
        "created_at": session.created_at.isoformat(),
        "asks": session.asks,
        "cells": session.cells,
    }


def ask_json(ask: StoredAsk) -> Json:
    """A question with all that was found."""
    return {
        "ask_id": ask.id,
        "session_id": ask.session,
        "thread_id": ask.thread,
        "page": _page(ask.page),
        "question": ask.question,
        "state": ask.status,
        "problem": ask.problem,
        "created_at": ask.created_at.isoformat(),
        "finished_at": None if ask.finished_at is None else ask.finished_at.isoformat(),
        "offsets": "code_point",
        "result": None if ask.result is None else _result(ask.result),
    }


def cell_json(cell: StoredCell) -> Json:
    """A cell with its caveats and the verdicts that a person replaced."""
    record = cell.record
    return {
        "cell_id": cell.id,
        "session_id": cell.session,
        "created_at": cell.created_at.isoformat(),
        "item": record.item,
        "field": record.field,
        "value": record.value,
        "source_url": record.source_url,
        "source_title": record.source_title,
        "page_sha256": record.page_sha256,
        "quote": record.quote,
        "spans": _spans(record.spans),
        "value_spans": _spans(record.value_spans),
        "offsets": "code_point",
        "line": record.line,
        "line_before": record.line_before,
        "line_after": record.line_after,
        "heading_path": list(record.heading_path),
        "deep_link": record.deep_link,
        "verdict": record.verdict,
        "verdict_source": record.verdict_source,
        "score": record.score,
        "caveats": [_caveat(caveat) for caveat in record.caveats],
        "why": record.why,
        "attempts": record.attempts,
        "engine": record.engine,
        "run": record.run,
        "replaced": [
            {
                "verdict": one.verdict,
                "verdict_source": one.verdict_source,
                "score": one.score,
                "why": one.why,
                "at": one.at.isoformat(),
            }
            for one in cell.replaced
        ],
    }


def counts_json(counts: CellCounts) -> Json:
    """Counts over cells."""
    return {
        "cells": counts.cells,
        "sources": counts.sources,
        "domains": counts.domains,
        "verdicts": dict(counts.verdicts),
        "caveats": dict(counts.caveats),
    }


def _result(result: AskResult) -> Json:
    return {
        "engine": result.engine,
        "model": result.model,
        "strategy": result.strategy,
        "read_share": result.read_share,
        "none": result.none,
        "claims": [_claim(claim) for claim in result.claims],
        "withheld": [
            {"text": one.text, "quote": one.quote, "reason": one.reason, "attempts": one.attempts}
            for one in result.withheld
        ],
        "nearest": [{"text": one.text, "start": one.start, "end": one.end} for one in result.nearest],
        "notes": [{"code": one.code, "text": one.text} for one in result.notes],
        "stats": dict(result.stats),
    }


def _claim(claim: StoredClaim) -> Json:
    facts = [
        {"kind": fact.kind, "text": fact.text, "status": fact.status, "formula": fact.formula} for fact in claim.facts
    ]
    return {
        "text": claim.text,
        "score": claim.score,
        "flags": list(claim.flags),
        "support": {"verdict": claim.verdict, "facts": facts, "flags": list(claim.support_flags)},
        "attempts": claim.attempts,
        "lines": [_line(line) for line in claim.lines],
        "caveats": [_caveat(caveat) for caveat in claim.caveats],
    }


def _line(line: StoredLine) -> Json:
    return {
        "quote": line.quote,
        "line": line.line,
        "line_before": line.line_before,
        "line_after": line.line_after,
        "status": line.status,
        "fold": line.fold,
        "flags": list(line.flags),
        "spans": _spans(line.spans),
        "line_spans": _spans(line.line_spans),
        "heading_path": list(line.heading_path),
        "kind": line.kind,
        "page": line.page,
        "source_url": line.source_url,
        "page_sha256": line.page_sha256,
    }


def _page(page: StoredPage) -> Json:
    return {
        "sha256": page.sha256,
        "url": page.url,
        "title": page.title,
        "lang": page.lang,
        "characters": page.characters,
        "captured_at": page.captured_at.isoformat(),
        "text_kept": page.text is not None,
    }


def _caveat(caveat: Caveat) -> Json:
    return {
        "code": caveat.code,
        "line": caveat.line,
        "source_url": caveat.source_url,
        "page_sha256": caveat.page_sha256,
        "spans": _spans(caveat.spans),
        "detail": caveat.detail,
        "line_before": caveat.line_before,
        "line_after": caveat.line_after,
    }


def _spans(spans: Iterable[Span]) -> list[Json]:
    return [{"start": span.start, "end": span.end} for span in spans]

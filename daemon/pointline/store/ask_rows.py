"""Questions as they are read back: rows of several tables become one frozen dataclass each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from exactquote.page import Span
from pointline.store.records import (
    AskResult,
    Caveat,
    NearLine,
    StoredAsk,
    StoredClaim,
    StoredFact,
    StoredLine,
    StoredNote,
    StoredPage,
    StoredWithheld,
)
from pointline.store.schema import ask_pages, claims, lines, pages, withheld
from pointline.store.spans import spans_of

PAGE_COLUMNS = [column.label(f"page_{column.name}") for column in pages.columns if column.name != "text"]


def loaded(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredAsk]:
    """The questions of these rows (of ``asks`` with their pages), with all that was found."""
    ids = [row.id for row in rows]
    found = _claims(connection, ids)
    held: defaultdict[str, list[StoredWithheld]] = defaultdict(list)
    for row in connection.execute(select(withheld).where(withheld.c.ask_id.in_(ids)).order_by(withheld.c.position)):
        held[row.ask_id].append(StoredWithheld(row.text, row.quote, row.reason, row.attempts))
    more: defaultdict[str, list[StoredPage]] = defaultdict(list)
    wanted = select(ask_pages.c.ask_id, *PAGE_COLUMNS, pages.c.text.label("page_text"))
    joined = wanted.join(pages, pages.c.id == ask_pages.c.page_id).where(ask_pages.c.ask_id.in_(ids))
    for row in connection.execute(joined.order_by(ask_pages.c.position)):
        more[row.ask_id].append(page_of(row))
    return [_ask(row, found[row.id], held[row.id], more[row.id]) for row in rows]


def _claims(connection: Connection, ids: Sequence[str]) -> defaultdict[str, list[StoredClaim]]:
    below: defaultdict[int, list[StoredLine]] = defaultdict(list)
    of_pages = (pages.c.url.label("source_url"), pages.c.sha256.label("page_sha256"))
    joined = select(lines, *of_pages).join(claims, claims.c.id == lines.c.claim_id)
    wanted = joined.join(pages, pages.c.id == lines.c.page_id).where(claims.c.ask_id.in_(ids))
    for row in connection.execute(wanted.order_by(lines.c.position)):
        below[row.claim_id].append(_line(row))
    found: defaultdict[str, list[StoredClaim]] = defaultdict(list)
    for row in connection.execute(select(claims).where(claims.c.ask_id.in_(ids)).order_by(claims.c.position)):
        found[row.ask_id].append(
            StoredClaim(
                text=row.text,
                verdict=row.verdict,
                facts=tuple(StoredFact(*fact) for fact in row.facts),
                support_flags=tuple(row.support_flags),
                flags=tuple(row.flags),
                score=row.score,
                attempts=row.attempts,
                lines=tuple(below[row.id]),
                from_turn=row.from_turn,
                caveats=tuple(map(_caveat, row.caveats or ())),
            )
        )
    return found


def _caveat(kept: Sequence[Any]) -> Caveat:
    code, line, url, sha256, spans, before, after, detail = kept
    return Caveat(code, line, url, sha256, spans_of(spans), before, after, detail)


def _line(row: Row[Any]) -> StoredLine:
    return StoredLine(
        quote=row.quote,
        line=row.line,
        spans=spans_of(row.spans),
        line_spans=spans_of(row.line_spans),
        line_before=row.line_before,
        line_after=row.line_after,
        heading_path=tuple(row.heading_path),
        kind=row.kind,
        status=row.status,
        fold=row.fold,
        flags=tuple(row.flags),
        page=row.page_number,
        source_url=row.source_url,
        page_sha256=row.page_sha256,
    )


def page_of(row: Row[Any]) -> StoredPage:
    """The page of a row of :func:`_selected`."""
    return StoredPage(
        sha256=row.page_sha256,
        url=row.page_url,
        title=row.page_title,
        lang=row.page_lang,
        characters=row.page_characters,
        captured_at=row.page_captured_at,
        text=row.page_text,
    )


def _ask(
    row: Row[Any], found: Sequence[StoredClaim], held: Sequence[StoredWithheld], more: Sequence[StoredPage]
) -> StoredAsk:
    result = None
    if row.engine is not None:
        result = AskResult(
            engine=row.engine,
            model=row.model,
            strategy=row.strategy,
            read_share=row.read_share,
            none=row.none,
            claims=tuple(found),
            withheld=tuple(held),
            nearest=tuple(NearLine(*line) for line in row.nearest),
            notes=tuple(StoredNote(*note) for note in row.notes),
            stats=row.stats,
        )
    selection = None if row.selection_start is None else Span(row.selection_start, row.selection_end)
    return StoredAsk(
        id=row.id,
        session=row.session_id,
        thread=row.thread,
        page=page_of(row),
        question=row.question,
        selection=selection,
        strategy=row.wanted,
        status=row.status,
        created_at=row.created_at,
        finished_at=row.finished_at,
        problem=row.problem,
        idempotency_key=row.idempotency_key,
        result=result,
        further=tuple(more),
    )

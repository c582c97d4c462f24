"""Questions with their answers: written whole in one transaction, read back as they were."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from exactquote.page import Page
from pointline.errors import BadInput
from pointline.store.ask_rows import PAGE_COLUMNS, loaded
from pointline.store.columns import microseconds, moment
from pointline.store.hosts import host_of
from pointline.store.paging import bounded, cursor_of, read_cursor
from pointline.store.records import (
    AskResult,
    AskStatus,
    Caveat,
    Listing,
    NewAsk,
    StoredAsk,
    StoredClaim,
    StoredLine,
    StoredWithheld,
)
from pointline.store.schema import ask_pages, asks, claims, lines, pages, withheld
from pointline.store.spans import to_pairs


def keep_page(connection: Connection, page: Page, now: datetime, *, keep_text: bool) -> int:
    """The number of this version of ``page``, which is noted when it is new; its text only when it is to be kept."""
    key = _key(page.sha256, page.url)
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(
        insert(pages)
        .values(
            key=key,
            sha256=page.sha256,
            url=page.url,
            host=host_of(page.url),
            title=page.title,
            lang=page.lang,
            characters=len(page.text),
            captured_at=now,
        )
        .on_conflict_do_nothing(index_elements=["key"])
    )
    if keep_text:
        connection.execute(update(pages).where(pages.c.key == key).values(text=page.text))
    return int(connection.execute(select(pages.c.id).where(pages.c.key == key)).scalar_one())


def _key(sha256: str, url: str) -> str:
    return hashlib.sha256(f"{sha256}\0{url}".encode("utf-8", "surrogatepass")).hexdigest()


def begin(
    connection: Connection, ask: NewAsk, session: str, page: int, now: datetime, further: Sequence[int] = ()
) -> None:
    """Note a question as running; ``further``: the numbers of more pages that are asked at once."""
    known = connection.execute(select(asks.c.id).where(asks.c.id == ask.id)).first()
    if known is not None:
        raise BadInput("ask_known", "A question with this id is there already.", "Send it with another id.")
    connection.execute(
        asks.insert().values(
            id=ask.id,
            session_id=session,
            page_id=page,
            thread=ask.thread or ask.id,
            question=ask.question,
            selection_start=ask.selection.start if ask.selection else None,
            selection_end=ask.selection.end if ask.selection else None,
            wanted=ask.strategy,
            idempotency_key=ask.idempotency_key,
            status="running",
            problem="",
            created_at=now,
        )
    )
    rows = [{"ask_id": ask.id, "position": place, "page_id": number} for place, number in enumerate(further, 1)]
    if rows:
        connection.execute(ask_pages.insert(), rows)


def finish(
    connection: Connection, ask_id: str, status: AskStatus, problem: str, result: AskResult | None, now: datetime
) -> bool:
    """End a running question with all that was found; False (and nothing written) when there is none.

    That is so for private questions, which were never noted, and for those that were forgotten meanwhile.
    """
    running = select(asks.c.page_id).where(asks.c.id == ask_id, asks.c.status == "running").with_for_update()
    page = connection.execute(running).scalar_one_or_none()
    if page is None:
        return False
    found: dict[str, Any] = {"status": status, "problem": problem, "finished_at": now}
    if result is not None:
        found |= {
            "engine": result.engine,
            "model": result.model,
            "strategy": result.strategy,
            "read_share": result.read_share,
            "none": result.none,
            "nearest": [[line.text, line.start, line.end] for line in result.nearest],
            "notes": [[note.code, note.text] for note in result.notes],
            "stats": dict(result.stats),
        }
        _insert_claims(connection, ask_id, page, result.claims)
        _insert_withheld(connection, ask_id, result.withheld)
    connection.execute(update(asks).where(asks.c.id == ask_id).values(found))
    return True


def load(connection: Connection, ask_id: str) -> StoredAsk | None:
    """The question with this id."""
    return next(iter(loaded(connection, connection.execute(_selected().where(asks.c.id == ask_id)).all())), None)


def listed(
    connection: Connection, session: str | None, thread: str | None, cursor: str | None, limit: int
) -> Listing[StoredAsk]:
    """Questions, newest first."""
    wanted = _selected()
    if session is not None:
        wanted = wanted.where(asks.c.session_id == session)
    if thread is not None:
        wanted = wanted.where(asks.c.thread == thread)
    if cursor is not None:
        key, last = read_cursor("asks", cursor)
        when = moment(int(key))
        wanted = wanted.where(or_(asks.c.created_at < when, and_(asks.c.created_at == when, asks.c.id < last)))
    limit = bounded(limit)
    rows = connection.execute(wanted.order_by(asks.c.created_at.desc(), asks.c.id.desc()).limit(limit + 1)).all()
    more = len(rows) > limit
    rows = rows[:limit]
    following = cursor_of("asks", microseconds(rows[-1].created_at), rows[-1].id) if more else None
    return Listing(tuple(loaded(connection, rows)), following)


def interrupt(connection: Connection, now: datetime) -> int:
    """Mark every running question as interrupted; how many there were."""
    running = update(asks).where(asks.c.status == "running")
    return connection.execute(running.values(status="interrupted", finished_at=now)).rowcount


def _selected() -> Select[Any]:
    return select(asks, *PAGE_COLUMNS, pages.c.text.label("page_text")).join(pages, pages.c.id == asks.c.page_id)


def _insert_claims(connection: Connection, ask_id: str, page: int, found: Sequence[StoredClaim]) -> None:
    for position, claim in enumerate(found):
        number = connection.execute(
            claims.insert().values(
                ask_id=ask_id,
                position=position,
                text=claim.text,
                verdict=claim.verdict,
                facts=[[fact.kind, fact.text, fact.status, fact.formula] for fact in claim.facts],
                support_flags=list(claim.support_flags),
                flags=list(claim.flags),
                score=claim.score,
                attempts=claim.attempts,
                from_turn=claim.from_turn,
                caveats=list(map(_caveat_values, claim.caveats)),
            )
        ).inserted_primary_key
        assert number is not None
        rows = [
            _line_row(line, number[0], _page_number(connection, line, page), place)
            for place, line in enumerate(claim.lines)
        ]
        if rows:
            connection.execute(lines.insert(), rows)


def _caveat_values(caveat: Caveat) -> list[Any]:
    """A caveat as kept with its claim; its line stands on a page of the question, so both are forgotten together."""
    place = [caveat.source_url, caveat.page_sha256, to_pairs(caveat.spans)]
    return [caveat.code, caveat.line, *place, caveat.line_before, caveat.line_after, caveat.detail]


def _page_number(connection: Connection, line: StoredLine, page: int) -> int:
    """The number of the page that a line is on; the question's first where the line does not say."""
    if not line.page_sha256:
        return page
    known = select(pages.c.id).where(pages.c.key == _key(line.page_sha256, line.source_url))
    found: int | None = connection.execute(known).scalar_one_or_none()
    return page if found is None else found


def _line_row(line: StoredLine, claim: int, page: int, position: int) -> dict[str, Any]:
    return {
        "claim_id": claim,
        "page_id": page,
        "position": position,
        "quote": line.quote,
        "line": line.line,
        "spans": to_pairs(line.spans),
        "line_spans": to_pairs(line.line_spans),
        "line_before": line.line_before,
        "line_after": line.line_after,
        "heading_path": list(line.heading_path),
        "kind": line.kind,
        "status": line.status,
        "fold": line.fold,
        "flags": list(line.flags),
        "page_number": line.page,
    }


def _insert_withheld(connection: Connection, ask_id: str, held: Sequence[StoredWithheld]) -> None:
    rows = [
        {
            "ask_id": ask_id,
            "position": position,
            "text": one.text,
            "quote": one.quote,
            "reason": one.reason,
            "attempts": one.attempts,
        }
        for position, one in enumerate(held)
    ]
    if rows:
        connection.execute(withheld.insert(), rows)

"""Forget: everything, what comes from a site, or what is older than a moment. Rows here; their traces in ``erase``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, func, or_, select, update

from pointline.store.cells import within
from pointline.store.hosts import names_host
from pointline.store.records import Forgotten
from pointline.store.schema import (
    ask_pages,
    asks,
    caveats,
    cells,
    claims,
    idempotency,
    metadata,
    pages,
    sessions,
    settings,
)

_AT_ONCE = 500  # ids in one statement


def forget_all(connection: Connection) -> Forgotten:
    """Delete the whole history. Settings are no history and stay."""
    counts = Forgotten(*(_count(connection, table) for table in (sessions, asks, claims, cells, pages)))
    for table in (sessions, pages, idempotency):
        connection.execute(delete(table))
    return counts


def forget_all_in_place(connection: Connection) -> Forgotten:
    """Delete the whole history of an SQLite file where there is no room to overwrite it: the pages are only given up.

    The file must be written anew afterwards, which truncates it. ``connection`` is one of ``Database.migrating``.
    """
    connection.exec_driver_sql("PRAGMA secure_delete=OFF")
    counts = Forgotten(*(_count(connection, table) for table in (sessions, asks, claims, cells, pages)))
    for table in reversed(metadata.sorted_tables):
        if table is not settings:
            connection.execute(delete(table))  # All rows, without triggers and keys: no row is even read.
    return counts


def forget_site(connection: Connection, site: str) -> Forgotten:
    """Delete what was read on ``site`` or a host below it, and what was asked about it by name.

    A cell goes when it or any of its caveats rests on a line of the site: its ``why`` may repeat that line.
    """
    from_site = select(pages.c.id).where(within(pages.c.host, site))
    named = _naming(connection, asks.c.question, asks.c.id, site)
    also = select(ask_pages.c.ask_id).where(ask_pages.c.page_id.in_(from_site))
    asked = or_(asks.c.page_id.in_(from_site), asks.c.id.in_(also))
    gone = {row.id for row in connection.execute(select(asks.c.id).where(asked))} | named
    caveated = select(caveats.c.cell_id).where(within(caveats.c.host, site))
    cells_gone = {
        row.id
        for row in connection.execute(
            select(cells.c.id).where(or_(within(cells.c.host, site), cells.c.id.in_(caveated)))
        )
    }
    titled = _naming(connection, sessions.c.title, sessions.c.id, site)
    counts = _delete(connection, gone, cells_gone, titled, None)
    of_pages = connection.execute(delete(pages).where(within(pages.c.host, site))).rowcount
    # Kept responses do not say which site they are about; they only spare a retry some work.
    connection.execute(delete(idempotency))
    return Forgotten(counts.sessions, counts.asks, counts.claims, counts.cells, of_pages)


def forget_session(connection: Connection, session: str) -> Forgotten:
    """Delete one session with all that hangs on it, and the pages that no other session's questions are about."""
    mine = asks.c.session_id == session
    its_pages = {row.page_id for row in connection.execute(select(asks.c.page_id).where(mine))}
    further = select(ask_pages.c.page_id).join(asks, asks.c.id == ask_pages.c.ask_id).where(mine)
    its_pages |= {row.page_id for row in connection.execute(further)}
    of_asks = select(asks.c.id).where(mine)
    counts = Forgotten(
        sessions=_count(connection, sessions, sessions.c.id == session),
        asks=_count(connection, asks, mine),
        claims=_count(connection, claims, claims.c.ask_id.in_(of_asks)),
        cells=_count(connection, cells, cells.c.session_id == session),
    )
    connection.execute(delete(sessions).where(sessions.c.id == session))
    connection.execute(delete(idempotency))  # as for a site
    unused = pages.c.id.in_(its_pages) & _unused()
    return replace(counts, pages=connection.execute(delete(pages).where(unused)).rowcount)


def forget_older(connection: Connection, before: datetime) -> Forgotten:
    """Delete what was kept before a moment."""
    gone = {row.id for row in connection.execute(select(asks.c.id).where(asks.c.created_at < before))}
    cells_gone = {row.id for row in connection.execute(select(cells.c.id).where(cells.c.created_at < before))}
    counts = _delete(connection, gone, cells_gone, set(), before)
    of_pages = connection.execute(delete(pages).where(pages.c.captured_at < before, _unused())).rowcount
    connection.execute(delete(idempotency).where(idempotency.c.created_at < before))
    return Forgotten(counts.sessions, counts.asks, counts.claims, counts.cells, of_pages)


def _unused() -> ColumnElement[bool]:
    """Pages that no question is about."""
    return pages.c.id.not_in(select(asks.c.page_id)) & pages.c.id.not_in(select(ask_pages.c.page_id))


def _delete(
    connection: Connection, gone: set[str], cells_gone: set[str], touched: set[str], before: datetime | None
) -> Forgotten:
    """Delete questions and cells, and the sessions that are empty then; those that lost something lose their title."""
    of_claims = 0
    for ids in _batches(gone):
        touched |= {row[0] for row in connection.execute(select(asks.c.session_id).where(asks.c.id.in_(ids)))}
        of_claims += _count(connection, claims, claims.c.ask_id.in_(ids))
    for ids in _batches(cells_gone):
        touched |= {row[0] for row in connection.execute(select(cells.c.session_id).where(cells.c.id.in_(ids)))}
    for ids in _batches(gone):
        connection.execute(delete(asks).where(asks.c.id.in_(ids)))
    for ids in _batches(cells_gone):
        connection.execute(delete(cells).where(cells.c.id.in_(ids)))
    empty = sessions.c.id.not_in(select(asks.c.session_id)) & sessions.c.id.not_in(select(cells.c.session_id))
    of_sessions = 0
    for ids in _batches(touched):
        of_sessions += connection.execute(delete(sessions).where(sessions.c.id.in_(ids), empty)).rowcount
        connection.execute(update(sessions).where(sessions.c.id.in_(ids)).values(title=""))
    if before is not None:
        of_sessions += connection.execute(delete(sessions).where(sessions.c.created_at < before, empty)).rowcount
    return Forgotten(of_sessions, len(gone), of_claims, len(cells_gone))


def _naming(connection: Connection, text: ColumnElement[Any], record: ColumnElement[Any], site: str) -> set[str]:
    """Records whose ``text`` names ``site``."""
    likely = select(record, text).where(func.lower(text).contains(site, autoescape=True))
    return {found for found, said in connection.execute(likely) if names_host(said, site)}


def _count(connection: Connection, table: Table, *where: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())


def _batches(ids: Iterable[str]) -> Iterable[Sequence[str]]:
    ordered = sorted(ids)
    return [ordered[at : at + _AT_ONCE] for at in range(0, len(ordered), _AT_ONCE)]

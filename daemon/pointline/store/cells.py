"""Cells: kept with their caveats, filtered, sorted weakest first, and overridden by a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, or_, select, update

from pointline.errors import BadInput
from pointline.store.cell_records import CellCounts, CellRecord, Replaced, StoredCell
from pointline.store.columns import microseconds, moment
from pointline.store.hosts import host_of, site_of
from pointline.store.paging import bounded, cursor_of, read_cursor
from pointline.store.records import Caveat, Listing, Verdict, new_id
from pointline.store.schema import caveats, cells
from pointline.store.spans import spans_of, to_pairs

Sort = Literal["created", "score"]
"""``created``: newest first. ``score``: weakest first, cells without a score before all others."""

_SCORE = func.coalesce(cells.c.score, -1.0)


@dataclass(frozen=True, slots=True)
class CellFilter:
    """Which cells; every one that is given must hold. ``domain`` takes in the hosts below it."""

    session: str | None = None
    run: str | None = None
    item: str | None = None
    field: str | None = None
    verdict: Verdict | None = None
    caveat: str | None = None
    domain: str | None = None


def add(connection: Connection, session: str, found: Sequence[CellRecord], now: datetime) -> tuple[str, ...]:
    """Keep cells; their ids, in the same order."""
    ids = tuple(new_id() for _ in found)
    for record in found:
        if record.score is not None and not 0.0 <= record.score <= 1.0:
            raise BadInput("score", f"{record.score} is no score.", "Give a score from 0 to 1.")
    if found:
        rows = [_row(record, one, session, now) for one, record in zip(ids, found, strict=True)]
        connection.execute(cells.insert(), rows)
    below = [
        _caveat_row(caveat, one, position)
        for one, record in zip(ids, found, strict=True)
        for position, caveat in enumerate(record.caveats)
    ]
    if below:
        connection.execute(caveats.insert(), below)
    return ids


def load(connection: Connection, cell: str) -> StoredCell | None:
    """The cell with this id."""
    rows = connection.execute(select(cells).where(cells.c.id == cell)).all()
    return next(iter(_loaded(connection, rows)), None)


def listed(
    connection: Connection, wanted: CellFilter, sort: Sort, cursor: str | None, limit: int
) -> Listing[StoredCell]:
    """Cells that ``wanted`` lets through."""
    query = select(cells).where(*_conditions(wanted))
    if sort == "score":
        order = (_SCORE.asc(), cells.c.id.asc())
        if cursor is not None:
            key, last = read_cursor("cells by score", cursor)
            query = query.where(or_(key < _SCORE, and_(key == _SCORE, cells.c.id > last)))
    else:
        order = (cells.c.created_at.desc(), cells.c.id.desc())
        if cursor is not None:
            key, last = read_cursor("cells", cursor)
            when = moment(int(key))
            query = query.where(or_(cells.c.created_at < when, and_(cells.c.created_at == when, cells.c.id < last)))
    limit = bounded(limit)
    rows = connection.execute(query.order_by(*order).limit(limit + 1)).all()
    following = _cursor(rows[limit - 1], sort) if len(rows) > limit else None
    return Listing(tuple(_loaded(connection, rows[:limit])), following)


def counted(connection: Connection, wanted: CellFilter) -> CellCounts:
    """How many cells ``wanted`` lets through, and how many sources and domains they touch."""
    where = _conditions(wanted)
    source = select(
        func.count(),
        func.count(cells.c.source_url.distinct()).filter(cells.c.source_url != ""),
        func.count(cells.c.host.distinct()).filter(cells.c.host != ""),
    ).where(*where)
    many, sources, domains = connection.execute(source).one()
    of_verdicts = select(cells.c.verdict, func.count()).where(*where).group_by(cells.c.verdict)
    of_codes = (
        select(caveats.c.code, func.count(caveats.c.cell_id.distinct()))
        .join(cells, cells.c.id == caveats.c.cell_id)
        .where(*where)
        .group_by(caveats.c.code)
        .order_by(caveats.c.code)
    )
    verdicts = {verdict: number for verdict, number in connection.execute(of_verdicts)}  # noqa: C416 - rows are no pairs
    codes = {code: number for code, number in connection.execute(of_codes)}  # noqa: C416
    return CellCounts(many, sources, domains, verdicts, codes)


def override(connection: Connection, cell: str, verdict: Verdict, why: str, now: datetime) -> StoredCell | None:
    """Put a person's verdict in place of the cell's own, which is kept with those before it."""
    row = connection.execute(select(cells).where(cells.c.id == cell).with_for_update()).first()
    if row is None:
        return None
    before = [*row.replaced, [row.verdict, row.verdict_source, row.score, row.why, microseconds(now)]]
    connection.execute(
        update(cells)
        .where(cells.c.id == cell)
        .values(verdict=verdict, verdict_source="person", why=why, replaced=before)
    )
    return load(connection, cell)


def withdraw(connection: Connection, cell: str) -> StoredCell | None:
    """Take a person's last verdict back: what it replaced stands again. A cell that no person judged stays as it is."""
    row = connection.execute(select(cells).where(cells.c.id == cell).with_for_update()).first()
    if row is None:
        return None
    if row.verdict_source == "person" and row.replaced:
        *before, (verdict, source, score, why, _) = row.replaced
        connection.execute(
            update(cells)
            .where(cells.c.id == cell)
            .values(verdict=verdict, verdict_source=source, score=score, why=why, replaced=before)
        )
    return load(connection, cell)


def rejudge(connection: Connection, cell: str, record: CellRecord) -> bool:
    """Put another finding (verdict, score, why, caveats) in place of a cell's own; never in place of a person's."""
    changed = connection.execute(
        update(cells)
        .where(cells.c.id == cell, cells.c.verdict_source != "person")
        .values(verdict=record.verdict, verdict_source=record.verdict_source, score=record.score, why=record.why)
    )
    if not changed.rowcount:
        return False
    connection.execute(delete(caveats).where(caveats.c.cell_id == cell))
    below = [_caveat_row(caveat, cell, position) for position, caveat in enumerate(record.caveats)]
    if below:
        connection.execute(caveats.insert(), below)
    return True


def within(host: ColumnElement[str | None] | Any, site: str) -> ColumnElement[bool]:
    """Whether ``host`` is ``site`` or below it."""
    return or_(host == site, host.endswith(f".{site}", autoescape=True))


def _conditions(wanted: CellFilter) -> list[ColumnElement[bool]]:
    equal = [
        (cells.c.session_id, wanted.session),
        (cells.c.run, wanted.run),
        (cells.c.item, wanted.item),
        (cells.c.field, wanted.field),
        (cells.c.verdict, wanted.verdict),
    ]
    found = [column == value for column, value in equal if value is not None]
    if wanted.caveat is not None:
        found.append(cells.c.id.in_(select(caveats.c.cell_id).where(caveats.c.code == wanted.caveat)))
    if wanted.domain is not None:
        found.append(within(cells.c.host, site_of(wanted.domain)))
    return found


def _cursor(row: Row[Any], sort: Sort) -> str:
    if sort == "score":
        return cursor_of("cells by score", -1.0 if row.score is None else row.score, row.id)
    return cursor_of("cells", microseconds(row.created_at), row.id)


def _row(record: CellRecord, cell: str, session: str, now: datetime) -> dict[str, Any]:
    return {
        "id": cell,
        "session_id": session,
        "run": record.run,
        "item": record.item,
        "field": record.field,
        "value": record.value,
        "source_url": record.source_url,
        "host": host_of(record.source_url),
        "source_title": record.source_title,
        "page_sha256": record.page_sha256,
        "quote": record.quote,
        "spans": to_pairs(record.spans),
        "line": record.line,
        "line_before": record.line_before,
        "line_after": record.line_after,
        "heading_path": list(record.heading_path),
        "deep_link": record.deep_link,
        "verdict": record.verdict,
        "verdict_source": record.verdict_source,
        "score": record.score,
        "why": record.why,
        "attempts": record.attempts,
        "engine": record.engine,
        "created_at": now,
        "replaced": [],
        "value_spans": to_pairs(record.value_spans),
    }


def _caveat_row(caveat: Caveat, cell: str, position: int) -> dict[str, Any]:
    return {
        "cell_id": cell,
        "position": position,
        "code": caveat.code,
        "line": caveat.line,
        "source_url": caveat.source_url,
        "host": host_of(caveat.source_url),
        "page_sha256": caveat.page_sha256,
        "spans": to_pairs(caveat.spans),
        "line_before": caveat.line_before,
        "line_after": caveat.line_after,
        "detail": caveat.detail,
    }


def _loaded(connection: Connection, rows: Sequence[Row[Any]]) -> list[StoredCell]:
    below: defaultdict[str, list[Caveat]] = defaultdict(list)
    ids = [row.id for row in rows]
    for row in connection.execute(select(caveats).where(caveats.c.cell_id.in_(ids)).order_by(caveats.c.position)):
        below[row.cell_id].append(
            Caveat(
                code=row.code,
                line=row.line,
                source_url=row.source_url,
                page_sha256=row.page_sha256,
                spans=spans_of(row.spans),
                line_before=row.line_before,
                line_after=row.line_after,
                detail=row.detail or "",
            )
        )
    return [_cell(row, tuple(below[row.id])) for row in rows]


def _cell(row: Row[Any], found: tuple[Caveat, ...]) -> StoredCell:
    record = CellRecord(
        item=row.item,
        field=row.field,
        value=row.value,
        source_url=row.source_url,
        page_sha256=row.page_sha256,
        quote=row.quote,
        spans=spans_of(row.spans),
        deep_link=row.deep_link,
        verdict=row.verdict,
        score=row.score,
        caveats=found,
        why=row.why,
        verdict_source=row.verdict_source,
        attempts=row.attempts,
        engine=row.engine,
        line=row.line,
        line_before=row.line_before,
        line_after=row.line_after,
        heading_path=tuple(row.heading_path),
        source_title=row.source_title,
        run=row.run,
        value_spans=spans_of(row.value_spans or ()),
    )
    replaced = tuple(Replaced(verdict, by, score, why, moment(at)) for verdict, by, score, why, at in row.replaced)
    return StoredCell(row.id, row.session_id, row.created_at, record, replaced)

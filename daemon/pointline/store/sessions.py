"""Sessions: what belongs together to the person, and what they chose for all of them (settings)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from pointline.errors import BadInput
from pointline.store.columns import microseconds, moment
from pointline.store.paging import bounded, cursor_of, read_cursor
from pointline.store.records import Listing, Session, Settings, new_id
from pointline.store.schema import asks, cells, sessions, settings

_ASKS = select(func.count()).where(asks.c.session_id == sessions.c.id).scalar_subquery()
_CELLS = select(func.count()).where(cells.c.session_id == sessions.c.id).scalar_subquery()


def start(connection: Connection, title: str, now: datetime) -> Session:
    """A new session."""
    session = Session(new_id(), title, now)
    connection.execute(sessions.insert().values(id=session.id, title=title, created_at=now))
    return session


def require(connection: Connection, session: str) -> None:
    """Raise :class:`~pointline.errors.BadInput` when there is no session with this id."""
    if connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is None:
        raise BadInput(
            "session_unknown", "There is no session with this id (any more).", "Start a session, or choose another."
        )


def load(connection: Connection, session: str) -> Session | None:
    """The session with this id."""
    row = connection.execute(_selected().where(sessions.c.id == session)).first()
    return None if row is None else _session(row)


def listed(connection: Connection, cursor: str | None, limit: int) -> Listing[Session]:
    """Sessions, newest first."""
    wanted = _selected()
    if cursor is not None:
        key, last = read_cursor("sessions", cursor)
        when = moment(int(key))
        older = and_(sessions.c.created_at == when, sessions.c.id < last)
        wanted = wanted.where(or_(sessions.c.created_at < when, older))
    limit = bounded(limit)
    ordered = wanted.order_by(sessions.c.created_at.desc(), sessions.c.id.desc())
    rows = connection.execute(ordered.limit(limit + 1)).all()
    found = tuple(_session(row) for row in rows[:limit])
    last_one = found[-1] if len(rows) > limit else None
    following = None if last_one is None else cursor_of("sessions", microseconds(last_one.created_at), last_one.id)
    return Listing(found, following)


def read_settings(connection: Connection) -> Settings:
    """What the person chose."""
    return Settings(
        retention_days=read_value(connection, "retention_days"),
        keep_page_text=bool(read_value(connection, "keep_page_text")),
    )


def write_settings(connection: Connection, chosen: Settings) -> None:
    """Keep what the person chose."""
    days = chosen.retention_days
    if days is not None and not 1 <= days <= 36_500:
        raise BadInput("retention", f"{days} days cannot be kept to.", "Choose 1 to 36500 days, or none at all.")
    write_value(connection, "retention_days", days)
    write_value(connection, "keep_page_text", chosen.keep_page_text)


def read_value(connection: Connection, name: str) -> Any:
    """The value kept under ``name``, or None."""
    return connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar_one_or_none()


def write_value(connection: Connection, name: str, value: Any) -> None:
    """Keep ``value`` under ``name``; None takes it away."""
    if value is None:
        connection.execute(settings.delete().where(settings.c.name == name))
        return
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insert(settings).values(name=name, value=value)
    connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": row.excluded.value}))


def _selected() -> Select[Any]:
    return select(sessions, _ASKS.label("asks"), _CELLS.label("cells"))


def _session(row: Row[Any]) -> Session:
    return Session(row.id, row.title, row.created_at, row.asks, row.cells)

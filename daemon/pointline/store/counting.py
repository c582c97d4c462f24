"""How much is kept."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, ScalarSelect, Table, func, select

from pointline.store.schema import asks, cells, claims, pages, sessions


@dataclass(frozen=True, slots=True)
class Held:
    """How many of each are kept."""

    sessions: int
    asks: int
    claims: int
    cells: int
    pages: int


def held(connection: Connection) -> Held:
    """Count what is kept, as it is at one moment."""
    tables = (sessions, asks, claims, cells, pages)
    found = connection.execute(select(*(_size(table) for table in tables))).one()
    return Held(*(int(number) for number in found))


def _size(table: Table) -> ScalarSelect[int]:
    return select(func.count()).select_from(table).scalar_subquery()

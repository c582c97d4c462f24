"""Keys of requests that must not run twice, and what was answered to them: they outlive the program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pointline.errors import BadInput
from pointline.store.schema import idempotency

KEPT = timedelta(hours=24)
"""How long an idempotency key is remembered."""

_LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class Reservation:
    """What became of an idempotency key.

    ``fresh``: do the work, then ``store.answered`` (or ``store.released`` when it failed). ``replay``: send the stored
    ``status`` and ``body``. ``under_way``: the first request is still being worked on (409). ``conflict``: the key was
    used for another request (422).
    """

    outcome: Literal["fresh", "replay", "under_way", "conflict"]
    status: int = 0
    body: str = ""


def reserve(connection: Connection, key: str, request: str, body_hash: str, now: datetime) -> Reservation:
    """Take ``key`` for a request, or say what became of the request that has it."""
    if not 0 < len(key) <= _LONGEST_KEY:
        raise BadInput("idempotency_key", "This key is empty or too long.", f"Use 1 to {_LONGEST_KEY} characters.")
    connection.execute(delete(idempotency).where(idempotency.c.created_at < now - KEPT))
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insert(idempotency).values(key=key, request=request, body_hash=body_hash, created_at=now)
    taken = row.on_conflict_do_nothing(index_elements=["key"]).execution_options(preserve_rowcount=True)
    if connection.execute(taken).rowcount == 1:
        return Reservation("fresh")
    known = connection.execute(select(idempotency).where(idempotency.c.key == key)).one()
    if (known.request, known.body_hash) != (request, body_hash):
        return Reservation("conflict")
    if known.status is None:
        return Reservation("under_way")
    return Reservation("replay", known.status, known.body or "")


def answered(connection: Connection, key: str, status: int, body: str) -> None:
    """Keep what was answered under ``key``."""
    connection.execute(update(idempotency).where(idempotency.c.key == key).values(status=status, body=body))


def released(connection: Connection, key: str) -> None:
    """Let ``key`` be used again: nothing was done."""
    connection.execute(delete(idempotency).where(idempotency.c.key == key, idempotency.c.status.is_(None)))


def release_unanswered(connection: Connection) -> None:
    """Let every key be used again whose request was never answered: the program that had it ended."""
    connection.execute(delete(idempotency).where(idempotency.c.status.is_(None)))

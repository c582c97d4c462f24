"""What the API keeps beside the history: pairings of extensions, and keys of requests that must not run twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pointline.errors import BadInput
from pointline.store.records import new_id
from pointline.store.schema import idempotency, pairings

KEPT = timedelta(hours=24)
"""How long an idempotency key is remembered."""

_LONGEST_KEY = 255


@dataclass(frozen=True, slots=True)
class Pairing:
    """A browser extension that may call: its token is kept as a hash only."""

    id: str
    origin: str
    label: str
    token_hash: str
    created_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None


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


def pair(connection: Connection, origin: str, label: str, token_hash: str, now: datetime) -> Pairing:
    """Keep a new pairing."""
    pairing = Pairing(new_id(), origin, label, token_hash, now)
    connection.execute(
        pairings.insert().values(id=pairing.id, origin=origin, label=label, token_hash=token_hash, created_at=now)
    )
    return pairing


def paired(connection: Connection) -> tuple[Pairing, ...]:
    """Every pairing, revoked ones too, oldest first."""
    rows = connection.execute(select(pairings).order_by(pairings.c.created_at, pairings.c.id))
    return tuple(_pairing(row) for row in rows)


def with_token(connection: Connection, token_hash: str) -> Pairing | None:
    """The pairing that is in force with this hash."""
    wanted = select(pairings).where(pairings.c.token_hash == token_hash, pairings.c.revoked_at.is_(None))
    row = connection.execute(wanted).first()
    return None if row is None else _pairing(row)


def used(connection: Connection, pairing: str, now: datetime) -> None:
    """Note when a pairing was last used."""
    connection.execute(update(pairings).where(pairings.c.id == pairing).values(last_used_at=now))


def revoke(connection: Connection, pairing: str, now: datetime) -> bool:
    """End a pairing; False when there is none in force with this id."""
    wanted = update(pairings).where(pairings.c.id == pairing, pairings.c.revoked_at.is_(None))
    return connection.execute(wanted.values(revoked_at=now)).rowcount == 1


def _pairing(row: Row[Any]) -> Pairing:
    return Pairing(
        id=row.id,
        origin=row.origin,
        label=row.label,
        token_hash=row.token_hash,
        created_at=row.created_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )

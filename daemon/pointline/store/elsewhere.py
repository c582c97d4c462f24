"""What another program forgot (``pointline forget`` beside a daemon): told to whoever holds things in memory.

Each forgetting counts a number up in its own transaction. The number says nothing of what was forgotten, since that
would be a trace; only from which moment things are still kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from pointline.store import sessions

_NAME = "forgettings"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """``before``: what is older was forgotten; None when anything may have been."""

    before: datetime | None = None


def count(connection: Connection, before: datetime | None) -> tuple[int, int]:
    """Count one more forgetting; the numbers before and after it."""
    was, _ = read(connection)
    at = None if before is None else before.isoformat()
    sessions.write_value(connection, _NAME, [was + 1, at])
    return was, was + 1


def read(connection: Connection) -> tuple[int, datetime | None]:
    """The number of the last forgetting, and its moment."""
    found = sessions.read_value(connection, _NAME)
    if not found:
        return 0, None
    number, at = found
    return int(number), None if at is None else datetime.fromisoformat(at)

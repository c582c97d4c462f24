"""Cursors: where a list goes on. A cursor names the last record shown, not a count, so that records that are added or
forgotten meanwhile neither repeat nor hide others."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any, TypeVar

from pointline.errors import BadInput
from pointline.store.records import Listing

T = TypeVar("T")

LARGEST = 200
"""Records of the largest part of a list."""


def bounded(limit: int) -> int:
    """``limit`` within 1 and :data:`LARGEST`."""
    return max(1, min(LARGEST, limit))


def oldest_first(part: Callable[[str | None], Listing[T]]) -> tuple[T, ...]:
    """A whole list that comes in parts, newest first, turned round."""
    found: list[T] = []
    cursor = None
    while True:
        listing = part(cursor)
        found += listing.items
        cursor = listing.cursor
        if cursor is None:
            return tuple(reversed(found))


def cursor_of(order: str, key: float, record: str) -> str:
    """The cursor after the record with this sort key and id, in this order."""
    return base64.urlsafe_b64encode(json.dumps([order, key, record]).encode()).decode().rstrip("=")


def read_cursor(order: str, cursor: str) -> tuple[Any, str]:
    """Sort key and id of a cursor. Raises :class:`~pointline.errors.BadInput` for what is none of this order."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        found = json.loads(base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True))
        made_for, key, record = found
        if made_for == order and type(key) in (int, float) and abs(key) < 2**62 and type(record) is str:
            return key, record
    except (ValueError, TypeError):
        pass
    raise BadInput("cursor", "This cursor does not belong to this list.", "Read the list from its beginning.")

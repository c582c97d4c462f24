"""The session that a command is about."""

from __future__ import annotations

from pointline.errors import BadInput
from pointline.store.cell_records import SessionRecord
from pointline.store.store import Store


def named_session(store: Store, session: str | None) -> SessionRecord:
    """The session with this id, whole; the newest without one. Raises :class:`BadInput` when there is none."""
    if session is None:
        newest = store.sessions(limit=1).items
        if not newest:
            raise BadInput("session_unknown", "There is no session yet.", "Ask something first.")
        session = newest[0].id
    found = store.whole_session(session)
    if found is None:
        raise BadInput(
            "session_unknown", f"There is no session {session!r} (any more).", "Leave it out to take the newest."
        )
    return found

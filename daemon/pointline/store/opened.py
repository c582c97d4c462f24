"""A question about an address: noted before its page is there, and bound to the page when it was opened."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, and_, delete, exists, select, update

from exactquote.page import Page
from pointline.store import asks as questions
from pointline.store.schema import asks, pages, sessions


def unread(address: str) -> Page:
    """What stands for a page that has not been opened yet: its address, and no text."""
    return Page("", (), url=address)


def bind(connection: Connection, ask_id: str, page: Page, now: datetime, *, keep_text: bool) -> bool:
    """Say which page a running question is about; its session is named after it when it has no name and no other
    question. False when the question has ended or was forgotten meanwhile."""
    running = select(asks.c.page_id, asks.c.session_id).where(asks.c.id == ask_id, asks.c.status == "running")
    found = connection.execute(running.with_for_update()).first()
    if found is None:
        return False
    number = questions.keep_page(connection, page, now, keep_text=keep_text)
    connection.execute(update(asks).where(asks.c.id == ask_id).values(page_id=number))
    stood_in = and_(pages.c.id == found.page_id, pages.c.characters == 0, ~exists().where(asks.c.page_id == pages.c.id))
    connection.execute(delete(pages).where(stood_in))
    other = exists().where(asks.c.session_id == sessions.c.id, asks.c.id != ask_id)
    nameless = and_(sessions.c.id == found.session_id, sessions.c.title == "", ~other)
    connection.execute(update(sessions).where(nameless).values(title=page.title))
    return True

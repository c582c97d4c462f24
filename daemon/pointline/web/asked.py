"""One question as the web room knows it: what it is about, who follows it, and how far it is."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from exactquote.page import Page
from pointline.pipeline.answer import Claim, Note, Question
from pointline.pipeline.record import Json
from pointline.web.events import EventLog
from pointline.web.turns import Turn

State = Literal["queued", "running", "done", "failed", "cancelled"]


@dataclass
class Ask:
    """One question: what it is about, and what became of it so far.

    ``open`` gives the page (and notes on its reading) in the question's own thread where an ``address`` has to be read
    first; a ``page`` that is there already needs none. A ``session`` that is not named is a new one.
    """

    question: Question
    page: Page | None = None
    open: Callable[[Callable[[], bool]], tuple[Page, tuple[Note, ...]]] | None = None
    address: str = ""
    page_id: str | None = None
    session: str = ""
    thread: str = ""
    private: bool = False
    keep: bool = False
    keep_text: bool | None = None
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    cancelled: threading.Event = field(default_factory=threading.Event)
    events: EventLog = field(default_factory=EventLog)
    state: State = "queued"
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended: float | None = None
    turn: Turn | None = None
    listeners: int = 0
    claims: list[Claim] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: bool = False

    def __post_init__(self) -> None:
        self.thread = self.thread or self.id

    def told(self, name: str, data: Json, *, last: bool = False) -> None:
        """Send an event to every reader."""
        self.events.add(name, {"ask_id": self.id, **data}, last=last)

    def begin(self) -> None:
        """Say that it is being answered, unless it has ended meanwhile."""
        with self._lock:
            if not self._over:
                self.state = "running"

    def end(self) -> bool:
        """Claim the end of this question; True for the first who does."""
        with self._lock:
            first, self._over = not self._over, True
            return first

    @property
    def over(self) -> bool:
        """Whether somebody has ended it."""
        return self._over

    def older_than(self, age: timedelta) -> bool:
        """Whether it was asked longer ago than ``age``."""
        return datetime.now(UTC) - self.created_at > age

    def outcome(self) -> tuple[str, Json] | None:
        """Name and data of the last event, when it was sent."""
        if not self.events.ended:
            return None
        last = self.events.after(0)[-1]
        data = json.loads(last.framed.split(b"\ndata: ", 1)[1])
        del data["ask_id"]
        return last.name, data

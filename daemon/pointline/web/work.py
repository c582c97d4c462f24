"""Long work as the web room knows it: who follows it, how far it is, and how it ended. Questions, tables, checks of a
memo and sources opened again are such work; the desk runs them (:mod:`pointline.web.asks`)."""

from __future__ import annotations

import json
import threading
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, ClassVar, Literal

from pointline.pipeline.record import Json
from pointline.web.events import EventLog
from pointline.web.turns import Turn

if TYPE_CHECKING:
    from pointline.web.asks import AskDesk

State = Literal["queued", "running", "done", "failed", "cancelled"]


@dataclass(kw_only=True)
class Work:
    """One piece of work and what became of it so far.

    ``word`` is what it is called on log lines and in paths; its events carry its id as ``WORD_id``. ``turn`` is its
    place in the queue. ``keep``: it goes on when nobody follows. ``forgotten``: nothing of it may be kept any more.
    """

    word: ClassVar[str]
    session: str = ""
    private: bool = False
    keep: bool = False
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    cancelled: threading.Event = field(default_factory=threading.Event)
    events: EventLog = field(default_factory=EventLog)
    state: State = "queued"
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended: float | None = None
    turn: Turn | None = None
    listeners: int = 0
    forgotten: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: bool = False

    # What each kind of work does

    def take_place(self, desk: AskDesk) -> Turn:
        """A place in the queue that it waits in: the model's. Raises the 429 problem when that is full."""
        return desk.turns.join()

    def begun(self, desk: AskDesk) -> None:
        """Note that it begins, before it is acknowledged; raises ``BadInput`` when it cannot be kept."""

    def carry_out(self, desk: AskDesk) -> str:
        """Do it, and tell the last event; returns the outcome in a word. Raises what went wrong."""
        raise NotImplementedError

    def broken_off(self, desk: AskDesk, state: Literal["failed", "cancelled"], problem: str) -> None:
        """Note that it ended without its last event."""

    def let_go(self) -> None:
        """Give back what is held in memory and not needed any more."""

    # Its course

    @property
    def id_name(self) -> str:
        """What its id is called in events and bodies."""
        return f"{self.word}_id"

    @property
    def id_header(self) -> str:
        """The response header that names its id."""
        return f"X-{self.word.capitalize()}-Id"

    def told(self, name: str, data: Json, *, last: bool = False) -> None:
        """Send an event to every reader."""
        self.events.add(name, {self.id_name: self.id, **data}, last=last)

    def begin(self) -> None:
        """Say that it is being worked on, unless it has ended meanwhile."""
        with self._lock:
            if not self._over:
                self.state = "running"

    def end(self) -> bool:
        """Claim its end; True for the first who does."""
        with self._lock:
            first, self._over = not self._over, True
            return first

    @property
    def over(self) -> bool:
        """Whether somebody has ended it."""
        return self._over

    def addresses(self) -> list[str]:
        """The addresses of the pages that it is about, as far as they are known."""
        return []

    def older_than(self, age: timedelta) -> bool:
        """Whether it was begun longer ago than ``age``."""
        return datetime.now(UTC) - self.created_at > age

    def outcome(self) -> tuple[str, Json] | None:
        """Name and data of the last event, when it was sent."""
        if not self.events.ended:
            return None
        last = self.events.after(0)[-1]
        return last.name, self._data(last.framed)

    def said(self, name: str) -> list[Json]:
        """The data of every event with this name, in order."""
        return [self._data(event.framed) for event in self.events.after(0) if event.name == name]

    def _data(self, framed: bytes) -> Json:
        data: Json = json.loads(framed.split(b"\ndata: ", 1)[1])
        del data[self.id_name]
        return data

"""What tables, checks and sources opened again have in common: progress in parts, pages that are opened, and a place in
the queue that is given up to questions between two parts."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from exactquote.page import Page
from pointline.engine.base import EngineCancelled
from pointline.errors import BadInput
from pointline.pipeline.answer import Note
from pointline.pipeline.record import Json
from pointline.store.store import Store
from pointline.web.asked import waiting
from pointline.web.asks import AskDesk
from pointline.web.placed import Placed
from pointline.web.problems import Problem, no_session
from pointline.web.service import KeptPage, Service
from pointline.web.turns import Turn
from pointline.web.work import Work

log = logging.getLogger("pointline.web")

Reference = KeptPage | str
"""A page that is here, or the address of one to open."""


@dataclass(kw_only=True)
class LongWork(Work):
    """``done`` of ``total`` parts are done. ``title``: of the session that is begun when none was named.
    ``unattended``: nobody waits for it, so robots.txt is honoured."""

    service: Service
    title: str = ""
    unattended: bool = False
    references: Sequence[Reference] = ()
    done: int = 0
    total: int = 0
    placed: Placed = field(default_factory=Placed)
    notes: list[Note] = field(default_factory=list)

    @property
    def store(self) -> Store | None:
        """Where to keep what is found; None when nothing may be kept."""
        return None if self.private else self.service.store

    def take_place(self, desk: AskDesk) -> Turn:
        """A place in the model's queue that is given up to questions."""
        return desk.turns.join(long=True)

    def begun(self, desk: AskDesk) -> None:  # noqa: ARG002
        """Begin its session, where it is to be kept and belongs to none."""
        if not self.session:
            store = self.store
            self.session = uuid.uuid4().hex if store is None else store.start_session(self.title).id

    def addresses(self) -> list[str]:
        """Those of its pages."""
        return [one.page.url if isinstance(one, KeptPage) else one for one in self.references]

    def let_go(self) -> None:
        """Let the pages go."""
        self.placed, self.references = Placed(), ()

    def say(self, step: str, message: str, **more: Any) -> None:
        """Tell how far it is."""
        share = self.done / self.total if self.total else None
        self.told(
            "progress",
            {"step": step, "message": message, "share": share, "done": self.done, "total": self.total, **more},
        )

    def wait(self) -> None:
        """Wait for its turn. Raises ``EngineCancelled``."""
        if self.turn is not None:
            self.turn.wait(self.cancelled.is_set, self._place)
        self.begin()

    def give_way(self) -> None:
        """Between two parts, let questions go first. Raises ``EngineCancelled``."""
        if self.turn is not None:
            self.turn.give_way(self.cancelled.is_set, self._place)

    def _place(self, place: int) -> None:
        self.say("queued", waiting(place), place=place)

    def opened(self, address: str) -> Page:
        """The page at an address of the public web, which is then held like one that was sent. Raises ``BadInput``."""
        page, notes = self.service.opener(address, self.cancelled.is_set, unattended=self.unattended)
        if self.cancelled.is_set():  # forgotten, perhaps, while it was opened: then it must not stay
            raise EngineCancelled("The work was cancelled.")
        self.placed.add(self.service.pages.put(page, private=self.private, notes=notes))
        return page

    def pages(self) -> list[Page]:
        """The pages of ``references``, opened where they have to be. Raises ``BadInput`` for one that cannot be."""
        found = []
        for reference in self.references:
            if isinstance(reference, KeptPage):
                self.placed.add(reference)
                found.append(reference.page)
            else:
                self.say("read", f"Opening {reference}")
                found.append(self.opened(reference))
        return found

    def not_kept(self, error: BadInput) -> None:
        """Note, once, that something could not be kept; the work goes on."""
        log.error("%s %s could not be kept: %s", self.word, self.id, error)
        if not any(note.code == "not_recorded" for note in self.notes):
            self.notes.append(Note("not_recorded", f"Not everything is in the history. {error} {error.action}"))

    def finish(self, desk: AskDesk, data: Json) -> None:
        """Tell the last event, to be called by who has claimed the end."""
        desk.close_work(self, "done", "done", data)

    def notes_json(self) -> list[Json]:
        """What the person should know."""
        return [{"code": note.code, "text": note.text} for note in self.notes]


def references(service: Service, given: Sequence[str]) -> list[Reference]:
    """Page ids and addresses as pages and addresses, each once. Raises the 404 problem for a page that is not here."""
    return [one if "://" in one else service.pages.require(one) for one in dict.fromkeys(given)]


def private_among(found: Sequence[Reference]) -> bool:
    """Whether a page came from a private window: nothing about it may be kept."""
    return any(isinstance(one, KeptPage) and one.private for one in found)


def session_of(service: Service, session_id: str | None, *, private: bool) -> str:
    """The session that was named. Raises the 404 problem when there is none, the 422 problem for private work."""
    if session_id is None:
        return ""
    if private:
        raise Problem(
            422,
            "body",
            "The body does not fit",
            "session_id: private work is kept in no session",
            "Leave session_id out.",
        )
    if service.history().session(session_id) is None:
        raise no_session()
    return session_id


def work_json(work: Work) -> Json:
    """What every kind of work says of itself (:class:`~pointline.web.views_tables.WorkView`)."""
    found: Json = {
        work.id_name: work.id,
        "session_id": work.session,
        "state": work.state,
        "created_at": work.created_at.isoformat(),
        "place": None,
        "problem": None,
    }
    outcome = work.outcome()
    if outcome is None and work.turn is not None:
        found["place"] = work.turn.place
    elif outcome is not None and outcome[0] == "error":
        found["problem"] = outcome[1]
    return found

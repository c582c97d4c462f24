"""Questions as their bodies ask them: of kept pages or of an address, in a new thread or in one that is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from exactquote.page import Page, Span
from pointline.engine.base import EngineCancelled
from pointline.export.records import ask_json as record_json
from pointline.pipeline.answer import Budget, Note, Question, Turn
from pointline.pipeline.record import Json
from pointline.store.records import StoredAsk
from pointline.store.store import Store
from pointline.store.turns import kept_thread, pages_of, turns_of
from pointline.web.asked import Ask
from pointline.web.bodies import AskBody, FollowUpBody
from pointline.web.problems import Problem
from pointline.web.selected import selected
from pointline.web.service import KeptPage, Service, Thread


def memory_of_keys(service: Service, body: FollowUpBody, page_id: str | None) -> Store | None:
    """The store, for the key of a question of which anything may be written."""
    kept = service.pages.get(page_id) if page_id is not None else None
    return None if body.private or (kept is not None and kept.private) else service.store


def keep_turn(service: Service, ask: Ask, turn: Turn) -> None:
    """Remember what a question leaves for the next one of its thread, unless the thread was forgotten meanwhile."""
    service.threads.change(ask.thread, lambda known: replace(known, turns=(*known.turns, turn)))


def question_about(body: FollowUpBody, kept: Sequence[KeptPage], session: str) -> Ask:
    """A question about pages that are kept, the first of which may have a selection."""
    first, *further = {one.id: one for one in kept}.values()
    given = body.selection
    selection = None if given is None else selected(first.page, given)
    return Ask(
        _question(body, selection),
        page=first.page,
        page_id=first.id,
        session=session,
        private=body.private or any(one.private for one in kept),
        keep=body.keep or not body.stream,
        keep_text=first.keep_text,
        further=tuple(one.page for one in further),
        page_ids=tuple(one.id for one in kept),
        gather=body.gather,
        probing=body.probe,
    )


def question_opening(service: Service, body: AskBody, address: str, session: str) -> Ask:
    """A question whose first page is read from an address, in the question's own thread."""
    ask = Ask(
        _question(body, None),
        address=address,
        session=session,
        private=body.private,
        keep=body.keep or not body.stream,
        further=tuple(service.pages.require(one).page for one in body.page_ids),
        probing=body.probe,
    )

    def opened(cancelled: Callable[[], bool]) -> tuple[Page, tuple[Note, ...]]:
        page, notes = service.opener(address, cancelled)
        if cancelled():  # forgotten, perhaps, while it was opened: then it must not stay
            raise EngineCancelled("The question was cancelled.")
        kept = service.pages.put(page, private=body.private, notes=notes)
        ask.page_id = kept.id
        service.threads.put(ask.thread, Thread(ask.session, kept.id, ask.private, (kept.id, *body.page_ids)))
        return page, notes

    ask.open = opened
    return ask


def _question(body: FollowUpBody, selection: Span | None) -> Question:
    budget = Budget(body.max_claims, body.attempts, body.max_tokens, body.seconds)
    return Question(body.question, selection, budget, body.strategy)


def thread_of(service: Service, thread_id: str) -> Thread:
    """A thread as it is remembered, or as the history has it. Raises the 404 problem."""
    known = service.threads.get(thread_id)
    if known is not None:
        return known
    noted = () if service.store is None else service.store.asks(thread=thread_id, limit=1).items
    if not noted:
        raise Problem(
            404, "thread", "No such thread", "No question was asked in a thread with this id.", "Ask a first question."
        )
    kept = service.pages.version(noted[0].page.sha256, noted[0].page.url)
    asks = kept_thread(service.history(), thread_id)
    here = [service.pages.version(page.sha256, page.url) for page in pages_of(asks)]
    page_ids = tuple(one.id for one in here if one is not None)
    page_id = None if kept is None else kept.id
    return Thread(noted[0].session, page_id, page_ids=page_ids, turns=turns_of(asks))


def ask_json(ask: Ask) -> Json:
    """A question as :class:`AskView` says."""
    found: Json = {
        "ask_id": ask.id,
        "session_id": ask.session,
        "thread_id": ask.thread,
        "question": ask.question.text,
        "state": ask.state,
        "created_at": ask.created_at.isoformat(),
    }
    outcome = ask.outcome()
    if outcome is not None:
        found["answer" if outcome[0] == "done" else "problem"] = outcome[1]
    elif ask.turn is not None:
        found["place"] = ask.turn.place
    return found


def noted_json(noted: StoredAsk) -> Json:
    """A question of the history as :class:`AskView` says."""
    record = record_json(noted)
    names = ("ask_id", "session_id", "thread_id", "question", "state", "created_at")
    return {**{name: record[name] for name in names}, "record": record}

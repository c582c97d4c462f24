"""Questions: asked, followed, taken up again, cancelled, and asked further in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, jsonify, request

from exactquote.page import Page, Span
from pointline.engine.base import EngineCancelled
from pointline.export.records import ask_json as record_json
from pointline.pipeline.answer import Budget, Note, Question, Turn
from pointline.pipeline.question import addresses
from pointline.pipeline.record import Json
from pointline.store.store import Store
from pointline.store.turns import kept_thread, pages_of, turns_of
from pointline.web.asked import Ask
from pointline.web.bodies import AskBody, FollowUpBody
from pointline.web.endpoints import STREAM, Endpoint, endpoint
from pointline.web.idempotency import Answer, once
from pointline.web.opener import web_address
from pointline.web.problems import Problem, no_session
from pointline.web.selected import selected
from pointline.web.service import KeptPage, Service, Thread
from pointline.web.streams import last_event_id, stream_response
from pointline.web.views_history import AskView

_EVENTS = (
    "The events `progress` and `claim`, then `done` or `error` as the last; their data are ProgressEvent, ClaimEvent,"
    " DoneEvent and ErrorEvent. Each carries an id, with which the stream can be taken up again at"
    " /v1/asks/{ask_id}/events while the question is kept. Unless `keep` is true, a question is cancelled when its"
    " last reader leaves, within half a second."
)
_REFUSALS = (400, 404, 409, 413, 415, 422, 429, 503, 507)


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("asks", __name__)

    def begun(ask: Ask, stream: bool, ids: Sequence[str] = ()) -> Response:
        """Start a question, remember its thread, and answer with its stream or with 202."""
        # The stream first: a question that nobody may read must not begin.
        response = _streamed(ask) if stream else None
        before = service.threads.get(ask.thread)
        page_ids = () if before is None else before.page_ids
        page_ids = tuple(dict.fromkeys((*page_ids, *(one for one in (ask.page_id, *ids) if one is not None))))
        ask.told_turn = partial(_another_turn, service, ask)
        try:
            service.threads.put(ask.thread, Thread(ask.session, ask.page_id, ask.private, page_ids, ask.earlier))
            service.desk.start(ask)
        except BaseException:
            if response is not None:
                response.close()
            raise
        service.threads.change(ask.thread, lambda known: replace(known, session=ask.session))
        if response is None:
            return _accepted(ask)
        response.headers["X-Session-Id"] = ask.session
        return response

    def _streamed(ask: Ask) -> Response:
        return stream_response(service.desk, ask)

    def _accepted(ask: Ask) -> Response:
        response = jsonify(ask_json(ask))
        response.status_code = 202
        response.headers["Location"] = f"/v1/asks/{ask.id}"
        response.headers["X-Ask-Id"] = ask.id
        return response

    def again(before: Answer) -> Response:
        """A question that was asked with the same key: its events if they are remembered, else where to read it."""
        ask_id = before.data.decode()
        ask = service.desk.get(Ask, ask_id)
        if ask is not None:
            return _streamed(ask) if before.status == 200 else _accepted(ask)
        response = _stored(ask_id)
        response.status_code = 202
        return response

    def _stored(ask_id: str) -> Response:
        noted = service.store.ask(ask_id) if service.store is not None else None
        if noted is None:
            raise _unknown()
        record = record_json(noted)
        names = ("ask_id", "session_id", "thread_id", "question", "state", "created_at")
        return jsonify({**{name: record[name] for name in names}, "record": record})

    @blueprint.post("/v1/asks")
    @endpoint(
        Endpoint(
            "Ask about a page",
            {200: (STREAM,), 202: AskView},
            body=AskBody,
            problems=_REFUSALS,
            idempotent=True,
            description=_EVENTS,
        )
    )
    def asks(body: AskBody) -> Response:
        def work() -> Response:
            session = body.session_id or ""
            if session and service.history().session(session) is None:
                raise no_session()
            if body.page_id is not None:
                kept = [service.pages.require(one) for one in (body.page_id, *body.page_ids)]
                return begun(_about(body, kept, session), body.stream, body.page_ids)
            address = web_address(addresses(body.question))
            if address is None:
                raise Problem(
                    422,
                    "no-page",
                    "A page is needed",
                    "page_id is missing, and the question holds no http(s) address to read.",
                    "Send the page first, or put its address into the question.",
                )
            if body.selection is not None:
                raise Problem(
                    422, "body", "The body does not fit", "selection: needs a page_id", "Leave the selection out."
                )
            return begun(_opening(service, body, address, session), body.stream)

        return once(service.keys, work, again, _memory_of_keys(service, body, body.page_id))

    @blueprint.post("/v1/threads/<thread_id>/asks")
    @endpoint(
        Endpoint(
            "Ask further in a thread",
            {200: (STREAM,), 202: AskView},
            body=FollowUpBody,
            problems=_REFUSALS,
            idempotent=True,
            description=f"Answered from the page anew, in the session of the thread. {_EVENTS}",
        )
    )
    def follow_up(thread_id: str, body: FollowUpBody) -> Response:
        def work() -> Response:
            thread = _thread(service, thread_id)
            named = tuple(dict.fromkeys((*((body.page_id,) if body.page_id else ()), *body.page_ids)))
            wanted = named or thread.page_ids or ((thread.page_id,) if thread.page_id is not None else ())
            kept = [one for one in (service.pages.get(page_id) for page_id in wanted) if one is not None]
            if not kept or (named and len(kept) < len(named)):
                raise Problem(
                    404,
                    "page",
                    "The page of this thread is not here",
                    "The daemon has no page for this thread (any more).",
                    "Send the page again, and name it as page_id.",
                )
            ask = _about(body, kept, thread.session)
            ask.thread = thread_id
            ask.private = ask.private or thread.private
            ask.earlier = thread.turns
            others = [service.pages.get(page_id) for page_id in thread.page_ids if page_id not in wanted]
            ask.former = tuple(one.page for one in others if one is not None)
            ask.private = ask.private or any(one.private for one in others if one is not None)
            return begun(ask, body.stream, [one.id for one in kept])

        known = service.threads.get(thread_id)
        page_id = body.page_id or (known.page_id if known is not None else None)
        private = known is not None and known.private
        return once(service.keys, work, again, None if private else _memory_of_keys(service, body, page_id))

    @blueprint.get("/v1/asks/<ask_id>")
    @endpoint(Endpoint("What became of a question", {200: AskView}, problems=(404,)))
    def state(ask_id: str) -> Response:
        ask = service.desk.get(Ask, ask_id)
        return jsonify(ask_json(ask)) if ask is not None else _stored(ask_id)

    @blueprint.get("/v1/asks/<ask_id>/events")
    @endpoint(
        Endpoint(
            "Follow a question, or take its stream up again",
            {200: (STREAM,)},
            problems=(400, 404, 429),
            headers=("Last-Event-ID",),
            description=f"After the event that Last-Event-ID names. {_EVENTS}",
        )
    )
    def events(ask_id: str) -> Response:
        after = last_event_id()
        ask = service.desk.get(Ask, ask_id)
        if ask is None:
            raise _unknown()
        if request.method == "HEAD":
            return Response(content_type="text/event-stream; charset=utf-8")
        return stream_response(service.desk, ask, after)

    @blueprint.delete("/v1/asks/<ask_id>")
    @endpoint(
        Endpoint(
            "Cancel a question",
            {204: None},
            problems=(404,),
            description="Its stream ends at once, the model as soon as it looks. Nothing changes when it has ended.",
        )
    )
    def cancel(ask_id: str) -> tuple[str, int]:
        if not service.desk.cancel(Ask, ask_id):
            raise Problem(
                404,
                "ask",
                "No such question",
                "No question with this id is under way.",
                "Nothing is left to cancel; ask again when you like.",
            )
        return "", 204

    return blueprint


def _memory_of_keys(service: Service, body: FollowUpBody, page_id: str | None) -> Store | None:
    """The store, for the key of a question of which anything may be written."""
    kept = service.pages.get(page_id) if page_id is not None else None
    return None if body.private or (kept is not None and kept.private) else service.store


def _another_turn(service: Service, ask: Ask, turn: Turn) -> None:
    """Remember what a question leaves for the next one of its thread, unless the thread was forgotten meanwhile."""
    service.threads.change(ask.thread, lambda known: replace(known, turns=(*known.turns, turn)))


def _about(body: FollowUpBody, kept: Sequence[KeptPage], session: str) -> Ask:
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
        gather=body.gather,
        probing=body.probe,
    )


def _opening(service: Service, body: AskBody, address: str, session: str) -> Ask:
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


def _thread(service: Service, thread_id: str) -> Thread:
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


def _unknown() -> Problem:
    return Problem(
        404, "ask", "No such question", "No question with this id is known (any more).", "Ask again when you like."
    )

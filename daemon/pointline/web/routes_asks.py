"""Questions: asked, followed, taken up again, cancelled, and asked further in a thread."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Blueprint, Response

from pointline.pipeline.question import addresses
from pointline.pipeline.record import Json
from pointline.web.asked import Ask
from pointline.web.bodies import AskBody, FollowUpBody
from pointline.web.endpoints import STREAM, Endpoint, endpoint
from pointline.web.idempotency import once
from pointline.web.opener import web_address
from pointline.web.problems import Problem, no_session
from pointline.web.questions import (
    ask_json,
    keep_turn,
    memory_of_keys,
    noted_json,
    question_about,
    question_opening,
    thread_of,
)
from pointline.web.routes_work import REFUSALS, WorkRoutes
from pointline.web.service import Service, Thread
from pointline.web.views_history import AskView

_EVENTS = (
    "The data of its events `progress`, `claim`, `done` and `error` are ProgressEvent, ClaimEvent, DoneEvent and"
    " ErrorEvent."
)


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("asks", __name__)

    def start(ask: Ask) -> None:
        """Start a question and remember its thread."""
        before = service.threads.get(ask.thread)
        page_ids = () if before is None else before.page_ids
        page_ids = tuple(dict.fromkeys((*page_ids, *((ask.page_id,) if ask.page_id else ()), *ask.page_ids)))
        ask.told_turn = partial(keep_turn, service, ask)
        service.threads.put(ask.thread, Thread(ask.session, ask.page_id, ask.private, page_ids, ask.earlier))
        service.desk.start(ask)
        service.threads.change(ask.thread, lambda known: replace(known, session=ask.session))

    def remembered(ask_id: str) -> Json | None:
        noted = service.store.ask(ask_id) if service.store is not None else None
        return None if noted is None else noted_json(noted)

    work = WorkRoutes(
        service,
        Ask,
        "asks",
        ask_json,
        AskView,
        None,
        "Ask again when you like.",
        noun="question",
        start=start,
        remembered=remembered,
    )

    @blueprint.post("/v1/asks")
    @endpoint(
        Endpoint(
            "Ask about a page",
            {200: (STREAM,), 202: AskView},
            body=AskBody,
            problems=REFUSALS,
            idempotent=True,
            description=f"{_EVENTS} {work.described}",
        )
    )
    def asks(body: AskBody) -> Response:
        def begun() -> Response:
            session = body.session_id or ""
            if session and service.history().session(session) is None:
                raise no_session()
            if body.page_id is not None:
                kept = [service.pages.require(one) for one in (body.page_id, *body.page_ids)]
                return work.begun(question_about(body, kept, session), stream=body.stream)
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
            return work.begun(question_opening(service, body, address, session), stream=body.stream)

        return once(service.keys, begun, work.again, memory_of_keys(service, body, body.page_id))

    @blueprint.post("/v1/threads/<thread_id>/asks")
    @endpoint(
        Endpoint(
            "Ask further in a thread",
            {200: (STREAM,), 202: AskView},
            body=FollowUpBody,
            problems=REFUSALS,
            idempotent=True,
            description=f"Answered from the page anew, in the session of the thread. {_EVENTS} {work.described}",
        )
    )
    def follow_up(thread_id: str, body: FollowUpBody) -> Response:
        def begun() -> Response:
            thread = thread_of(service, thread_id)
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
            ask = question_about(body, kept, thread.session)
            ask.thread = thread_id
            ask.private = ask.private or thread.private
            ask.earlier = thread.turns
            others = [service.pages.get(page_id) for page_id in thread.page_ids if page_id not in wanted]
            ask.former = tuple(one.page for one in others if one is not None)
            ask.private = ask.private or any(one.private for one in others if one is not None)
            return work.begun(ask, stream=body.stream)

        known = service.threads.get(thread_id)
        page_id = body.page_id or (known.page_id if known is not None else None)
        private = known is not None and known.private
        return once(service.keys, begun, work.again, None if private else memory_of_keys(service, body, page_id))

    work.register(blueprint)
    return blueprint

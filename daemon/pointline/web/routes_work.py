"""What the routes of all long work have in common: begun with a stream or 202, asked about, followed, cancelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import Blueprint, Response, jsonify, request
from pydantic import BaseModel

from pointline.pipeline.record import Json
from pointline.web.endpoints import STREAM, Endpoint, endpoint
from pointline.web.idempotency import Answer
from pointline.web.problems import Problem
from pointline.web.service import Service
from pointline.web.streams import last_event_id, stream_response
from pointline.web.work import Work

Kind = TypeVar("Kind", bound=Work)

REFUSALS = (400, 404, 409, 413, 415, 422, 429, 503, 507)
EVENTS = (
    "The last event is `done` or `error`. Each carries an id, with which the stream can be taken up again at"
    " /v1/{path}/{{id}}/events. Unless `keep` is true, it is cancelled when its last reader leaves, within half a"
    " second; what was done until then is kept."
)


@dataclass(frozen=True, slots=True)
class WorkRoutes(Generic[Kind]):
    """The routes of one kind of work under ``/v1/PATH``. ``json_of``: what became of it, as ``view`` says."""

    service: Service
    kind: type[Kind]
    path: str
    json_of: Callable[[Kind], Json]
    view: type[BaseModel]
    events: Mapping[str, type[BaseModel]] | None
    forgotten: str
    """What to do when it is known no more."""
    noun: str = ""
    """What a person calls it, where that is not the word of its kind."""
    start: Callable[[Kind], None] | None = None
    """Begins it, where there is more to do than to hand it to the desk."""
    remembered: Callable[[str], Json | None] = lambda _id: None
    """What became of work that the desk has forgotten, as ``view`` says; None where nothing is known."""

    @property
    def called(self) -> str:
        """What a person calls it."""
        return self.noun or self.kind.word

    @property
    def described(self) -> str:
        """How its events are described."""
        return EVENTS.format(path=self.path)

    def begun(self, work: Kind, *, stream: bool) -> Response:
        """Begin it, and answer with its stream or with 202."""
        # The stream first: work that nobody may read must not begin.
        response = stream_response(self.service.desk, work) if stream else None
        try:
            (self.start or self.service.desk.start)(work)
        except BaseException:
            if response is not None:
                response.close()
            raise
        if response is None:
            return self._accepted(work)
        response.headers["X-Session-Id"] = work.session
        return response

    def again(self, before: Answer) -> Response:
        """What was begun with the same key: its events while they are remembered, else what became of it."""
        work_id = before.data.decode()
        work = self.service.desk.get(self.kind, work_id)
        if work is None:
            response = self._state(work_id)
            response.status_code = 202
            return response
        return stream_response(self.service.desk, work) if before.status == 200 else self._accepted(work)

    def _accepted(self, work: Kind) -> Response:
        response = jsonify(self.json_of(work))
        response.status_code = 202
        response.headers["Location"] = f"/v1/{self.path}/{work.id}"
        response.headers[work.id_header] = work.id
        return response

    def _known(self, work_id: str) -> Kind:
        work = self.service.desk.get(self.kind, work_id)
        if work is None:
            raise self._unknown()
        return work

    def _state(self, work_id: str) -> Response:
        work = self.service.desk.get(self.kind, work_id)
        found = self.remembered(work_id) if work is None else self.json_of(work)
        if found is None:
            raise self._unknown()
        return jsonify(found)

    def _unknown(self) -> Problem:
        called = self.called
        detail = f"No {called} with this id is known (any more)."
        return Problem(404, self.kind.word, f"No such {called}", detail, self.forgotten)

    def register(self, blueprint: Blueprint) -> None:
        """Add the routes that are the same for every kind."""
        word, name = self.kind.word, f"{self.kind.word}_id"
        place = f"/v1/{self.path}/<{name}>"

        @endpoint(Endpoint(f"What became of a {self.called}", {200: self.view}, problems=(404,)))
        def state(**given: str) -> Response:
            return self._state(given[name])

        @endpoint(
            Endpoint(
                f"Follow a {self.called}, or take its stream up again",
                {200: (STREAM,)},
                problems=(400, 404, 429),
                headers=("Last-Event-ID",),
                description=f"After the event that Last-Event-ID names. {self.described}",
                events=self.events,
            )
        )
        def events(**given: str) -> Response:
            after = last_event_id()
            work = self._known(given[name])
            if request.method == "HEAD":
                return Response(content_type="text/event-stream; charset=utf-8")
            return stream_response(self.service.desk, work, after)

        @endpoint(
            Endpoint(
                f"Cancel a {self.called}",
                {204: None},
                problems=(404,),
                description="Its stream ends at once; what was done is kept. Nothing changes when it has ended.",
            )
        )
        def cancel(**given: str) -> tuple[str, int]:
            if not self.service.desk.cancel(self.kind, given[name]):
                self._known(given[name])
            return "", 204

        blueprint.add_url_rule(place, f"{word}_state", state, methods=["GET"])
        blueprint.add_url_rule(f"{place}/events", f"{word}_events", events, methods=["GET"])
        blueprint.add_url_rule(place, f"{word}_cancel", cancel, methods=["DELETE"])

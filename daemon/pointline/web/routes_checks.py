"""Checks of a memo, and sources of a session opened again."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response
from pydantic import BaseModel

from exactquote.page import Span
from pointline.checks.memo import Form
from pointline.web.bodies_work import CheckBody, RecheckBody
from pointline.web.checked import CheckWork, RecheckWork, check_work_json, recheck_work_json
from pointline.web.endpoints import STREAM, Endpoint, endpoint
from pointline.web.idempotency import once
from pointline.web.long_work import Reference, private_among, references, session_of
from pointline.web.problems import Problem, no_session
from pointline.web.routes_work import REFUSALS, WorkRoutes
from pointline.web.selected import selected
from pointline.web.service import KeptPage, Service
from pointline.web.views_checks import (
    CheckDoneEvent,
    CheckedClaimEvent,
    CheckErrorEvent,
    CheckProgressEvent,
    CheckView,
    RecheckDoneEvent,
    RecheckErrorEvent,
    RecheckProgressEvent,
    RecheckView,
)

_CHECK: dict[str, type[BaseModel]] = {
    "progress": CheckProgressEvent, "claim": CheckedClaimEvent, "done": CheckDoneEvent, "error": CheckErrorEvent,
}  # fmt: skip
_RECHECK: dict[str, type[BaseModel]] = {
    "progress": RecheckProgressEvent,
    "done": RecheckDoneEvent,
    "error": RecheckErrorEvent,
}
_FORMS: dict[str, Form | None] = {"auto": None, "markdown": "markdown", "html": "html", "plain": "text"}


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("checks", __name__)
    check = WorkRoutes(
        service, CheckWork, "checks", check_work_json, CheckView, _CHECK,
        "Check the text again; claims that were judged are cells of its session.",
    )  # fmt: skip
    again = WorkRoutes(
        service, RecheckWork, "rechecks", recheck_work_json, RecheckView, _RECHECK, "Open the sources again."
    )

    @blueprint.post("/v1/checks")
    @endpoint(
        Endpoint(
            "Check the claims of a text by what it cites",
            {200: (STREAM,), 202: CheckView},
            body=CheckBody,
            problems=REFUSALS,
            idempotent=True,
            description="Links are opened on the public web only, each once. Claims are kept as cells as they are"
            f" judged. {check.described}",
            events=_CHECK,
        )
    )
    def checks(body: CheckBody) -> Response:
        return once(service.keys, lambda: check.begun(_check(service, body), stream=body.stream), check.again)

    @blueprint.post("/v1/sessions/<session_id>/recheck")
    @endpoint(
        Endpoint(
            "Open the sources of a session again",
            {200: (STREAM,), 202: RecheckView},
            body=RecheckBody,
            problems=REFUSALS,
            idempotent=True,
            description="Says of each kept line whether it still stands; what was kept stays as it is. Public"
            f" addresses only. {again.described}",
            events=_RECHECK,
        )
    )
    def recheck(session_id: str, body: RecheckBody) -> Response:
        return once(
            service.keys, lambda: again.begun(_recheck(service, session_id, body), stream=body.stream), again.again
        )

    check.register(blueprint)
    again.register(blueprint)
    return blueprint


def _check(service: Service, body: CheckBody) -> CheckWork:
    found = references(service, body.against)
    private = body.private or private_among(found)
    return CheckWork(
        service=service,
        text=body.text,
        form=_FORMS[body.format],
        base=body.base,
        strict=body.strict,
        apart=_apart(body, found),
        references=found,
        session=session_of(service, body.session_id, private=private),
        private=private,
        keep=body.keep or not body.stream,
        unattended=body.unattended,
    )


def _apart(body: CheckBody, found: Sequence[Reference]) -> dict[str, Span]:
    """Where the text was selected. Raises the 422 problem when there is no such place."""
    if body.selection is None:
        return {}
    if not found or not isinstance(found[0], KeptPage):
        raise Problem(
            422, "body", "The body does not fit", "selection: needs a page in against", "Leave the selection out."
        )
    page = found[0].page
    return {page.sha256: selected(page, body.selection)}


def _recheck(service: Service, session_id: str, body: RecheckBody) -> RecheckWork:
    record = service.history().whole_session(session_id)
    if record is None:
        raise no_session("List the sessions to see which there are.")
    return RecheckWork(
        service=service,
        record=record,
        session=session_id,
        keep=body.keep or not body.stream,
        unattended=body.unattended,
    )

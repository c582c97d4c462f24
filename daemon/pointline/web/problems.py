"""Errors as RFC 9457 problem documents, each with one action to take."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from pointline.engine.base import EngineCancelled, EngineError, ModelMissing
from pointline.errors import BadInput
from pointline.store.errors import StoreError

log = logging.getLogger("pointline.web")

MEDIA_TYPE = "application/problem+json"


class Problem(Exception):
    """Raised anywhere in the web room; becomes the response."""

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        action: str,
        *,
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.action = action
        self.retry_after = retry_after
        self.headers = dict(headers or {})

    def document(self) -> dict[str, Any]:
        """The problem as JSON values."""
        return {
            "type": f"urn:pointline:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "action": self.action,
        }

    def response(self) -> Response:
        """The problem as a response."""
        response = Response(json.dumps(self.document()), self.status, self.headers, content_type=MEDIA_TYPE)
        if self.retry_after is not None:
            response.headers["Retry-After"] = str(self.retry_after)
        return response


_BAD_INPUT = {"session_unknown": 404}
_HTTP_ACTIONS = {
    404: "Check the path; the API lies under /v1.",
    405: "Use the method that the API names for this path.",
    413: "Send a smaller part of the page.",
    415: "Send JSON with content type application/json.",
}


def as_problem(error: Exception) -> Problem:
    """Any error as a problem; what is unexpected says so without telling what was on the page."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, StoreError):
        status = 507 if error.code == "store_full" else 503
        return Problem(status, error.code, "The history cannot be used", str(error), error.action)
    if isinstance(error, BadInput):
        return Problem(
            _BAD_INPUT.get(error.code, 422), error.code, "This input cannot be worked with", str(error), error.action
        )
    if isinstance(error, ModelMissing):
        return Problem(503, "model-missing", "The model is missing", str(error), error.action)
    if isinstance(error, EngineCancelled):
        return cancelled()
    if isinstance(error, EngineError):
        return Problem(
            500,
            "engine",
            "The model failed",
            str(error),
            error.action or "Ask again; if it recurs, run 'pointline doctor'.",
        )
    if isinstance(error, HTTPException):
        status = error.code or 500
        detail = error.description or error.name
        action = _HTTP_ACTIONS.get(status, "Check the request.")
        allowed = isinstance(error, MethodNotAllowed) and error.valid_methods
        headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
        return Problem(status, f"http-{status}", error.name, detail, action, headers=headers)
    return Problem(
        500,
        "internal",
        "Something went wrong in the daemon",
        type(error).__name__,
        "Ask again; the daemon's log on its terminal says more.",
    )


def cancelled() -> Problem:
    """What was stopped, by DELETE or because nobody waits for it any more."""
    return Problem(499, "cancelled", "Stopped", "The question was cancelled.", "Ask again when you like.")


def too_many_read(most: int, of_one: int) -> Problem:
    """More streams are read than there are threads to spare."""
    return Problem(
        429,
        "streams",
        "Too many streams are open",
        f"At most {most} streams are read at once, {of_one} of one question.",
        "Close one, or read /v1/asks/{ask_id} instead.",
        retry_after=1,
    )


def forgotten() -> Problem:
    """What was broken off because the person forgot what it belongs to."""
    return Problem(
        499, "forgotten", "Forgotten", "What this belongs to was forgotten while it was worked on.", "Ask again."
    )


def no_session(action: str = "Leave session_id out.") -> Problem:
    """The session that was named is not there; ``action`` is what to do instead."""
    return Problem(404, "session", "No such session", "There is no session with this id (any more).", action)


def install(app: Flask, told: Callable[[str], None] = lambda _code: None) -> None:
    """Let every error of ``app`` end as a problem document; ``told`` hears its code."""

    @app.errorhandler(Exception)
    def handle(error: Exception) -> Response:
        problem = as_problem(error)
        if problem.code == "internal":
            log.exception("unexpected error")
        told(problem.code)
        return problem.response()


def stopping() -> Problem:
    """Said to who asks while the daemon ends, and to who waits for an answer that will not come."""
    return Problem(
        503,
        "stopping",
        "The daemon is stopping",
        "It finishes what it was asked and takes nothing new.",
        "Ask again when it has been started.",
        retry_after=5,
    )

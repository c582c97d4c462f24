"""A line in the log for every request: who asked, how it was answered and how long that took; never what was sent.

The path is that of the route (``/v1/asks/<ask_id>``), not the one given, as that may be anything.
"""

from __future__ import annotations

import logging
import secrets
import time

from flask import Flask, Response, g, request

from pointline.logs import request_id

log = logging.getLogger("pointline.requests")
QUIET = frozenset({"/healthz", "/metrics", "/v1/status"})
"""Routes that are asked again and again; they are logged when they fail."""


def install(app: Flask) -> None:
    """Give every request of ``app`` an id, which is answered as ``X-Request-Id``, and log it when its answer ends.

    To be installed before the guard, so that what the guard refuses has an id too.
    """

    @app.before_request
    def begin() -> None:
        g.began = time.monotonic()
        g.request_id = secrets.token_hex(8)
        request_id.set(g.request_id)

    @app.after_request
    def end(response: Response) -> Response:
        name, began, who = g.get("request_id", ""), g.get("began", time.monotonic()), g.get("who", "")
        response.headers["X-Request-Id"] = name
        route = request.url_rule.rule if request.url_rule else "(none)"
        fields = {"request": name, "method": _method(), "route": route, "status": response.status_code, "who": who}

        def ended() -> None:
            fields["seconds"] = round(time.monotonic() - began, 3)
            level = logging.DEBUG if route in QUIET and response.status_code < 400 else logging.INFO
            words = f"{fields['method']} {route} {response.status_code}"
            log.log(level, words, extra={"fields": fields})

        response.call_on_close(ended)
        return response


def _method() -> str:
    return request.method if request.method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else "other"

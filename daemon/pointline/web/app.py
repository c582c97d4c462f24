"""The flask application: put together from the guard, the log, the problems and the routes (``routes_*``), which are
declared with ``endpoints`` and described by ``openapi``."""

from __future__ import annotations

import re
import time

from flask import Flask, Response, g, request

from pointline import logs
from pointline.engine.base import Engine
from pointline.store.pages import PageShelf
from pointline.store.store import Store
from pointline.web import (
    access_log,
    guard,
    problems,
    routes_asks,
    routes_checks,
    routes_history,
    routes_pages,
    routes_pairing,
    routes_service,
    routes_settings,
    routes_tables,
)
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.metrics import Metrics, keep_metrics
from pointline.web.opener import open_public
from pointline.web.recording import Recorder
from pointline.web.service import KeptPages, Opener, Service
from pointline.web.status import PROTOCOL, Surroundings

LARGEST_BODY = 16 * 1024 * 1024
"""Bytes of the largest body: a capture of a 5 MB page with its offsets fits."""

NOTICE_FORGETTING = "pointline-notice-forgetting"
"""The extension of the application that forgets what another program forgot."""

__all__ = ["LARGEST_BODY", "NOTICE_FORGETTING", "PROTOCOL", "create_app"]

_SAFE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def create_app(
    engine: Engine,
    access: Access,
    *,
    desk: AskDesk | None = None,
    shelf: PageShelf | None = None,
    store: Store | None = None,
    opener: Opener = open_public,
    around: Surroundings | None = None,
) -> Flask:
    """Make the application around one engine.

    ``store`` (or that of the ``desk``'s recorder) keeps the history; without one everything else works. Questions that
    it still holds as running are marked as interrupted: no other daemon works on it. ``around`` is for ``/v1/status``.
    """
    app = Flask("pointline", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    desk = desk or AskDesk(engine, recorder=Recorder(store))
    if store is not None and desk.recorder.store is None:
        desk.recorder = Recorder(store)
    service = Service(engine, desk, KeptPages(shelf or PageShelf()), desk.recorder.store, opener)
    if service.store is not None:
        service.store.interrupt_running()
    metrics = service.metrics
    keep_metrics(app, metrics)
    metrics.watch("pointline_queue_length", "Questions that wait", service.desk.turns.waiting)
    metrics.watch("pointline_asks_under_way", "Questions being answered or waiting", service.desk.under_way)
    metrics.watch("pointline_pages", "Pages held in memory", lambda: len(service.pages))
    access_log.install(app)
    _take_request_ids(app)
    _count_requests(app, metrics)
    guard.install(app, access)
    problems.install(app, metrics.problem)
    _notice_forgetting(app, service)
    app.register_blueprint(routes_pairing.routes(access))
    app.register_blueprint(routes_service.routes(service, access, around or Surroundings()))
    for routes in (routes_pages, routes_asks, routes_tables, routes_checks, routes_history, routes_settings):
        app.register_blueprint(routes.routes(service))
    return app


def _take_request_ids(app: Flask) -> None:
    """Use the client's own ``X-Request-Id`` when it is a short safe token; on log lines, no other can be forged."""

    @app.before_request
    def take() -> None:
        given = request.headers.get("X-Request-Id", "")
        if _SAFE_ID.fullmatch(given):
            g.request_id = given
            logs.request_id.set(given)


def _notice_forgetting(app: Flask, service: Service) -> None:
    """Look before every request that may read what is in memory, and let ``serve`` look in between."""
    app.extensions[NOTICE_FORGETTING] = service.notice_forgetting

    @app.before_request
    def notice() -> None:
        if request.path.startswith(("/v1/pages", "/v1/asks", "/v1/threads", "/v1/verify", "/v1/tables", "/v1/checks")):
            service.notice_forgetting()


def _count_requests(app: Flask, metrics: Metrics) -> None:
    @app.after_request
    def count(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule is not None else "(none)"
        method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
        metrics.request(method, route, response.status_code, time.monotonic() - g.get("began", time.monotonic()))
        return response

"""What the daemon says of itself: whether it is there, what runs, its counters, its description."""

from __future__ import annotations

import time

from flask import Blueprint, Response, current_app, jsonify
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from pointline import __version__
from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.metrics import resident_bytes
from pointline.web.openapi import document
from pointline.web.service import Service
from pointline.web.views import HealthView, StatusView

PROTOCOL = 1


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("service", __name__)

    @blueprint.get("/healthz")
    @endpoint(Endpoint("Whether this is Pointline", {200: HealthView}, open=True))
    def healthz() -> Response:
        return jsonify(name="pointline", protocol=PROTOCOL)

    @blueprint.get("/v1/status")
    @endpoint(Endpoint("What runs here", {200: StatusView}))
    def status() -> Response:
        info = service.engine.info
        return jsonify(
            version=__version__,
            protocol=PROTOCOL,
            engine=info.engine,
            model=info.name,
            context_tokens=info.context_tokens,
            may_state=info.may_state,
            may_judge=info.may_judge,
            strategy=info.strategy,
            asks_under_way=service.desk.under_way(),
            queue=service.desk.turns.waiting(),
            pages=len(service.pages),
            store={"kept": service.store is not None},
            uptime_seconds=round(time.monotonic() - service.started, 1),
            memory_bytes=int(resident_bytes()),
        )

    @blueprint.get("/metrics")
    @blueprint.get("/v1/metrics")
    @endpoint(Endpoint("Counters in the Prometheus text format", {200: ("text/plain",)}))
    def metrics() -> Response:
        return Response(service.metrics.text(), content_type=CONTENT_TYPE_PLAIN_0_0_4)

    @blueprint.get("/v1/openapi.json")
    @endpoint(Endpoint("This description", {200: ("application/json",)}))
    def openapi() -> Response:
        return Response(document(current_app), content_type="application/json")

    return blueprint

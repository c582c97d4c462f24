"""What the daemon says of itself: whether it is there, what runs, its counters, its description."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.guard import Access
from pointline.web.openapi import document
from pointline.web.service import Service
from pointline.web.status import PROTOCOL, Surroundings, status_json
from pointline.web.views_status import HealthView, StatusView


def routes(service: Service, access: Access, around: Surroundings) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("service", __name__)

    @blueprint.get("/healthz")
    @endpoint(Endpoint("Whether this is Pointline", {200: HealthView}, open=True))
    def healthz() -> Response:
        return jsonify(name="pointline", protocol=PROTOCOL)

    @blueprint.get("/v1/status")
    @endpoint(Endpoint("What runs here, and where", {200: StatusView}))
    def status() -> Response:
        return jsonify(status_json(service, access, around))

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

"""What the person chose for the history: how long it is kept, and whether the text of pages is."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, jsonify

from pointline.store.records import Settings
from pointline.web.bodies import SettingsBody
from pointline.web.endpoints import Endpoint, endpoint
from pointline.web.service import Service
from pointline.web.views_history import SettingsView


def routes(service: Service) -> Blueprint:
    """The routes, around ``service``."""
    blueprint = Blueprint("settings", __name__)

    @blueprint.get("/v1/settings")
    @endpoint(Endpoint("What is chosen for the history", {200: SettingsView}, problems=(503,)))
    def chosen() -> Response:
        return jsonify(asdict(service.history().settings()))

    @blueprint.put("/v1/settings")
    @endpoint(
        Endpoint(
            "Choose for the history",
            {200: SettingsView},
            body=SettingsBody,
            problems=(400, 413, 415, 422, 503, 507),
            description="What is too old by the new choice is forgotten at once.",
        )
    )
    def choose(body: SettingsBody) -> Response:
        store = service.history()
        store.choose(Settings(body.retention_days, body.keep_page_text))
        return jsonify(asdict(store.settings()))

    return blueprint

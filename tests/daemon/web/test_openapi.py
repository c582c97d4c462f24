"""The description is complete, well formed, and true: what is sent is held against the models it is made from."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from pydantic import BaseModel

from helpers.api import HEADERS, Api
from pointline.web import views, views_history, views_status
from pointline.web.endpoints import declared_of
from pointline.web.openapi import describe

TEXT = "The lighthouse was built in 1871. It is 34 metres high."
PAIRING = {"/v1/hello", "/v1/pair", "/v1/pair/<exchange>"}
EVENTS: dict[str, type[BaseModel]] = {
    "progress": views.ProgressEvent,
    "claim": views.ClaimEvent,
    "done": views.DoneEvent,
    "error": views.ErrorEvent,
}


def test_it_is_openapi_3_1_with_the_token(api: Api) -> None:
    found = api.get("/v1/openapi.json").get_json()
    assert found["openapi"].startswith("3.1.")
    assert found["components"]["securitySchemes"]["token"] == {"type": "http", "scheme": "bearer"}
    assert api.client.get("/v1/openapi.json", headers={"Host": HEADERS["Host"]}).status_code == 401


def test_every_route_is_declared(app: Flask) -> None:
    undeclared = {
        rule.rule for rule in app.url_map.iter_rules() if declared_of(app.view_functions[rule.endpoint]) is None
    }
    assert undeclared <= PAIRING


def test_every_reference_leads_somewhere_and_every_schema_is_used(app: Flask) -> None:
    found = describe(app)
    schemas = found["components"]["schemas"]
    wanted: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                wanted.add(value["$ref"].removeprefix("#/components/schemas/"))
            for one in value.values():
                walk(one)
        elif isinstance(value, list):
            for one in value:
                walk(one)

    walk(found)
    assert wanted == set(schemas)


def test_operation_ids_are_unique_and_every_problem_is_a_problem_document(app: Flask) -> None:
    operations = [operation for item in describe(app)["paths"].values() for operation in item.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids))
    for operation in operations:
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                assert set(response["content"]) == {"application/problem+json"}


def test_events_are_as_described(api: Api) -> None:
    page_id = api.page(text=TEXT)
    found = api.ask(page_id, "How many metres high is it?") + api.ask(page_id, "zyx qwv?")
    assert {name for name, _ in found} == {"progress", "claim", "done"}
    for name, data in found:
        EVENTS[name].model_validate(data)
    claim = next(data for name, data in found if name == "claim")
    assert set(claim) == set(views.ClaimEvent.model_fields)
    fields = views.DoneEvent.model_fields
    assert {name for name, field in fields.items() if field.is_required()} <= set(found[-1][1]) <= set(fields)
    assert set(found[-1][1]["stats"]) == set(views.StatsView.model_fields)


@pytest.mark.parametrize("path", ["/healthz", "/v1/status"])
def test_state_is_as_described(api: Api, path: str) -> None:
    models: dict[str, type[BaseModel]] = {"/healthz": views_status.HealthView, "/v1/status": views_status.StatusView}
    models[path].model_validate(api.get(path).get_json())


def test_history_is_as_described(kept: Api) -> None:
    page_id = kept.page(text=TEXT, url="https://example.org/light")
    done = kept.ask(page_id, "How many metres high is it?")[-1][1]
    session = kept.get(f"/v1/sessions/{done['session_id']}").get_json()
    views_history.SessionAsksView.model_validate(session)
    views_history.SessionsView.model_validate(kept.get("/v1/sessions").get_json())
    views_history.CellsView.model_validate(kept.get("/v1/cells").get_json())
    views_history.AskView.model_validate(kept.get(f"/v1/asks/{done['ask_id']}").get_json())
    assert session["items"][0]["result"]["claims"][0]["lines"][0]["line"] == "It is 34 metres high."

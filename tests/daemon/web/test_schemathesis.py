"""Whatever fits the description, and whatever does not, sent to the application by schemathesis; bounded.

Ids that are made up never reach what lies behind them, so those of a page, a question, a session, a table, a check and
a cell that exist are put in for half of what fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from helpers.api import HEADERS, HOST, Api, events
from pointline.engine.scripted import ScriptedEngine
from pointline.errors import BadInput
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.openapi import describe
from pointline.web.recording import Recorder

EXAMPLES = 12
"""For each operation and mode; some hundred requests in all."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TEXT = "The lighthouse was built in 1871. It is 34 metres high."


def nowhere(address: str, cancelled: Any, *, unattended: bool = False) -> Any:
    raise BadInput("unreachable", f"{address} cannot be reached.", "Check the address.")


def made(desk: AskDesk) -> Any:
    return create_app(ScriptedEngine(), Access(hosts=frozenset({HOST}), token="right"), desk=desk, opener=nowhere)


DESCRIPTION = describe(made(AskDesk(ScriptedEngine())))
OPERATIONS = sorted((method, path) for path, item in DESCRIPTION["paths"].items() for method in item)


OPEN = {"/healthz"} | {path for _, path in OPERATIONS if re.match(r"/v1/(?:hello|pair)\b", path)}


def opened(method: str, path: str) -> bool:
    """Whether an operation is described as one that needs no token."""
    return bool(DESCRIPTION["paths"][path][method].get("security") == [])


def takes(method: str, path: str) -> bool:
    """Whether there is anything in a request that could misfit."""
    operation = DESCRIPTION["paths"][path][method]
    return bool(operation["parameters"] or "requestBody" in operation)


CASES = [(*one, GenerationMode.POSITIVE) for one in OPERATIONS] + [
    (*one, GenerationMode.NEGATIVE) for one in OPERATIONS if takes(*one)
]


class Target:
    """The application with a store, and ids of what is there."""

    def __init__(self, desk: AskDesk) -> None:
        self.app = made(desk)
        self.api = Api(self.app.test_client())
        self.schema = schemathesis.openapi.from_dict(DESCRIPTION)
        self.schema.app = self.app
        self.schema.config.update(base_url=f"http://{HOST}")
        self.ids: dict[str, str] = {}

    def fill(self) -> None:
        """Make sure that there is a page, a question about it, and so a thread and a session."""
        if self.ids and self.api.get(f"/v1/asks/{self.ids['ask_id']}").status_code == 200:
            return
        page_id = self.api.page(text=TEXT)
        done = self.api.ask(page_id, "How high is it?")[-1][1]
        self.ids = {name: done[name] for name in ("ask_id", "session_id", "thread_id")} | {"page_id": page_id}
        for path, body in (
            ("tables", {"pages": [page_id], "items": ["lighthouse"], "fields": ["height"]}),
            ("checks", {"text": "It is 34 metres high.", "against": [page_id]}),
            (f"sessions/{done['session_id']}/recheck", {}),
        ):
            found = events(self.api.post(f"/v1/{path}", body).get_data())[-1][1]
            self.ids |= {name: value for name, value in found.items() if name.endswith("_id") and name != "session_id"}
        self.ids["cell_id"] = self.api.get("/v1/cells").get_json()["items"][0]["cell_id"]

    def put_in(self, body: Any) -> None:
        """Let a body speak of what is there."""
        if isinstance(body, dict):
            body |= {name: self.ids[name] for name in ("page_id", "session_id") if body.get(name)}
            body |= {name: [self.ids["page_id"]] for name in ("pages", "against") if body.get(name)}


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    with Store.open(f"sqlite:///{tmp_path / 'history.db'}") as store:
        desk = AskDesk(ScriptedEngine(), recorder=Recorder(store))
        yield Target(desk)
        desk.close()


@pytest.mark.parametrize(("method", "path", "mode"), CASES, ids=lambda value: getattr(value, "value", value))
def test_the_application_is_as_described(target: Target, method: str, path: str, mode: GenerationMode) -> None:
    operation = target.schema[path][method.upper()]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
    def send(case: Any, real: bool) -> None:
        if mode is GenerationMode.POSITIVE and real:
            target.fill()
            for name in set(case.path_parameters or {}) & set(target.ids):
                case.path_parameters[name] = target.ids[name]
            target.put_in(case.body)
        case.call_and_validate(headers={**HEADERS}, checks=CHECKS)

    send()


def test_every_operation_needs_the_token_but_health_and_pairing(target: Target) -> None:
    for method, path in OPERATIONS:
        filled = path.replace("{", "").replace("}", "")
        headers = {"Host": HOST}
        response = target.app.test_client().open(filled, method=method.upper(), headers=headers, json={})
        # Those by which one comes by a token, or checks who asks for it, need none; this body fits none of them.
        bare = path == "/v1/hello" or path.startswith("/v1/pair")
        assert response.status_code == (200 if path == "/healthz" else 422 if bare else 401), (method, path)

"""A client of the API for tests, a reader of event streams, and addresses that can be opened without a network."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.base import EngineCancelled
from pointline.errors import BadInput
from pointline.pipeline.answer import Note
from pointline.web.problems import MEDIA_TYPE

HOST = "127.0.0.1:8765"
HEADERS = {"Host": HOST, "Authorization": "Bearer right"}


class Api:
    """A client that speaks to the application as the extension does."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.client.post(path, json=body, headers={**HEADERS, **headers})

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=HEADERS)

    def page(self, **body: Any) -> str:
        response = self.post("/v1/pages", body)
        assert response.status_code == 201, response.get_data(as_text=True)
        return str(response.get_json()["page_id"])

    def ask(self, page_id: str, question: str, **more: Any) -> list[tuple[str, Any]]:
        response = self.post("/v1/asks", {"page_id": page_id, "question": question, **more})
        assert response.status_code == 200, response.get_data(as_text=True)
        assert response.mimetype == "text/event-stream"
        return events(response.get_data())


def events(stream: bytes) -> list[tuple[str, Any]]:
    """Name and data of every event in a finished stream."""
    found = []
    for record in stream.decode("ascii").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in record.splitlines() if not line.startswith(":"))
        if fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def assert_problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == MEDIA_TYPE
    problem: dict[str, Any] = response.get_json(force=True)
    assert problem["status"] == status
    assert problem["title"]
    assert problem["action"].endswith(".")
    assert not [name for name in response.headers if name[0].lower().startswith("access-control")]
    return problem


class Web:
    """Addresses that can be opened, without any network: text by address."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.slow: Callable[[], bool] | None = None
        self.opened: list[str] = []
        self.unattended: list[bool] = []

    def __call__(
        self, address: str, cancelled: Callable[[], bool], *, unattended: bool = False
    ) -> tuple[Page, tuple[Note, ...]]:
        self.opened.append(address)
        self.unattended.append(unattended)
        while self.slow is not None and not self.slow():
            if cancelled():
                raise EngineCancelled("stopped")
        if address not in self.texts:
            raise BadInput("unreachable", f"{address} cannot be reached.", "Check the address.")
        return read_text(self.texts[address], url=address), (Note("no_browser", "Read without its scripts."),)

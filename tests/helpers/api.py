"""A client of the API for tests, and a reader of event streams."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient

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

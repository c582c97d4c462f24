"""Addresses over the API: opened for a page or for a question that holds one, public ones only."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from helpers.api import HEADERS, HOST, Api, Web, assert_problem, events
from pointline.engine.scripted import ScriptedEngine
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access

ADDRESS = "https://example.org/light"
TEXT = "The lighthouse was built in 1871. It is 34 metres high."


def test_a_page_by_its_address(api: Api, web: Web) -> None:
    web.texts[ADDRESS] = TEXT
    page = api.post("/v1/pages", {"url": ADDRESS})
    assert page.status_code == 201
    body = page.get_json()
    assert body["url"] == ADDRESS
    assert [note["code"] for note in body["notes"]] == ["no_browser"]
    assert api.get(f"/v1/pages/{body['page_id']}").get_json() == body
    assert_problem(api.post("/v1/pages", {"url": "https://example.org/other"}), 422)


def test_a_question_with_an_address_reads_it(api: Api, web: Web) -> None:
    web.texts[ADDRESS] = TEXT
    response = api.post("/v1/asks", {"question": f"How many metres high is it, says {ADDRESS}?"})
    found = events(response.get_data())
    assert found[-1][0] == "done"
    assert "34 metres" in found[-1][1]["claims"][0]["line"]
    assert [note["code"] for note in found[-1][1]["notes"]] == ["no_browser"]
    assert "read" in [data["step"] for name, data in found if name == "progress"]
    further = api.post(f"/v1/threads/{found[-1][1]['thread_id']}/asks", {"question": "When was it built?"})
    assert b"1871" in further.get_data()
    assert web.opened == [ADDRESS]


def test_what_cannot_be_opened_ends_the_stream_with_the_reason(api: Api) -> None:
    found = events(api.post("/v1/asks", {"question": f"How high is it? {ADDRESS}"}).get_data())
    assert found[-1][0] == "error"
    assert found[-1][1]["type"] == "urn:pointline:unreachable"


def test_neither_page_nor_address_is_refused(api: Api) -> None:
    assert_problem(api.post("/v1/asks", {"question": "How high is it?"}), 422)
    assert_problem(api.post("/v1/asks", {"question": "What says file:///etc/passwd?"}), 422)
    two = {"question": f"Which is higher, {ADDRESS} or https://example.net/?"}
    assert_problem(api.post("/v1/asks", two), 422)
    with_selection = {"question": f"How high is it? {ADDRESS}", "selection": {"start": 0, "end": 1}}
    assert_problem(api.post("/v1/asks", with_selection), 422)


def test_reading_an_address_is_cancelled_too(api: Api, web: Web, desk: AskDesk) -> None:
    web.slow = threading.Event().is_set
    response = api.client.post("/v1/asks", json={"question": f"How high is it? {ADDRESS}"}, headers=HEADERS)
    start = time.monotonic()
    assert api.client.delete(f"/v1/asks/{response.headers['X-Ask-Id']}", headers=HEADERS).status_code == 204
    assert events(response.get_data())[-1][1]["type"] == "urn:pointline:cancelled"
    assert time.monotonic() - start < 0.5
    desk.close()
    assert desk.turns.waiting() == 0


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]:1/", "http://10.0.0.1/", "http://169.254.169.254/x"],
)
def test_private_addresses_are_never_opened(desk: AskDesk, address: str) -> None:
    app = create_app(ScriptedEngine(), Access(hosts=frozenset({HOST}), token="right"), desk=desk)
    api = Api(app.test_client())
    refused: Any = api.post("/v1/pages", {"url": address})
    assert assert_problem(refused, 422)["type"] == "urn:pointline:private-address"
    found = events(api.post("/v1/asks", {"question": f"What says {address}?"}).get_data())
    assert found[-1][1]["type"] == "urn:pointline:private-address"

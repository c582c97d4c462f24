"""Pages and asks over the API, with a scripted engine: shapes, offsets, refusals, cancelling."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from helpers.api import HEADERS, Api, assert_problem
from pointline.engine.scripted import ScriptedEngine
from pointline.web.asks import AskDesk

BLOCKS: list[dict[str, Any]] = [
    {"text": "Harbour fees 🚢🚢", "kind": "heading", "level": 1},
    {
        "text": "Boats under ten metres pay 14 euros a night 🚢 at the quay. Longer boats pay 31 euros.",
        "kind": "paragraph",
    },
]
TEXT = "Harbour fees 🚢🚢\nBoats under ten metres pay 14 euros a night 🚢 at the quay. Longer boats pay 31 euros."
QUESTION = "How many euros a night do boats under ten metres pay at the quay?"


def utf16(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_health_needs_no_token_and_tells_nothing(api: Api) -> None:
    response = api.client.get("/healthz", headers={"Host": HEADERS["Host"]})
    assert response.get_json() == {"name": "pointline", "protocol": 1}


def test_a_captured_page_is_kept(api: Api) -> None:
    response = api.post("/v1/pages", {"url": "https://example.org/fees", "title": "Fees", "blocks": BLOCKS})
    body = response.get_json()
    assert response.status_code == 201
    assert body["characters"] == len(TEXT)
    assert body["units"] == 3
    same = api.post("/v1/pages", {"html": "<h1>Harbour fees 🚢🚢</h1><p>" + BLOCKS[1]["text"] + "</p>"}).get_json()
    assert same["sha256"] == body["sha256"]
    assert same["page_id"] != body["page_id"]


def test_an_answer_streams_with_utf16_offsets(api: Api) -> None:
    found = api.ask(api.page(blocks=BLOCKS), QUESTION)
    names = [name for name, _ in found]
    assert names[0] == "progress"
    assert names[-1] == "done"
    assert "claim" in names
    assert len({data["ask_id"] for _, data in found}) == 1
    claim = next(data for name, data in found if name == "claim")
    assert claim["status"] == "exact"
    assert "14 euros" in claim["quote"]
    assert "".join(utf16(TEXT, span["start"], span["end"]) for span in claim["spans"]) == claim["quote"]
    done = found[-1][1]
    assert done["none"] is False
    assert done["claims"][0]["quote"] == claim["quote"]


def test_nothing_found_is_none_with_the_nearest_lines(api: Api) -> None:
    done = api.ask(api.page(blocks=BLOCKS), "zyx qwv?")[-1][1]
    assert done["none"] is True
    assert done["claims"] == []
    assert done["page"]["read_share"] == 1.0
    for near in done["nearest"]:
        assert utf16(TEXT, near["start"], near["end"]) == near["text"]


def test_a_selection_is_given_in_utf16(api: Api) -> None:
    start = len("Harbour fees 🚢🚢\n".encode("utf-16-le")) // 2
    selection = {"start": start, "end": start + 10}
    done = api.ask(api.page(blocks=BLOCKS), QUESTION, selection=selection)[-1]
    assert done[0] == "done"
    response = api.post(
        "/v1/asks", {"page_id": api.page(blocks=BLOCKS), "question": "x", "selection": {"start": 0, "end": 10**9}}
    )
    assert_problem(response, 422)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"blocks": [], "html": "<p>x</p>"},
        {"blocks": []},
        {"blocks": [{"kind": "paragraph"}]},
        {"blocks": [{"text": 3, "kind": "paragraph"}]},
        {"blocks": [{"text": "x", "kind": "nonsense"}]},
        {"blocks": "x"},
        {"html": ""},
        {"html": "<img src=x>"},
        {"text": "  \n "},
        {"text": "x", "surprise": 1},
        [],
        "x",
    ],
)
def test_a_wrong_page_is_refused_with_an_action(api: Api, body: Any) -> None:
    response = api.post("/v1/pages", body)
    assert response.status_code in (400, 422)
    assert_problem(response, response.status_code)
    assert api.get("/v1/status").get_json()["pages"] == 0


def test_what_is_no_json_is_refused(api: Api) -> None:
    broken = api.client.post("/v1/pages", data=b"{", headers={**HEADERS, "Content-Type": "application/json"})
    assert_problem(broken, 400)
    deep = api.client.post("/v1/pages", data=b"[" * 200_000, headers={**HEADERS, "Content-Type": "application/json"})
    assert_problem(deep, 400)
    plain = api.client.post("/v1/pages", data=b"{}", headers={**HEADERS, "Content-Type": "text/plain"})
    assert_problem(plain, 415)
    form = api.client.post("/v1/pages", data={"text": "x"}, headers=HEADERS)
    assert_problem(form, 415)


def test_unknown_things_are_problems_too(api: Api) -> None:
    assert_problem(api.get("/v1/nothing"), 404)
    assert_problem(api.get("/v1/pages"), 405)
    assert_problem(api.post("/v1/asks", {"page_id": "0" * 64, "question": "x"}), 404)
    assert_problem(api.client.delete("/v1/asks/none", headers=HEADERS), 404)
    assert_problem(
        api.client.options("/v1/asks", headers={"Host": HEADERS["Host"], "Origin": "https://example.org"}), 403
    )


@pytest.mark.parametrize("question", ["", "   ", "x" * 4001])
def test_a_wrong_question_is_refused(api: Api, question: str) -> None:
    assert_problem(api.post("/v1/asks", {"page_id": api.page(blocks=BLOCKS), "question": question}), 422)


class Blocking(ScriptedEngine):
    """An engine that scores nothing until it is let go or cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = threading.Event()
        self.let_go = threading.Event()

    def score_pairs(self, pairs: Any, *, cancel: Any = None) -> Any:
        from pointline.engine.base import EngineCancelled

        self.entered.set()
        while not self.let_go.wait(0.01):
            if cancel is not None and cancel():
                raise EngineCancelled("cancelled")
        return super().score_pairs(pairs, cancel=cancel)


class TestWhileTheModelWorks:
    @pytest.fixture
    def engine(self) -> Blocking:
        return Blocking()

    def test_delete_cancels(self, api: Api, desk: AskDesk, engine: Blocking) -> None:
        page_id = api.page(blocks=BLOCKS)
        response = api.client.post("/v1/asks", json={"page_id": page_id, "question": QUESTION}, headers=HEADERS)
        assert engine.entered.wait(5)
        assert api.client.delete(f"/v1/asks/{response.headers['X-Ask-Id']}", headers=HEADERS).status_code == 204
        stream = response.get_data()
        assert b"event: error" in stream
        assert b"urn:pointline:cancelled" in stream
        assert desk.under_way() == 0

    def test_closing_the_stream_cancels(self, api: Api, desk: AskDesk, engine: Blocking) -> None:
        page_id = api.page(blocks=BLOCKS)
        response = api.client.post("/v1/asks", json={"page_id": page_id, "question": QUESTION}, headers=HEADERS)
        assert engine.entered.wait(5)
        next(iter(response.response))
        response.close()
        desk.close()
        assert desk.under_way() == 0

    def test_beyond_a_short_queue_it_is_busy(self, api: Api, desk: AskDesk, engine: Blocking) -> None:
        page_id = api.page(blocks=BLOCKS)
        body = {"page_id": page_id, "question": QUESTION}
        waiting = [api.client.post("/v1/asks", json=body, headers=HEADERS) for _ in range(5)]
        assert [response.status_code for response in waiting] == [200] * 5
        refused = api.client.post("/v1/asks", json=body, headers=HEADERS)
        problem = assert_problem(refused, 429)
        assert problem["type"] == "urn:pointline:busy"
        assert int(refused.headers["Retry-After"]) > 0
        engine.let_go.set()
        for response in waiting:
            assert b"event: done" in response.get_data()
        assert desk.under_way() == 0

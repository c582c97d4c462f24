"""Idempotency keys and request ids."""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from helpers.api import HEADERS, HOST, Api, events
from pointline.engine.scripted import ScriptedEngine
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.guard import Access
from pointline.web.idempotency import Answer, Keys
from pointline.web.problems import Problem

TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"
KEY = {"Idempotency-Key": "3f1c"}


class TestKeys:
    def test_a_page_is_answered_as_before(self, api: Api) -> None:
        first = api.post("/v1/pages", {"text": TEXT}, **KEY)
        again = api.post("/v1/pages", {"text": TEXT}, **KEY)
        assert (again.status_code, again.get_json()) == (201, first.get_json())
        assert "Idempotency-Replayed" not in first.headers
        assert again.headers["Idempotency-Replayed"] == "true"

    def test_another_body_is_refused(self, api: Api) -> None:
        api.post("/v1/pages", {"text": TEXT}, **KEY)
        refused = api.post("/v1/pages", {"text": TEXT + "!"}, **KEY)
        assert refused.status_code == 422
        assert refused.get_json()["type"] == "urn:pointline:idempotency-key"

    def test_another_path_is_another_request(self, api: Api) -> None:
        page_id = api.post("/v1/pages", {"text": TEXT}, **KEY).get_json()["page_id"]
        assert api.post("/v1/verify", {"page_id": page_id, "quotes": ["34 metres"]}, **KEY).status_code == 200

    def test_what_was_refused_may_be_sent_again(self, api: Api) -> None:
        body = {"page_id": "0" * 64, "quotes": ["34 metres"]}
        assert api.post("/v1/verify", body, **KEY).status_code == 404
        assert api.post("/v1/verify", body, **KEY).status_code == 404

    @pytest.mark.parametrize("key", ["", "x" * 256, "é", "two words"])
    def test_a_wrong_key_is_refused(self, api: Api, key: str) -> None:
        assert api.post("/v1/pages", {"text": TEXT}, **{"Idempotency-Key": key}).status_code == 400

    def test_a_question_is_asked_once_and_its_stream_sent_again(self, api: Api, engine: ScriptedEngine) -> None:
        body = {"page_id": api.page(text=TEXT), "question": QUESTION}
        first = api.post("/v1/asks", body, **KEY)
        whole = first.get_data()
        calls = len(engine.calls)
        again = api.post("/v1/asks", body, **KEY)
        assert again.get_data() == whole
        assert again.headers["X-Ask-Id"] == first.headers["X-Ask-Id"]
        assert len(engine.calls) == calls

    def test_a_key_whose_events_are_gone_leads_to_the_record(self, kept: Api, monkeypatch: pytest.MonkeyPatch) -> None:
        body = {"page_id": kept.page(text=TEXT), "question": QUESTION}
        first = kept.post("/v1/asks", body, **KEY)
        first.get_data()
        monkeypatch.setattr("pointline.web.asks.RETAINED", -1.0)
        again = kept.post("/v1/asks", body, **KEY)
        assert again.status_code == 202
        assert again.get_json()["ask_id"] == first.headers["X-Ask-Id"]
        assert again.get_json()["record"]["result"]["claims"]

    def test_it_is_remembered_over_a_restart(self, kept: Api, store: Store, engine: ScriptedEngine) -> None:
        body = {"page_id": kept.page(text=TEXT), "question": QUESTION}
        first = kept.post("/v1/asks", body, **KEY)
        first.get_data()
        app = create_app(engine, Access(hosts=frozenset({HOST}), token="right"), store=store)
        again = Api(app.test_client()).post("/v1/asks", body, **KEY)
        assert (again.status_code, again.get_json()["ask_id"]) == (202, first.headers["X-Ask-Id"])
        other = Api(app.test_client()).post("/v1/asks", {**body, "max_claims": 1}, **KEY)
        assert other.status_code == 422

    def test_a_private_key_is_not_written(self, kept: Api, tmp_path: Path) -> None:
        before = sqlite3.connect(tmp_path / "history.db")
        for where in ("page", "question"):
            page_id = kept.page(text=f"{TEXT} {where}", private=where == "page")
            body = {"page_id": page_id, "question": QUESTION, "private": where == "question"}
            kept.post("/v1/asks", body, **{"Idempotency-Key": where}).get_data()
        assert before.execute("SELECT count(*) FROM idempotency").fetchone() == (0,)
        before.close()

    def test_at_the_same_time_it_is_under_way(self) -> None:
        keys = Keys()
        assert keys.reserve("k", "body") is None
        with pytest.raises(Problem) as met:
            keys.reserve("k", "body")
        assert (met.value.status, met.value.retry_after) == (409, 1)
        keys.answered("k", Answer(200, "application/json", b"{}"))
        found = keys.reserve("k", "body")
        assert found is not None
        assert found.data == b"{}"

    def test_keys_are_forgotten_after_a_day_and_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [0.0]
        keys = Keys(lambda: now[0])
        keys.reserve("old", "body")
        keys.answered("old", Answer(200, "", b"x"))
        now[0] = 25 * 3600.0
        assert keys.reserve("old", "another") is None
        monkeypatch.setattr("pointline.web.idempotency.MOST", 3)
        for number in range(10):
            keys.reserve(f"k{number}", "body")
            keys.answered(f"k{number}", Answer(200, "", b"x"))
        assert keys.reserve("k0", "another") is None

    def test_twenty_at_once_run_it_once(self) -> None:
        keys = Keys()
        outcomes: list[Answer | Problem | None] = []
        gate = threading.Barrier(20)

        def send() -> None:
            gate.wait()
            try:
                outcomes.append(keys.reserve("k", "body"))
            except Problem as problem:
                outcomes.append(problem)

        threads = [threading.Thread(target=send) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(one is None for one in outcomes) == 1
        assert sum(isinstance(one, Problem) for one in outcomes) == 19


class TestRequestIds:
    def test_the_clients_own_is_taken_and_logged(self, api: Api, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO):
            response = api.post("/v1/pages", {"text": TEXT}, **{"X-Request-Id": "panel-7.1"})
            response.close()
        assert response.headers["X-Request-Id"] == "panel-7.1"
        assert "panel-7.1" in [getattr(record, "fields", {}).get("request") for record in caplog.records]

    @pytest.mark.parametrize("given", ["a b", "x" * 65, "é", "a\x1b[31m"])
    def test_an_unsafe_one_is_not(self, api: Api, given: str) -> None:
        response = api.post("/v1/pages", {"text": TEXT}, **{"X-Request-Id": given})
        assert response.headers["X-Request-Id"] not in ("", given)

    def test_refusals_have_one_too(self, api: Api) -> None:
        response: Any = api.client.get("/v1/status", headers={"Host": HEADERS["Host"], "X-Request-Id": "abc"})
        assert response.status_code == 401
        assert response.headers["X-Request-Id"] == "abc"


def test_a_question_carries_the_id_into_its_thread(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from pointline import logs

    seen: list[str] = []
    answered = AssertionError

    def asked(*_args: Any, **_named: Any) -> Any:
        seen.append(logs.request_id.get())
        raise answered

    monkeypatch.setattr("pointline.web.asked.answer_asked", asked)
    body = {"page_id": api.page(text=TEXT), "question": QUESTION}
    found = events(api.post("/v1/asks", body, **{"X-Request-Id": "panel-8"}).get_data())
    assert found[-1][0] == "error"
    assert seen == ["panel-8"]

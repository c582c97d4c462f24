"""Streams of events: numbered, followed by several, taken up again, and what becomes of a question nobody follows."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from helpers.api import HEADERS, Api, events
from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import ScriptedEngine
from pointline.web.asks import AskDesk
from pointline.web.events import EventLog
from pointline.web.problems import Problem
from pointline.web.turns import Turns

TEXT = "The lighthouse was built in 1871. It is 34 metres high. Its keeper lives in the village."
QUESTION = "How many metres high is it?"


class Deaf(ScriptedEngine):
    """An engine in the middle of a long prefill: it looks for a cancel only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = threading.Event()
        self.let_go = threading.Event()

    def score_pairs(self, pairs: Any, *, cancel: Any = None) -> Any:
        self.entered.set()
        self.let_go.wait(10)
        if cancel is not None and cancel():
            raise EngineCancelled("cancelled")
        return super().score_pairs(pairs, cancel=cancel)


def ids(stream: bytes) -> list[int]:
    return [int(line.partition(b": ")[2]) for line in stream.split(b"\n") if line.startswith(b"id: ")]


def opened(api: Api, **more: Any) -> Any:
    body = {"page_id": api.page(text=TEXT), "question": QUESTION, **more}
    return api.client.post("/v1/asks", json=body, headers=HEADERS)


class TestEventLog:
    def test_numbers_go_on_and_a_reader_gets_what_it_has_not_seen(self) -> None:
        log = EventLog()
        for share in (0.1, 0.2):
            log.add("progress", {"share": share})
        log.add("done", {}, last=True)
        assert [event.number for event in log.after(0)] == [1, 2, 3]
        assert [event.name for event in log.after(2)] == ["done"]
        assert not log.over(2)
        assert log.over(3)

    def test_nothing_comes_after_the_last(self) -> None:
        log = EventLog()
        assert log.add("error", {}, last=True)
        assert not log.add("done", {}, last=True)
        assert [event.name for event in log.after(0)] == ["error"]

    def test_it_is_bounded_and_claims_outlast_progress(self) -> None:
        log = EventLog(most=5)
        log.add("claim", {})
        for number in range(50):
            log.add("progress", {"share": number / 50})
        log.add("done", {}, last=True)
        found = log.after(0)
        assert len(found) == 5
        assert [found[0].name, found[-1].name] == ["claim", "done"]

    def test_a_waiting_reader_is_woken(self) -> None:
        log = EventLog()
        threading.Timer(0.05, lambda: log.add("progress", {})).start()
        start = time.monotonic()
        assert len(log.after(0, 5)) == 1
        assert time.monotonic() - start < 2


class TestStreams:
    def test_events_are_numbered_from_one(self, api: Api) -> None:
        found = ids(opened(api).get_data())
        assert found == list(range(1, len(found) + 1))

    def test_what_was_missed_is_sent_again(self, api: Api) -> None:
        response = opened(api)
        whole = response.get_data()
        ask_id = response.headers["X-Ask-Id"]
        again = api.client.get(f"/v1/asks/{ask_id}/events", headers=HEADERS)
        assert again.get_data() == whole
        last = ids(whole)[-2]
        rest = api.client.get(f"/v1/asks/{ask_id}/events", headers={**HEADERS, "Last-Event-ID": str(last)})
        assert [name for name, _ in events(rest.get_data())] == ["done"]
        nothing = api.client.get(f"/v1/asks/{ask_id}/events", headers={**HEADERS, "Last-Event-ID": str(last + 1)})
        assert nothing.get_data() == b""

    @pytest.mark.parametrize("number", ["x", "-1", "1.5", "9999999999"])
    def test_a_wrong_number_is_refused(self, api: Api, number: str) -> None:
        ask_id = opened(api).headers["X-Ask-Id"]
        refused = api.client.get(f"/v1/asks/{ask_id}/events", headers={**HEADERS, "Last-Event-ID": number})
        assert refused.status_code == 400

    def test_the_state_tells_the_answer(self, api: Api) -> None:
        response = opened(api)
        done = events(response.get_data())[-1][1]
        state = api.get(f"/v1/asks/{response.headers['X-Ask-Id']}").get_json()
        assert state["state"] == "done"
        assert {**state["answer"], "ask_id": state["ask_id"]} == done

    def test_events_of_ended_questions_are_bounded(self, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pointline.web.asks.MOST_ENDED", 3)
        asked = []
        for _ in range(6):
            response = opened(api)
            response.get_data()
            asked.append(response.headers["X-Ask-Id"])
        found = [api.get(f"/v1/asks/{ask_id}").status_code for ask_id in asked]
        assert found[:2] == [404, 404]
        assert found[-3:] == [200, 200, 200]


class TestWhileTheModelIsDeaf:
    @pytest.fixture
    def engine(self) -> Deaf:
        return Deaf()

    def test_delete_ends_the_stream_within_half_a_second(self, api: Api, desk: AskDesk, engine: Deaf) -> None:
        response = opened(api)
        assert engine.entered.wait(5)
        start = time.monotonic()
        ask_id = response.headers["X-Ask-Id"]
        assert api.client.delete(f"/v1/asks/{ask_id}", headers=HEADERS).status_code == 204
        stream = response.get_data()
        assert time.monotonic() - start < 0.5
        assert events(stream)[-1][1]["type"] == "urn:pointline:cancelled"
        assert api.get(f"/v1/asks/{ask_id}").get_json()["state"] == "cancelled"
        # The model is still at it, so the place is not free before it has looked.
        assert desk.turns.waiting() == 0
        assert engine.let_go.is_set() is False
        engine.let_go.set()

    def test_a_late_answer_changes_nothing(self, api: Api, desk: AskDesk, engine: Deaf) -> None:
        response = opened(api)
        assert engine.entered.wait(5)
        api.client.delete(f"/v1/asks/{response.headers['X-Ask-Id']}", headers=HEADERS)
        engine.let_go.set()
        desk.close()
        assert [name for name, _ in events(response.get_data()) if name != "progress"] == ["error"]

    def test_leaving_cancels(self, api: Api, desk: AskDesk, engine: Deaf) -> None:
        response = opened(api)
        assert engine.entered.wait(5)
        response.close()
        assert desk.under_way() == 0
        engine.let_go.set()

    def test_a_kept_question_goes_on_and_can_be_followed(self, api: Api, desk: AskDesk, engine: Deaf) -> None:
        response = opened(api, keep=True)
        ask_id = response.headers["X-Ask-Id"]
        assert engine.entered.wait(5)
        first = next(iter(response.response))
        response.close()
        assert desk.under_way() == 1
        followed = api.client.get(
            f"/v1/asks/{ask_id}/events", headers={**HEADERS, "Last-Event-ID": str(ids(first)[-1])}
        )
        engine.let_go.set()
        found = followed.get_data()
        assert events(found)[-1][0] == "done"
        assert ids(found)[0] == ids(first)[-1] + 1

    def test_while_one_reader_is_left_it_goes_on(self, api: Api, desk: AskDesk, engine: Deaf) -> None:
        response = opened(api)
        ask_id = response.headers["X-Ask-Id"]
        second = api.client.get(f"/v1/asks/{ask_id}/events", headers=HEADERS)
        assert engine.entered.wait(5)
        response.close()
        assert desk.under_way() == 1
        engine.let_go.set()
        assert events(second.get_data())[-1][0] == "done"

    def test_202_is_answered_at_once_and_kept(self, api: Api, engine: Deaf) -> None:
        response = opened(api, stream=False)
        assert response.status_code == 202
        state = response.get_json()
        assert state["state"] in ("queued", "running")
        assert response.headers["Location"] == f"/v1/asks/{state['ask_id']}"
        engine.let_go.set()
        found = api.client.get(f"{response.headers['Location']}/events", headers=HEADERS).get_data()
        assert events(found)[-1][0] == "done"

    def test_places_are_told(self, api: Api, engine: Deaf) -> None:
        waiting = [opened(api) for _ in range(3)]
        assert engine.entered.wait(5)
        places = [api.get(f"/v1/asks/{one.headers['X-Ask-Id']}").get_json()["place"] for one in waiting]
        assert places == [0, 1, 2]
        assert api.get("/v1/status").get_json()["queue"] == 2
        engine.let_go.set()
        told = [
            [data["place"] for name, data in events(one.get_data()) if name == "progress" and "place" in data]
            for one in waiting
        ]
        assert told[2][0] == 2
        assert told[2] == sorted(told[2], reverse=True)


def test_retry_after_follows_how_long_turns_take() -> None:
    turns = Turns(waiting=0)
    for _ in range(40):
        turn = turns.join()
        turn.wait(lambda: False, lambda _place: None)
        assert turn.began is not None
        turn.began -= 20.0
        turn.leave()
    kept = turns.join()
    with pytest.raises(Problem) as refused:
        turns.join()
    assert 15 <= (refused.value.retry_after or 0) <= 20
    kept.leave()

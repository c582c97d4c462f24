"""A question about an address is acknowledged only when it is in the store, whatever becomes of the address."""

from __future__ import annotations

import threading
from pathlib import Path

from helpers.api import HEADERS, HOST, Api, Web, events
from pointline.engine.scripted import ScriptedEngine
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access

ADDRESS = "http://a.invalid/p"
BODY = {"question": f"How many metres high is it, says {ADDRESS} ?", "stream": False}
KEY = {"Idempotency-Key": "b7"}


def test_it_is_in_the_store_before_its_page_is_and_outlives_the_program(
    kept: Api, store: Store, web: Web, desk: AskDesk, tmp_path: Path
) -> None:
    web.slow = threading.Event().is_set
    told = kept.post("/v1/asks", BODY, **KEY)
    assert told.status_code == 202
    ask_id = told.get_json()["ask_id"]
    noted = store.ask(ask_id)
    assert noted is not None
    assert (noted.status, noted.session) == ("running", told.get_json()["session_id"])
    # As after a kill: another program opens what the first one left behind.
    with Store.open(f"sqlite:///{tmp_path / 'history.db'}") as after:
        engine = ScriptedEngine()
        later = AskDesk(engine)
        app = create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=later, store=after, opener=web)
        again = Api(app.test_client())
        found = again.get(f"/v1/asks/{ask_id}")
        assert found.status_code == 200
        assert found.get_json()["state"] == "interrupted"
        assert found.get_json()["record"]["page"]["url"] == ADDRESS
        replayed = again.post("/v1/asks", BODY, **KEY)
        assert (replayed.status_code, replayed.get_json()["ask_id"]) == (202, ask_id)
        later.close()
    desk.close()


def test_it_is_bound_to_the_page_that_was_opened(kept: Api, store: Store, web: Web) -> None:
    web.texts[ADDRESS] = "The lighthouse was built in 1871. It is 34 metres high."
    told = kept.post("/v1/asks", {**BODY, "stream": True})
    found = events(told.get_data())
    assert found[-1][0] == "done"
    noted = store.ask(told.headers["X-Ask-Id"])
    assert noted is not None
    assert (noted.status, noted.page.url, noted.page.sha256) == ("done", ADDRESS, found[-1][1]["page"]["sha256"])
    assert noted.result is not None
    assert noted.result.claims[0].lines[0].line == "It is 34 metres high."
    assert kept.post("/v1/forget", {"everything": True}).get_json()["pages"] == 1


def test_an_address_that_cannot_be_opened_ends_it_with_the_reason(kept: Api, store: Store) -> None:
    told = kept.post("/v1/asks", {**BODY, "stream": True})
    assert events(told.get_data())[-1][0] == "error"
    noted = store.ask(told.headers["X-Ask-Id"])
    assert noted is not None
    assert (noted.status, noted.problem) == ("failed", f"{ADDRESS} cannot be reached.")


def test_it_can_be_cancelled_and_a_private_one_leaves_nothing(kept: Api, store: Store, web: Web, desk: AskDesk) -> None:
    web.slow = threading.Event().is_set
    ask_id = kept.post("/v1/asks", BODY).get_json()["ask_id"]
    private = kept.post("/v1/asks", {**BODY, "private": True}).get_json()["ask_id"]
    assert kept.client.delete(f"/v1/asks/{ask_id}", headers=HEADERS).status_code == 204
    desk.close()
    noted = store.ask(ask_id)
    assert noted is not None
    assert noted.status == "cancelled"
    assert store.ask(private) is None

"""Threads and probes over HTTP: several pages, lines of earlier turns, and each claim's own page."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.api import HOST, Api, Web, assert_problem, events
from helpers.permits import ORCHARD, TURNS, VALLEY, WORKSHOP
from pointline.engine.scripted import ScriptedEngine
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.views import DoneEvent


@pytest.fixture
def pages(kept: Api) -> list[str]:
    return send(kept)


def send(api: Api) -> list[str]:
    texts = (("orchard", ORCHARD.format(budget="<p>𝔸</p>")), ("workshop", WORKSHOP), ("living", VALLEY))
    return [api.page(html=text, url=f"https://valley.example/{name}") for name, text in texts]


def done(response: Any) -> Any:
    assert response.status_code == 200, response.get_data(as_text=True)
    name, data = events(response.get_data())[-1]
    assert name == "done"
    DoneEvent.model_validate(data)
    return data


def test_a_thread_over_three_pages(kept: Api, pages: list[str]) -> None:
    body = {"page_id": pages[0], "page_ids": pages[1:], "question": TURNS[0]}
    first = done(kept.post("/v1/asks", body))
    assert first["turn"] == 1
    assert len(first["pages"]) == 3
    thread = f"/v1/threads/{first['thread_id']}/asks"
    second = done(kept.post(thread, {"question": TURNS[1]}))
    wrong = [claim for claim in second["claims"] if "1,600" in claim["line"]]
    assert [claim["source_url"] for claim in wrong] == ["https://valley.example/workshop"]
    assert "entity_scope_other_than_item" in {caveat["code"] for caveat in wrong[0]["caveats"]}
    third = done(kept.post(thread, {"question": TURNS[2], "gather": True, "probe": True}))
    assert third["turn"] == 3
    assert {1, 2} <= {claim["from_turn"] for claim in third["claims"]}
    assert len(third["probe"]["framings"]) == 3


def test_a_thread_is_taken_up_from_the_store(
    kept: Api, pages: list[str], engine: ScriptedEngine, desk: AskDesk, web: Web
) -> None:
    first = done(kept.post("/v1/asks", {"page_id": pages[0], "page_ids": pages[1:], "question": TURNS[0]}))
    access = Access(hosts=frozenset({HOST}), token="right")
    started_again = Api(create_app(engine, access, desk=desk, opener=web).test_client())
    assert send(started_again) == pages
    later = done(started_again.post(f"/v1/threads/{first['thread_id']}/asks", {"question": "zzz", "gather": True}))
    assert len(later["pages"]) == 3
    assert later["turn"] == 2
    assert [claim["from_turn"] for claim in later["claims"]] == [1] * len(first["claims"])


def test_a_page_that_is_not_here_is_a_problem(kept: Api, pages: list[str]) -> None:
    body = {"page_id": pages[0], "page_ids": ["gone"], "question": "What?"}
    assert assert_problem(kept.post("/v1/asks", body), 404)["action"]
    first = done(kept.post("/v1/asks", {"page_id": pages[0], "question": TURNS[0]}))
    thread = f"/v1/threads/{first['thread_id']}/asks"
    assert assert_problem(kept.post(thread, {"page_ids": ["gone"], "question": "What?"}), 404)["action"]

"""Tables over HTTP: told and kept cell by cell, taken up, cancelled; names suggested; a person's verdict."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from pydantic import BaseModel

from exactquote.html import read_html
from helpers.api import HEADERS, Api, Web, assert_problem, events
from helpers.evaluating import PAGES, Says, script
from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.store.cells import CellFilter
from pointline.store.store import Store
from pointline.web.asks import AskDesk
from pointline.web.views_history import CellView
from pointline.web.views_tables import (
    CellEvent,
    TableDoneEvent,
    TableErrorEvent,
    TableProgressEvent,
    TableView,
)

ITEM, FIELDS = "Brightwater Energy", ["penalty amount", "date of order"]
ORDERED = "The Harbour Markets Commission on 2 June"
FINE = "The Office of the Crown Prosecutor charged Brightwater Energy PLC"
MANY = [str(number) for number in range(40)]
ASTRAL = "\U0001f6a2"
EVENTS: dict[str, type[BaseModel]] = {
    "progress": TableProgressEvent,
    "cell": CellEvent,
    "done": TableDoneEvent,
    "error": TableErrorEvent,
}


class Slow(ScriptedEngine):
    """Stops at what is asked about one field until it is let go."""

    def __init__(self, script: Script, at: str) -> None:
        super().__init__(script)
        self.at = at
        self.entered, self.let_go = threading.Event(), threading.Event()

    def score_pairs(self, pairs: Any, *, cancel: Any = None) -> Any:
        if any(self.at in continuation for _, continuation in pairs):
            self.entered.set()
            self.let_go.wait(20)
            if cancel is not None and cancel():
                raise EngineCancelled("cancelled")
        return super().score_pairs(pairs, cancel=cancel)


@pytest.fixture
def engine() -> Slow:
    values = [(ITEM, FIELDS[0], ORDERED, "$48,250,000"), (ITEM, FIELDS[1], ORDERED, "2 June 2022")]
    says = [Says("parallel_action_unreported", ITEM, FINE)]
    made = Slow(Script.from_json(json.dumps(script(values, says))), "date of order")
    made.let_go.set()
    return made


def source(name: str) -> str:
    """A release with a character before it that counts twice in UTF-16."""
    return (PAGES / f"{name}.html").read_text(encoding="utf-8").replace("<h1>", f"<h1>{ASTRAL} ", 1)


def sent(api: Api, **more: Any) -> list[str]:
    names = ("hmc-brightwater", "ocp-brightwater")
    return [api.page(html=source(name), url=f"https://{name}.example/", **more) for name in names]


def asked(api: Api, pages: list[str], **more: Any) -> Any:
    return api.post("/v1/tables", {"pages": pages, "items": [ITEM], "fields": FIELDS, **more})


def told(response: Any) -> list[tuple[str, Any]]:
    assert response.status_code == 200, response.get_data(as_text=True)
    return events(response.get_data())


def painted(page: str, spans: list[dict[str, int]]) -> str:
    units = read_html(source(page)).text.encode("utf-16-le")
    return "\t".join(units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le") for span in spans)


class TestTable:
    def test_cells_are_told_with_their_lines_on_their_pages_and_kept(self, kept: Api, store: Store) -> None:
        pages = sent(kept)
        response = asked(kept, pages)
        found = told(response)
        for name, data in found:
            EVENTS[name].model_validate(data)
        assert [name for name, _ in found if name != "progress"] == ["cell", "cell", "done"]
        steps = [data for name, data in found if name == "progress" and data.get("item")]
        assert [data["step"] for data in steps[:4]] == ["point", "extract", "judge", "caveats"]
        assert (steps[-1]["done"], steps[-1]["total"], steps[-1]["field"]) == (1, 2, FIELDS[1])

        penalty = found[-1][1]["cells"][0]
        assert (penalty["value"], penalty["verdict"], penalty["page_id"]) == ("$48,250,000", "caveated", pages[0])
        assert painted("hmc-brightwater", penalty["spans"]) == penalty["quote"]
        assert painted("hmc-brightwater", penalty["value_spans"]) == penalty["value"]
        (caveat,) = penalty["caveats"]
        assert (caveat["code"], caveat["page_id"]) == ("parallel_action_unreported", pages[1])
        assert painted("ocp-brightwater", caveat["spans"]) == caveat["line"]
        assert (found[-1][1]["sources"], found[-1][1]["domains"]) == (2, 2)

        second, first = store.cells(CellFilter(run=found[-1][1]["run"])).items  # newest first
        assert (first.id, first.session) == (penalty["cell_id"], response.headers["X-Session-Id"])
        assert first.record.value_spans
        assert second.record.field == FIELDS[1]
        state = kept.get(f"/v1/tables/{response.headers['X-Table-Id']}").get_json()
        TableView.model_validate(state)
        assert (state["state"], state["cells"]) == ("done", found[-1][1]["cells"])

    def test_the_same_table_in_its_session_takes_up_what_is_there(self, kept: Api, engine: Slow) -> None:
        pages = sent(kept)
        before = told(asked(kept, pages, fields=FIELDS[:1]))[-1][1]
        engine.calls.clear()
        after = told(asked(kept, pages[::-1], session_id=before["session_id"]))
        cells = after[-1][1]["cells"]
        assert [cell["kept"] for cell in cells] == [True, False]
        assert {**cells[0], "kept": False, "created_at": ""} == {**before["cells"][0], "created_at": ""}
        assert not any("penalty amount" in "".join(call.extra) for call in engine.calls)
        assert after[-1][1]["run"] == before["run"]
        # Another page is another table: nothing of the first is taken for it.
        fresh = told(asked(kept, pages[:1], session_id=before["session_id"], fields=FIELDS[:1]))[-1][1]
        assert not fresh["cells"][0]["kept"]

    def test_delete_keeps_what_is_done_and_it_can_be_gone_on_with(self, kept: Api, engine: Slow, store: Store) -> None:
        engine.let_go.clear()
        pages = sent(kept)
        response = asked(kept, pages)
        assert engine.entered.wait(20)
        path = f"/v1/tables/{response.headers['X-Table-Id']}"
        assert kept.client.delete(path, headers=HEADERS).status_code == 204
        found = told(response)
        assert [name for name, _ in found if name != "progress"] == ["cell", "error"]
        assert found[-1][1]["type"] == "urn:pointline:cancelled"
        state = kept.get(path).get_json()
        assert (state["state"], [cell["field"] for cell in state["cells"]]) == ("cancelled", FIELDS[:1])
        engine.let_go.set()
        assert [cell.record.field for cell in store.cells().items] == FIELDS[:1]
        again = told(asked(kept, pages, session_id=state["session_id"]))[-1][1]
        assert [cell["kept"] for cell in again["cells"]] == [True, False]

    def test_leaving_cancels_but_for_keep(self, kept: Api, desk: AskDesk, engine: Slow) -> None:
        engine.let_go.clear()
        pages = sent(kept)
        left = asked(kept, pages)
        assert engine.entered.wait(20)
        left.close()
        assert desk.under_way() == 0
        engine.let_go.set()
        going = asked(kept, pages, stream=False)
        assert going.status_code == 202
        place = f"{going.headers['Location']}/events"
        whole = kept.client.get(place, headers=HEADERS).get_data()
        last = whole.count(b"\nevent: ")
        rest = kept.client.get(place, headers={**HEADERS, "Last-Event-ID": str(last - 1)})
        assert [name for name, _ in events(rest.get_data())] == ["done"]

    def test_a_question_goes_before_the_next_cell(self, kept: Api, engine: Slow) -> None:
        engine.at = FIELDS[0]
        engine.let_go.clear()
        pages = sent(kept)
        table = asked(kept, pages, keep=True)
        assert engine.entered.wait(20)
        question = kept.post("/v1/asks", {"page_id": pages[0], "question": "Who ordered it?"})
        assert kept.get("/v1/status").get_json()["queue"] == 1
        engine.let_go.set()
        assert events(question.get_data())[-1][0] == "done"
        found = told(table)
        waits = [number for number, (_, data) in enumerate(found) if data.get("place") == 1]
        assert [name for name, _ in found[: waits[0]] if name == "cell"] == ["cell"]
        assert [name for name, _ in found if name != "progress"] == ["cell", "cell", "done"]

    def test_addresses_are_opened_and_those_that_cannot_be_say_which(self, kept: Api, web: Web) -> None:
        web.texts["https://a.example/"] = f"{ORDERED} 2022 ordered {ITEM} to pay $48,250,000."
        found = told(asked(kept, ["https://a.example/"], fields=FIELDS[:1]))[-1][1]
        assert (found["sources"], found["cells"][0]["source_url"]) == (1, "https://a.example/")
        name, problem = told(asked(kept, ["https://a.example/", "https://gone.example/"]))[-1]
        assert (name, problem["status"]) == ("error", 422)
        assert "https://gone.example/" in problem["detail"]

    def test_nothing_private_is_kept(self, kept: Api, store: Store) -> None:
        found = told(asked(kept, sent(kept, private=True)))[-1][1]
        assert [cell["cell_id"] for cell in found["cells"]] == [None, None]
        assert found["run"] == ""
        assert store.sessions().items == ()

    def test_without_a_history_it_works_too(self, api: Api) -> None:
        assert len(told(asked(api, sent(api)))[-1][1]["cells"]) == 2
        assert_problem(asked(api, sent(api), session_id="x"), 503)

    def test_the_same_key_does_not_ask_twice(self, kept: Api, store: Store) -> None:
        body = {"pages": sent(kept), "items": [ITEM], "fields": FIELDS[:1]}
        first = kept.post("/v1/tables", body, **{"Idempotency-Key": "k"})
        stream = first.get_data()
        again = kept.post("/v1/tables", body, **{"Idempotency-Key": "k"})
        assert again.get_data() == stream
        assert again.headers["Idempotency-Replayed"] == "true"
        assert len(store.sessions().items) == 1

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({"pages": ["nowhere"], "items": ["a"], "fields": ["b"]}, 404),
            ({"pages": ["https://a.example/"], "items": ["a"], "fields": ["b"], "session_id": "no"}, 404),
            ({"pages": ["https://a.example/"], "items": [" "], "fields": ["b"]}, 422),
            ({"pages": [], "items": ["a"], "fields": ["b"]}, 422),
            ({"pages": ["file:///etc/passwd"], "items": ["a"], "fields": ["b"]}, 422),
            ({"pages": ["https://a.example/"], "items": MANY, "fields": MANY}, 422),
        ],
    )  # fmt: skip
    def test_bad_input_is_refused(self, kept: Api, body: Any, status: int) -> None:
        assert_problem(kept.post("/v1/tables", body), status)

    def test_an_id_of_another_kind_is_none(self, kept: Api) -> None:
        page = kept.page(text="It is 34 metres high.")
        ask_id = kept.ask(page, "How high is it?")[-1][1]["ask_id"]
        assert_problem(kept.get(f"/v1/tables/{ask_id}"), 404)
        assert_problem(kept.client.delete(f"/v1/tables/{ask_id}", headers=HEADERS), 404)


def test_the_queue_is_bounded(kept: Api, engine: Slow) -> None:
    engine.let_go.clear()
    page = sent(kept)[:1]
    for _ in range(5):
        assert asked(kept, page, stream=False, fields=FIELDS[1:]).status_code == 202
    refused = asked(kept, page, fields=FIELDS[1:])
    assert_problem(refused, 429)
    assert int(refused.headers["Retry-After"]) >= 1
    engine.let_go.set()


def test_names_are_suggested(api: Api, web: Web) -> None:
    table = "<table><tr><th>Firm</th><th>Fine</th></tr><tr><td>Ola AS</td><td>$5</td></tr></table>"
    web.texts["https://a.example/"] = "Rent: 5 kr\nArea: 40 m2"
    found = api.post("/v1/tables/suggest", {"pages": [api.page(html=table), "https://a.example/"]}).get_json()
    assert found == {"items": ["Ola AS"], "fields": ["Fine", "Rent", "Area"]}
    assert_problem(api.post("/v1/tables/suggest", {"pages": ["nowhere"]}), 404)


def test_a_person_judges_a_cell(kept: Api) -> None:
    cell = told(asked(kept, sent(kept), fields=FIELDS[:1]))[-1][1]["cells"][0]
    path = f"/v1/cells/{cell['cell_id']}"
    body = {"verdict": "mismatch", "why": "It was never paid."}
    found = kept.client.put(f"{path}/verdict", json=body, headers=HEADERS).get_json()
    CellView.model_validate(found)
    assert (found["verdict"], found["verdict_source"], found["why"]) == ("mismatch", "person", "It was never paid.")
    assert [one["verdict"] for one in found["replaced"]] == ["caveated"]
    assert kept.get(path).get_json() == found
    back = kept.client.delete(f"{path}/verdict", headers=HEADERS).get_json()
    assert (back["verdict"], back["why"], back["replaced"]) == (cell["verdict"], cell["why"], [])
    assert kept.client.delete(f"{path}/verdict", headers=HEADERS).get_json() == back
    assert_problem(kept.client.delete("/v1/cells/none/verdict", headers=HEADERS), 404)
    assert_problem(kept.client.put("/v1/cells/none/verdict", json=body, headers=HEADERS), 404)
    assert_problem(kept.client.put(f"{path}/verdict", json={"verdict": "true"}, headers=HEADERS), 422)

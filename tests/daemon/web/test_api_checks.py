"""Memos checked over HTTP, and sessions whose sources are opened again."""

from __future__ import annotations

import threading
from typing import Any

from pydantic import BaseModel

from exactquote.plaintext import read_text
from helpers.api import HEADERS, Api, Web, assert_problem, events
from pointline.store.store import Store
from pointline.web.asks import AskDesk
from pointline.web.views_checks import (
    CheckDoneEvent,
    CheckedClaimEvent,
    CheckErrorEvent,
    CheckProgressEvent,
    CheckView,
    RecheckDoneEvent,
    RecheckProgressEvent,
    RecheckView,
)

HOME = "https://memo.example/"
LINE = "The Grain Board ordered Tarn Milling to pay $61,350,000 for selling wheat under a false grade."
ORDER = f"\U0001f33e Order\n\n{LINE}"

MEMO = """Tarn Milling was ordered to pay $61,350,000 ([order](order)).

Its fine was $12,000,000 ([order](./order#fine)).

The mill has 230 workers ([gone](/gone)).

The keeper of the mill lives in Ashford.
"""
EVENTS: dict[str, type[BaseModel]] = {
    "progress": CheckProgressEvent,
    "claim": CheckedClaimEvent,
    "done": CheckDoneEvent,
    "error": CheckErrorEvent,
}


def checked(api: Api, **more: Any) -> Any:
    return api.post("/v1/checks", {"text": MEMO, "format": "markdown", "base": f"{HOME}memo", **more})


def told(response: Any) -> list[tuple[str, Any]]:
    assert response.status_code == 200, response.get_data(as_text=True)
    return events(response.get_data())


def test_claims_are_told_with_their_lines_and_reported(kept: Api, web: Web, store: Store) -> None:
    web.texts[f"{HOME}order"] = ORDER
    response = checked(kept)
    found = told(response)
    for name, data in found:
        EVENTS[name].model_validate(data)
    report = found[-1][1]
    claims = [data for name, data in found if name == "claim"]
    assert [one["number"] for one in claims] == [1, 2, 3, 4]  # amounts by size, other figures, the rest
    assert [{**one, "check_id": None} for one in claims] == [{**one, "check_id": None} for one in report["claims"]]
    first = report["claims"][0]
    assert (first["link_works"], first["source_url"], first["quote"]) == (True, f"{HOME}order", LINE)
    units = read_text(ORDER).text.encode("utf-16-le")
    (span,) = first["spans"]
    assert units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le") == first["quote"]
    assert kept.get(f"/v1/pages/{first['page_id']}").get_json()["url"] == f"{HOME}order"
    assert [one["link_works"] for one in report["claims"]] == [True, True, False, None]
    assert report["rates"]["link_works"] == round(2 / 3, 4)
    assert "link_broken" in {fix["fault"] for fix in report["fixes"]}
    assert report["failed"] is True
    assert web.opened == [f"{HOME}order", f"{HOME}gone"]  # each once

    kept_cells = store.cells().items
    assert {cell.id for cell in kept_cells} == {one["cell_id"] for one in report["claims"]}
    assert {cell.record.run for cell in kept_cells} == {report["run"]}
    state = kept.get(f"/v1/checks/{response.headers['X-Check-Id']}").get_json()
    CheckView.model_validate(state)
    assert state["report"]["rates"] == report["rates"]
    assert len(state["claims"]) == 4


def test_a_check_sent_again_with_its_session_goes_on_and_doubles_nothing(kept: Api, web: Web, store: Store) -> None:
    web.texts[f"{HOME}order"] = ORDER
    first = told(checked(kept))[-1][1]
    ids = {one["cell_id"] for one in first["claims"]}
    again = told(checked(kept, session_id=first["session_id"]))[-1][1]
    assert {one["cell_id"] for one in again["claims"]} == ids == {cell.id for cell in store.cells().items}
    assert again["run"] == first["run"]


def test_without_links_the_pages_given_are_looked_through(api: Api) -> None:
    page = api.page(text=ORDER, url=f"{HOME}order")
    text = "<p>Tarn Milling was ordered to pay $61,350,000.</p>"
    report = told(checked(api, text=text, format="html", against=[page], base=""))[-1][1]
    (claim,) = report["claims"]
    assert (claim["status"], claim["page_id"], claim["link_works"]) == ("against", page, None)
    assert claim["quote"] == LINE
    assert (claim["cell_id"], report["run"]) == (None, "")  # no history here


def test_what_is_selected_in_a_page_is_no_evidence_for_itself(api: Api) -> None:
    said = "Tarn Milling must pay $61,350,000 \U0001f33e."
    page_text = f"{said}\n\n{LINE}\n\nThe mill has 230 workers."
    page = api.page(text=page_text, url=f"{HOME}order")
    selection = {"start": 0, "end": len(said.encode("utf-16-le")) // 2}
    asked = {"text": said, "format": "plain", "against": [page], "base": ""}
    (itself,) = told(checked(api, **asked))[-1][1]["claims"]
    assert itself["quote"] == said
    (other,) = told(checked(api, **asked, selection=selection))[-1][1]["claims"]
    assert other["quote"] == LINE
    alone = {**asked, "text": "The mill has 230 workers."}
    whole = {"start": 0, "end": len(read_text(page_text).text.encode("utf-16-le")) // 2}
    (nowhere,) = told(checked(api, **alone, selection=whole))[-1][1]["claims"]
    assert (nowhere["quote"], nowhere["nearest"]) == (None, None)


def test_a_selection_that_is_nowhere_is_refused(api: Api) -> None:
    page = api.page(text=LINE)
    for more in ({"against": [page], "selection": {"start": 0, "end": 5000}}, {"selection": {"start": 0, "end": 1}}):
        response = checked(api, **more)
        assert "selection" in assert_problem(response, 422)["detail"]


def test_a_memo_from_the_api_leads_to_no_file_and_strict_counts_the_uncertain(api: Api, web: Web) -> None:
    web.texts[f"{HOME}order"] = "Tarn Milling was ordered to pay $61,350,000."
    text = "Tarn Milling was ordered to pay $61,350,000 ([a](order)). Root is $0 ([b](file:///etc/passwd))."
    report = told(checked(api, text=text))[-1][1]
    assert [one["link_works"] for one in report["claims"]] == [True, False]
    assert web.opened == [f"{HOME}order"]
    alone = "Tarn Milling was ordered to pay $61,350,000 ([a](order))."
    assert told(checked(api, text=alone))[-1][1]["failed"] is False
    assert told(checked(api, text=alone, strict=True))[-1][1]["failed"] is True


def test_delete_and_leaving_cancel(kept: Api, web: Web, desk: AskDesk) -> None:
    web.slow = threading.Event().is_set
    response = checked(kept)
    path = f"/v1/checks/{response.headers['X-Check-Id']}"
    assert kept.client.delete(path, headers=HEADERS).status_code == 204
    assert told(response)[-1][1]["type"] == "urn:pointline:cancelled"
    assert kept.get(path).get_json()["state"] == "cancelled"
    left = checked(kept)
    left.close()
    assert desk.under_way() == 0


def test_bad_input_is_refused(kept: Api) -> None:
    assert_problem(checked(kept, text=" "), 422)
    assert_problem(checked(kept, base="file:///home/me/memo.md"), 422)
    assert_problem(checked(kept, against=["nowhere"]), 404)
    assert_problem(checked(kept, format="docx"), 422)
    assert_problem(checked(kept, private=True, session_id="x"), 422)


def test_sources_are_opened_again_and_what_was_kept_stays(kept: Api, web: Web, store: Store) -> None:
    web.texts[f"{HOME}order"] = ORDER
    session = told(checked(kept, text=MEMO.split("\n\n")[0]))[-1][1]["session_id"]
    before = store.cells().items

    def again() -> Any:
        response = kept.post(f"/v1/sessions/{session}/recheck", {})
        *progress, (name, data) = told(response)
        assert name == "done"
        RecheckDoneEvent.model_validate(data)
        for _, one in progress:
            RecheckProgressEvent.model_validate(one)
        state = kept.get(f"/v1/rechecks/{response.headers['X-Recheck-Id']}").get_json()
        RecheckView.model_validate(state)
        assert state["rechecked"]["counts"] == data["counts"]
        return data["lines"][0]

    assert (again()["now"], again()["id"]) == ("unchanged", before[0].id)
    web.texts[f"{HOME}order"] = f"Corrected.\n\n{ORDER}"
    assert again()["now"] == "line_still_there"
    web.texts[f"{HOME}order"] = "The order was withdrawn."
    gone = again()
    assert (gone["now"], gone["caveats"]) == ("page_changed", [{"code": "page_changed", "line": None}])
    del web.texts[f"{HOME}order"]
    assert again()["now"] == "not_opened"
    assert store.cells().items == before
    assert read_text(ORDER).sha256 == before[0].record.page_sha256
    assert_problem(kept.post("/v1/sessions/none/recheck", {}), 404)

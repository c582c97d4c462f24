"""The history over the API: what is kept, what is not, lists in parts, threads, export, forgetting."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from helpers.api import HEADERS, Api, assert_problem
from pointline.store.cell_records import CellRecord
from pointline.store.store import Store
from pointline.web.asks import AskDesk

TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"
SECRET = "Zwiebelturm"


def files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_an_answer_is_in_the_store_before_it_is_told(kept: Api, store: Store) -> None:
    body = {"page_id": kept.page(text=TEXT, url="https://example.org/light"), "question": QUESTION}
    response = kept.client.post("/v1/asks", json=body, headers=HEADERS)
    begun = store.ask(response.headers["X-Ask-Id"])
    assert begun is not None
    stream = b""
    for piece in response.iter_encoded():
        stream += piece
        if b"event: done" in piece:
            noted = store.ask(response.headers["X-Ask-Id"])
            assert noted is not None
            assert noted.status == "done"
            assert noted.result is not None
    assert b"event: done" in stream


def test_a_cancelled_question_is_recorded_as_such(kept: Api, store: Store, desk: AskDesk) -> None:
    body = {"page_id": kept.page(text=TEXT), "question": QUESTION, "stream": False}
    waiting = [kept.client.post("/v1/asks", json=body, headers=HEADERS).get_json()["ask_id"] for _ in range(4)]
    kept.client.delete(f"/v1/asks/{waiting[-1]}", headers=HEADERS)
    desk.close()
    noted = store.ask(waiting[-1])
    assert noted is not None
    assert noted.status in ("cancelled", "done")
    assert kept.get(f"/v1/asks/{waiting[-1]}").get_json()["state"] == noted.status


@pytest.mark.parametrize("where", ["page", "question"])
def test_private_is_never_written(kept: Api, store: Store, tmp_path: Path, where: str) -> None:
    page_id = kept.page(text=f"{TEXT} {SECRET}.", title=SECRET, private=where == "page", keep_text=True)
    done = kept.ask(page_id, f"How high is the {SECRET}?", private=where == "question")[-1]
    assert done[0] == "done"
    assert store.sessions().items == ()
    assert SECRET.encode() not in files(tmp_path)
    further = kept.post(f"/v1/threads/{done[1]['thread_id']}/asks", {"question": f"And when, {SECRET}?"})
    assert b"event: done" in further.get_data()
    assert SECRET.encode() not in files(tmp_path)


def test_a_private_page_that_is_sent_again_from_elsewhere_stays_private(kept: Api, store: Store) -> None:
    private = kept.page(text=TEXT, private=True)
    public = kept.page(text=TEXT)
    assert kept.get(f"/v1/pages/{private}").get_json()["private"] is True
    assert kept.get(f"/v1/pages/{public}").get_json()["private"] is False
    kept.ask(private, QUESTION)
    assert store.sessions().items == ()
    first = kept.ask(public, QUESTION)[-1][1]
    assert [ask.id for ask in store.asks().items] == [first["ask_id"]]
    kept.post("/v1/forget", {"site": "other.example"})
    assert kept.get(f"/v1/pages/{private}").get_json()["private"] is True


def test_page_text_is_kept_only_when_the_person_says_so(kept: Api, store: Store) -> None:
    for keep in (False, True):
        page_id = kept.page(text=f"{TEXT} Keep it: {keep}.", keep_text=keep)
        done = kept.ask(page_id, QUESTION)[-1][1]
        noted = store.ask(done["ask_id"])
        assert noted is not None
        assert (noted.page.text is not None) is keep


def test_a_thread_goes_on_in_its_session(kept: Api) -> None:
    first = kept.ask(kept.page(text=TEXT), QUESTION)[-1][1]
    follow = kept.post(f"/v1/threads/{first['thread_id']}/asks", {"question": "When was it built?"})
    follow.get_data()
    session = kept.get(f"/v1/sessions/{first['session_id']}").get_json()
    assert [item["question"] for item in session["items"]] == ["When was it built?", QUESTION]
    assert {item["thread_id"] for item in session["items"]} == {first["thread_id"]}
    assert "1871" in session["items"][0]["result"]["claims"][0]["lines"][0]["line"]
    other = kept.ask(kept.page(text=TEXT), QUESTION, session_id=first["session_id"])[-1][1]
    assert other["session_id"] == first["session_id"]
    assert other["thread_id"] != first["thread_id"]


def test_threads_without_a_store_too(api: Api) -> None:
    first = api.ask(api.page(text=TEXT), QUESTION)[-1][1]
    follow = api.post(f"/v1/threads/{first['thread_id']}/asks", {"question": "When was it built?"})
    assert b"1871" in follow.get_data()
    assert follow.headers["X-Session-Id"] == first["session_id"]
    assert_problem(api.post("/v1/threads/none/asks", {"question": "When?"}), 404)
    assert_problem(api.get("/v1/sessions"), 503)


def test_unknown_sessions_are_refused(kept: Api) -> None:
    body = {"page_id": kept.page(text=TEXT), "question": QUESTION, "session_id": "nowhere"}
    assert_problem(kept.post("/v1/asks", body), 404)
    for path in ("/v1/sessions/nowhere", "/v1/sessions/nowhere/export"):
        assert_problem(kept.get(path), 404)
    assert_problem(kept.client.delete("/v1/sessions/nowhere", headers=HEADERS), 404)


def test_lists_come_in_parts(kept: Api) -> None:
    page_id = kept.page(text=TEXT)
    asked = [kept.ask(page_id, QUESTION)[-1][1]["session_id"] for _ in range(5)]
    found: list[str] = []
    cursor = ""
    while True:
        part = kept.get(f"/v1/sessions?limit=2{cursor}").get_json()
        found += [item["session_id"] for item in part["items"]]
        assert len(part["items"]) <= 2
        if part["next"] is None:
            break
        cursor = f"&cursor={part['next']}"
    assert found == asked[::-1]
    for wrong in ("limit=0", "limit=x", "limit=201", "cursor=nonsense", "surprise=1", "limit=2&limit=3"):
        assert_problem(kept.get(f"/v1/sessions?{wrong}"), 422)


def cell(**more: Any) -> CellRecord:
    given: dict[str, Any] = {
        "item": "Harbour", "field": "fee", "value": "14 euros", "source_url": "https://example.org/fees",
        "page_sha256": "0" * 64, "quote": "14 euros", "spans": (), "deep_link": "https://example.org/fees#x",
        "verdict": "uncertain", "score": 0.5, "caveats": (), "why": "", "verdict_source": "rules", "attempts": 1,
        "engine": "scripted",
    }  # fmt: skip
    return CellRecord(**(given | more))


def test_cells_are_filtered_sorted_and_counted(kept: Api, store: Store) -> None:
    session = store.start_session("fees").id
    store.add_cells(session, [cell(score=score, item=f"item {score}") for score in (0.9, 0.1, 0.5)])
    found = kept.get(f"/v1/cells?session={session}&sort=score").get_json()
    assert [item["score"] for item in found["items"]] == [0.1, 0.5, 0.9]
    assert found["counts"]["cells"] == 3
    assert found["counts"]["domains"] == 1
    assert kept.get("/v1/cells?verdict=confirmed").get_json()["items"] == []
    assert_problem(kept.get("/v1/cells?verdict=maybe"), 422)


EVIL = "=1+1<script>alert(1)</script>|[x](javascript:alert(1))"


@pytest.fixture
def evil(kept: Api, store: Store) -> str:
    page_id = kept.page(text=f"{EVIL} costs 34 euros.", title=EVIL, url="https://example.org/?<b>")
    done = kept.ask(page_id, "How many euros does it cost?")[-1][1]
    assert done["claims"]
    store.add_cells(done["session_id"], [cell(item="+cmd|' /C calc'!A0", value="@SUM(1)", why="\t=x", engine="-1")])
    return str(done["session_id"])


@pytest.mark.parametrize("form", ["json", "csv", "md", "html"])
def test_exports_hold_what_was_found_and_nothing_runs(kept: Api, evil: str, form: str) -> None:
    response = kept.get(f"/v1/sessions/{evil}/export?format={form}")
    text = response.get_data(as_text=True)
    assert response.status_code == 200
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert "34 euros" in text
    if form == "json":
        whole = json.loads(text)
        assert whole["asks"][0]["result"]["claims"][0]["lines"][0]["line"].startswith(EVIL)
        assert whole["cells"][0]["value"] == "@SUM(1)"
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(text, newline="")))
        assert len({len(row) for row in rows}) == 1
        assert not [value for row in rows for value in row if value[:1] in ("=", "+", "-", "@", "\t", "\r")]
        assert any(EVIL in value for row in rows for value in row)
    else:
        assert "<script" not in text.lower()
    if form == "md":
        assert "](" not in text
        assert "| =" not in text
    elif form == "html":
        assert '="javascript' not in text
        assert "&lt;script&gt;" in text
        assert 'href="https://example.org/' in text


def test_an_unknown_form_is_refused(kept: Api, evil: str) -> None:
    assert_problem(kept.get(f"/v1/sessions/{evil}/export?format=exe"), 422)


def test_a_session_is_deleted_whole(kept: Api, store: Store, tmp_path: Path) -> None:
    page_id = kept.page(text=f"{TEXT} {SECRET}.", keep_text=True)
    done = kept.ask(page_id, f"How high is the {SECRET}?")[-1][1]
    other = kept.ask(kept.page(text=TEXT), QUESTION)[-1][1]
    assert kept.client.delete(f"/v1/sessions/{done['session_id']}", headers=HEADERS).status_code == 204
    assert [session.id for session in store.sessions().items] == [other["session_id"]]
    assert kept.get(f"/v1/asks/{done['ask_id']}").status_code == 404
    assert SECRET.encode() not in files(tmp_path)


@pytest.mark.parametrize("limit", ["1_0", " 1", "1.0", "+1", "true", "0", "201", "1" * 5000, "٣"])
def test_a_limit_that_is_no_whole_number_is_refused(kept: Api, limit: str) -> None:
    assert_problem(kept.client.get("/v1/cells", query_string={"limit": limit}, headers=HEADERS), 422)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"everything": True, "site": "x.org"},
        {"everything": False},
        {"everything": 1},
        {"site": ""},
        {"older_than_days": True},
        {"older_than_days": "1"},
    ],
)
def test_forgetting_needs_exactly_one_word(kept: Api, body: Any) -> None:
    assert_problem(kept.post("/v1/forget", body), 422)


def test_forgetting_a_site_forgets_memory_too(kept: Api, store: Store, tmp_path: Path) -> None:
    gone = kept.page(text=f"{TEXT} {SECRET}.", url="https://www.example.org/a")
    stays = kept.page(text=TEXT, url="https://example.net/")
    asked = kept.ask(gone, f"How high is the {SECRET}?")[-1][1]
    kept.ask(stays, QUESTION)
    counts = kept.post("/v1/forget", {"site": "example.org"}).get_json()
    assert (counts["sessions"], counts["asks"], counts["pages_in_memory"]) == (1, 1, 1)
    assert kept.get(f"/v1/pages/{gone}").status_code == 404
    assert kept.get(f"/v1/pages/{stays}").status_code == 200
    assert kept.get(f"/v1/asks/{asked['ask_id']}").status_code == 404
    assert SECRET.encode() not in files(tmp_path)


def test_forgetting_by_age_and_all(api: Api, kept: Api, store: Store) -> None:
    page_id = kept.page(text=TEXT)
    kept.ask(page_id, QUESTION)
    assert kept.post("/v1/forget", {"older_than_days": 1}).get_json()["pages_in_memory"] == 0
    assert len(store.sessions().items) == 1
    assert kept.post("/v1/forget", {"everything": True}).get_json()["sessions"] == 1
    assert kept.get("/v1/status").get_json()["pages"] == 0
    store.forget(older_than=timedelta(0))

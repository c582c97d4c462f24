"""What ``pointline forget`` forgets beside a daemon is gone from the daemon's memory, too."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from helpers.api import Api, assert_problem
from pointline.store.store import Store

TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"


def another(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'history.db'}")


def test_pages_answers_threads_and_keys_are_gone(kept: Api, tmp_path: Path) -> None:
    page_id = kept.page(text=TEXT, url="https://tower.example/")
    key = {"Idempotency-Key": "k"}
    done = kept.ask(page_id, QUESTION)[-1][1]
    ask_id = done["ask_id"]
    assert kept.post("/v1/pages", {"text": "Other."}, **key).status_code == 201
    assert kept.get(f"/v1/asks/{ask_id}/events").status_code == 200
    with another(tmp_path) as other:
        other.forget(site="tower.example")
    for path in (f"/v1/pages/{page_id}", f"/v1/asks/{ask_id}", f"/v1/asks/{ask_id}/events"):
        assert_problem(kept.get(path), 404)
    assert_problem(kept.post(f"/v1/threads/{done['thread_id']}/asks", {"question": "When?"}), 404)
    assert "Idempotency-Replayed" not in kept.post("/v1/pages", {"text": "Other."}, **key).headers


def test_what_is_young_enough_stays(kept: Api, tmp_path: Path) -> None:
    page_id = kept.page(text=TEXT)
    with another(tmp_path) as other:
        other.forget(older_than=timedelta(hours=1))
    assert kept.get(f"/v1/pages/{page_id}").status_code == 200
    with another(tmp_path) as other:
        other.forget(older_than=timedelta(0))
    assert_problem(kept.get(f"/v1/pages/{page_id}"), 404)


def test_what_this_daemon_forgets_itself_takes_nothing_else_with_it(kept: Api) -> None:
    page_id = kept.page(text=TEXT, url="https://tower.example/")
    assert kept.post("/v1/forget", {"site": "other.example"}).status_code == 200
    assert kept.get(f"/v1/pages/{page_id}").status_code == 200


def test_one_of_our_own_hides_none_of_another(kept: Api, tmp_path: Path) -> None:
    page_id = kept.page(text=TEXT, url="https://tower.example/")
    with another(tmp_path) as other:
        other.forget(site="tower.example")
    kept.post("/v1/forget", {"site": "other.example"})
    assert_problem(kept.get(f"/v1/pages/{page_id}"), 404)

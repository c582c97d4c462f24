"""The settings of the history over the API."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.api import HEADERS, Api, assert_problem
from pointline.store.store import Store

TEXT = "The lighthouse was built in 1871. It is 34 metres high."


def put(api: Api, body: Any) -> Any:
    return api.client.put("/v1/settings", json=body, headers=HEADERS)


def test_they_are_chosen_and_hold(kept: Api, store: Store) -> None:
    assert kept.get("/v1/settings").get_json() == {"retention_days": None, "keep_page_text": False}
    chosen = {"retention_days": 30, "keep_page_text": True}
    told = put(kept, chosen)
    assert (told.status_code, told.get_json()) == (200, chosen)
    assert kept.get("/v1/settings").get_json() == chosen
    assert store.settings().retention_days == 30
    kept.ask(kept.page(text=TEXT), "How high is it?")
    kept.ask(kept.page(text=TEXT + " ", keep_text=False, url="https://other.example/"), "How high is it?")
    assert sorted(ask.page.text is not None for ask in store.asks().items) == [False, True]


@pytest.mark.parametrize(
    "body",
    [
        {"retention_days": 0, "keep_page_text": True},
        {"retention_days": "3", "keep_page_text": True},
        {"keep_page_text": True},
        {"retention_days": 3, "keep_page_text": True, "more": 1},
    ],
)
def test_what_does_not_fit_is_refused(kept: Api, store: Store, body: Any) -> None:
    assert_problem(put(kept, body), 422)
    assert store.settings().retention_days is None


def test_without_a_store_there_are_none(api: Api) -> None:
    assert "without --no-history" in assert_problem(api.get("/v1/settings"), 503)["action"]

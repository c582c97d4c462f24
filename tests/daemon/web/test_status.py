"""``/v1/status`` says what runs, where, and how much is kept; ``/healthz`` says nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.api import HEADERS, HOST, Api
from pointline.engine.scripted import ScriptedEngine
from pointline.store.errors import store_error
from pointline.store.records import Settings
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder
from pointline.web.status import Qualification, Surroundings
from pointline.web.views_status import StatusView

TEXT = "The lighthouse was built in 1901. It is 34 metres high."


def test_status_counts_what_is_kept_and_says_where(tmp_path: Path, desk: AskDesk, store: Store) -> None:
    log = tmp_path / "logs" / "daemon.jsonl"
    around = Surroundings(tmp_path, log, "libfast.so", Qualification("2026-01-02", 0.5, 0.8, None))
    desk.recorder = Recorder(store)
    app = create_app(ScriptedEngine(), Access(hosts=frozenset({HOST}), token="right"), desk=desk, around=around)
    api = Api(app.test_client())
    store.choose(Settings(retention_days=30, keep_page_text=False))
    done = api.ask(api.page(text=TEXT), "How many metres high is it?")[-1][1]
    found = api.get("/v1/status").get_json()
    StatusView.model_validate(found)
    claims = len(done["claims"])
    assert found["store"]["records"] == {"sessions": 1, "asks": 1, "claims": claims, "cells": 0, "pages": 1}
    assert found["store"]["retention_days"] == 30
    assert found["store"]["place"] == str(tmp_path / "history.db")
    assert found["data_folder"] == str(tmp_path)
    assert found["log"]["path"] == str(log)
    assert found["free_bytes"] > 0
    assert found["blas"] == "libfast.so"
    assert found["qualification"] == {
        "date": "2026-01-02",
        "pointing_r1": 0.5,
        "judge_auroc": 0.8,
        "judge_calibration_error": None,
        "outdated": None,
    }
    assert found["pairings"] == 0
    assert found["queue_places"] == desk.turns.places


def test_a_store_that_cannot_be_read_is_said(kept: Api, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_store: Store) -> None:
        raise store_error("busy", "history.db", "locked")

    monkeypatch.setattr(Store, "held", busy)
    found = kept.get("/v1/status").get_json()
    StatusView.model_validate(found)
    assert found["store"]["records"] is None
    assert "history.db" in found["store"]["problem"]


def test_healthz_tells_nobody_anything(api: Api) -> None:
    response = api.client.get("/healthz", headers={"Host": HEADERS["Host"]})
    assert response.get_json() == {"name": "pointline", "protocol": 1}
    assert api.client.get("/v1/status", headers={"Host": HEADERS["Host"]}).status_code == 401

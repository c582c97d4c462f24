"""The application around a scripted engine, with and without a store; nothing of it leaves the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from helpers.api import HOST, Api, Web
from pointline.engine.scripted import ScriptedEngine
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def desk(engine: ScriptedEngine, no_threads_left: None) -> Iterator[AskDesk]:
    desk = AskDesk(engine)
    yield desk
    desk.close()


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
def app(engine: ScriptedEngine, desk: AskDesk, web: Web) -> Flask:
    return create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=desk, opener=web)


@pytest.fixture
def api(app: Flask) -> Api:
    return Api(app.test_client())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'history.db'}") as store:
        yield store


@pytest.fixture
def kept(engine: ScriptedEngine, desk: AskDesk, web: Web, store: Store) -> Api:
    """The application with a store."""
    desk.recorder = Recorder(store)
    app = create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=desk, opener=web)
    return Api(app.test_client())

"""The application around a scripted engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.api import HOST, Api
from pointline.engine.scripted import ScriptedEngine
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access


@pytest.fixture
def engine() -> ScriptedEngine:
    return ScriptedEngine()


@pytest.fixture
def desk(engine: ScriptedEngine, no_threads_left: None) -> Iterator[AskDesk]:
    desk = AskDesk(engine)
    yield desk
    desk.close()


@pytest.fixture
def api(engine: ScriptedEngine, desk: AskDesk) -> Api:
    app = create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=desk)
    return Api(app.test_client())

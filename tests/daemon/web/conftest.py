"""The application around a scripted engine, with and without a store; nothing of it leaves the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from exactquote.page import Page
from exactquote.plaintext import read_text
from helpers.api import HOST, Api
from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import ScriptedEngine
from pointline.errors import BadInput
from pointline.pipeline.answer import Note
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder


class Web:
    """Addresses that can be opened, without any network: text by address."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.slow: Callable[[], bool] | None = None
        self.opened: list[str] = []

    def __call__(self, address: str, cancelled: Callable[[], bool]) -> tuple[Page, tuple[Note, ...]]:
        self.opened.append(address)
        while self.slow is not None and not self.slow():
            if cancelled():
                raise EngineCancelled("stopped")
        if address not in self.texts:
            raise BadInput("unreachable", f"{address} cannot be reached.", "Check the address.")
        return read_text(self.texts[address], url=address), (Note("no_browser", "Read without its scripts."),)


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

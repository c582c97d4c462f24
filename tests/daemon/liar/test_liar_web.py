"""The liar behind the API: neither the events nor the kept answer hold a lie as a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from helpers.api import HOST, Api
from helpers.liar.catalogue import LIES
from helpers.liar.grader import shown_lies, shows
from helpers.liar.lie import Lie
from helpers.liar.pages import HTML, URL, page_of
from helpers.liar.paths import LyingEngine, engine_for
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access

MODELS: Mapping[str, Mapping[str, Any]] = {
    "states": {"may_state": True, "may_judge": True},
    "states on a page it read": {"may_state": True, "may_judge": True, "strategy": "contract"},
    "writes": {"likelihoods": False},
}
Events = list[tuple[str, Any]]


def told(lie: Lie, engine: LyingEngine) -> Events:
    desk = AskDesk(engine)
    try:
        app = create_app(engine, Access(hosts=frozenset({HOST}), token="right"), desk=desk)
        api = Api(app.test_client())
        return api.ask(api.page(html=HTML[lie.page], url=URL), lie.question)
    finally:
        desk.close()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("lie", LIES[::16], ids=lambda lie: lie.name)
@pytest.mark.usefixtures("no_threads_left")
def test_the_api_shows_no_word_of_a_liar(lie: Lie, model: str) -> None:
    grade: Callable[[Any], list[str]] = lambda answer: shown_lies(lie, page_of(lie.page), answer, utf16=True)  # noqa: E731
    events = told(lie, engine_for(lie, **MODELS[model]))
    assert grade(events[-1][1]) == []
    assert grade({"claims": [data for name, data in events if name == "claim"]}) == []
    assert events[-1][1]["stats"]["guards"]
    assert shows(lie.lines, told(lie, engine_for(lie, honest=True, **MODELS[model]))[-1][1])

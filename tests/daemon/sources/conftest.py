"""Tests here open pages without a browser, unless they are marked ``browser``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from daemon.sources.local_net import Server
from pointline.sources.browsers import find_browser


@pytest.fixture(autouse=True)
def _browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("browser") is None:
        monkeypatch.setenv("POINTLINE_BROWSER", "none")
    elif find_browser() is None:
        pytest.skip("no Chromium on this machine: install one, or name it in POINTLINE_BROWSER")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as started:
        yield started

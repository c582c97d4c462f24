"""Fixtures for all rooms: a home of their own for every test, the corpus, and a watch over threads left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests out of the person's data; only tests of a real model use the models that are there."""
    if request.node.get_closest_marker("model") is None:
        monkeypatch.setenv("POINTLINE_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """A shell has SIGINT ignored in what it starts in the background; programs that tests start would inherit it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real pages that ``POINTLINE_CORPUS`` names; the test is skipped without one."""
    place = os.environ.get("POINTLINE_CORPUS", "")
    if not place:
        pytest.skip("POINTLINE_CORPUS is not set: no real pages to test on")
    path = Path(place)
    if not path.is_dir():
        pytest.fail(f"POINTLINE_CORPUS names {place}, which is no folder")
    return path


@pytest.fixture
def no_threads_left() -> Iterator[None]:
    """Fail when the test leaves a thread running (it gets a second to end)."""
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + 1.0
    while (left := set(threading.enumerate()) - before) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left, f"threads left running: {sorted(thread.name for thread in left)}"

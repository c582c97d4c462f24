"""Stopping the daemon while it answers: what is under way is finished, or cancelled and told so; twice is at once."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.api import events
from helpers.serving import Serving

TEXT = "The lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it?"


class Asking(threading.Thread):
    """A question under way in a thread; ``found`` are its events once it has ended."""

    def __init__(self, daemon: Serving) -> None:
        super().__init__(daemon=True)
        self._daemon = daemon
        self._page = daemon.post("/v1/pages", {"text": TEXT}).json()["page_id"]
        self.begun = threading.Event()
        self.found: list[tuple[str, Any]] = []

    def run(self) -> None:
        body = {"page_id": self._page, "question": QUESTION}
        with httpx.stream(
            "POST", f"{self._daemon.url}/v1/asks", json=body, headers=self._daemon.headers, timeout=30
        ) as response:
            stream = b""
            try:
                for piece in response.iter_bytes():
                    stream += piece
                    self.begun.set()
            except httpx.HTTPError:
                return
            self.found = events(stream)


def serving(tmp_path: Path, *arguments: str, words: int) -> Serving:
    """A daemon whose model takes a tenth of a second for each of ``words`` words."""
    line = "It is 34 metres high."
    reply = f'CLAIM: {"very " * words}high, 34 metres.\nSOURCE QUOTE: "{line}"'
    return Serving(tmp_path / "home", *arguments, script={"may_state": True, "delay": 0.1, "answers": [reply] * 9})


def test_what_is_under_way_is_finished(tmp_path: Path) -> None:
    daemon = serving(tmp_path, "--grace", "20", words=3)
    asking = Asking(daemon)
    asking.start()
    assert asking.begun.wait(10)
    daemon.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    refused = daemon.post("/v1/pages", {"text": TEXT})
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]
    assert daemon.process.wait(25) == 0
    asking.join(5)
    assert asking.found[-1][0] == "done"
    assert "34 metres" in json.dumps(asking.found[-1][1]["claims"])
    daemon.stop()


def test_what_takes_too_long_is_cancelled_and_told_so(tmp_path: Path) -> None:
    daemon = serving(tmp_path, "--grace", "0.3", words=300)
    asking = Asking(daemon)
    asking.start()
    assert asking.begun.wait(10)
    start = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - start < 6
    asking.join(5)
    assert asking.found[-1][0] == "error"
    assert asking.found[-1][1]["type"] == "urn:pointline:stopping"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once(tmp_path: Path, number: signal.Signals) -> None:
    daemon = serving(tmp_path, "--grace", "60", words=300)
    asking = Asking(daemon)
    asking.start()
    assert asking.begun.wait(10)
    daemon.process.send_signal(number)
    time.sleep(0.3)
    assert daemon.process.poll() is None
    start = time.monotonic()
    assert daemon.stop(number) == 128 + number
    assert time.monotonic() - start < 2
    asking.join(5)
    # Nothing is left that stands in the way of the next one.
    again = Serving(tmp_path / "home")
    assert again.url
    assert again.stop() == 0

"""``--unattended`` honours robots.txt wherever a command opens addresses; and a fetch ends when nobody waits for it."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from daemon.sources.local_net import Answer, Server
from pointline.cli.main import main
from pointline.sources.fetch import Fetching, fetch
from pointline.sources.opened import OpeningCancelled

LINE = "The lighthouse is 34 metres high."


@pytest.fixture
def barred(server: Server) -> str:
    """An address that its site wants no program to read."""
    server.put("/robots.txt", "User-agent: *\nDisallow: /light", Content_Type="text/plain")
    server.put("/light", LINE, Content_Type="text/plain")
    return f"{server.origin}/light"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0), json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "command",
    [
        ("page", "{}"),
        ("verify", "{}", "--quote", LINE),
        ("ask", "{}", "How high is it?", "--engine", "scripted"),
        ("table", "{}", "--item", "lighthouse", "--field", "height", "--engine", "scripted", "--private"),
    ],
    ids=lambda command: command[0],
)
def test_what_was_typed_is_attended_unless_it_says_otherwise(
    capsys: pytest.CaptureFixture[str], server: Server, barred: str, command: tuple[str, ...]
) -> None:
    arguments = [part.replace("{}", barred) for part in (*command, "--json")]
    code, _ = run(capsys, *arguments)
    assert code in (0, 3)
    assert server.paths() == ["/light"]
    code, found = run(capsys, *arguments, "--unattended")
    assert code == 2
    assert found["error"]["code"] == "robots"
    assert server.paths() == ["/light", "/robots.txt"]


def test_the_links_of_a_memo_are_asked_about_in_an_unattended_run(
    capsys: pytest.CaptureFixture[str], server: Server, barred: str, tmp_path: Path
) -> None:
    memo = tmp_path / "memo.md"
    memo.write_text(f"The lighthouse is 34 metres high ([source]({barred})).\n", encoding="utf-8")
    attended = run(capsys, "check", str(memo), "--engine", "none", "--json")[1]
    assert attended["claims"][0]["link_works"] is True
    assert server.paths() == ["/light"]
    code, found = run(capsys, "check", str(memo), "--engine", "none", "--json", "--unattended")
    assert code == 3
    assert found["claims"][0]["link_works"] is False
    assert "robots.txt" in json.dumps(found["claims"][0])
    assert server.paths() == ["/light", "/robots.txt"]


@pytest.mark.parametrize("silent", ["before the body", "before it answers"])
def test_a_fetch_ends_when_it_is_cancelled_though_the_server_is_silent(server: Server, silent: str) -> None:
    wait = threading.Event()
    server.answers["/slow"] = Answer(b"late", 200, {"Content-Type": "text/plain"}, wait)
    address = f"{server.origin}/slow"
    asked = threading.Event()

    def visit(_url: str) -> None:
        asked.set()
        if silent == "before it answers":
            wait.wait(60)

    stop = threading.Event()

    def stop_soon() -> None:
        asked.wait(10)
        time.sleep(0.2)
        stop.set()

    threading.Thread(target=stop_soon).start()
    began = time.monotonic()
    with pytest.raises(OpeningCancelled):
        fetch(address, 1000, Fetching(visit=visit, cancel=stop.is_set))
    assert time.monotonic() - began < 2.0
    wait.set()

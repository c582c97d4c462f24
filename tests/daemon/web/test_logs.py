"""The log (T7, T14): JSON lines with request ids, rotated, private; never what was read, asked or answered."""

from __future__ import annotations

import json
import logging
import stat
from pathlib import Path

import httpx
import pytest

from helpers.serving import Serving
from pointline import logs

PAGE = "The zephyrine lighthouse was built in 1871. It is 34 metres high."
QUESTION = "How many metres high is it, in quixotic zephyrine?"
REPLY = 'CLAIM: The zephyrine lighthouse is grandiosely 34 metres high.\nSOURCE QUOTE: "It is 34 metres high."'
WORDS = ("zephyrine", "quixotic", "grandiosely", "metres")


def test_nothing_of_page_question_answer_or_token_is_written_anywhere(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home", script={"may_state": True, "answers": [REPLY] * 9})
    try:
        title = {"text": PAGE, "title": "zephyrine", "url": "https://zephyrine.example/quixotic"}
        page = daemon.post("/v1/pages", title).json()["page_id"]
        asked = daemon.post("/v1/asks", {"page_id": page, "question": QUESTION})
        assert "34 metres" in asked.text
        # Errors that could quote what they failed on.
        daemon.post("/v1/pages", {"zephyrine": PAGE})
        daemon.post("/v1/pages", {"blocks": [{"text": PAGE, "kind": "zephyrine"}]})
        daemon.post("/v1/asks", {"page_id": "zephyrine", "question": QUESTION})
        httpx.get(f"{daemon.url}/v1/zephyrine?token={daemon.token}&q=quixotic", headers=daemon.headers)
        httpx.post(f"{daemon.url}/v1/pages", content=PAGE, headers={**daemon.headers, "X-Zephyrine": "quixotic"})
        httpx.request("ZEPHYRINE", f"{daemon.url}/v1/pages", headers=daemon.headers)
    finally:
        assert daemon.stop() == 0
    log = daemon.log()
    assert '"route": "/v1/asks"' in log
    for place, text in (("log", log), ("terminal", daemon.errors)):
        for word in (*WORDS, daemon.token):
            assert word not in text.lower().replace(daemon.token.lower(), daemon.token), f"{word} on the {place}"
    assert daemon.token not in kept_in(daemon.home)


LONG_PAGE = "\n\n".join(
    ["It is 34 metres high.", *(f"Paragraph {n} is about boats." for n in range(9)), "Obadiah kept it."]
)


@pytest.mark.parametrize("more", [(), ("--no-history",)])
def test_no_page_is_kept_unless_it_is_wished(tmp_path: Path, more: tuple[str, ...]) -> None:
    """T14: of a page only lines that answered, with neighbours; of a private question, or without history, none."""
    private = not more
    daemon = Serving(tmp_path / "home", *more)
    try:
        page = daemon.post("/v1/pages", {"text": LONG_PAGE}).json()["page_id"]
        body = {"page_id": page, "question": "How many metres high is it?"}
        assert "34 metres" in daemon.post("/v1/asks", body).text
        seen = {"page_id": page, "question": "Who kept it, Obadiah?", "private": True}
        assert not private or "Obadiah" in daemon.post("/v1/asks", seen).text
    finally:
        assert daemon.stop() == 0
    kept = kept_in(daemon.home)
    assert "Obadiah" not in kept
    assert "boats" not in kept or not more
    assert ("34 metres" in kept) == (not more)


def kept_in(home: Path) -> str:
    """Every byte of every file below a folder, as text."""
    return "".join(path.read_bytes().decode("latin-1") for path in home.rglob("*") if path.is_file())


def test_every_request_is_one_line_with_its_id(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    try:
        answers = [
            daemon.post("/v1/pages", {"text": PAGE}),
            httpx.get(daemon.url + "/v1/nothing", headers=daemon.headers),
            httpx.post(daemon.url + "/v1/pages", json={"text": PAGE}),
            httpx.get(daemon.url + "/v1/status"),
        ]
    finally:
        assert daemon.stop() == 0
    lines = {line.get("request"): line for line in map(json.loads, daemon.log().splitlines())}
    ids = [answer.headers["X-Request-Id"] for answer in answers]
    assert len(set(ids)) == 4
    assert [lines[name]["status"] for name in ids] == [201, 404, 401, 401]
    first = lines[ids[0]]
    assert (first["method"], first["route"], first["who"]) == ("POST", "/v1/pages", "run")
    assert first["seconds"] >= 0
    assert lines[ids[1]]["route"] == "(none)"


def test_the_lines_of_a_question_bear_the_id_of_its_request(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    try:
        page = daemon.post("/v1/pages", {"text": PAGE}).json()["page_id"]
        asks = [
            daemon.post("/v1/asks", {"page_id": page, "question": QUESTION}, **{"X-Request-Id": f"mine-{number}"})
            for number in range(2)
        ]
    finally:
        assert daemon.stop() == 0
    lines = [line for line in map(json.loads, daemon.log().splitlines()) if line["message"].startswith("ask ")]
    said = {line["message"].split()[1].rstrip(":"): line.get("request") for line in lines}
    assert said == {ask.headers["X-Ask-Id"]: f"mine-{number}" for number, ask in enumerate(asks)}


@pytest.fixture
def log_file() -> Path:
    return logs.log_path()


def test_exceptions_are_told_without_what_they_quote(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("pointline.test")
    with logs.logging_to_home():
        try:
            raise ValueError(f"cannot read {PAGE!r}")
        except ValueError:
            log.exception("failed")
    text = log_file.read_text() + capsys.readouterr().err
    assert "zephyrine" not in text
    line = json.loads(log_file.read_text())
    assert line["exception"][-1] == "ValueError"
    assert line["exception"][0].startswith("test_logs.py:")
    assert "ValueError" in text


def test_debug_tells_messages(log_file: Path) -> None:
    with logs.logging_to_home(debug=True):
        try:
            raise ValueError("the message")
        except ValueError:
            logging.getLogger("pointline.test").exception("failed")
    assert "ValueError: the message" in log_file.read_text()


def test_files_are_rotated_and_private(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST", 2_000)
    with logs.logging_to_home():
        for number in range(200):
            logging.getLogger("pointline.test").info("line %d", number)
    files = sorted(log_file.parent.iterdir())
    assert len(files) == logs.KEPT + 1
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)
    assert all(path.stat().st_size <= 2_000 for path in files)
    assert logs.log_bytes() == sum(path.stat().st_size for path in files)
    assert stat.S_IMODE(log_file.parent.stat().st_mode) == 0o700
    for path in files:
        for line in path.read_text().splitlines():
            json.loads(line)


def test_nothing_is_left_of_it_afterwards(log_file: Path) -> None:
    before = list(logging.getLogger().handlers)
    with logs.logging_to_home():
        assert len(logging.getLogger().handlers) == len(before) + 2
    assert logging.getLogger().handlers == before

"""Nothing but this machine: addresses, redirects, proxies and names (DESIGN section 1: nothing leaves the machine)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fake_openai import Act, Fake, Handler, failing, fake_server, saying
from pointline.cli.main import main
from pointline.engine.base import EngineError
from pointline.engine.doctor import run_doctor
from pointline.engine.loopback import NotLoopback, loopback_address, redirected
from pointline.engine.loopback_http import NotRunning
from pointline.engine.openai_engine import OpenAIEngine


@pytest.fixture
def fake(no_threads_left: None) -> Iterator[Fake]:
    with fake_server() as server:
        yield server


def moved(status: int, place: str) -> Act:
    def act(handler: Handler) -> None:
        handler.send_response(status)
        handler.send_header("Location", place)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return act


@pytest.mark.parametrize(
    ("url", "hosts", "port", "path"),
    [
        ("http://127.0.0.1:8080/v1", ("127.0.0.1",), 8080, "/v1"),
        ("http://127.9.9.9/v1/", ("127.9.9.9",), 80, "/v1"),
        (" http://[::1]:11434/v1 ", ("::1",), 11434, "/v1"),
        ("http://[::ffff:127.0.0.1]:1/", ("127.0.0.1",), 1, ""),
        ("http://LOCALHOST:1234", ("127.0.0.1", "::1"), 1234, ""),
        ("http://127.0.0.1:8080/a b\u00fc/v1", ("127.0.0.1",), 8080, "/a%20b%C3%BC/v1"),
    ],
)
def test_addresses_of_this_machine(url: str, hosts: tuple[str, ...], port: int, path: str) -> None:
    found = loopback_address(url)
    assert (found.hosts, found.port, found.path) == (hosts, port, path)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/v1",
        "http://0.0.0.0:8080/v1",
        "http://192.168.1.5:8080/v1",
        "http://10.0.0.1/v1",
        "http://169.254.169.254/latest",
        "http://[fe80::1]/v1",
        "http://[::]/v1",
        "http://[::ffff:8.8.8.8]/v1",
        "http://[::1%25eth0]/v1",
        "http://localhost.example.org/v1",
        "http://127.0.0.1.nip.io/v1",
        "http://127.0.0.1@example.org/v1",
        "http://user:secret@127.0.0.1/v1",
        "http://example.org\\@127.0.0.1/v1",
        "http://2130706433/v1",
        "http://127.1/v1",
        "http://0x7f000001/v1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:x/v1",
        "http://[::1/v1",
        "https://127.0.0.1/v1",
        "file:///etc/passwd",
        "ftp://127.0.0.1/v1",
        "http:///v1",
        "127.0.0.1:8080",
        "",
        "\x00",
    ],
)
def test_every_other_address_is_refused_with_a_reason(url: str) -> None:
    with pytest.raises(NotLoopback) as raised:
        OpenAIEngine(url)
    assert raised.value.action
    assert "secret" not in str(raised.value)


def test_the_reason_says_why() -> None:
    with pytest.raises(NotLoopback, match=r"example\.org is not this machine: what a page says must not leave it"):
        loopback_address("http://example.org/v1")


@given(st.text())
def test_no_text_is_an_exception(text: str) -> None:
    for url in (text, f"http://{text}/v1", f"http://127.0.0.1{text}"):
        try:
            found = loopback_address(url)
        except NotLoopback:
            continue
        assert all(host == "::1" or host.startswith("127.") for host in found.hosts)
        assert found.path.isascii()
        assert found.path.isprintable()
        assert " " not in found.path


@given(st.text())
def test_no_redirect_leads_away(location: str) -> None:
    try:
        found = redirected(loopback_address("http://127.0.0.1:8080/v1/models"), location)
    except NotLoopback:
        return
    assert all(host == "::1" or host.startswith("127.") for host in found.hosts)
    assert found.path.isascii()
    assert " " not in found.path


@pytest.mark.parametrize(
    "place",
    ["http://example.org/v1/models", "//example.org/x", "https://127.0.0.1/", "http://192.168.0.1/", "file:///x"],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_off_this_machine_is_refused(fake: Fake, status: int, place: str) -> None:
    fake.paths = {"/v1/models": moved(status, place)}
    with pytest.raises(NotLoopback, match="sends us on to"):
        OpenAIEngine(fake.url)
    fake.paths = {}
    context = OpenAIEngine(fake.url).open("x", chat=True)
    fake.answers = [moved(status, place)]
    with pytest.raises(EngineError, match=r"sends us on to|answered with a redirect"):
        context.generate(max_tokens=9)


def test_a_redirect_on_this_machine_is_followed_without_the_key(fake: Fake) -> None:
    with fake_server() as other:
        other.answers = [saying("Yes.")]
        fake.answers = [moved(307, f"{other.url}/chat/completions")]
        written = OpenAIEngine(fake.url, key="k").open("page", chat=True).generate(max_tokens=9)
        assert written.text == "Yes."
        _, _, headers, body = other.requests[0]
        assert "Authorization" not in headers
        assert body["messages"] == [{"role": "user", "content": "page"}]


def test_redirects_end(fake: Fake) -> None:
    fake.paths = {"/v1/models": moved(302, "/v1/models")}
    with pytest.raises(EngineError, match="without end"):
        OpenAIEngine(fake.url)
    assert len(fake.requests) == 4
    fake.answers = [moved(303, "/v1/chat/completions")]
    fake.paths = {}
    with pytest.raises(EngineError, match=r"redirect \(303\)"):
        OpenAIEngine(fake.url).open("x", chat=True).generate(max_tokens=9)


def test_no_proxy_and_no_lookup(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    def no_lookup(*_: object, **__: object) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr(socket, "getaddrinfo", no_lookup)
    assert OpenAIEngine(f"http://localhost:{fake.port}/v1").info.name == "small"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--engine", "openai", "--server", "http://example.org/v1"], "is not this machine"),
        (["--engine", "scripted", "--server", "http://127.0.0.1:1/v1"], "--engine openai"),
        (["--engine", "scripted", "--context-tokens", "4096"], "--engine openai"),
    ],
)
def test_the_command_line_refuses_what_does_not_fit(
    options: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.txt").write_text("The fee is 40 euros.", encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["ask", *options, str(tmp_path / "page.txt"), "What is the fee?"])
    assert left.value.code == 2
    assert says in capsys.readouterr().err


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def test_a_server_that_does_not_run_says_how_to_start_one() -> None:
    for host in ("127.0.0.1", "localhost"):
        with pytest.raises(NotRunning, match="No server answers at") as raised:
            OpenAIEngine(f"http://{host}:{free_port()}/v1")
        assert "mlx_lm.server" in raised.value.action
        assert "--server" in raised.value.action


def test_a_server_that_goes_away_is_told_and_may_come_back(no_threads_left: None) -> None:
    with fake_server() as fake:
        context = OpenAIEngine(fake.url).open("x", chat=True)
    with pytest.raises(NotRunning):
        context.generate(max_tokens=9)
    assert context.chat.messages == (("user", "x"),)


def test_the_doctor_knows_the_server(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POINTLINE_OPENAI_URL", fake.url)
    found = {finding.name: finding for finding in run_doctor()}["server"]
    assert (found.ok, found.says) == (True, f"The server at {fake.url} has small, large")
    fake.paths = {"/v1/models": failing(200, {"data": []})}
    assert not {finding.name: finding for finding in run_doctor()}["server"].ok
    for url in (f"http://127.0.0.1:{free_port()}/v1", "http://example.org/v1"):
        monkeypatch.setenv("POINTLINE_OPENAI_URL", url)
        found = {finding.name: finding for finding in run_doctor()}["server"]
        assert (found.ok, bool(found.action)) == (False, True)
    del os.environ["POINTLINE_OPENAI_URL"]
    assert {finding.name: finding for finding in run_doctor()}["server"].ok

"""Threats T1 to T4 as one table: what passes, and with which status everything else is refused."""

from __future__ import annotations

import pytest

from pointline.web.guard import Access
from pointline.web.problems import Problem

OURS = "127.0.0.1:8765"
EXTENSION = "chrome-extension://abcdefghijklmnop"


@pytest.fixture
def access() -> Access:
    return Access(hosts=frozenset({OURS, "localhost:8765"}), token="right")


def status(access: Access, **given: str | None) -> int:
    asked: dict[str, str | None] = {"host": OURS, "origin": None, "authorization": "Bearer right", "path": "/v1/asks"}
    asked.update(given)
    try:
        access.check(asked["host"] or "", asked["origin"], asked["authorization"] or "", asked["path"] or "")
    except Problem as problem:
        return problem.status if problem.action else 500
    return 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8765",
        "",
        ":8765",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8765, 127.0.0.1:8765",
        "2130706433:8765",
        "user@127.0.0.1:8765",
        "127.0.0.1.:8765",
        "LOCALHOST:8765",
        "[::1]:8765",
        "127.0.0.1:8765 ",
    ],
)
def test_any_other_host_is_refused(access: Access, host: str) -> None:
    assert status(access, host=host) == 403
    assert status(access, host=host, path="/healthz", authorization="") == 403


@pytest.mark.parametrize("host", [OURS, "localhost:8765"])
def test_our_hosts_pass(access: Access, host: str) -> None:
    assert status(access, host=host) == 200


@pytest.mark.parametrize(
    "origin",
    ["https://example.org", "http://127.0.0.1:8765", "null", "", "file://", "chrome-extension", "chrome-extension://"],
)
def test_no_web_page_is_let_in(access: Access, origin: str) -> None:
    assert status(access, origin=origin) == 403
    assert access.origin is None


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", "Basic right", "right", "Bearer right right", "Bearer röght"]
)
def test_the_token_is_needed(access: Access, given: str) -> None:
    assert status(access, authorization=given) == 401
    assert status(access, authorization=given, path="/healthz") == 200


def test_host_and_origin_come_before_the_token(access: Access) -> None:
    assert status(access, host="evil.example:8765", authorization="") == 403
    assert status(access, origin="https://example.org", authorization="") == 403


def test_the_first_extension_to_use_the_token_keeps_it(access: Access) -> None:
    assert status(access, origin=EXTENSION, authorization="Bearer wrong") == 401
    assert access.origin is None
    assert status(access, origin=EXTENSION) == 200
    assert status(access, origin="chrome-extension://another") == 403
    assert status(access, origin="moz-extension://another") == 403
    assert status(access, origin=EXTENSION) == 200
    # Chromium sends no Origin on GET, scripts never do.
    assert status(access, origin=None) == 200

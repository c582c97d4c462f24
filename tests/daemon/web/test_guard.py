"""Threats T1 to T4 as one table: what passes, and with which status everything else is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pointline.access.pairings import PairingBook, new_pairing
from pointline.access.proofs import new_token
from pointline.web.guard import Access, Asked
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
        access.check(
            Asked(
                method=asked.get("method") or "POST",
                path=asked["path"] or "",
                host=asked["host"] or "",
                origin=asked["origin"],
                authorization=asked["authorization"] or "",
                content_type=asked.get("content_type", "application/json") or "",
            )
        )
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
    assert status(access, host=host, path="/v1/pair", authorization="") == 403


@pytest.mark.parametrize("host", [OURS, "localhost:8765"])
def test_our_hosts_pass(access: Access, host: str) -> None:
    assert status(access, host=host) == 200


@pytest.mark.parametrize(
    "origin",
    ["https://example.org", "http://127.0.0.1:8765", "null", "", "file://", "chrome-extension", "chrome-extension://"],
)
def test_no_web_page_is_let_in(access: Access, origin: str) -> None:
    assert status(access, origin=origin) == 403
    assert status(access, origin=origin, path="/v1/pair", authorization="") == 403
    assert access.origin is None


@pytest.mark.parametrize("origin", [None, EXTENSION])
@pytest.mark.parametrize("path", ["/healthz", "/v1/asks", "/v1/hello"])
def test_no_preflight_is_answered(access: Access, origin: str | None, path: str) -> None:
    assert status(access, method="OPTIONS", origin=origin, path=path) == 403


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", "Basic right", "right", "Bearer right right", "Bearer röght"]
)
def test_the_token_is_needed(access: Access, given: str) -> None:
    assert status(access, authorization=given) == 401
    assert status(access, authorization=given, path="/v1/paired") == 401
    assert status(access, authorization=given, path="/v1/pair/a/b") == 401
    assert status(access, authorization=given, path="/healthz") == 200


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer "])
def test_a_run_without_a_token_takes_none(given: str) -> None:
    access = Access(hosts=frozenset({OURS}), token="")
    assert status(access, authorization=given) == 401
    assert access.hello_key("run") is None


def test_host_and_origin_come_before_the_token(access: Access) -> None:
    assert status(access, host="evil.example:8765", authorization="") == 403
    assert status(access, origin="https://example.org", authorization="") == 403


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"]
)
def test_only_json_is_taken(access: Access, kind: str) -> None:
    assert status(access, content_type=kind) == 415
    assert status(access, content_type=kind, path="/v1/hello", authorization="") == 415
    assert status(access, content_type=kind, authorization="") == 401
    assert status(access, content_type=kind, method="GET") == 200


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_taken(access: Access, kind: str) -> None:
    assert status(access, content_type=kind) == 200


def test_the_first_extension_to_use_the_token_keeps_it(access: Access) -> None:
    assert status(access, origin=EXTENSION, authorization="Bearer wrong") == 401
    assert access.origin is None
    assert status(access, origin=EXTENSION) == 200
    assert status(access, origin="chrome-extension://another") == 403
    assert status(access, origin="moz-extension://another") == 403
    assert status(access, origin=EXTENSION) == 200
    # Chromium sends no Origin on GET, scripts never do.
    assert status(access, origin=None) == 200


def test_a_paired_token_is_bound_to_its_origin(tmp_path: Path) -> None:
    book = PairingBook(tmp_path)
    access = Access(hosts=frozenset({OURS}), token="right", book=book)
    token = new_token()
    book.add(new_pairing(token, EXTENSION, "Chrome", "one"))
    bearer = f"Bearer {token}"
    assert status(access, authorization=bearer, origin=EXTENSION) == 200
    assert status(access, authorization=bearer, origin="chrome-extension://another") == 403
    assert status(access, authorization=bearer, origin=None, method="GET") == 200
    assert status(access, authorization=bearer, origin=None, method="POST") == 403
    assert status(access, authorization=bearer, origin=None, method="DELETE") == 403
    assert access.origin is None
    # Another process takes it back.
    PairingBook(tmp_path).revoke("one")
    assert status(access, authorization=bearer, origin=EXTENSION) == 401


def test_a_daemon_that_stops_takes_nothing_new(access: Access) -> None:
    access.stopping = True
    assert status(access) == 503
    assert status(access, method="DELETE") == 200
    assert status(access, method="GET") == 200
    assert status(access, authorization="") == 401


def test_damaged_pairings_are_a_problem_with_an_action(tmp_path: Path) -> None:
    (tmp_path / "pairings.json").write_text('{"pairings": [{"id": 1}]}')
    access = Access(hosts=frozenset({OURS}), token="right", book=PairingBook(tmp_path))
    assert status(access) == 500

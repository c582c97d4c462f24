"""The extension's connection code (run by Node) against the real daemon and against false ones: pairing, and T5."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers.serving import Serving
from pointline.access.window import TRIES, WindowFile

CLIENT = Path(__file__).with_name("connection_client.mjs")
NODE = shutil.which("node")
ORIGIN = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")


def client(**given: Any) -> dict[str, Any]:
    """What the extension's code came to."""
    ran = subprocess.run(
        [str(NODE), str(CLIENT), json.dumps({"origin": ORIGIN, **given})],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("home"))
    yield serving
    assert serving.stop() == 0


class Recorder:
    """A server on a free port that keeps what it is sent; ``answer`` maps a path to the document it answers with."""

    def __init__(self, answer: Any) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.sent.append((self.path, dict(self.headers), body))
                document = json.dumps(answer(self.path, dict(self.headers), body)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(document)))
                self.end_headers()
                self.wfile.write(document)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def everything(self) -> str:
        """All that was sent, as text."""
        return "\n".join(f"{path} {headers} {body.decode()}" for path, headers, body in self.sent)


def healthy(path: str, _headers: dict[str, str], _body: bytes) -> Any:
    if path == "/healthz":
        return {"name": "pointline", "protocol": 1}
    return {
        "nonce": "0" * 64,
        "proof": "0" * 64,
        "page_id": "x",
        "sha256": "y",
        "share": "2".zfill(768),
        "exchange": "e",
    }


def test_a_browser_is_paired_by_the_code_and_may_ask(daemon: Serving) -> None:
    pair = daemon.pairing()
    connection = client(do="pair", url=daemon.url, code=pair.code, label="Chrome 140\n\x1b[31m")["ok"]
    code, out, _ = pair.end()
    assert code == 0
    assert f"Paired with Chrome 140 [31m ({ORIGIN})" in out
    assert connection["url"] == daemon.url
    assert len(connection["token"]) == 43
    page = client(do="keep", connection=connection)["ok"]
    assert page["characters"] == len("SECRET PAGE TEXT")
    # It is kept as a hash, and bound to the origin.
    kept = b"".join(path.read_bytes() for path in daemon.home.rglob("*") if path.is_file())
    assert connection["token"].encode() not in kept
    headers = {"Authorization": f"Bearer {connection['token']}"}
    other = {**headers, "Origin": "chrome-extension://another"}
    assert httpx.post(daemon.url + "/v1/pages", json={"text": "x"}, headers=other).status_code == 403
    assert httpx.post(daemon.url + "/v1/pages", json={"text": "x"}, headers=headers).status_code == 403
    assert httpx.get(daemon.url + "/v1/status", headers=headers).status_code == 200
    listed = json.loads(daemon.run("pair", "--list", "--json").stdout)["pairings"]
    assert [one["id"] for one in listed] == [connection["id"]]
    assert connection["token"] not in json.dumps(listed)
    # Taken back, at once, by another process.
    assert daemon.run("pair", "--revoke", connection["id"]).returncode == 0
    assert httpx.get(daemon.url + "/v1/status", headers=headers).status_code == 401
    assert client(do="keep", connection=connection)["problem"]["title"] == "problemUnpaired"
    assert daemon.run("pair", "--revoke", connection["id"]).returncode == 2


def test_a_wrong_code_is_told_with_the_tries_left(daemon: Serving) -> None:
    pair = daemon.pairing()
    wrong = str((int(pair.code) + 1) % 10**8).zfill(8)
    assert client(do="pair", url=daemon.url, code=wrong)["problem"]["code"] == "pair-wrong-code"
    assert "token" in client(do="pair", url=daemon.url, code=pair.code)["ok"]
    code, _, errors = pair.end()
    assert code == 0
    assert "tries left: 4" in errors


def test_without_a_window_nobody_is_paired(tmp_path: Path) -> None:
    daemon = Serving(tmp_path / "home")
    try:
        assert client(do="pair", url=daemon.url, code="00000000")["problem"]["code"] == "no-window"
    finally:
        daemon.stop()


def test_the_line_that_was_pasted_is_verified_too(daemon: Serving) -> None:
    good = {"url": daemon.url, "token": daemon.token, "id": "run"}
    assert client(do="greet", connection=good) == {"ok": {"greeted": True}}
    assert client(do="greet", connection={**good, "token": "wrong"})["problem"]["title"] == "problemToken"


@pytest.mark.parametrize("name", ["run", "0123456789abcdef"])
def test_a_false_daemon_gets_neither_page_nor_token(name: str) -> None:
    with Recorder(healthy) as false:
        found = client(do="keep", connection={"url": false.url, "token": "T" * 43, "id": name})
        assert found["problem"]["code"] in ("token", "impostor")
        assert [path for path, _, _ in false.sent] == ["/healthz", "/v1/hello"]
        assert "SECRET" not in false.everything()
        assert "T" * 43 not in false.everything()
        assert "Authorization" not in false.everything()


def test_a_false_daemon_that_passes_the_hello_on_gets_nothing(daemon: Serving) -> None:
    def relay(path: str, headers: dict[str, str], body: bytes) -> Any:
        kept = {name: value for name, value in headers.items() if name.lower() in ("origin", "content-type")}
        if path == "/healthz":
            return healthy(path, headers, body)
        return httpx.post(daemon.url + path, content=body, headers=kept, timeout=10).json()

    with Recorder(relay) as false:
        found = client(do="keep", connection={"url": false.url, "token": daemon.token, "id": "run"})
        assert found["problem"]["code"] == "token"
        assert "SECRET" not in false.everything()
        pair = daemon.pairing()
        # The code is right and every message is passed on; the address differs, and with it the key.
        assert client(do="pair", url=false.url, code=pair.code)["problem"]["code"] == "impostor"
        assert pair.code not in false.everything()
        assert pair.end(signal.SIGINT)[0] == 130
        closed = WindowFile(daemon.home / "access").read()
        assert closed is not None
        assert (closed.state, closed.tries) == ("closed", TRIES - 1)


def test_a_false_daemon_cannot_pair() -> None:
    with Recorder(healthy) as false:
        assert client(do="pair", url=false.url, code="12345678")["problem"]["code"] == "impostor"
        assert "12345678" not in false.everything()


@pytest.mark.parametrize("share", ["0", "1", "-1", "zz", ""])
def test_shares_that_give_the_key_away_are_refused(share: str) -> None:
    from pointline.access.pake import PRIME

    value = f"{PRIME - 1:x}" if share == "-1" else share.zfill(768)

    def weak(path: str, headers: dict[str, str], body: bytes) -> Any:
        return {**healthy(path, headers, body), "share": value}

    with Recorder(weak) as false:
        assert client(do="pair", url=false.url, code="12345678")["problem"]["code"] == "impostor"
        assert len(false.sent) == 2

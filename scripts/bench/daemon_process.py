"""The daemon that ``daemon.py`` puts under load: a process with the real server and store, and how it is spoken to."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pointline.engine.base import Cancelled, Likelihood
from pointline.engine.scripted import ScriptedEngine
from pointline.logs import logging_to_home
from pointline.store.store import Store
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder
from pointline.web.server import Listener, run

ROOT = Path(__file__).parents[2]


@dataclass
class Daemon:
    """A running daemon."""

    process: subprocess.Popen[str]
    port: int
    token: str

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """One request on a connection of its own; status, headers and the whole body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            sent = None if body is None else json.dumps(body).encode()
            given = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
            connection.request(method, path, sent, given)
            response = connection.getresponse()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        finally:
            connection.close()

    def json(self, method: str, path: str, body: Any = None) -> Any:
        """One request that must succeed."""
        status, _, data = self.call(method, path, body)
        if status >= 400:
            raise SystemExit(f"{method} {path}: {status} {data[:300]!r}")
        return json.loads(data)

    def cpu_seconds(self) -> float | None:
        """Processor seconds that the daemon has used; None where the system does not say."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return None

    def memory(self) -> int:
        """Resident bytes."""
        return int(self.json("GET", "/v1/status")["memory_bytes"])


class Forgetful(ScriptedEngine):
    """The scripted engine without its list of calls."""

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Score, and forget that it was asked."""
        found = super().score_pairs(pairs, cancel=cancel)
        self.calls.clear()
        return found


def serve() -> None:
    """Be the daemon: runs until it is stopped."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
    listener = Listener(0)
    access = Access(hosts=listener.hosts)
    engine = Forgetful()
    with Store.open() as store, logging_to_home():
        desk = AskDesk(engine, recorder=Recorder(store))
        app = create_app(engine, access, desk=desk, store=store)
        line = json.dumps({"url": listener.url, "token": access.token})
        with suppress(SystemExit):
            run(app, listener, access, ready=lambda: print(line, flush=True))
        desk.close()


def start(home: str) -> Daemon:
    """Start a daemon that keeps its history in ``home``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.bench.daemon", "--serve"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "POINTLINE_HOME": home},
        cwd=ROOT,
    )
    assert process.stdout is not None
    started = json.loads(process.stdout.readline() or "{}")
    if "url" not in started:
        raise SystemExit("The daemon did not start; run scripts/bench_daemon --serve to see why.")
    return Daemon(process, int(started["url"].rpartition(":")[2]), started["token"])

"""The real daemon in a process and a data folder of its own, spoken to over raw sockets where clients tidy up."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx

COMMAND = [sys.executable, "-m", "pointline.cli"]


class Serving:
    """A running ``pointline serve`` with the scripted engine; ``home`` is its data folder."""

    def __init__(self, home: Path, *arguments: str, script: dict[str, object] | None = None, port: int = 0) -> None:
        self.home = home
        self.environment = {**os.environ, "POINTLINE_HOME": str(home)}
        if script is not None:
            path = home.with_name(f"{home.name}-script.json")
            path.write_text(json.dumps(script), encoding="utf-8")
            self.environment["POINTLINE_SCRIPT"] = str(path)
        command = [*COMMAND, "serve", "--port", str(port), "--engine", "scripted", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment
        )
        self.errors = ""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        self.started: dict[str, str] = json.loads(line) if line else {}
        self.url = self.started.get("url", "")
        self.token = self.started.get("token", "")
        self.port = int(self.url.rpartition(":")[2] or 0)
        self.host = f"127.0.0.1:{self.port}"
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    def raw(self, request: bytes, *, timeout: float = 20) -> bytes:
        """Send bytes as they are; return everything that comes back until the daemon closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            connection.sendall(request)
            found = b""
            while chunk := connection.recv(65536):
                found += chunk
            return found

    def ask_raw(self, line: str, *headers: str, body: bytes = b"") -> tuple[int, bytes, bytes]:
        """Send a request line and headers; return status, head and body of the answer."""
        head = "\r\n".join([line, *headers, *([f"Content-Length: {len(body)}"] if body else [])])
        answer = self.raw(head.encode("latin-1") + b"\r\n\r\n" + body)
        top, _, rest = answer.partition(b"\r\n\r\n")
        return int(top.split(b" ", 2)[1]), top, rest

    def status(self, request: bytes) -> int:
        """The status that the daemon answers some bytes with."""
        return int(self.raw(request).split(b" ", 2)[1])

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        """POST JSON with this run's token."""
        return httpx.post(self.url + path, json=body, headers={**self.headers, **headers}, timeout=20)

    def log(self) -> str:
        """Everything in the data folder's log."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.home.glob("logs/*")))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command on the same data folder."""
        return subprocess.run(
            [*COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False, env=self.environment
        )

    def pairing(self, *arguments: str) -> Pair:
        """Start ``pointline pair`` and read its code."""
        return Pair(self.environment, *arguments)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the daemon; return its exit code."""
        self.process.send_signal(number)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return self.process.returncode


class Pair:
    """A running ``pointline pair``."""

    def __init__(self, environment: dict[str, str], *arguments: str) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, "pair", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        self.first = self._process.stdout.readline()
        self.code = re.sub(r"\D", "", self.first)

    def end(self, number: signal.Signals | None = None) -> tuple[int, str, str]:
        """Wait for its end, or bring it about; return exit code and what it said."""
        if number is not None:
            self._process.send_signal(number)
        out, errors = self._process.communicate(timeout=30)
        return self._process.returncode, out, errors

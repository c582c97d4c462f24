"""The real daemon as a process of its own, as a person starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from pointline.home import home_path

PROGRAM = Path(sys.executable).with_name("pointline")


class DaemonProcess:
    """``pointline serve`` on a free port. Use as a context manager."""

    def __init__(self, engine: str = "scripted", *, script: dict[str, object] | None = None, port: int = 0) -> None:
        self.url = self.token = self.line = ""
        self._folder = tempfile.TemporaryDirectory(prefix="pointline-daemon-")
        self._command = [str(PROGRAM), "serve", "--port", str(port), "--engine", engine]
        # A data folder of its own, as one daemon runs on each; the models are those that are there.
        own = Path(self._folder.name, "home")
        own.mkdir(mode=0o700)
        if (models := home_path() / "models").is_dir():
            (own / "models").symlink_to(models)
        self.environment = {**os.environ, "POINTLINE_HOME": str(own)}
        if script is not None:
            path = Path(self._folder.name, "script.json")
            path.write_text(json.dumps(script), encoding="utf-8")
            self.environment["POINTLINE_SCRIPT"] = str(path)
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None

    def __enter__(self) -> Self:
        self._log = Path(self._folder.name, "log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=self._log, text=True, env=self.environment
        )
        assert self._process.stdout is not None
        self.line = self._process.stdout.readline().strip()
        if not self.line:
            self._process.wait(30)
            raise RuntimeError(f"the daemon did not start:\n{self.log()}")
        started = json.loads(self.line)
        self.url, self.token = started["url"], started["token"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self._process is not None and self._process.stdout is not None:
            self._process.stdout.close()
        if self._log is not None:
            self._log.close()
        self._folder.cleanup()

    def stop(self) -> None:
        """End the daemon and wait until it is gone."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)

    def kill(self) -> None:
        """End the daemon without letting it say a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)

    def counted(self, what: str) -> float:
        """Sum what the daemon counted under the lines of /metrics that hold ``what``."""
        request = urllib.request.Request(f"{self.url}/metrics", headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line[0] != "#" and what in line)

    def log(self) -> str:
        """What the daemon said on standard error."""
        return Path(self._folder.name, "log").read_text(encoding="utf-8")

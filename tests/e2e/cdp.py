"""Chromium over its debugging port, one target at a time.

Playwright attaches to everything, the service worker too, and a worker that is attached to never dies: what a person
meets is seen only by a driver that leaves the worker alone.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

from e2e.browsers import CHROMIUM_ARGUMENTS


class Target:
    """One page of the browser."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self._socket = stack.enter_context(connect(address, max_size=None, open_timeout=30))
        self._next = 0
        self._worlds: list[dict[str, Any]] = []

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        self._next += 1
        self._socket.send(json.dumps({"id": self._next, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "Runtime.executionContextCreated":
                self._worlds.append(message["params"]["context"])
            if message.get("id") == self._next:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def evaluate(self, expression: str, world: int | None = None) -> Any:
        """Evaluate an expression, awaiting a promise, and return its value."""
        where = {} if world is None else {"contextId": world}
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, **where)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "a script threw"))
        return answer["result"].get("value")

    def extension_world(self, origin: str) -> int:
        """Return the world of the content scripts of an extension in this page."""
        self._worlds.clear()
        self.send("Runtime.disable")
        self.send("Runtime.enable")
        found: int = next(world["id"] for world in self._worlds if world["origin"] == origin)
        return found


class Chromium:
    """A headed Chromium with an unpacked extension, on a screen of ours. Use as a context manager."""

    def __init__(
        self,
        binary: str,
        extension: Path,
        url: str,
        environment: dict[str, str],
        size: tuple[int, int],
        arguments: Sequence[str] = (),
    ) -> None:
        self._stack = ExitStack()
        folder = tempfile.TemporaryDirectory(prefix="pointline-chromium-", ignore_cleanup_errors=True)
        self._profile = self._stack.enter_context(folder)
        command = [
            binary,
            *CHROMIUM_ARGUMENTS,
            f"--user-data-dir={self._profile}",
            "--remote-debugging-port=0",
            "--remote-allow-origins=*",
            f"--load-extension={extension}",
            "--window-position=0,0",
            f"--window-size={size[0]},{size[1]}",
            *arguments,
            url,
        ]
        self._process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._port = 0

    def __enter__(self) -> Self:
        note = Path(self._profile, "DevToolsActivePort")
        waited(lambda: note.exists() and bool(note.read_text(encoding="ascii").strip()), 60)
        self._port = int(note.read_text(encoding="ascii").splitlines()[0])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self._process.poll() is None:
                os.killpg(self._process.pid, number)
                try:
                    self._process.wait(20)
                except subprocess.TimeoutExpired:
                    continue
        self._stack.close()

    def targets(self) -> list[dict[str, Any]]:
        """List what the browser shows and runs, without attaching to it."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/json/list", timeout=20) as answer:
            found: list[dict[str, Any]] = json.load(answer)
        return found

    def target(self, part: str, seconds: float = 30) -> Target:
        """Wait for a page whose address holds ``part`` and attach to it."""
        found: list[dict[str, Any]] = []

        def there() -> bool:
            found[:] = [target for target in self.targets() if part in target["url"] and target["type"] == "page"]
            return bool(found)

        waited(there, seconds)
        return Target(found[0]["webSocketDebuggerUrl"], self._stack)


def waited(done: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until ``done()``; raise :class:`TimeoutError` after ``seconds``."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError("waited in vain")
        time.sleep(0.1)

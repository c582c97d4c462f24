"""Firefox over raw WebDriver BiDi: no geckodriver, no Selenium.

Only what the tests need: one session, open a page, evaluate a function in it, install an extension, take a screenshot.
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}


class BidiError(Exception):
    """The browser refused a command, or a script in the page threw."""


class Firefox:
    """A Firefox of our own with an empty profile."""

    def __init__(
        self,
        binary: str,
        *,
        headless: bool = True,
        environment: dict[str, str] | None = None,
        preferences: dict[str, object] | None = None,
    ) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="pointline-firefox-", ignore_cleanup_errors=True)
        chosen = {**_PREFERENCES, **(preferences or {})}
        lines = "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
        Path(self._profile.name, "user.js").write_text(lines, encoding="utf-8")
        self._log = Path(self._profile.name, "output.log")
        command = [binary, *(["--headless"] if headless else []), "--no-remote", "--remote-debugging-port", "0"]
        command += ["--remote-allow-system-access"]  # without it no page of an extension may be opened
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*command, "--profile", self._profile.name, "about:blank"],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
        self._stack = ExitStack()
        self._next = 0
        self._events: list[dict[str, Any]] = []
        try:
            # No keepalive: its thread draws from the global random state, under the feet of Hypothesis's strategies.
            connection = connect(self._address() + "/session", max_size=None, open_timeout=30, ping_interval=None)
            self._socket: ClientConnection = self._stack.enter_context(connection)
            self.send("session.new", capabilities={})
            self.tab: str = self.send("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self._end()
            raise

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; raise :class:`BidiError` when it is refused."""
        self._next += 1
        self._socket.send(json.dumps({"id": self._next, "method": method, "params": parameters}))
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=120))
            if message.get("id") != self._next:
                self._events.append(message)
                continue
            if message["type"] == "error":
                raise BidiError(f"{method}: {message['error']}: {message['message']}")
            result: dict[str, Any] = message["result"]
            return result

    def goto(self, url: str, tab: str | None = None) -> None:
        """Open a page and wait until it is loaded."""
        self.send("browsingContext.navigate", context=tab or self.tab, url=url, wait="complete")

    def new_tab(self, url: str) -> str:
        """Open a page in a new tab and return the tab's id."""
        tab: str = self.send("browsingContext.create", type="tab")["context"]
        self.goto(url, tab)
        return tab

    def evaluate(self, function: str, argument: object = None, tab: str | None = None, sandbox: str = "") -> Any:
        """Call a JavaScript function with one argument and return its result; both pass as JSON.

        In the page's own world, or in a named sandbox, which sees the page as an extension's content scripts do.
        """
        body = f"async (text) => JSON.stringify(await ({function})(JSON.parse(text)) ?? null)"
        answer = self.send(
            "script.callFunction",
            functionDeclaration=body,
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target=self._target(tab, sandbox),
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise BidiError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def run(self, script: str, tab: str | None = None, sandbox: str = "") -> None:
        """Evaluate a classic script, in a world chosen as for :meth:`evaluate`."""
        target = self._target(tab, sandbox)
        answer = self.send("script.evaluate", expression=script, target=target, awaitPromise=False)
        if answer["type"] == "exception":
            raise BidiError(answer["exceptionDetails"]["text"])

    def install(self, folder: Path, *, private: bool = False) -> str:
        """Install an unpacked extension for this run and return its id; ``private``: for private windows too."""
        data = {"type": "path", "path": str(folder)}
        more = {"moz:allowPrivateBrowsing": True} if private else {}
        answer = self.send("webExtension.install", extensionData=data, **more)
        identity: str = answer["extension"]
        return identity

    def press(self, keys: list[str], tab: str | None = None) -> None:
        """Press keys together; those that write nothing by WebDriver's code points."""
        steps = [{"type": "keyDown", "value": key} for key in keys] + [
            {"type": "keyUp", "value": k} for k in keys[::-1]
        ]
        self._act({"type": "key", "id": "keyboard", "actions": steps}, tab)

    def point(self, x: float, y: float, *, click: bool = False, tab: str | None = None) -> None:
        """Move the mouse to a place in the window, and click there."""
        steps: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        if click:
            steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": steps}, tab)

    def _act(self, actions: dict[str, Any], tab: str | None) -> None:
        self.send("input.performActions", context=tab or self.tab, actions=[actions])

    def screenshot(self, path: Path, tab: str | None = None) -> None:
        """Write what the tab shows as a PNG."""
        answer = self.send("browsingContext.captureScreenshot", context=tab or self.tab)
        path.write_bytes(base64.b64decode(answer["data"]))

    def close(self) -> None:
        """End the browser and remove its profile."""
        self._end()

    def _target(self, tab: str | None, sandbox: str) -> dict[str, str]:
        return {"context": tab or self.tab, **({"sandbox": sandbox} if sandbox else {})}

    def _address(self) -> str:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = _LISTENING.search(self._log.read_text(encoding="utf-8", errors="replace"))
            if found:
                return found[1]
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        raise BidiError("Firefox did not start:\n" + self._log.read_text(encoding="utf-8", errors="replace")[-2000:])

    def _end(self) -> None:
        self._stack.close()
        # The browser has children of its own; they are one process group, which this object started.
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self._process.poll() is None:
                os.killpg(self._process.pid, number)
                try:
                    self._process.wait(20)
                except subprocess.TimeoutExpired:
                    continue
        self._profile.cleanup()

"""The wheel as a person gets it: a new environment, an empty home, and the commands that the guides begin with.

Everything runs outside the checkout, so that nothing of it can be imported by chance.
"""

from __future__ import annotations

import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from scripts.lib.release_source import ReleaseError

QUESTION = "How much did it cost to run the night ferry in its first year?"
_PATIENCE = 180.0
"""Seconds for one command, the first use of a model included."""
_FOUND = 'import importlib.resources as r; print(r.files("pointline") / "data" / "sample.html")'

Check = Callable[[str, Callable[[], str]], None]
"""Runs a check under a name; what it returns is what is said of it, :class:`ReleaseError` is a failure."""


class Installed:
    """A wheel in an environment of its own below ``folder``, with a home in which nothing is."""

    def __init__(self, folder: Path, constraints: Path) -> None:
        self.folder, self.constraints = folder, constraints
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self.bin = folder / "venv" / "bin"

    def environment(self) -> dict[str, str]:
        """The person's environment, without what would lead back to the checkout or to their own data."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("POINTLINE_", "PYTHON", "XDG_", "VIRTUAL_ENV"))}  # fmt: skip
        return {**kept, "HOME": str(self.home), "PATH": f"{self.bin}:{os.environ.get('PATH', os.defpath)}"}

    def install(self, wheel: Path, extras: tuple[str, ...]) -> str:
        """Make the environment and install the wheel with its extras."""
        self.run([sys.executable, "-m", "venv", str(self.folder / "venv")])
        what = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
        began = time.monotonic()
        self.run(
            [str(self.bin / "python"), "-m", "pip", "install", "-q", "-c", str(self.constraints), what], patience=3600
        )
        return f"{wheel.name} with {', '.join(extras) or 'no extra'} in {time.monotonic() - began:.0f} s"

    def run(self, command: list[str], *, expect: tuple[int, ...] = (0,), patience: float = _PATIENCE) -> str:
        """Run a command in the home and return its standard output. Raises :class:`ReleaseError`."""
        shown = " ".join(Path(word).name if word.startswith("/") else word for word in command)
        try:
            done = subprocess.run(
                command, cwd=self.home, env=self.environment(), capture_output=True, text=True, check=False,
                timeout=patience, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise ReleaseError(f"{shown!r} did not end in {patience:.0f} s.", "Run it by hand.") from None
        if done.returncode not in expect:
            lines = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
            raise ReleaseError(f"{shown!r} ended with {done.returncode}: {' / '.join(lines)}", "Run it by hand.")
        return done.stdout

    def pointline(self, *words: str, expect: tuple[int, ...] = (0,)) -> str:
        """Run the installed ``pointline``."""
        return self.run([str(self.bin / "pointline"), *words], expect=expect)


@contextmanager
def installed(constraints: Path, keep: bool = False) -> Iterator[Installed]:
    """A place to install into; removed afterwards, unless it is to be kept."""
    folder = Path(tempfile.mkdtemp(prefix="pointline-release-"))
    try:
        yield Installed(folder, constraints)
    finally:
        if keep:
            print(f"Kept: {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def try_out(place: Installed, wheel: Path, version: str, engine: str, check: Check) -> None:
    """Install the wheel and use it; each step is a check of its own."""
    extras = ("cpu",) if sys.platform == "linux" and engine == "starter" else ()
    check("install", lambda: place.install(wheel, extras))
    check("version", lambda: _version(place, version))
    sample = Path(place.run([str(place.bin / "python"), "-c", _FOUND]).strip())
    if engine == "starter":
        check("starter model", lambda: _starter(place))
    words = () if engine == "starter" else ("--engine", "scripted")
    check("ask", lambda: _ask(place, sample, words))
    check("verify", lambda: _verify(place, sample))
    check("doctor", lambda: _doctor(place))
    check("serve", lambda: _serve(place, words))
    check("database", lambda: _database(place))
    check("walker", lambda: _walker(place, sample))


def _version(place: Installed, version: str) -> str:
    said = place.pointline("--version").strip()
    if version not in said.split():
        raise ReleaseError(f"pointline --version says {said!r}, not {version}.", "Build again.")
    return said


def _starter(place: Installed) -> str:
    place.pointline("model", "pull", "starter")
    return "pulled into an empty home"


def _ask(place: Installed, sample: Path, words: tuple[str, ...]) -> str:
    answer = json.loads(place.pointline("ask", str(sample), QUESTION, "--json", *words, expect=(0, 3)))
    claims = answer["claims"]
    if any(claim["status"] != "exact" for claim in claims):
        raise ReleaseError("ask gave a claim without a line.", "Ask the sample page by hand.")
    if not claims:
        raise ReleaseError("ask found no line for a question that the sample page answers.", "Ask it by hand.")
    return f"“{claims[0]['line']}”"


def _verify(place: Installed, sample: Path) -> str:
    page = json.loads(place.pointline("page", str(sample), "--json"))
    line = page["text"].splitlines()[-1].strip()
    place.pointline("verify", str(sample), "--quote", line)
    place.pointline("verify", str(sample), "--quote", f"{line} And not a word of it.", expect=(3,))
    return "a line of the page is found, a longer one is not"


def _doctor(place: Installed) -> str:
    said = json.loads(place.pointline("doctor", "--json", expect=(0, 1, 2)))
    lacking = [finding["name"] for finding in said["findings"] if not finding["ok"]]
    helpless = [f["name"] for f in said["findings"] if not f["ok"] and not f["action"]]
    if helpless:
        raise ReleaseError(f"doctor finds fault with {', '.join(helpless)} and names no action.", "Name one.")
    return f"{len(said['findings'])} findings; to mend on this machine: {', '.join(lacking) or 'nothing'}"


def _serve(place: Installed, words: tuple[str, ...]) -> str:
    command = [str(place.bin / "pointline"), "serve", "--port", "0", *words]
    daemon = subprocess.Popen(command, cwd=place.home, env=place.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    late = threading.Timer(_PATIENCE, daemon.kill)
    late.start()
    try:
        assert daemon.stdout is not None
        line = daemon.stdout.readline()
        if not line:
            raise ReleaseError("serve ended before it listened.", "Run pointline serve by hand.")
        url = json.loads(line)["url"]
        with urllib.request.urlopen(f"{url}/healthz", timeout=30) as answer:
            health = json.loads(answer.read())
        if health.get("name") != "pointline":
            raise ReleaseError(f"/healthz says {health}.", "Run pointline serve by hand.")
        token = {"Authorization": f"Bearer {json.loads(line)['token']}"}
        request = urllib.request.Request(f"{url}/v1/status", headers=token)
        with urllib.request.urlopen(request, timeout=30) as answer:
            answer.read()
    finally:
        daemon.terminate()
        code = daemon.wait(30)
        late.cancel()
    if code != 0:
        raise ReleaseError(f"serve ended with {code} when it was asked to stop.", "Look at its log.")
    return f"/healthz says {json.dumps(health)}; /v1/status answers; stops in order"


def _database(place: Installed) -> str:
    said = json.loads(place.pointline("doctor", "--json", expect=(0, 1, 2)))
    found = next((each for each in said["findings"] if each["name"] == "database"), None)
    if found is None or not found["ok"] or not list(place.home.rglob("*.db")):
        raise ReleaseError("serve made no database by its migrations.", "Run pointline serve, then pointline doctor.")
    return str(found["says"])


def _walker(place: Installed, sample: Path) -> str:
    probe = "from pointline.sources.browsers import find_browser; print(find_browser() or '')"
    if not place.run([str(place.bin / "python"), "-c", probe]).strip():
        return "not tried: there is no Chromium here"
    handler = partial(_Quiet, directory=str(sample.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/{sample.name}"
        opened = json.loads(place.pointline("page", address, "--json"))
        server.shutdown()
    saved = json.loads(place.pointline("page", str(sample), "--json"))
    if opened["text"] != saved["text"]:
        raise ReleaseError(
            "The browser's walk of sample.html differs from lxml's.", "Compare `pointline page` of both."
        )
    return f"walked in Chromium, equal to lxml's walk: {len(opened['text'])} characters"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

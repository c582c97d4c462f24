"""Units for launchd and systemd that run ``pointline serve`` for this user, and the commands that load them."""

from __future__ import annotations

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pointline.errors import BadInput, Failure
from pointline.home import HOME_VARIABLE, home_path

LABEL = "pointline.daemon"
UNIT = "pointline.service"
PATIENCE = 20
"""Seconds that the service manager waits for an orderly end, and that one of its commands may take."""


@dataclass(frozen=True, slots=True)
class Service:
    """A unit: where it lies, what stands in it, and the commands around it, each as its words."""

    path: Path
    text: str
    starting: tuple[tuple[str, ...], ...]
    stopping: tuple[tuple[str, ...], ...]
    after_delete: tuple[tuple[str, ...], ...] = ()

    def write(self) -> None:
        """Write the unit. Raises :class:`Failure` when that cannot be."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.text, encoding="utf-8")
        except OSError as error:
            raise Failure(
                "service",
                f"{self.path} cannot be written: {error.strerror}.",
                "Make its folder writable, or run it by hand.",
            ) from error

    def start(self) -> list[str]:
        """Load and start it; return the commands that could not be run."""
        return _run(self.starting)

    def stop(self) -> list[str]:
        """Stop it and let the service manager forget it; return the commands that could not be run."""
        return _run(self.stopping)

    def delete(self) -> None:
        """Delete the unit."""
        with suppress(FileNotFoundError):
            self.path.unlink()
        _run(self.after_delete)


def service_of(platform: str, *, port: int = 8765) -> Service:
    """The service for a platform (``sys.platform``). Raises :class:`BadInput` where there is no such manager."""
    command = [*program(), "serve", "--port", str(port), "--paired-only"]
    moved = {HOME_VARIABLE: str(home_path())} if os.environ.get(HOME_VARIABLE) else {}
    if platform == "darwin":
        return _launchd(command, moved)
    if platform.startswith("linux"):
        return _systemd(command, moved)
    raise BadInput("service", f"There is no service for {platform}.", "Run 'pointline serve' in a terminal.")


def program() -> list[str]:
    """The words that start this program again."""
    script = Path(sys.executable).with_name("pointline")
    return [str(script)] if script.is_file() else [sys.executable, "-m", "pointline.cli"]


def _launchd(command: Sequence[str], variables: dict[str, str]) -> Service:
    path = Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    content = {
        "Label": LABEL,
        "ProgramArguments": list(command),
        "EnvironmentVariables": variables,
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 30,
        "ExitTimeOut": PATIENCE,
        "ProcessType": "Interactive",
        "Umask": 0o077,
        "StandardOutPath": "/dev/null",
        "StandardErrorPath": "/dev/null",
    }
    target = f"gui/{os.getuid()}"
    return Service(
        path,
        plistlib.dumps(content).decode(),
        (("launchctl", "bootstrap", target, str(path)),),
        (("launchctl", "bootout", f"{target}/{LABEL}"),),
    )


def _systemd(command: Sequence[str], variables: dict[str, str]) -> Service:
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path.home() / ".config"
    path = folder / "systemd" / "user" / UNIT
    environment = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in variables.items())
    text = f"""[Unit]
Description=Pointline: ask the page you are reading
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
ExecStart={" ".join(_quoted(word, command=True) for word in command)}
{environment}Restart=on-failure
RestartSec=5
# 2: a taken port, a missing model: starting again would not help.
RestartPreventExitStatus=2
TimeoutStopSec={PATIENCE}
StandardOutput=null
StandardError=null
UMask=0077
NoNewPrivileges=yes
LimitCORE=0

[Install]
WantedBy=default.target
"""
    reload = ("systemctl", "--user", "daemon-reload")
    return Service(
        path,
        text,
        (reload, ("systemctl", "--user", "enable", "--now", UNIT)),
        (("systemctl", "--user", "disable", "--now", UNIT),),
        (reload,),
    )


def _quoted(word: str, *, command: bool = False) -> str:
    """A word for a unit file: C-style escapes in quotes; ``%`` is a specifier, and ``$`` a variable in commands."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return '"' + (word.replace("$", "$$") if command else word) + '"'


def _run(commands: Sequence[Sequence[str]]) -> list[str]:
    """Run commands one after the other; what could not be run, and what comes after it, is returned."""
    for number, words in enumerate(commands):
        if shutil.which(words[0]) is None or not _succeeds(words):
            return [shlex.join(left) for left in commands[number:]]
    return []


def _succeeds(words: Sequence[str]) -> bool:
    try:
        ran = subprocess.run(words, capture_output=True, timeout=PATIENCE + 10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0

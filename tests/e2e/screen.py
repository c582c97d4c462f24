"""A screen of its own, and a person's hands on it: Xvfb and xdotool."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

NEEDED = ("Xvfb", "xdotool")


def missing() -> list[str]:
    """Name the programs that are not on this machine."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Screen:
    """An X server without a monitor. Use as a context manager."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        self.size = (width, height)
        self.display = ""
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        read, write = os.pipe()
        width, height = self.size
        geometry = f"{width}x{height}x24"
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", geometry, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as number:
            self.display = f":{number.readline().strip()}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(20)

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to show itself here."""
        return {"DISPLAY": self.display}

    def hands(self, *arguments: object) -> None:
        """Let xdotool do something."""
        command = ["xdotool", *map(str, arguments)]
        subprocess.run(command, check=True, env={**os.environ, **self.environment}, capture_output=True)

    def windows(self) -> set[str]:
        """Name what is shown: windows, menus and what else has a place of its own on the screen."""
        command = ["xdotool", "search", "--onlyvisible", "--name", ""]
        found = subprocess.run(command, env={**os.environ, **self.environment}, capture_output=True, text=True)
        return set(found.stdout.split())

    def opens(self, act: Callable[[], None], seconds: float = 30.0) -> None:
        """Do something and wait until a window or a menu has come of it, and the screen is at rest."""
        before = self.windows()
        act()
        end = time.monotonic() + seconds
        while not self.windows() - before:
            if time.monotonic() > end:
                raise TimeoutError("no window and no menu came")
            time.sleep(0.1)
        time.sleep(0.7)

    def right_click(self, x: int, y: int) -> None:
        """Open the menu of what lies at a place."""
        self.hands("mousemove", x, y)
        time.sleep(0.3)
        self.opens(lambda: self.hands("click", 3))

    def keys(self, *names: str) -> None:
        """Press keys one after another."""
        for name in names:
            self.hands("key", name)
            time.sleep(0.15)

    def type(self, text: str) -> None:
        """Type text where the focus is."""
        self.hands("type", "--delay", 30, text)

    def pause(self, seconds: float) -> None:
        """Wait as a person does who looks at the screen."""
        time.sleep(seconds)

    def picture(self, path: Path) -> None:
        """Write what the screen shows as a PNG (needs ImageMagick's import)."""
        command = ["import", "-window", "root", str(path)]
        subprocess.run(command, check=True, env={**os.environ, **self.environment}, capture_output=True)

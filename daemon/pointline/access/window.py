"""The pairing window: a code, opened by a person in a terminal, good for two minutes, five tries and one pairing.

It is a private file, so that ``pointline pair`` can open it for the daemon that runs in another process, and so that a
daemon which is started again has not forgotten the tries.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from pointline.access import files
from pointline.access.pairings import FOLDER

FILE = "window.json"
SECONDS = 120.0
TRIES = 5
DIGITS = 8
REMEMBERED = 600.0
"""Seconds for which the end of a window is told apart from there never having been one."""

State = Literal["open", "paired", "locked", "closed"]


@dataclass(frozen=True, slots=True)
class Window:
    """A chance to pair. ``expires`` in seconds since 1970; ``pairing`` is the id of what came of it."""

    id: str
    code: str
    expires: float
    tries: int = TRIES
    state: State = "open"
    pairing: str = ""

    @property
    def expired(self) -> bool:
        """Whether its time is over."""
        return time.time() >= self.expires


class WindowFile:
    """The one window of a data folder."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place or files.folder(FOLDER)
        self._path = self._place / FILE

    def open(self, seconds: float = SECONDS) -> Window:
        """Open a window with a new code; one that was open is closed by that."""
        code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
        window = Window(secrets.token_hex(8), code, time.time() + seconds)
        with files.exclusive(self._place):
            files.write_json(self._path, asdict(window))
        return window

    def read(self) -> Window | None:
        """The window that is open, or the last one for a while; None when there is none."""
        try:
            kept = files.read_json(self._path)
            window = None if kept is None else Window(**kept)
        except (ValueError, TypeError, OSError):
            return None
        if window is None or time.time() > window.expires + REMEMBERED:
            return None
        return window

    def change(self, name: str, how: Callable[[Window], Window]) -> Window | None:
        """Change the window with this id, alone; return it as it was before, or None when another one has come."""
        with files.exclusive(self._place):
            window = self.read()
            if window is None or window.id != name:
                return None
            after = how(window)
            if after.state != "open":
                after = replace(after, code="")  # it is of no more use to anybody
            if after != window:
                files.write_json(self._path, asdict(after))
            return window

    def close(self, name: str) -> None:
        """Close a window that nobody waits for any more."""
        self.change(name, lambda window: replace(window, state="closed") if window.state == "open" else window)

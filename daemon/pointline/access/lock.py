"""One daemon per data folder: a lock that ends with the process that holds it, and says who that is."""

from __future__ import annotations

import fcntl
import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pointline.access import files
from pointline.errors import BadInput
from pointline.home import home, home_path

FILE = "daemon.lock"


@dataclass(frozen=True, slots=True)
class Holder:
    """What a lock file says; ``url`` is empty while a daemon is starting."""

    pid: int
    url: str = ""
    started: float = 0.0


class HomeLock:
    """The lock of this data folder. The system gives it up when the process ends, however it ends: nothing can go stale
    but the words in the file, and those are only believed while the lock is held."""

    def __init__(self) -> None:
        """Take the lock.

        Raises :class:`BadInput` when another daemon has it, ``HomeError`` or ``DiskFull`` when the folder cannot be
        written.
        """
        path = home() / FILE
        try:
            self._descriptor = files.open_private(path, os.O_RDWR)
        except OSError as error:
            raise files.unwritable(path, error) from error
        if not _locked(self._descriptor):
            os.close(self._descriptor)
            raise _taken(path)
        self.stale = _read(path)
        """Who held it and ended without giving it up, if anybody did."""
        self._path = path
        self.tell("")

    def tell(self, url: str) -> None:
        """Write down who holds the lock and where it listens."""
        words = json.dumps({"pid": os.getpid(), "url": url, "started": time.time()}).encode()
        try:
            with suppress(OSError):  # only a file has a length
                os.ftruncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, words)
        except OSError as error:
            self.release()
            raise files.unwritable(self._path, error) from error

    def release(self) -> None:
        """Give the lock up; the file stays, empty, so that nobody locks a file that is being deleted."""
        if self._descriptor < 0:
            return
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
        self._descriptor = -1


def holder() -> Holder | None:
    """The daemon that runs on this data folder, or None."""
    path = home_path() / FILE
    return _read(path) if is_held(path) else None


def is_held(path: Path) -> bool:
    """Whether a process holds the lock in ``path``."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def left_behind() -> Holder | None:
    """Who wrote the lock file and ended without giving it up, or None."""
    path = home_path() / FILE
    return None if is_held(path) else _read(path)


def _locked(descriptor: int) -> bool:
    """Take the lock; tried for a moment, as :func:`is_held` has it for one when it looks."""
    for _ in range(5):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(0.02)
        else:
            return True
    return False


def _read(path: Path) -> Holder | None:
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(4096))
        return Holder(int(kept["pid"]), str(kept["url"]), float(kept["started"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _taken(path: Path) -> BadInput:
    found = _read(path)
    who = f"process {found.pid}" if found else "another process"
    where = f", at {found.url}" if found and found.url else ""
    return BadInput(
        "home_in_use",
        f"A daemon runs on this data folder already ({who}{where}).",
        "Use that one or stop it, or set POINTLINE_HOME to another folder.",
    )

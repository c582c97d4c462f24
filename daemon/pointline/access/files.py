"""Private files: a folder of mode 0700, files of mode 0600 written whole or not at all, one writer at a time."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pointline.errors import Failure
from pointline.home import HomeError, home

FOLDER_MODE, FILE_MODE = 0o700, 0o600
NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


class DiskFull(Failure):
    """The data folder has no room left."""

    def __init__(self, place: Path) -> None:
        super().__init__(
            "disk_full",
            f"The disk is full: {place} cannot be written.",
            "Free some space, or set POINTLINE_HOME to a folder on another disk; then do it again.",
        )


def folder(name: str) -> Path:
    """Return ``POINTLINE_HOME/name``, made with mode 0700, and set back to it when others could look in.

    Raises :class:`HomeError` or :class:`DiskFull`.
    """
    place = home() / name
    try:
        place.mkdir(mode=FOLDER_MODE, exist_ok=True)
        if place.stat().st_mode & 0o077:
            place.chmod(FOLDER_MODE)
    except OSError as error:
        raise unwritable(place, error) from error
    return place


def unwritable(place: Path, error: OSError) -> Exception:
    """Say why ``place`` could not be written, and what to do about it."""
    if error.errno in NO_SPACE:
        return DiskFull(place)
    return HomeError(f"{place} cannot be written: {error.strerror or error}.")


def open_private(path: Path, flags: int) -> int:
    """Open a file that only its owner may read, whatever the umask says; return its descriptor."""
    descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
    with suppress(OSError):  # a device, say
        if os.fstat(descriptor).st_mode & 0o077:
            os.fchmod(descriptor, FILE_MODE)
    return descriptor


def write_json(path: Path, value: Any) -> None:
    """Replace ``path`` by ``value``: at any moment it holds the old or the new one, whole, on disk.

    Raises :class:`HomeError` or :class:`DiskFull`; the old file stays then.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = open_private(beside, os.O_WRONLY | os.O_EXCL)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise unwritable(path, error) from error


def read_json(path: Path) -> Any:
    """Return what stands in ``path``, or None when there is no such file. Raises ``ValueError`` when it is damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


@contextmanager
def exclusive(place: Path) -> Iterator[None]:
    """Hold the one write lock of ``place``, across threads and processes; it ends with the process that holds it."""
    try:
        descriptor = open_private(place / ".lock", os.O_RDWR)
    except OSError as error:
        raise unwritable(place, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)

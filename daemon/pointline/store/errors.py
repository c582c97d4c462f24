"""What can go wrong with the store, each with one action, and how a driver's error becomes one of them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from pointline.errors import BadInput


class StoreError(BadInput):
    """The store cannot be opened, read or written; nothing of what was being written is kept."""


def kept_whole(error: StoreError) -> StoreError:
    """Say of a failed forgetting that it did nothing."""
    return StoreError(error.code, f"Nothing of the history was forgotten. {error}", error.action)


def with_traces(error: StoreError) -> StoreError:
    """Say of a failed erasing that what was forgotten cannot be read any more, and still has traces in the files."""
    says = f"It is forgotten and no command shows it, but traces of it are still in the files. {error}"
    action = f"{error.action} Then forget again, or start the daemon: the traces are erased first of all."
    return StoreError(error.code, says, action)


_FULL = "Free some space on its disk, then try again."
_ERRNO = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EROFS: "unwritable"}
_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_CANTOPEN: "unwritable",
    sqlite3.SQLITE_PERM: "unwritable",
    sqlite3.SQLITE_AUTH: "unwritable",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}
# https://www.postgresql.org/docs/current/errcodes-appendix.html; whole codes first, then their classes.
_SQLSTATE = {"53100": "full", "25006": "unwritable", "55P03": "busy", "40P01": "busy", "42501": "unwritable"}
_SQLSTATE_CLASS = {"53": "busy", "08": "unreachable", "28": "unreachable", "3D": "unreachable", "58": "failing"}


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Raise a :class:`StoreError` about ``place`` for what a driver or the file system raises inside."""
    try:
        yield
    except exc.DBAPIError as error:
        raise _of_driver(place, error.orig or error) from error
    except sqlite3.Error as error:
        raise _of_driver(place, error) from error
    except exc.TimeoutError as error:
        raise store_error("busy", place, "too many wait for it") from error
    except OSError as error:
        kind = _ERRNO.get(error.errno or 0, "unwritable")
        raise store_error(kind, place, error.strerror or str(error)) from error


def store_error(kind: str, place: str, reason: str) -> StoreError:
    """The error of one kind about the store at ``place``."""
    says, action = {
        "full": ("There is no space left for", _FULL),
        "unwritable": (
            "Nothing can be written to",
            "Make it writable for you, or set POINTLINE_HOME to another folder.",
        ),
        "failing": ("The disk failed under", "Check the disk and its free space, then try again."),
        "damaged": ("What is kept is damaged:", "Move this file away; an older copy may lie in the folder backups."),
        "busy": ("Another program is using", "Try again in a moment, or stop the other program."),
        "unreachable": ("There is no connection to", "Check POINTLINE_DATABASE_URL, and that the server runs."),
    }.get(kind, ("There is something wrong with", "See 'pointline doctor'."))
    return StoreError(f"store_{kind}", f"{says} {place} ({reason}).", action)


def _of_driver(place: str, error: BaseException) -> StoreError:
    reason = str(error).strip().partition("\n")[0].rstrip(".")
    state = getattr(error, "sqlstate", None)
    if isinstance(error, sqlite3.Error):
        kind = _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")
    elif state:
        kind = _SQLSTATE.get(state) or _SQLSTATE_CLASS.get(state[:2], "broken")
    else:
        kind = "unreachable"
    return store_error(kind, place, reason)

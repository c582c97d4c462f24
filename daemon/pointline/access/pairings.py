"""The paired extensions: one private file, read again when another process has changed it."""

from __future__ import annotations

import hmac
import logging
import secrets
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pointline.access import files
from pointline.access.proofs import hello_key, token_hash
from pointline.errors import BadInput, Failure

log = logging.getLogger("pointline.access")

FOLDER = "access"
FILE = "pairings.json"
MOST = 32
"""Pairings kept; the one that was used longest ago makes room."""
TOUCH = 3600.0
"""Seconds by which the time of the last use may be behind, so that not every request writes to the disk."""
LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class Pairing:
    """One extension that may ask. Times in seconds since 1970; ``token_sha256`` is all that is kept of its token."""

    id: str
    label: str
    origin: str
    token_sha256: str
    hello_key: str
    created: float
    used: float

    def shown(self) -> dict[str, Any]:
        """What a person may see of it."""
        return {
            "id": self.id,
            "label": self.label,
            "origin": self.origin,
            "created": self.created,
            "used": self.used,
        }


def new_pairing(token: str, origin: str, label: str, name: str) -> Pairing:
    """Make the record of a token just agreed upon."""
    now = time.time()
    return Pairing(name, tidy_label(label), origin, token_hash(token), hello_key(token).hex(), now, now)


def new_id() -> str:
    """An id for a pairing; it is no secret, but nobody guesses it either."""
    return secrets.token_hex(8)


def tidy_label(label: str) -> str:
    """A label from outside, so that it can stand on a line of a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in label).split())[:LONGEST_LABEL]


class PairingBook:
    """All pairings of this data folder. Safe to use from several threads and processes."""

    def __init__(self, place: Path | None = None) -> None:
        """``place`` is the folder; ``POINTLINE_HOME/access`` when left out."""
        self._place = place or files.folder(FOLDER)
        self._path = self._place / FILE
        self._lock = threading.Lock()
        self._seen: tuple[int, int, int] | None = None
        self._pairings: dict[str, Pairing] = {}

    def all(self) -> list[Pairing]:
        """Every pairing, the oldest first. Raises :class:`Failure` when the file is damaged."""
        return sorted(self._current().values(), key=lambda pairing: pairing.created)

    def get(self, name: str) -> Pairing | None:
        """The pairing with this id."""
        return self._current().get(name)

    def with_token(self, token: str) -> Pairing | None:
        """The pairing whose token this is; compared in constant time with every one there is."""
        given = token_hash(token)
        found = None
        for pairing in self._current().values():
            if hmac.compare_digest(pairing.token_sha256, given):
                found = pairing
        return found

    def add(self, pairing: Pairing) -> None:
        """Keep a pairing; on disk before this returns."""

        def change(pairings: dict[str, Pairing]) -> None:
            while len(pairings) >= MOST:
                del pairings[min(pairings.values(), key=lambda one: one.used).id]
            pairings[pairing.id] = pairing

        self._change(change)

    def revoke(self, name: str) -> Pairing:
        """Take a pairing away, at once and for a running daemon too. Raises :class:`BadInput` for an unknown id."""
        gone: list[Pairing] = []

        def change(pairings: dict[str, Pairing]) -> None:
            if name not in pairings:
                raise BadInput("pairing", f"There is no pairing {name}.", "See the ids with 'pointline pair --list'.")
            gone.append(pairings.pop(name))

        self._change(change)
        return gone[0]

    def touch(self, pairing: Pairing) -> None:
        """Write down that a pairing was used, now and then; that must never make a request fail."""
        now = time.time()
        if now - pairing.used < TOUCH:
            return

        def change(pairings: dict[str, Pairing]) -> None:
            if pairing.id in pairings:
                pairings[pairing.id] = replace(pairings[pairing.id], used=now)

        try:
            self._change(change)
        except (BadInput, Failure) as error:
            log.warning("last use not written down: %s", type(error).__name__)

    def _change(self, change: Any) -> None:
        with self._lock, files.exclusive(self._place):
            pairings = dict(self._read())
            change(pairings)
            files.write_json(self._path, {"version": 1, "pairings": [asdict(one) for one in pairings.values()]})
            self._seen = None

    def _current(self) -> dict[str, Pairing]:
        with self._lock:
            return self._read()

    def _read(self) -> dict[str, Pairing]:
        stamp = self._stamp()
        if stamp is None:
            self._pairings = {}
        elif stamp != self._seen:
            try:
                found = files.read_json(self._path)
                kept = {"pairings": []} if found is None else found
                self._pairings = {one["id"]: Pairing(**one) for one in kept["pairings"]}
            except (ValueError, KeyError, TypeError, OSError) as error:
                raise Failure(
                    "pairings_damaged",
                    f"{self._path} cannot be read: {type(error).__name__}.",
                    "Delete it, and pair your browsers again with 'pointline pair'.",
                ) from error
        self._seen = stamp
        return self._pairings

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

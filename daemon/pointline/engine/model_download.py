"""One large file over http: fetched in a ``.part`` file that a later try goes on from, checked, then renamed.

``huggingface_hub`` was judged for this and not taken: since 2.x it writes each try into a file of its own, so that a
fetch that was stopped begins again, and it compares sizes, not hashes.
"""

from __future__ import annotations

import hashlib
import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .base import Cancelled, EngineCancelled, EngineError

PART = ".part"
SILENCE = 60.0
"""Seconds for which a server may say nothing."""
TRIES = 5
"""Tries in a row that bring nothing, before the fetch is given up."""
_PIECE = 1 << 20
_GO_ON = "Check the connection, and run the same command again: it goes on where it stopped."


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to fetch: its size in bytes, and its SHA-256, or the SHA-1 that git would give it, or neither."""

    url: str
    size: int | None = None
    sha256: str | None = None
    git_sha1: str | None = None


class _LostError(Exception):
    """The connection ended early; what came is kept."""


def download(
    wanted: Wanted,
    target: Path,
    *,
    told: Callable[[int], None] = lambda _bytes: None,
    cancel: Cancelled | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Fetch ``wanted`` to ``target``; ``told`` gets the bytes that are there, as they grow.

    A connection that is lost is taken up again where it ended (HTTP ranges), or from the start with a server that has
    no ranges. Raises :class:`EngineError`; the ``.part`` file then stays, but for one that has a wrong hash.
    """
    part = target.with_name(target.name + PART)
    barren = 0
    while not _complete(part, wanted):
        before = _size(part)
        try:
            _fetch(wanted, part, told, cancel)
        except _LostError as lost:
            grew = _size(part) > before
            barren = 0 if grew else barren + 1
            if barren >= TRIES:
                raise EngineError(f"{wanted.url} cannot be fetched: {lost}.", _GO_ON) from None
            sleep(min(2.0**barren, 30.0) if barren else 0.5)
            continue
        except OSError as error:  # our own disk
            raise EngineError(
                f"{part} cannot be written: {error.strerror or error}.", "Free some space, and run it again."
            ) from error
        if wanted.size is None:
            break
    _check(part, wanted)
    part.replace(target)


def _complete(part: Path, wanted: Wanted) -> bool:
    there = _size(part)
    if wanted.size is not None and there > wanted.size:
        part.unlink()
        return False
    return part.exists() and there == wanted.size


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _fetch(wanted: Wanted, part: Path, told: Callable[[int], None], cancel: Cancelled | None) -> None:
    there = _size(part) if wanted.size is not None else 0
    with open_url(wanted.url, after=there) as response:
        if there and response.status != http.client.PARTIAL_CONTENT:
            there = 0  # the server has no ranges
        with part.open("ab" if there else "wb") as file:
            file.truncate(there)
            for piece in _pieces(response):
                if cancel is not None and cancel():
                    raise EngineCancelled("The fetch was cancelled.", "Run it again: it goes on where it stopped.")
                file.write(piece)
                there += len(piece)
                told(there)
                if wanted.size is not None and there > wanted.size:
                    return  # not the file that was announced; its hash will say so
    if wanted.size is not None and there < wanted.size:
        raise _LostError(f"it ended after {there} of {wanted.size} bytes")


def _pieces(response: Any) -> Any:
    while True:
        try:
            piece = response.read(_PIECE)
        except http.client.IncompleteRead as error:
            if error.partial:
                yield error.partial
            raise _LostError("the connection was lost") from None
        except (http.client.HTTPException, OSError) as error:
            raise _LostError(str(error) or type(error).__name__) from None
        if not piece:
            return
        yield piece


def open_url(url: str, *, after: int = 0) -> Any:
    """Open ``url``, from byte ``after`` on. Raises :class:`EngineError` for an answer that trying again cannot better,
    and ``_LostError`` for the rest."""
    headers = {"User-Agent": "pointline", "Accept-Encoding": "identity"}
    if after:
        headers["Range"] = f"bytes={after}-"
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=SILENCE)
    except urllib.error.HTTPError as error:
        error.close()
        if after and error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            return open_url(url)  # there is less than we have: from the start
        if error.code >= 500 or error.code in (408, 429):
            raise _LostError(f"the server answered {error.code} {error.reason}") from None
        raise EngineError(
            f"{url} cannot be fetched: the server answered {error.code} {error.reason}.",
            "Check the name of the model; a model behind a login has to be fetched by hand and imported.",
        ) from None
    except (http.client.HTTPException, OSError, ValueError) as error:
        raise _LostError(str(getattr(error, "reason", None) or error or type(error).__name__)) from None


def read_url(url: str, largest: int, *, sleep: Callable[[float], None] = time.sleep) -> bytes:
    """Return a small document, at most ``largest`` bytes of it. Raises :class:`EngineError`."""
    for attempt in range(1, TRIES + 1):
        try:
            with open_url(url) as response:
                found = bytearray()
                for piece in _pieces(response):
                    found += piece
                    if len(found) > largest:
                        break
                return bytes(found[: largest + 1])
        except _LostError as lost:
            if attempt == TRIES:
                raise EngineError(f"{url} cannot be read: {lost}.", "Check the connection.") from None
            sleep(0.5 * 2**attempt)
    raise AssertionError


def _check(part: Path, wanted: Wanted) -> None:
    if wanted.size is not None and _size(part) != wanted.size:
        found, should = f"{_size(part)} bytes", f"{wanted.size} bytes"
    elif wanted.sha256:
        with part.open("rb") as file:
            found, should = hashlib.file_digest(file, "sha256").hexdigest(), wanted.sha256
    elif wanted.git_sha1:
        found, should = git_sha1(part), wanted.git_sha1
    else:
        return
    if found != should:
        part.unlink()
        raise EngineError(
            f"{wanted.url} is not the file it should be: {found} instead of {should}.",
            "Run it again; if it stays so, do not use this source.",
        )


def git_sha1(path: Path) -> str:
    """Return the name that git gives the content of a file."""
    digest = hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()

"""Fetch a document over http or https: whole or not at all, within a size and a time. Its scripts are not run."""

from __future__ import annotations

import http.client
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pointline.errors import BadInput
from pointline.sources.addresses import read_address
from pointline.sources.opened import Cancelled, OpeningCancelled
from pointline.sources.pinned import Way, opener
from pointline.sources.reach import Reach, Unreachable

SILENCE = 30.0
"""Seconds for which a server may say nothing."""
WHOLE = 120.0
"""Seconds in which the document must have arrived."""
AGENT = "pointline"
_LOOK = 0.1
_PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Document:
    """What came: the bytes, the address after redirects, and what the server said of them."""

    data: bytes
    url: str
    content_type: str
    charset: str | None
    headers: tuple[tuple[str, str], ...] = ()
    public: bool = True
    """Whether a machine of the internet sent it (or one on the way to it)."""


class HttpStatus(BadInput):
    """The server answered with an error; ``status`` is its number."""

    def __init__(self, address: str, status: int, reason: str) -> None:
        said = f"{address} answered {status} {reason}".rstrip() + "."
        super().__init__("http-status", said, "Open it in a browser, save the page, and give the file.")
        self.status = status


def _anywhere(_url: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Fetching:
    """How to fetch: what may be reached, who to be, whom to ask before each address, and when to stop."""

    reach: Reach = field(default_factory=lambda: Reach(public_only=False))
    agent: str = AGENT
    visit: Callable[[str], None] = _anywhere
    """Called with each address before it is asked for; raises :class:`BadInput` to refuse it."""
    cancel: Cancelled | None = None


def fetch(address: str, largest: int, how: Fetching | None = None) -> Document:
    """Fetch ``address``; at most ``largest`` bytes and one more are kept.

    Raises :class:`BadInput` (codes ``address``, ``scheme``, ``private-address``, ``http-status``, ``timeout``,
    ``cut-off``, ``unreachable``, and those of ``how.visit``), :class:`OpeningCancelled`.
    """
    how = how or Fetching()
    if how.cancel is None:
        return _fetched(address, largest, how)
    return _or_left(lambda: _fetched(address, largest, how), how.cancel)


def _or_left(work: Callable[[], Document], cancel: Cancelled) -> Document:
    """Do ``work`` in a thread that is left behind at a cancel: looking up a name, connecting, and waiting for a silent
    server cannot be interrupted. It ends by its own time limits."""
    found: list[Document | BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            found.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="pointline-fetch", daemon=True).start()
    while not done.wait(_LOOK):
        if cancel():
            raise OpeningCancelled
    [outcome] = found
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _fetched(address: str, largest: int, how: Fetching) -> Document:
    url = read_address(address).href
    way = Way(how.reach)
    wanted = {"User-Agent": how.agent, "Accept": "text/html, text/plain;q=0.9, */*;q=0.1"}
    try:
        how.reach.check_name(read_address(url).host)
        how.visit(url)
        request = urllib.request.Request(url, headers=wanted)
        with opener(way, how.visit).open(request, timeout=SILENCE) as response:
            data = _read(response, address, largest, how.cancel)
            headers = response.headers
            return Document(
                data,
                response.geturl(),
                headers.get("Content-Type", ""),
                headers.get_content_charset(),
                tuple(headers.items()),
                way.public,
            )
    except urllib.error.HTTPError as error:
        error.close()
        raise HttpStatus(address, error.code, str(error.reason)) from None
    except TimeoutError:
        raise slow(address) from None
    except http.client.IncompleteRead:
        raise _cut(address) from None
    except (http.client.HTTPException, urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, Unreachable):
            raise barred(address, reason) from None
        if isinstance(reason, TimeoutError):
            raise slow(address) from None
        raise BadInput(
            "unreachable",
            f"{address} cannot be reached: {str(reason) or type(reason).__name__}.",
            "Check the address and the connection.",
        ) from None


def barred(address: str, reason: Unreachable) -> BadInput:
    """Say that an address may not be opened from here."""
    return BadInput(
        "private-address",
        f"{address} is not opened: {reason}.",
        "Give a public address, or open the page in a browser, save it, and give the file to the command line.",
    )


def _read(response: Any, address: str, largest: int, cancel: Cancelled | None) -> bytes:
    until = time.monotonic() + WHOLE
    data = bytearray()
    while len(data) <= largest:
        if cancel is not None and cancel():
            raise OpeningCancelled
        piece = response.read1(_PIECE)
        if not piece:
            # http.client does not mind when fewer bytes come than were announced.
            if response.length:
                raise _cut(address)
            break
        data += piece
        if time.monotonic() > until:
            raise slow(address)
    return bytes(data[: largest + 1])


def _cut(address: str) -> BadInput:
    return BadInput(
        "cut-off", f"{address} was cut off before its end.", "Try again, or save the page and give the file."
    )


def slow(address: str) -> BadInput:
    """Say that a page did not come in time."""
    return BadInput("timeout", f"{address} took too long to answer.", "Try again, or save the page and give the file.")

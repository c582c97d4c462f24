"""Fetch a document over http or https: whole or not at all, within a size and a time.

Scripts of the page are not run. Addresses are read by the URL standard (ada-url), as a browser reads them,
so that letters outside ASCII and spaces are understood.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

import ada_url

from pointline.errors import BadInput

SILENCE = 30.0
"""Seconds for which a server may say nothing."""
WHOLE = 120.0
"""Seconds in which the document must have arrived."""
_PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Document:
    """What came: the bytes, the address after redirects, and what the server said of them."""

    data: bytes
    url: str
    content_type: str
    charset: str | None


class _HttpOnly(urllib.request.HTTPRedirectHandler):
    """Follows redirects to http and https only; elsewhere (ftp, file) nobody asked to go."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.lower().startswith(("http://", "https://")):
            raise urllib.error.URLError("it leads to an address that is not http or https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(address: str, largest: int) -> Document:
    """Fetch ``address``; at most ``largest`` bytes and one more are kept. Raises :class:`BadInput`."""
    try:
        url = ada_url.URL(address).href
    except ValueError:
        raise BadInput("address", f"{address} is not an address.", "Check it for a slip of the pen.") from None
    opener = urllib.request.build_opener(_HttpOnly)
    wanted = {"User-Agent": "pointline", "Accept": "text/html, text/plain;q=0.9, */*;q=0.1"}
    try:
        with opener.open(urllib.request.Request(url, headers=wanted), timeout=SILENCE) as response:
            data = _read(response, address, largest)
            headers = response.headers
            return Document(data, response.geturl(), headers.get("Content-Type", ""), headers.get_content_charset())
    except urllib.error.HTTPError as error:
        error.close()
        raise BadInput(
            "http-status",
            f"{address} answered {error.code} {error.reason}.",
            "Open it in a browser, save the page, and give the file.",
        ) from None
    except TimeoutError:
        raise _slow(address) from None
    except http.client.IncompleteRead:
        raise _cut(address) from None
    except (http.client.HTTPException, urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        if isinstance(reason, TimeoutError):
            raise _slow(address) from None
        raise BadInput(
            "unreachable", f"{address} cannot be reached: {reason}.", "Check the address and the connection."
        ) from None


def _read(response: Any, address: str, largest: int) -> bytes:
    until = time.monotonic() + WHOLE
    data = bytearray()
    while len(data) <= largest:
        piece = response.read1(_PIECE)
        if not piece:
            # http.client does not mind when fewer bytes come than were announced.
            if response.length:
                raise _cut(address)
            break
        data += piece
        if time.monotonic() > until:
            raise _slow(address)
    return bytes(data[: largest + 1])


def _cut(address: str) -> BadInput:
    return BadInput(
        "cut-off", f"{address} was cut off before its end.", "Try again, or save the page and give the file."
    )


def _slow(address: str) -> BadInput:
    return BadInput("timeout", f"{address} took too long to answer.", "Try again, or save the page and give the file.")

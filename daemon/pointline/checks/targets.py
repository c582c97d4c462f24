"""Where an address in a memo leads, and whether it may be followed.

Addresses are relative to the memo's own place, as links are. A memo on disk may lead to files in its own folder and
below it, and nowhere else on the disk: it may have been written by somebody else, or by a model. A memo that came from
the web or over the API leads to no file at all.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from pointline.errors import BadInput


def resolved(cite: str, place: str, base: str = "") -> str:
    """The whole address of a citation, without its fragment, so that a document is opened once; empty for none.

    ``place``: the memo's own address (a file address for a memo on disk; with a slash at the end for a folder); empty
    for a text without a place. ``base``: what the memo says its addresses are relative to.
    """
    try:
        return urldefrag(urljoin(urljoin(place, base), cite.strip())).url
    except ValueError:
        return ""


def target_of(cite: str, place: str, base: str = "") -> str:
    """The address to open for a citation (see :func:`resolved`).

    Raises :class:`BadInput` (``address``, ``scheme``, ``relative``, ``outside``).
    """
    address = resolved(cite, place, base)
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = None
    if not address or parts is None:
        raise BadInput("address", f"{cite} is not an address.", "Check it for a slip of the pen.")
    if parts.scheme in ("http", "https"):
        return address
    if not parts.scheme:
        message = f"{cite} is relative, and the text has no place that it could be relative to."
        raise BadInput("relative", message, "Give the whole address.")
    if parts.scheme != "file":
        message = f"Addresses that begin with {parts.scheme}: are not opened."
        raise BadInput("scheme", message, "Cite an http or https address, or a file beside the memo.")
    return _file(cite, parts.netloc, parts.path, place)


def _file(cite: str, host: str, path: str, place: str) -> str:
    home = urlsplit(place)
    outside = BadInput(
        "outside",
        f"{cite} leads to a file outside the memo's folder, which is not opened.",
        "Put the document into the memo's folder, or give it with --against.",
    )
    if home.scheme != "file" or host not in ("", "localhost"):
        raise outside
    try:
        own = Path(unquote(home.path))
        folder = (own if home.path.endswith("/") else own.parent).resolve()
        target = Path(unquote(path)).resolve()
    except (OSError, ValueError, RuntimeError):
        raise BadInput("address", f"{cite} is no name of a file.", "Check it for a slip of the pen.") from None
    if not target.is_relative_to(folder):
        raise outside
    return target.as_uri()

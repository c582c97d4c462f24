"""Open what a person named: a file, ``-`` for standard input, or an http(s) or file address.

Everything that is not a page with text raises :class:`~pointline.errors.BadInput` with one thing to do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pointline.errors import BadInput
from pointline.sources.documents import LARGEST, open_bytes
from pointline.sources.documents import with_text as with_text
from pointline.sources.opened import Cancelled, Opened
from pointline.sources.opening import open_address


def open_typed(name: str, *, unattended: bool = False, browser: bool = True, cancel: Cancelled | None = None) -> Opened:
    """Open a file name, ``-``, or an address, as typed on the command line.

    ``unattended``, ``browser`` and ``cancel`` as for :func:`~pointline.sources.opening.open_address`. Never for what
    came over the API: files and private addresses are opened here.
    """
    if not name.strip():
        raise BadInput("no-page", "The name of the page is empty.", "Give a file, an address, or '-'.")
    before, mark, _ = name.partition("://")
    scheme = before.lower() if mark else ""
    if scheme in ("http", "https"):
        return open_address(name, unattended=unattended, browser=browser, cancel=cancel)
    if scheme == "file":
        return open_file(_local_path(name), cancel=cancel)
    if scheme:
        raise BadInput(
            "scheme",
            f"Addresses that begin with {scheme}:// are not opened.",
            "Give a file, or an http or https address.",
        )
    if name == "-":
        return open_bytes(_standard_input(), name="standard input", cancel=cancel)
    return open_file(Path(name), cancel=cancel)


def _local_path(address: str) -> Path:
    parts = urlsplit(address)
    if parts.netloc not in ("", "localhost"):
        message = f"{address} names a file on another machine."
        raise BadInput("file-host", message, "Copy the file to this machine, or give its http address.")
    return Path(unquote(parts.path))


def _standard_input() -> bytes:
    try:
        return sys.stdin.buffer.read(LARGEST + 1)
    except (AttributeError, OSError, ValueError):  # closed, or no stream at all
        raise BadInput("stdin", "Standard input cannot be read.", "Pipe a page in, or name a file.") from None


def open_file(path: Path, *, cancel: Cancelled | None = None) -> Opened:
    """Read a saved page, a text file or a PDF."""
    try:
        if path.is_dir():
            raise BadInput("directory", f"{path} is a folder, not a page.", "Name a file in it.")
        if path.exists() and not path.is_file():
            raise BadInput("not-a-file", f"{path} is not a regular file.", "Name a saved page, or pipe it in with '-'.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadInput(
            "missing-file", f"There is no file {path}.", "Check the name, or give the address of a page."
        ) from None
    except PermissionError:
        raise BadInput(
            "unreadable-file",
            f"{path} may not be read.",
            "Change its permissions, or copy it to where you may read it.",
        ) from None
    except (OSError, ValueError) as error:
        raise BadInput("unreadable-file", f"The file cannot be read: {error}.", "Check the name.") from None
    return open_bytes(data, name=str(path), url=path.resolve().as_uri(), cancel=cancel)

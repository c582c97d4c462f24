"""Open what a person named: a file, ``-`` for standard input, or an http(s) or file address.

Everything that is not a page with text raises :class:`~pointline.errors.BadInput` with one thing to do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from exactquote.html import read_html
from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.errors import BadInput
from pointline.sources.fetch import fetch
from pointline.sources.sniff import sort_of

LARGEST = 32 * 1024 * 1024
"""Bytes of the largest document that is opened."""


def open_named(name: str) -> Page:
    """Open a file name, ``-``, or an address, as typed on the command line."""
    if not name.strip():
        raise BadInput("no-page", "The name of the page is empty.", "Give a file, an address, or '-'.")
    before, mark, _ = name.partition("://")
    scheme = before.lower() if mark else ""
    if scheme in ("http", "https"):
        return open_address(name)
    if scheme == "file":
        return open_file(_local_path(name))
    if scheme:
        raise BadInput(
            "scheme",
            f"Addresses that begin with {scheme}:// are not opened.",
            "Give a file, or an http or https address.",
        )
    if name == "-":
        return page_from_bytes(_standard_input(), name="standard input")
    return open_file(Path(name))


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


def open_file(path: Path) -> Page:
    """Read a saved page or a text file."""
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
    return page_from_bytes(data, name=str(path), url=path.resolve().as_uri())


def open_address(address: str) -> Page:
    """Fetch an http or https address and read it; scripts of the page are not run."""
    found = fetch(address, LARGEST)
    return page_from_bytes(
        found.data, name=found.url, url=found.url, content_type=found.content_type, charset=found.charset
    )


def page_from_bytes(
    data: bytes, *, name: str, url: str = "", content_type: str = "", charset: str | None = None
) -> Page:
    """Turn the bytes of a document into a page, or say why they are none."""
    if len(data) > LARGEST:
        raise BadInput(
            "too-large",
            f"The document is larger than {LARGEST // 2**20} MB.",
            "Save the part you need as a page of its own, and give that.",
        )
    if not data.strip():
        raise BadInput(
            "empty", f"{name} is empty: 0 characters were read.", "Check that the page was saved completely."
        )
    sort = sort_of(data, name=urlsplit(name).path if url.startswith("http") else name, content_type=content_type)
    if sort == "pdf":
        raise BadInput(
            "pdf",
            f"{name} is a PDF, which is not read yet.",
            "Save it as text (pdftotext FILE.pdf) and give the text file.",
        )
    if sort == "binary":
        raise BadInput("binary", f"{name} is not a page: its bytes are not text.", "Give an HTML or text file.")
    if sort == "html":
        page = read_html(data, url=url, charset=charset)
    else:
        page = read_text(decode_text(data, charset), url=url)
    return with_text(page, name)


def decode_text(data: bytes, charset: str | None) -> str:
    """Decode plain text by its byte order mark, its declared character set, as UTF-8, or as Windows-1252."""
    from exactquote.encoding import decode

    return decode(data, charset).text


def with_text(page: Page, name: str) -> Page:
    """Return ``page`` if it has text to read; else say what there was instead."""
    if page.text.strip():
        return page
    left_out = ", ".join(f"{count} {sort.replace('_', ' ')}" for sort, count in page.not_read.items() if count)
    seen = f" What was left out: {left_out}." if left_out else ""
    raise BadInput(
        "no-text",
        f"{name} was read, and has no text (0 characters).{seen}",
        "Give a page with text, or a transcript of its pictures.",
    )

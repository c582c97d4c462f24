"""Open what a person named: a file, ``-`` for standard input, or an http(s) or file address.

Everything that is not a page with text raises :class:`~pointline.errors.BadInput` with one thing to do.
"""

from __future__ import annotations

import sys
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

from exactquote.html import read_html
from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.errors import BadInput
from pointline.sources.sniff import sort_of

LARGEST = 32 * 1024 * 1024
"""Bytes of the largest document that is opened."""

TIMEOUT = 30.0
"""Seconds an address may take to answer."""


def open_named(name: str) -> Page:
    """Open a file name, ``-``, or an address, as typed on the command line."""
    before, mark, _ = name.partition("://")
    scheme = before.lower() if mark else ""
    if scheme in ("http", "https"):
        return open_address(name)
    if scheme == "file":
        return open_file(Path(unquote(urlsplit(name).path)))
    if scheme:
        raise BadInput(
            "scheme",
            f"Addresses that begin with {scheme}:// are not opened.",
            "Give a file, or an http or https address.",
        )
    if name == "-":
        return page_from_bytes(sys.stdin.buffer.read(LARGEST + 1), name="standard input")
    return open_file(Path(name))


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
    try:
        request = urllib.request.Request(
            address, headers={"User-Agent": "pointline", "Accept": "text/html, text/plain;q=0.9"}
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            data = response.read(LARGEST + 1)
            content_type = response.headers.get("Content-Type", "")
            charset = response.headers.get_content_charset()
            final = response.geturl()
    except urllib.error.HTTPError as error:
        error.close()
        raise BadInput(
            "http-status",
            f"{address} answered {error.code} {error.reason}.",
            "Open it in a browser, save the page, and give the file.",
        ) from None
    except TimeoutError:
        raise BadInput(
            "timeout",
            f"{address} did not answer within {TIMEOUT:.0f} seconds.",
            "Try again, or save the page and give the file.",
        ) from None
    except (urllib.error.URLError, OSError, ValueError, UnicodeError) as error:
        reason = getattr(error, "reason", error)
        raise BadInput(
            "unreachable", f"{address} cannot be reached: {reason}.", "Check the address and the connection."
        ) from None
    return page_from_bytes(data, name=urlsplit(final).path, url=final, content_type=content_type, charset=charset)


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
    sort = sort_of(data, name=name, content_type=content_type)
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

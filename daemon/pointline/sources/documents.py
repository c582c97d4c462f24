"""The bytes of a document become a page, or it is said why they are none."""

from __future__ import annotations

from urllib.parse import urlsplit

from exactquote.html import read_html
from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.errors import BadInput
from pointline.sources.anchors import names_in, remember
from pointline.sources.opened import Cancelled, Opened
from pointline.sources.pdf import read_pdf
from pointline.sources.sniff import reads_as_text, sort_of

LARGEST = 32 * 1024 * 1024
"""Bytes of the largest document that is opened."""


def open_bytes(
    data: bytes,
    *,
    name: str,
    url: str = "",
    content_type: str = "",
    charset: str | None = None,
    cancel: Cancelled | None = None,
) -> Opened:
    """Turn the bytes of a document into a page; ``name`` is what errors call it, ``url`` becomes the page's.

    Raises :class:`BadInput` (``too-large``, ``empty``, ``binary``, ``no-text``, ``pdf-locked``, ``pdf-broken``),
    :class:`~pointline.sources.opened.OpeningCancelled`.
    """
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
        return read_pdf(data, name=name, url=url, cancel=cancel)
    if sort == "binary":
        raise _binary(name)
    if sort == "html":
        page = read_html(data, url=url, charset=charset)
        remember(page, names_in(decode_text(data, charset)))
    else:
        text = decode_text(data, charset)
        if not reads_as_text(text):
            raise _binary(name)
        page = read_text(text, url=url)
    return Opened(with_text(page, name))


def _binary(name: str) -> BadInput:
    return BadInput("binary", f"{name} is not a page: its bytes are not text.", "Give an HTML, PDF or text file.")


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

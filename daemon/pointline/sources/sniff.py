"""What sort of document some bytes are, by their first bytes: the name and the declared type are only hints."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Sort = Literal["html", "text", "pdf", "binary"]

_MAGIC = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"OggS", b"ID3",
    b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!",
    b"\x7fELF", b"MZ\x90\x00", b"\xca\xfe\xba\xbe", b"\xd0\xcf\x11\xe0", b"SQLite format 3\x00", b"GGUF",
)  # fmt: skip
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|title|meta|div|p|h[1-6]|table|ul|ol|article|section|main|br|span|a\s)[\s>/]",
    re.IGNORECASE,
)
_LOOK = 65_536
_ODD, _ONE_IN = ("Cc", "Cn", "Co", "Cs"), 20


def sort_of(data: bytes, *, name: str = "", content_type: str = "") -> Sort:
    """Tell HTML, plain text, PDF and anything else apart.

    ``name`` is a file name or address, ``content_type`` the declared media type; both only decide between HTML and
    text.
    """
    head = data[:_LOOK]
    if head.lstrip()[:5] == b"%PDF-":
        return "pdf"
    if not head.startswith(_WIDE_MARKS):
        if head.startswith(_MAGIC) or _has_binary_controls(head):
            return "binary"
    else:
        head = head.replace(b"\x00", b"")
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type in ("text/html", "application/xhtml+xml") or re.search(r"\.x?html?$", name.lower()):
        return "html"
    if media_type in ("text/plain", "text/markdown") or re.search(r"\.(?:txt|md|markdown|text)$", name.lower()):
        return "text"
    return "html" if _MARKUP.search(head) else "text"


def reads_as_text(text: str) -> bool:
    """Whether what came out of some bytes reads as text: of its first characters, hardly one in twenty is a control,
    nobody's, somebody's own, or the sign of an error."""
    head = text[:_LOOK]
    odd = sum(char == "\ufffd" or (char not in "\t\n\r\f" and unicodedata.category(char) in _ODD) for char in head)
    return odd * _ONE_IN <= len(head)


def _has_binary_controls(head: bytes) -> bool:
    controls = sum(head.count(bytes([code])) for code in (*range(7), *range(14, 27), 28, 29, 30, 31))
    return controls > max(2, len(head) // 200)

"""A program of its own that reads one PDF: bytes on standard input, a capture (``WALK.md``) as JSON on standard output.

PDFium is a large parser of untrusted files in C++. In a process of its own, with bounds on memory and time, a file that
breaks it breaks nothing else. Run by :mod:`pointline.sources.pdf`; the argument is the most characters to give.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from exactquote.page import CapturedBlock
from pointline.sources.pdf_layout import Glyph, Line, blocks_of, body_size, heading_levels, lines_of

MEMORY = 4 * 2**30
"""Bytes of address space."""
PROCESSOR_SECONDS = 120
MOST_PAGES = 10_000
_DASHES = (0x2D, 0xAD, 0x2010)
_HYPHENS = (0x02, 0xFFFE)
"""What PDFium gives for a hyphen at which a word is broken over two lines."""


class _Refused(Exception):
    """``code`` names what is wrong with the file."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Found:
    pages: list[list[Line]] = field(default_factory=list)
    hidden: int = 0
    unmapped: int = 0
    characters: int = 0


def read(data: bytes, most: int) -> dict[str, Any]:
    """Read a PDF. Returns the capture with ``pages``, ``empty`` (page numbers), ``unmapped`` and ``characters``."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
        raise _Refused("locked" if locked else "broken") from None
    if not len(document):
        raise _Refused("broken")
    if len(document) > MOST_PAGES:
        raise _Refused("large")
    found = _Found()
    for number in range(len(document)):
        try:
            page = document[number]
            found.pages.append(lines_of(_glyphs(page, found)))
            page.close()
        except pypdfium2.PdfiumError:
            found.pages.append([])
        if found.characters > most:
            raise _Refused("large")
    levels = heading_levels(found.pages, body_size(found.pages))
    blocks = [block for number, lines in enumerate(found.pages, 1) for block in blocks_of(lines, number, levels)]
    return {
        "capture": {
            "title": document.get_metadata_value("Title").strip(),
            "lang": _language(document),
            "blocks": [_wire(block) for block in blocks],
            "not_read": {"hidden": found.hidden} if found.hidden else {},
        },
        "pages": len(found.pages),
        "empty": [number for number, lines in enumerate(found.pages, 1) if not lines],
        "unmapped": found.unmapped,
        "characters": found.characters,
    }


def _glyphs(page: Any, found: _Found) -> Iterator[Glyph]:
    import pypdfium2.raw as pdfium

    textpage = page.get_textpage()
    text = textpage.raw
    left, bottom, right, top = page.get_bbox()
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    high = 0
    for at in range(textpage.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text, at)
        if code == 0x0D:
            continue
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000 and high:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        # Calls into PDFium are what this costs, so only what may be so is asked for.
        generated = code in (0x0A, 0x20) and pdfium.FPDFText_IsGenerated(text, at) == 1
        hyphen = code in _HYPHENS or (code in _DASHES and pdfium.FPDFText_IsHyphen(text, at) == 1)
        if (code < 0x20 or code > 0x7E) and not generated and pdfium.FPDFText_HasUnicodeMapError(text, at) == 1:
            found.unmapped += 1
        pdfium.FPDFText_GetLooseCharBox(text, at, box)
        pdfium.FPDFText_GetCharOrigin(text, at, x, y)
        if not generated and not (left <= box.right and box.left <= right and bottom <= box.top and box.bottom <= top):
            found.hidden += 1
            continue
        shown = "-" if code in _HYPHENS else _character(code)
        if shown:
            found.characters += 1
            yield Glyph(shown, box.left, box.right, y.value, box.top - box.bottom, hyphen)
    textpage.close()


def _character(code: int) -> str:
    """One character of a page's text; nothing for what is none."""
    if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return "\ufffd"
    if code < 0x20:
        return {0x09: " ", 0x0A: "\n"}.get(code, "")
    return chr(code)


def _language(document: Any) -> str:
    import pypdfium2.raw as pdfium

    length = pdfium.FPDFCatalog_GetLanguage(document, None, 0)
    if not 2 < length < 200:
        return ""
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDFCatalog_GetLanguage(document, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").strip()


def _wire(block: CapturedBlock) -> dict[str, Any]:
    wire: dict[str, Any] = {"text": block.text, "kind": block.kind, "page": block.page}
    if block.level is not None:
        wire["level"] = block.level
    if block.marks:
        # The wire counts in UTF-16 units.
        units = [len(block.text[:at].encode("utf-16-le")) // 2 for mark in block.marks for at in (mark.start, mark.end)]
        ends = zip(units[::2], units[1::2], block.marks, strict=True)
        wire["marks"] = [{"start": start, "end": end, "kind": mark.kind} for start, end, mark in ends]
    return wire


def _bound() -> None:
    with suppress(ImportError, OSError, ValueError):  # Windows has no such bounds, macOS does not keep all
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Read standard input; write one JSON object: what :func:`read` gives, or ``{"refused": code}``."""
    _bound()
    try:
        answer: dict[str, Any] = read(sys.stdin.buffer.read(), int(sys.argv[1]))
    except _Refused as refused:
        answer = {"refused": refused.code}
    except MemoryError:
        answer = {"refused": "large"}
    sys.stdout.buffer.write(json.dumps(answer).encode("ascii"))


if __name__ == "__main__":
    main()

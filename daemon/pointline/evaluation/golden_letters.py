"""The letters of a page's file, read without any part of the program: what the grader finds lines in again.

An HTML file is parsed by the standard library, scripts and styles aside; nothing is known of blocks, white space or
visibility. Only letters and digits are compared, so that a line stands in it if, and only if, its characters follow one
another in the file.
"""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser
from pathlib import Path

_NOT_TEXT = frozenset(("script", "style", "template", "noscript", "textarea", "title"))


def letters(text: str) -> str:
    """The letters and digits of a text, one after the other, composed alike."""
    return "".join(char for char in unicodedata.normalize("NFC", text) if char.isalnum())


def letters_of_file(path: Path) -> str | None:
    """The letters of an HTML or text file in UTF-8; None for what this cannot read (a PDF, shadow roots, another
    encoding)."""
    data = path.read_bytes()
    if data.startswith(b"%PDF") or b"shadowrootmode" in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if path.suffix.lower() not in (".html", ".htm", ".xhtml"):
        return letters(text)
    reader = _Letters()
    reader.feed(text)
    reader.close()
    return letters("".join(reader.found))


class _Letters(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._within = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._within += tag in _NOT_TEXT

    def handle_endtag(self, tag: str) -> None:
        self._within -= tag in _NOT_TEXT and self._within > 0

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.found.append(data)

"""Bytes to text: byte order mark, NULs of UTF-16, transport charset, ``<meta>``, then what the bytes themselves say.

Follows the order of the HTML Standard's encoding sniffing, except that a declaration which the bytes contradict is not
believed.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

from exactquote.charsets import MULTI_BYTE, UTF_8, WINDOWS_1252, codec_of
from exactquote.guess import guess

_PRESCAN = 4096
"""Bytes searched for ``<meta>``. The standard says 1,024; real pages put scripts and comments before it."""

_BOMS = ((codecs.BOM_UTF8, UTF_8), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/](?:[^>\"']|\"[^\"]*\"|'[^']*')*", re.IGNORECASE)
_CHARSET = re.compile(rb"charset[ \t\n\r\f]*=[ \t\n\r\f]*[\"']?[ \t\n\r\f]*([^\s\"'>;/]+)", re.IGNORECASE)
_XML = re.compile(rb"\A[ \t\n\r\f]*<\?xml[^>]*encoding[ \t\n\r\f]*=[ \t\n\r\f]*[\"']([^\"']+)[\"']", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")

_SHORTEST = 4
"""Fewer bytes than this do not show that they are UTF-16."""
_SHARE = 4
"""Of so many pairs one has a NUL in HTML as UTF-16 (markup is ASCII in every language); few have it the other way."""

_CERTAIN = 8
"""So many multi-byte sequences, all of them right, make bytes UTF-8 whatever an East Asian declaration says."""

_C1 = {byte: byte for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
"""Bytes that windows-1252 leaves open and the Encoding Standard maps to the control characters of that number."""
_WINDOWS_1252 = "".join(chr(byte) if byte in _C1 else bytes([byte]).decode(WINDOWS_1252) for byte in range(256))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the codec that gave it, and how many places could not be decoded (each is a U+FFFD of the text).

    ``guessed``: nothing declared the codec, or what did was wrong; the bytes are not UTF-8 either.
    """

    text: str
    encoding: str
    errors: int = 0
    guessed: bool = False

    @property
    def unsure(self) -> int:
        """How many characters may not be what was written: all that are not ASCII when the codec was guessed."""
        return _sequences(self.text) if self.guessed else self.errors


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode the bytes of an HTML or text file; never fails.

    ``charset`` is the label that the transport gave. The text has LF line ends, no byte order mark, no NUL, no
    surrogates.
    """
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return _with(data[len(mark) :], codec)
    unmarked = _utf_16_of(data)
    if unmarked is not None:
        return _with(data, unmarked)
    declared = (codec_of(charset) if charset else None) or declared_in(data)
    utf_8 = _with(data, UTF_8)
    if declared is None or declared == UTF_8:
        if _is_utf_8(utf_8, declared=declared is not None):
            return utf_8
        return replace(_with(data, guess(data)), guessed=True)
    enough = _CERTAIN if declared in MULTI_BYTE else 1
    if not utf_8.errors and not declared.startswith("utf-16") and _sequences(utf_8.text) >= enough:
        return utf_8
    read = _with(data, declared)
    if read.errors and not utf_8.errors:
        return utf_8
    return read


def _utf_16_of(data: bytes) -> str | None:
    """Tell UTF-16 without a byte order mark: its ASCII characters have a NUL in every other byte.

    A browser does not look for it. No other encoding of text has NULs, so they cannot be taken for something else.
    """
    head = data[:_PRESCAN]
    even, odd = head[::2].count(0), head[1::2].count(0)
    few, many = sorted((even, odd))
    if len(data) < _SHORTEST or many * _SHARE < len(head) // 2 or few * _SHARE > many:
        return None
    return "utf-16-le" if odd == many else "utf-16-be"


def declared_in(data: bytes) -> str | None:
    """Return the codec that ``<meta>`` or an XML declaration names within the first bytes, if any."""
    head = data[:_PRESCAN]
    xml = _XML.match(head)
    names = [match[1] for tag in _META.finditer(_COMMENT.sub(b"", head)) for match in _CHARSET.finditer(tag[0])]
    for name in [*names, *([xml[1]] if xml else [])]:
        codec = codec_of(name.decode("ascii", "replace"))
        if codec is not None:
            # A page whose <meta> could be read byte by byte is not UTF-16.
            return UTF_8 if codec.startswith("utf-16") else codec
    return None


def repair(text: str) -> str:
    """Make a string safe to parse: LF line ends, no leading U+FEFF, no NUL, U+FFFD for lone surrogates."""
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "")
    return _SURROGATE.sub("\ufffd", text) if not text.isascii() else text


def _with(data: bytes, codec: str) -> Decoded:
    if codec == WINDOWS_1252:
        return Decoded(repair(codecs.charmap_decode(data, "strict", _WINDOWS_1252)[0]), codec)
    try:
        return Decoded(repair(data.decode(codec)), codec)
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        return Decoded(repair(text), codec, max(text.count("\ufffd"), 1))


def _is_utf_8(read: Decoded, *, declared: bool) -> bool:
    """Tell UTF-8 with a few broken places from other bytes: the right sequences outnumber the wrong ones, or are as
    many where UTF-8 is declared."""
    right = _sequences(read.text) - read.errors
    return not read.errors or right > read.errors or (declared and right == read.errors)


def _sequences(text: str) -> int:
    """Count the characters that are not ASCII."""
    return 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))

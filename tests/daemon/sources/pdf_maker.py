"""Write small PDFs by hand: text at places, in Helvetica, page by page. Latin-1 only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """A piece of text: its place in points from the lower left corner, and its size."""

    text: str
    x: float
    y: float
    size: float = 12


def pdf(pages: Sequence[Sequence[Words]], *, title: str = "", lang: str = "", locked: bool = False) -> bytes:
    """Make a PDF of A6 pages (298 × 420 points). ``locked``: it wants a password that nobody knows."""
    objects: list[bytes] = []

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    def stream(data: bytes) -> bytes:
        return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)

    font = add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    tree = len(objects) + 2 * len(pages) + 1
    kids = []
    for page in pages:
        content = add(stream(b"\n".join(_shown(words) for words in page)))
        kids.append(
            add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 298 420] /Contents %d 0 R "
                b"/Resources << /Font << /F %d 0 R >> >> >>" % (tree, content, font)
            )
        )
    add(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids)))
    root = add(b"<< /Type /Catalog /Pages %d 0 R /Lang %s >>" % (tree, _string(lang)))
    info = add(b"<< /Title %s >>" % _string(title))
    trailer = b"/Size %d /Root %d 0 R /Info %d 0 R" % (len(objects) + 1, root, info)
    if locked:
        nobody = b"<%s>" % (b"ab" * 32)
        trailer += b" /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O %s /U %s >>" % (nobody, nobody)
    data = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< %s >>\nstartxref\n%d\n%%%%EOF\n" % (trailer, start)
    return bytes(data)


def _shown(words: Words) -> bytes:
    return b"BT /F %g Tf %g %g Td %s Tj ET" % (words.size, words.x, words.y, _string(words.text))


def _string(text: str) -> bytes:
    return b"<" + text.encode("cp1252").hex().encode() + b">"

"""Compare screenshots: enough of PNG to tell where two of them differ."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path


def rows(path: Path) -> tuple[int, list[bytes]]:
    """Read a PNG of 8 bits, colour, not interlaced: bytes per pixel, and the raw bytes of each row."""
    data = path.read_bytes()
    position, packed = 8, b""
    width = depth = 0
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        chunk = data[position + 8 : position + 8 + length]
        position += 12 + length
        if kind == b"IHDR":
            width, _, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
            if bits != 8 or colour not in (2, 6) or interlaced:
                raise ValueError(f"{path}: only 8-bit RGB and RGBA without interlace are read")
            depth = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += chunk
    raw, stride = zlib.decompress(packed), width * depth
    done: list[bytes] = []
    before = bytes(stride)
    for start in range(0, len(raw), stride + 1):
        before = _unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, depth)
        done.append(before)
    return depth, done


def _unfilter(kind: int, row: bytearray, above: bytes, depth: int) -> bytes:
    for i in range(len(row)) if kind else ():
        left = row[i - depth] if i >= depth else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            corner = above[i - depth] if i >= depth else 0
            guess = min((left, above[i], corner), key=lambda value: abs(left + above[i] - corner - value))
        row[i] = (row[i] + guess) & 255
    return bytes(row)


def changed(before: Path, after: Path) -> int:
    """Count the pixels in which two screenshots of one size differ."""
    depth, first = rows(before)
    _, second = rows(after)
    return sum(
        row[i : i + depth] != other[i : i + depth]
        for row, other in zip(first, second, strict=True)
        if row != other
        for i in range(0, len(row), depth)
    )

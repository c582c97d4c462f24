"""Offsets of one text in two counts: code points (Python) and UTF-16 units (browsers, JSON from them)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16Map:
    """Converts offsets of one text. Built in one pass; a lookup is O(log n) in the characters beyond the BMP.

    A lone surrogate is one code point and one unit. An offset of one past the end is the end; anything else outside is
    a ValueError.
    """

    __slots__ = ("_astral", "_length", "_units")

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._astral = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
        self._units = [place + number for number, place in enumerate(self._astral)]
        """UTF-16 offset of each astral character."""

    @property
    def utf16_length(self) -> int:
        """Length of the text in UTF-16 units."""
        return self._length + len(self._astral)

    def utf16(self, offset: int) -> int:
        """Return the UTF-16 offset of a code point offset."""
        if not 0 <= offset <= self._length:
            raise ValueError(f"offset {offset} is outside a text of {self._length} code points")
        return offset + bisect_left(self._astral, offset)

    def code_point(self, offset: int, *, end: bool = False) -> int:
        """Return the code point offset of a UTF-16 offset.

        An offset between the two halves of a character is that character's start, or with ``end`` the place behind it,
        so that a range never shrinks.
        """
        if not 0 <= offset <= self.utf16_length:
            raise ValueError(f"offset {offset} is outside a text of {self.utf16_length} UTF-16 units")
        # Characters that begin before the offset; one of them may be cut by it.
        before = bisect_left(self._units, offset)
        if before and self._units[before - 1] + 1 == offset:
            return self._astral[before - 1] + (1 if end else 0)
        return offset - before

    def is_boundary(self, offset: int) -> bool:
        """Tell whether a UTF-16 offset lies between two characters, not inside one."""
        at = bisect_right(self._units, offset - 1)
        return not (at and self._units[at - 1] + 1 == offset)

"""Folding: a text becomes a key in which allowed differences are gone, with a map from the key back to the text.

The key is searched with ``str.find``; every hit is mapped back and checked there (:mod:`exactquote.quotes.guard`).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from exactquote.quotes.tables import (
    CJK,
    EXPANSIONS,
    IGNORABLE,
    JOINED,
    LAYOUT,
    SKIPPED,
    SPACELESS,
    TYPOGRAPHY,
    composing,
)

Level = Literal["layout", "typography"]

_DROPPED = IGNORABLE + SKIPPED + JOINED
_HAS_DROPPED = re.compile(f"[{_DROPPED}]")
_DROP = str.maketrans("", "", _DROPPED)
_IS_CJK = re.compile(f"[{CJK}]")
_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_EXPANDING = "".join(EXPANSIONS)
_HAS_EXPANDING = re.compile(f"[{_EXPANDING}]")
_CLOSING = ".,;:!?)]}"


@dataclass(slots=True)
class Folded:
    """A key with its way back. ``vanished``: key offsets where white space beside a CJK character was dropped;
    ``skipped``: key offset and source range of each run of skipped reference marks; ``joined``: key offsets where a
    word broken over two lines was joined. Sorted.
    """

    key: str
    vanished: list[int] = field(default_factory=list)
    skipped: list[tuple[int, int, int]] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    _keys: list[int] = field(default_factory=lambda: [0])
    _sources: list[int] = field(default_factory=lambda: [0])
    _linear: list[bool] = field(default_factory=lambda: [True])

    def start(self, position: int) -> int:
        """Return where in the source the key character at ``position`` begins, -1 if it is the inside of a folded
        character.
        """
        at = bisect_right(self._keys, position) - 1
        if self._linear[at]:
            return self._sources[at] + position - self._keys[at]
        return self._sources[at] if position == self._keys[at] else -1

    def end(self, position: int) -> int:
        """Return where in the source the key character before ``position`` ends, -1 likewise. ``position`` is at
        least 1.
        """
        at = bisect_left(self._keys, position) - 1
        if self._linear[at]:
            return self._sources[at] + position - self._keys[at]
        return self._sources[at + 1] if position == self._keys[at + 1] else -1

    def place(self, source: int) -> int:
        """Return the key offset of the source character at ``source``."""
        at = bisect_right(self._sources, source) - 1
        return self._keys[at] + (source - self._sources[at] if self._linear[at] else 0)


def fold(text: str, level: Level = "typography") -> Folded:
    """Fold a text. It may hold masks (``SKIPPED``, ``JOINED``); joiners without effect were replaced before
    (:func:`drop_joiners`).
    """
    even = text.translate(TYPOGRAPHY if level == "typography" else LAYOUT)
    dropped = bool(_HAS_DROPPED.search(even))
    expanding = level == "typography" and bool(_HAS_EXPANDING.search(even))
    clusters = False
    if level == "typography" and not even.isascii():
        plain = even.translate(_DROP) if dropped else even
        if expanding:
            plain = _HAS_EXPANDING.sub(lambda found: EXPANSIONS[found[0]], plain)
        clusters = not unicodedata.is_normalized("NFC", plain)
    pieces = _pieces(dropped, expanding, clusters, not even.isascii() and bool(_IS_CJK.search(even)))
    return _Folder(even).run(pieces)


@lru_cache(maxsize=16)
def _pieces(dropped: bool, expanding: bool, clusters: bool, cjk: bool) -> re.Pattern[str]:
    """Build the expression that finds what does not stand in the key as it is."""
    # One character class in front of everything lets the search skip fast; what follows looks back at what it matched.
    gap = f" {_DROPPED}" if dropped else " "
    after_gap = [f"[{gap}]+"]
    if dropped:
        after_gap.append(f"(?<=[{_DROPPED}])")
    if cjk:
        after_gap.append(f"(?<=[{CJK}] )|(?=[{CJK}])")
    first = gap + (_EXPANDING if expanding else "")
    rest = f"(?:{'|'.join(after_gap)})"
    if expanding:
        rest = f"(?:(?<=[{_EXPANDING}])|(?<=[{gap}]){rest})"
    clustered = f"[^ {_DROPPED}](?:[{_DROPPED}]*[{composing()}])+|" if clusters else ""
    return re.compile(f"{clustered}[{first}]{rest}")


class _Folder:
    def __init__(self, even: str) -> None:
        self.text = even
        self.out = Folded("")

    def run(self, pieces: re.Pattern[str]) -> Folded:
        text, out = self.text, self.out
        parts: list[str] = []
        length = done = 0
        for found in pieces.finditer(text):
            start, end = found.span()
            length += start - done
            parts.append(text[done:start])
            piece = found[0]
            first = piece[0]
            if first == " " or first in _DROPPED:
                folded = self._gap(piece, start, end, length)
            elif end - start == 1:
                folded = EXPANSIONS[piece]
            else:
                bare = piece.translate(_DROP)
                folded = unicodedata.normalize("NFC", "".join(EXPANSIONS.get(c, c) for c in bare))
            parts.append(folded)
            done = end
            if folded == piece:
                length += end - start
                continue
            out._keys += (length, length + len(folded))
            out._sources += (start, end)
            out._linear += (False, True)
            length += len(folded)
        parts.append(text[done:])
        out.key = "".join(parts)
        return out

    def _gap(self, gap: str, start: int, end: int, position: int) -> str:
        """Fold white space, ignorable characters and masks that stand together, and note what was left out."""
        out, text = self.out, self.text
        before = text[start - 1] if start else ""
        after = text[end] if end < len(text) else ""
        if SKIPPED in gap:
            out.skipped.append((position, start + gap.index(SKIPPED), start + gap.rindex(SKIPPED) + 1))
        if JOINED in gap:
            out.joined.append(position)
            return ""
        if " " not in gap:
            glued = SKIPPED in gap and before.isalnum() and after.isalnum()
            return " " if glued and not (_IS_SPACELESS.match(before) or _IS_SPACELESS.match(after)) else ""
        if _IS_CJK.match(before) or _IS_CJK.match(after):
            out.vanished.append(position)
            return ""
        if SKIPPED in gap and after and after in _CLOSING and gap.rstrip(IGNORABLE)[-1] == SKIPPED:
            return ""
        return " "

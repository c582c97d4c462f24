"""A word diff between a line and a quote, to show what was changed."""

from __future__ import annotations

import re

from rapidfuzz.distance import Indel

from exactquote.quotes.results import DiffPart
from exactquote.quotes.tables import SPACELESS

_PIECE = re.compile(f"[{SPACELESS}]|[^\\s{SPACELESS}]+|\\s+")
_MOST_PIECES = 4000


def word_diff(line: str, quote: str) -> tuple[DiffPart, ...]:
    """Return the way from ``line`` to ``quote``: pieces joined without ``insert`` give the line, without ``delete``
    the quote.
    """
    one, other = _PIECE.findall(line), _PIECE.findall(quote)
    if len(one) > _MOST_PIECES or len(other) > _MOST_PIECES:
        return tuple(part for part in (DiffPart("delete", line), DiffPart("insert", quote)) if part.text)
    parts: list[DiffPart] = []
    for step in Indel.opcodes(one, other):
        old, new = "".join(one[step.src_start : step.src_end]), "".join(other[step.dest_start : step.dest_end])
        if step.tag == "equal":
            parts.append(DiffPart("equal", old))
            continue
        if old:
            parts.append(DiffPart("delete", old))
        if new:
            parts.append(DiffPart("insert", new))
    return tuple(parts)

"""Quotes with an ellipsis of their own: every part must stand exactly on the page, in order and near the one before."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from exactquote.page import Block
from exactquote.quotes.exact import Hit, Hits, exact, stripped
from exactquote.quotes.index import QuoteIndex

_ELLIPSIS = re.compile(
    r"\s*(?:\[\s*(?:\.{3,}|…+|\. \. \.)\s*\]|\(\s*(?:\.{3,}|…+|\. \. \.)\s*\)|…+|\.{3,}|\. \. \.(?: \.)*)\s*"
)
_MOST_PARTS = 12
_MOST_GAP = 600
"""Code points left out between two parts, when they do not stand in the same block."""


def parts_of(quote: str) -> list[str]:
    """Split a quote at its ellipses; empty when it has none, or too many to be a quote."""
    pieces = _ELLIPSIS.split(quote)
    if len(pieces) < 2:
        return []
    parts = [part for part in map(stripped, pieces) if any(map(str.isalnum, part))]
    return parts if len(parts) <= _MOST_PARTS else []


def elided(index: QuoteIndex, blocks: Sequence[Block], quote: str) -> tuple[list[Hit], list[str]]:
    """Return the place of each part, the shortest way through them, with the parts themselves; empty when a part is
    not there.
    """
    parts = parts_of(quote)
    found: list[Hits] = []
    for part in parts:
        hits = exact(index, part, part)
        if not hits.places:
            return [], parts
        found.append(hits)
    return _chain(found, blocks), parts


def _chain(found: list[Hits], blocks: Sequence[Block]) -> list[Hit]:
    """Choose one place per part, in order, each near the one before; of several ways the one that spans least."""
    if not found:
        return []
    starts = [block.start for block in blocks]
    ways: list[dict[Hit, Hit | None]] = [dict.fromkeys(found[0].places)]
    begin: dict[Hit, int] = {hit: hit.start for hit in found[0].places}
    for hits in found[1:]:
        before = sorted(ways[-1], key=lambda hit: hit.end)
        ends = [hit.end for hit in before]
        step: dict[Hit, Hit | None] = {}
        reached: dict[Hit, int] = {}
        for hit in hits.places:
            at = bisect_right(ends, hit.start) - 1
            # The last part that ends before this one is the nearest; one further back never makes the way shorter.
            if at >= 0 and _near(before[at], hit, starts):
                step[hit] = before[at]
                reached[hit] = begin[before[at]]
        if not step:
            return []
        ways.append(step)
        begin = reached
    last = min(ways[-1], key=lambda hit: (hit.end - begin[hit], hit.start))
    chain: list[Hit] = []
    back: Hit | None = last
    for step in reversed(ways):
        assert back is not None
        chain.append(back)
        back = step[back]
    return chain[::-1]


def _near(one: Hit, other: Hit, starts: Sequence[int]) -> bool:
    if other.start - one.end <= _MOST_GAP:
        return True
    return bisect_right(starts, one.start) == bisect_right(starts, max(other.end - 1, other.start))

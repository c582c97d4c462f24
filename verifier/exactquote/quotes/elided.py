"""Quotes with an ellipsis of their own: every part must stand exactly on the page, in order and near the one before."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from exactquote.page import Block
from exactquote.quotes.exact import Hit, exact, stripped
from exactquote.quotes.index import QuoteIndex

_DOTS = r"(?:\.{3,}|…+|\. \. \.(?: \.)*)"
_ELLIPSIS = re.compile(rf"\[ ?{_DOTS} ?\]|\( ?{_DOTS} ?\)|{_DOTS}")
_MOST_PARTS = 12
_MOST_TRIES = 48
_MOST_PLACES = 2000
"""Places of parts looked at, before the best way so far is taken."""
_FARTHEST = 20_000
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
    """Return the place of each part, the shortest way through them, with the parts themselves.

    Empty when a part is not there. The longest part is looked for first, the others around it.
    """
    parts = parts_of(quote)
    if not parts:
        return [], parts
    anchor = max(range(len(parts)), key=lambda number: len(parts[number]))
    best: list[Hit] = []
    looked = 0
    for hit in exact(index, parts[anchor], parts[anchor]).places[: _MOST_TRIES // len(parts)]:
        within = _around(index, blocks, hit, parts, anchor)
        found = [
            (hit,) if number == anchor else exact(index, part, part, within).places for number, part in enumerate(parts)
        ]
        looked += sum(map(len, found))
        chain = _chain(found, blocks) if all(found) else []
        if chain and (not best or chain[-1].end - chain[0].start < best[-1].end - best[0].start):
            best = chain
        if looked > _MOST_PLACES:
            break
    return best, parts


def _around(index: QuoteIndex, blocks: Sequence[Block], hit: Hit, parts: Sequence[str], anchor: int) -> tuple[int, int]:
    """Return the range that the parts before and after the longest one may lie in."""
    before = sum(len(part) + _MOST_GAP for part in parts[:anchor]) * 2
    after = sum(len(part) + _MOST_GAP for part in parts[anchor + 1 :]) * 2
    first, last = blocks[index.block_at(hit.start)], blocks[index.block_at(hit.end - 1)]
    start = max(hit.start - _FARTHEST, min(hit.start - before, first.start), 0)
    return start, min(hit.end + _FARTHEST, max(hit.end + after, last.end))


def _chain(found: Sequence[Sequence[Hit]], blocks: Sequence[Block]) -> list[Hit]:
    """Choose one place per part, in order, each near the one before; of several ways the one that spans least."""
    if not found:
        return []
    starts = [block.start for block in blocks]
    ways: list[dict[Hit, Hit | None]] = [dict.fromkeys(found[0])]
    begin: dict[Hit, int] = {hit: hit.start for hit in found[0]}
    for places in found[1:]:
        before = sorted(ways[-1], key=lambda hit: hit.end)
        ends = [hit.end for hit in before]
        step: dict[Hit, Hit | None] = {}
        reached: dict[Hit, int] = {}
        for hit in places:
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

"""Which of several occurrences is meant: by the text around it, or by a hint where to look."""

from __future__ import annotations

from collections.abc import Sequence

from exactquote.page import Span
from exactquote.quotes.exact import Hit
from exactquote.quotes.fold import fold
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.tables import drop_joiners, free_of_masks

_CONTEXT = 100
"""Code points of context compared on either side."""
_ENOUGH = 0.5
"""Share of the given context that the chosen occurrence must have around it."""


def choose(index: QuoteIndex, hits: Sequence[Hit], before: str, after: str, near: Span | None) -> list[Hit]:
    """Return the occurrence that is meant, or those that nothing tells apart."""
    left = list(hits)
    if len(left) > 1 and (before.strip() or after.strip()):
        left = _by_context(index, left, _bare(before)[-_CONTEXT:], _bare(after)[:_CONTEXT])
    if len(left) > 1 and near is not None:
        distances = [max(near.start - hit.start, 0) + max(hit.end - near.end, 0) for hit in left]
        least = min(distances)
        left = [hit for hit, distance in zip(left, distances, strict=True) if distance == least]
    return left


def _by_context(index: QuoteIndex, hits: list[Hit], before: str, after: str) -> list[Hit]:
    """Keep the occurrences with most of the context around them, if that is enough of it; else keep all."""
    agreed = [_agreement(index, hit, before, after) for hit in hits]
    most = max(agreed)
    if most < _ENOUGH * (len(before) + len(after)):
        return hits
    return [hit for hit, agreement in zip(hits, agreed, strict=True) if agreement == most]


def _agreement(index: QuoteIndex, hit: Hit, before: str, after: str) -> int:
    left = _bare(index.raw(max(hit.start - 2 * _CONTEXT, 0), hit.start))
    right = _bare(index.raw(hit.end, hit.end + 2 * _CONTEXT))
    return _common(left[::-1], before[::-1]) + _common(right, after)


def _bare(text: str) -> str:
    return "".join(fold(drop_joiners(free_of_masks(text))).key.split())


def _common(one: str, other: str) -> int:
    """Return the length of the common beginning."""
    number = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        number += 1
    return number

"""Spans as they lie in a column of JSON: pairs of code points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactquote.page import Span


def to_pairs(spans: Iterable[Span]) -> list[list[int]]:
    """``[[start, end], …]``."""
    return [[span.start, span.end] for span in spans]


def spans_of(pairs: Sequence[Sequence[int]]) -> tuple[Span, ...]:
    """The spans of :func:`to_pairs`."""
    return tuple(Span(start, end) for start, end in pairs)

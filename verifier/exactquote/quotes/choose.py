"""Which of several occurrences is meant: by the text around it, or by a hint where to look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactquote.page import Span
from exactquote.quotes.context import Context
from exactquote.quotes.exact import Hit, exact
from exactquote.quotes.fold import fold
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.variants import other_case, readings

_MOST_COMPARED = 100_000
_PER_PLACE = 10
"""Effort of comparing surroundings, a place counting as so many words; of a quote with more the context picks none."""
_MOST_CHECKED = 60
"""Of those that fit best, how many are checked for being the quote."""


def choose(index: QuoteIndex, hits: Sequence[Hit], context: Context, near: Span | None) -> list[Hit]:
    """Return the occurrence that is meant, or those that nothing tells apart."""
    left = list(hits)
    if len(left) > 1 and context:
        left = _by_context(index, left, context)
    if len(left) > 1 and near is not None:
        distances = [max(near.start - hit.start, 0) + max(hit.end - near.end, 0) for hit in left]
        least = min(distances)
        left = [hit for hit, distance in zip(left, distances, strict=True) if distance == least]
    return left


def fitting(index: QuoteIndex, text: str, quote: str, hits: Sequence[Hit], context: Context) -> list[Hit]:
    """Look at every place of a quote that stands on the page too often to be listed; return those that fit the context
    best, nothing when none does or when there are too many to compare. ``hits`` are those that are listed.
    """
    words, page = index.words.words, index.keys[0].folded
    cased = all(hit.case for hit in hits)
    fits: list[tuple[int, int, int]] = []
    compared = 0
    for start, end in _places(index, text, page.key, cased):
        fit = context.fit(words, start, end)
        compared += _PER_PLACE + fit
        if compared > _MOST_COMPARED:
            return []
        if fit:
            fits.append((-fit, start, end))
    found: list[Hit] = []
    best = 0
    for checked, (fit, start, end) in enumerate(sorted(fits)):
        if found and fit > best:
            return found
        if checked == _MOST_CHECKED:
            return []
        here = exact(index, text, quote, (max(page.start(start), 0), max(page.end(end), 0))).places
        if here:
            found += (hit for hit in here if hit not in found)
            best = fit
    return found


def _places(index: QuoteIndex, text: str, page: str, cased: bool) -> Iterator[tuple[int, int]]:
    for reading in readings(index, text):
        variant = other_case(index, reading) if cased else reading
        key = fold(variant.text).key if variant else ""
        at = page.find(key) if key.strip() else -1
        while at >= 0:
            yield at, at + len(key)
            at = page.find(key, at + 1)


def _by_context(index: QuoteIndex, hits: list[Hit], context: Context) -> list[Hit]:
    """Keep the occurrences with most of the context beside them, if that is enough of it; else keep all."""
    page, words = index.keys[0].folded, index.words.words
    fits = [context.fit(words, page.place(hit.start), page.place(hit.end)) for hit in hits]
    most = max(fits)
    return [hit for hit, fit in zip(hits, fits, strict=True) if fit == most] if most else hits

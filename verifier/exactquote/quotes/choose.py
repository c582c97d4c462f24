"""Which of several occurrences is meant: by the text around it, or by a hint where to look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactquote.page import Span
from exactquote.quotes.anchors import anchored
from exactquote.quotes.context import Context
from exactquote.quotes.exact import Hit, exact
from exactquote.quotes.fold import fold
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.variants import other_case, readings

_MOST_COMPARED = 75_000
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
    """Return those places that fit the context best of a quote that stands on the page too often to be listed.

    Nothing when none does, or when a rare word of the context does not tell and there are too many places to compare.
    ``hits`` are those that are listed.
    """
    keys = _keys(index, text, cased=all(hit.case for hit in hits))
    checked = _checked(index, text, quote, anchored(index.words, keys, context))
    return checked or _checked(index, text, quote, _compared(index, keys, context))


def _compared(index: QuoteIndex, keys: Sequence[str], context: Context) -> list[tuple[int, int, int]]:
    """Compare the surroundings of every place; return fit, start and end of those that fit at all."""
    words, page = index.words.words, index.keys[0].folded.key
    fits: list[tuple[int, int, int]] = []
    compared = 0
    for start, end in _places(page, keys):
        fit = context.fit(words, start, end)
        compared += _PER_PLACE + fit
        if compared > _MOST_COMPARED:
            return []
        if fit:
            fits.append((fit, start, end))
    return fits


def _checked(index: QuoteIndex, text: str, quote: str, fits: list[tuple[int, int, int]]) -> list[Hit]:
    """Return those places that fit best of those where the quote stands indeed."""
    page = index.keys[0].folded
    found: list[Hit] = []
    best = 0
    for number, (fit, start, end) in enumerate(sorted(fits, key=lambda one: (-one[0], one[1]))):
        if found and fit < best:
            return found
        if number == _MOST_CHECKED:
            return []
        here = exact(index, text, quote, (max(page.start(start), 0), max(page.end(end), 0))).places
        if here:
            found += (hit for hit in here if hit not in found)
            best = fit
    return found


def _keys(index: QuoteIndex, text: str, *, cased: bool) -> list[str]:
    variants = (other_case(index, reading) if cased else reading for reading in readings(index, text))
    keys = (fold(variant.text).key for variant in variants if variant)
    return [key for key in dict.fromkeys(keys) if key.strip()]


def _places(page: str, keys: Sequence[str]) -> Iterator[tuple[int, int]]:
    for key in keys:
        at = page.find(key)
        while at >= 0:
            yield at, at + len(key)
            at = page.find(key, at + 1)


def _by_context(index: QuoteIndex, hits: list[Hit], context: Context) -> list[Hit]:
    """Keep the occurrences with most of the context beside them, if that is enough of it; else keep all."""
    page, words = index.keys[0].folded, index.words.words
    fits = [context.fit(words, page.place(hit.start), page.place(hit.end)) for hit in hits]
    most = max(fits)
    return [hit for hit, fit in zip(hits, fits, strict=True) if fit == most] if most else hits

"""Locating a quote on a page (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from exactquote.page import Page, Span
from exactquote.quotes.choose import choose, fitting
from exactquote.quotes.context import context_of
from exactquote.quotes.elided import elided
from exactquote.quotes.exact import Hit, Hits, exact, stripped, verbatim
from exactquote.quotes.fold import fold
from exactquote.quotes.fused import fused_runs
from exactquote.quotes.index import QuoteIndex, quote_index
from exactquote.quotes.joined import in_a_row, joined
from exactquote.quotes.near import MOST_WORDS, line_at, lines_of, nearest, passages
from exactquote.quotes.results import Flag, Fold, Occurrence, QuoteResult
from exactquote.quotes.short import is_short, says_something
from exactquote.quotes.words import words_of
from exactquote.quotes.wrapping import unwrapped

_WHOLE = 85.0
"""Likeness (0–100) from which a quote is a changed line rather than made of several."""
MOST_SPANS = 4000
"""Spans of all listed occurrences together; the first occurrence is listed whole however many it has."""
_LEVELS: tuple[Fold, ...] = ("verbatim", "layout", "typography")

Search = Callable[[QuoteIndex, str, str, tuple[int, int] | None], Hits]


def locate(page: Page, quote: str, *, before: str = "", after: str = "", near: Span | None = None) -> QuoteResult:
    """Find out whether a quote stands on the page, and where.

    ``before`` and ``after`` are text around the quote, ``near`` is where it is thought to stand (code points of the
    page text): either picks one of several occurrences, which is then the only one listed. Context picks by whole
    words right beside the quote, and none where its numbers differ. White space around the quote does not count. Works
    for any string. A quote of punctuation alone is found where the very same characters stand and are no part of a
    number or word; an empty one is ``absent``. The page's index is built at the first call.
    """
    text = stripped(quote)
    if not page.blocks or not text:
        return QuoteResult("absent")
    index = quote_index(page)
    search = exact if says_something(text) else verbatim
    hits = search(index, text, quote.strip(), None)
    if hits.places:
        return _exact(index, hits, search, text, quote.strip(), before, after, near)
    if search is verbatim:
        return QuoteResult("absent")
    for inside in unwrapped(text):
        inner = exact(index, stripped(inside.text), inside.text) if says_something(inside.text) else Hits(())
        places = tuple(hit for hit in inner.places if inside.is_at(index.raw(hit.start, hit.end)))
        if places:
            # The hint and the context choose among those listed only: bars have to be edges of cells.
            around = Hits(places) if inside.cells else Hits(places, inner.many)
            return _exact(index, around, exact, stripped(inside.text), inside.text, before, after, near, "layout")
    chain, parts = elided(index, page.blocks, text)
    if chain:
        return _elided(index, chain, parts)
    return _inexact(page, index, text)


def _exact(
    index: QuoteIndex,
    hits: Hits,
    search: Search,
    text: str,
    quote: str,
    before: str,
    after: str,
    near: Span | None,
    at_least: Fold = "verbatim",
) -> QuoteResult:
    if hits.many and near is not None:
        beside = max(2 * len(text), 1000)
        around = search(index, text, quote, (max(near.start - beside, 0), near.end + beside))
        hits, near = (around, near) if around.places else (hits, None)
    context = context_of(before, after)
    if hits.many and context:
        fits = fitting(index, text, quote, hits.places, context) if search is exact else []
        hits = Hits(tuple(fits)) if fits else Hits(hits.places, many=True)
        context = context if not hits.many else context_of("", "")
    listed: Sequence[Hit] = choose(index, hits.places, context, near)
    flags: set[Flag] = set()
    if len(listed) > 1:
        flags.add("repeated")
    shown = _affordable(index, listed)
    if len(shown) < len(listed) or (hits.many and (len(listed) > 1 or len(hits.places) == 1)):
        flags.add("many")
    listed = shown
    if is_short(text):
        flags.add("short")
    if all(hit.case for hit in listed):
        flags.add("case")
    if at_least != "verbatim":
        listed = [replace(hit, fold=max(hit.fold, at_least, key=_LEVELS.index)) for hit in listed]
    occurrences = tuple(_occurrence(index, hit) for hit in listed)
    if any(len(occurrence.spans) > 1 for occurrence in occurrences):
        flags.add("several_blocks")
    if any(index.skips_mark(hit.start, hit.end) for hit in listed):
        flags.add("marks_skipped")
    if any(index.is_collapsed(hit.start, hit.end) for hit in listed):
        flags.add("collapsed")
    least = min((occurrence.fold for occurrence in occurrences), key=_LEVELS.index)
    return QuoteResult("exact", least, occurrences, tuple(sorted(flags)))


def _affordable(index: QuoteIndex, listed: Sequence[Hit]) -> Sequence[Hit]:
    """Return the first of the occurrences: as many as have ``MOST_SPANS`` spans together, one at least."""
    spans = 0
    for number, hit in enumerate(listed):
        spans += index.span_count(hit.start, hit.end)
        if spans > MOST_SPANS and number:
            return listed[:number]
    return listed


def _occurrence(index: QuoteIndex, hit: Hit) -> Occurrence:
    return Occurrence(index.spans(hit.start, hit.end), index.raw(hit.start, hit.end), hit.fold)


def _elided(index: QuoteIndex, chain: Sequence[Hit], parts: Sequence[str]) -> QuoteResult:
    pieces = tuple(_occurrence(index, hit) for hit in chain)
    flags: set[Flag] = set()
    if all(map(is_short, parts)):
        flags.add("short")
    if len({index.block_at(hit.start) for hit in chain} | {index.block_at(hit.end - 1) for hit in chain}) > 1:
        flags.add("several_blocks")
    return QuoteResult("elided", None, (_joined(pieces),), tuple(sorted(flags)), None, pieces)


def _joined(pieces: Sequence[Occurrence]) -> Occurrence:
    spans = tuple(span for piece in pieces for span in piece.spans)
    least = max((piece.fold for piece in pieces), key=_LEVELS.index)
    return Occurrence(spans, " … ".join(piece.text for piece in pieces), least)


def _inexact(page: Page, index: QuoteIndex, text: str) -> QuoteResult:
    """Look for the lines that the quote was made of, or the one that it is near to."""
    words = index.words
    key = fold(text)
    asked = words_of(key.key, MOST_WORDS)
    if not len(asked):
        return QuoteResult("absent")
    found = passages(page, words, key.key, asked)
    whole = bool(found) and found[0].like >= _WHOLE
    places: list[tuple[int, int]] = []
    pieces: tuple[Occurrence, ...] = ()
    if not whole or len(lines_of(page, *words.source(found[0].first, found[0].last))) > 1:
        # Like a passage of several lines: a changed one, unless every word stands there and only some are left out.
        runs = fused_runs(page, words, asked, *((1.0,) if whole else ()))
        places = [words.source(run.place, run.place + run.end - run.start - 1) for run in runs]
        pieces = tuple(Occurrence(index.spans(*place), index.raw(*place), "typography") for place in places)
        if not places and len(asked) < MOST_WORDS:
            hits = in_a_row(page, index, text, key, asked) or joined(page, index, text, key, asked)
            places = [(hit.start, hit.end) for hit in hits]
            pieces = tuple(_occurrence(index, hit) for hit in hits)
    if places:
        longest = max(places, key=lambda place: place[1] - place[0])
        line = line_at(page, *longest, text)
        return QuoteResult(
            "fused",
            None,
            (_joined(pieces),),
            ("several_blocks",) if len({index.block_at(s) for s, _ in places}) > 1 else (),
            line,
            pieces,
        )
    line = nearest(page, words, found, text)
    return QuoteResult("absent") if line is None else replace(QuoteResult("near"), nearest=line)

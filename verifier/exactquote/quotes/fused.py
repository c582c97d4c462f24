"""Quotes that are written as one line but come from several: the runs of words that stand on the page one by one."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from exactquote.page import Page
from exactquote.quotes.words import WordIndex, Words

_MOST_PLACES = 800
_MOST_STEPS = 20_000
_LEAST_WORDS = 4
_LEAST_CHARACTERS = 12
"""A run has at least so many words, or characters in scripts without spaces."""
_COVERED = 0.8
"""Share of the quote's words that the runs hold together."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words ``start`` to ``end`` of the quote (end excluded) that stand in a row on the page from word ``place`` on."""

    start: int
    end: int
    place: int


def fused_runs(page: Page, index: WordIndex, quote: Words, covered_at_least: float = _COVERED) -> list[Run]:
    """Return the runs that make up the quote, in its order, when they come from two or more lines; else nothing.

    Together they hold at least ``covered_at_least`` of the quote's words.
    """
    if len(quote) < 2 * _LEAST_WORDS:
        return []
    chosen = _cover([run for run in runs_of(index, quote) if _long_enough(quote, run)])
    covered = sum(run.end - run.start for run in chosen)
    if len(chosen) < 2 or covered < covered_at_least * len(quote):
        return []
    units = page.units
    places = (index.source(run.place, run.place)[0] for run in chosen)
    lines = {bisect_right(units, place, key=lambda unit: unit.start) for place in places}
    return chosen if len(lines) > 1 else []


def _long_enough(quote: Words, run: Run) -> bool:
    if run.end - run.start < _LEAST_WORDS:
        return False
    return (
        quote.ends[run.end - 1] - quote.starts[run.start] >= _LEAST_CHARACTERS
        or run.end - run.start >= 2 * _LEAST_WORDS
    )


def runs_of(index: WordIndex, quote: Words) -> list[Run]:
    """Return the longest run through each place of each rare word of the quote."""
    runs: list[Run] = []
    seen: dict[int, int] = {}
    steps = 0
    page, asked = index.words.words, quote.words
    for at, places in sorted(index.rare(quote, _MOST_PLACES)):
        for place in places:
            if seen.get(place - at, -1) > at:
                continue
            left = 0
            while left < at and left < place and page[place - left - 1] == asked[at - left - 1]:
                left += 1
            right = 1
            while at + right < len(asked) and place + right < len(page) and page[place + right] == asked[at + right]:
                right += 1
            seen[place - at] = at + right
            if left + right >= _LEAST_WORDS:
                runs.append(Run(at - left, at + right, place - left))
            steps += left + right
            if steps > _MOST_STEPS:
                return runs
    return runs


def _cover(runs: list[Run]) -> list[Run]:
    """Choose runs, longest first; of one that overlaps a chosen run only what is free is taken."""
    chosen: list[Run] = []
    for run in sorted(runs, key=lambda run: (run.start - run.end, run.start, run.place)):
        start, end, place = run.start, run.end, run.place
        for other in chosen:
            if start < other.end and other.start < end:
                if start < other.start:
                    end = other.start
                else:
                    place += other.end - start
                    start = other.end
        if end - start >= _LEAST_WORDS:
            chosen.append(Run(start, end, place))
    return sorted(chosen, key=lambda run: run.start)

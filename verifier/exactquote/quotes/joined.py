"""Two short pieces of two lines, written as one: shorter than the runs that :mod:`exactquote.quotes.fused` looks for,
so each has to stand on the page exactly, and in one line only.
"""

from __future__ import annotations

from itertools import pairwise

from exactquote.page import Page
from exactquote.quotes.exact import Hit, exact, stripped
from exactquote.quotes.fold import Folded
from exactquote.quotes.fused import runs_of
from exactquote.quotes.index import QuoteIndex
from exactquote.quotes.near import lines_of
from exactquote.quotes.short import is_short
from exactquote.quotes.words import Words, is_spaceless

_MOST_PLACES = 300
"""Places of the quote's first and of its last words that are looked at; common ones tell no line."""
_MOST_STEPS = 20_000
_LEAST_WORDS = 2
_MOST_ROWS = 3


def joined(page: Page, index: QuoteIndex, text: str, key: Folded, quote: Words) -> list[Hit]:
    """Return the places of the two pieces that a quote is made of, when it is made of two and each stands in one line
    of the page only, another than the other; else nothing.

    ``key`` is the quote ``text`` folded, ``quote`` its words. What stands between the two pieces is no letter or digit.
    """
    at = _parted(index, quote) if len(quote) >= 2 * _LEAST_WORDS else 0
    if at == 0:
        return []
    places: list[Hit] = []
    lines: list[int] = []
    for piece in (text[: key.end(quote.ends[at - 1])], text[key.start(quote.starts[at]) :]):
        piece = stripped(piece)
        hits = exact(index, piece, piece)
        touched = {line for hit in hits.places for line in lines_of(page, hit.start, hit.end)}
        if is_short(piece) or len(touched) != 1 or hits.many:
            return []
        places.append(hits.places[0])
        lines += touched
    return places if lines[0] != lines[1] else []


def in_a_row(page: Page, index: QuoteIndex, text: str, key: Folded, quote: Words) -> list[Hit]:
    """Return the places of the pieces of a quote whose words stand on the page in a row but for what was written at the
    edges of lines (``… in spring Its towers …``); nothing when it is not all that was changed.

    ``key`` is the quote ``text`` folded, ``quote`` its words. Each piece stands exactly in its line.
    """
    for run in [run for run in runs_of(index.words, quote) if run.end - run.start == len(quote)][:_MOST_ROWS]:
        starts = (index.words.source(run.place + number, run.place + number)[0] for number in range(len(quote)))
        lines = [lines_of(page, start, start + 1)[0] for start in starts]
        edges = [0, *(at for at in range(1, len(lines)) if lines[at] != lines[at - 1]), len(lines)]
        places: list[Hit] = []
        for first, last in pairwise(edges):
            start = key.start(quote.starts[first]) if first else 0
            end = key.end(quote.ends[last - 1]) if last < len(lines) else len(text)
            piece = stripped(text[max(start, 0) : end])
            unit = page.units[lines[first]]
            places += exact(index, piece, piece, (unit.start, unit.end)).places[:1] if piece else ()
        if len(places) == len(edges) - 1 > 1:
            return places
    return []


def _parted(index: QuoteIndex, quote: Words) -> int:
    """Return the word of the quote that a second piece begins with, when all before it and all from it on stand in a
    row somewhere; else 0.
    """
    number = len(quote)
    longest = _longest(index, quote, (0, 1), 1)
    if longest >= number:
        return 0  # in a row as a whole: nothing was joined
    at = min(longest, number - _LEAST_WORDS)
    if at < _LEAST_WORDS or _longest(index, quote, (number - 1, number - 2), -1) < number - at:
        return 0
    return at


def _longest(index: QuoteIndex, quote: Words, ends: tuple[int, int], step: int) -> int:
    """Return how many words from one end of the quote stand in a row on the page, at most; 0 when the two words there
    are too common to look. ``ends`` are those two.
    """
    page, asked = index.words.words.words, quote.words
    known = []
    for at in ends:
        seed = quote.seed(at)
        # A letter of a script without spaces is looked up with the one behind it, which has to be one of the two.
        if at == min(ends) or (seed == asked[at] and not is_spaceless(seed)):
            known.append((index.words.places.get(seed, ()), at))
    places, at = min(known, key=lambda entry: len(entry[0]))
    if len(places) > _MOST_PLACES:
        return 0
    longest = steps = 0
    for place in places:
        begin = place + ends[0] - at
        length = 0
        while length < len(asked) and 0 <= begin + step * length < len(page):
            if page[begin + step * length] != asked[ends[0] + step * length]:
                break
            length += 1
        longest = max(longest, length)
        steps += length
        if steps > _MOST_STEPS:
            break
    return longest

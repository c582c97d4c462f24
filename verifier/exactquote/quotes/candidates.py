"""Where on the page the line may begin that a quote was made of: cheap guesses, to be compared closely afterwards.

Rare words vote for the place where the quote would begin. Where the page repeats the same few words over and over, they
tell nothing; there longer pieces of the quote are searched as they are: of a quote with one change one half is whole,
of one with three changes a quarter (the pigeonhole principle of approximate matching).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import pairwise

from rapidfuzz import fuzz, process

from exactquote.quotes.words import WordIndex, Words

_BUCKET = 8
"""Words by which a quote and its line may be shifted and still vote for one place."""
MOST_GUESSES = 64
_CLEAR = 0.5
"""A guess with less than this share of the best one's votes is no guess."""
_SHORTEST = 5
"""Characters of a piece at least."""
_CUTS = (2, 4)
"""Into how many equal pieces a quote is cut."""
_LONG_PIECE = 32
_LONG_PIECES = 10
"""Pieces of a long quote, so many characters each, evenly spread."""
_MOST_HITS = 1000
"""Places of one piece that are looked at; all pieces together may have four times as many."""
_MOST_COMPARED = 2000
_MOST_CHARACTERS = 2000
"""Characters of the quote that are compared with the page's behind a guess."""
_EFFORT = 4_000_000
"""Steps of comparing characters, 64 of them at a time."""


def by_words(index: WordIndex, matches: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
    """Let words of the quote (number of the word, places on the page) vote for where the quote would begin, rare ones
    most; return places in the page's key, best first.
    """
    votes: dict[int, float] = {}
    for at, places in matches:
        weight = 1.0 / (1 + len(places) / 8)
        for place in places:
            votes[place - at] = votes.get(place - at, 0.0) + weight
    buckets: dict[int, float] = {}
    best: dict[int, int] = {}
    for diagonal, number in votes.items():
        bucket = diagonal // _BUCKET
        buckets[bucket] = buckets.get(bucket, 0.0) + number
        if bucket not in best or number > votes[best[bucket]]:
            best[bucket] = diagonal
    both = {bucket: number + buckets.get(bucket + 1, 0.0) for bucket, number in buckets.items()}
    guesses = nlargest(MOST_GUESSES, both, key=lambda bucket: (both[bucket], -bucket))
    starts = index.words.starts
    out: list[int] = []
    for bucket in guesses:
        if both[bucket] < _CLEAR * both[guesses[0]]:
            break
        one, other = best[bucket], best.get(bucket + 1, best[bucket])
        out += (starts[min(max(diagonal, 0), len(starts) - 1)] for diagonal in {one, other})
    return list(dict.fromkeys(out))


def by_pieces(index: WordIndex, key: str) -> list[int]:
    """Search pieces of the quote; return the places in the page's key where it would begin, those of most characters
    first.
    """
    text = index.folded.key
    found: dict[int, int] = {}
    left = 4 * _MOST_HITS
    for start, end in _pieces(len(key)):
        piece = key[start:end]
        hits = 0
        at = text.find(piece)
        while at >= 0 and hits < min(_MOST_HITS, left):
            begin = max(at - start, 0)
            found[begin] = found.get(begin, 0) + end - start
            hits += 1
            at = text.find(piece, at + 1)
        left -= hits
    return sorted(found, key=lambda begin: (-found[begin], begin))


def _pieces(length: int) -> list[tuple[int, int]]:
    cuts: list[tuple[int, int]] = []
    for number in _CUTS:
        edges = [length * at // number for at in range(number + 1)]
        cuts += ((a, b) for a, b in pairwise(edges) if b - a >= _SHORTEST)
    if length > max(_CUTS) * _LONG_PIECE:
        step = (length - _LONG_PIECE) // (_LONG_PIECES - 1)
        cuts += ((at * step, at * step + _LONG_PIECE) for at in range(_LONG_PIECES))
    return cuts


def likest(index: WordIndex, key: str, starts: Sequence[int], most: int) -> list[int]:
    """Return those of the places behind which the page's key is most like the quote, at most ``most``, best first."""
    if len(starts) <= most:
        return list(starts)
    key = key[:_MOST_CHARACTERS]
    length = len(key)
    affordable = max(min(_MOST_COMPARED, _EFFORT // (length * (length // 64 + 1))), most)
    text = index.folded.key
    windows = [text[start : start + length] for start in starts[:affordable]]
    return [starts[at] for _, _, at in process.extract(key, windows, scorer=fuzz.ratio, processor=None, limit=most)]


def word_at(words: Words, place: int) -> int:
    """Return the number of the word that stands at a place of the key, or before it."""
    return max(bisect_right(words.starts, place) - 1, 0)

"""How things are named: words, neighbouring words, compounds and runs of characters, without a word of any language.

Words are the same when one may be a form of the other. A *pair* is two neighbouring long words with the same small
words between them ("orchard permit", "permiso de huerto").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from exactquote.facts.fold import cased, lower

_RUN = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"  # scripts written without spaces
_TOKEN = re.compile(rf"[{_RUN}]+|(?:(?![{_RUN}_])\w)+|[^\w\s]")
_LONG, _LONG_UNCASED = 4, 2
"""Letters from which a word is more than a small word: with case, without."""
_MOST_BETWEEN = 2
"""Small words between the two words of a pair."""
_MORE = 6
"""Letters that a form of a word has more than the word, at most."""
EDGE = "^"
"""What stands before the first word of a line."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring words with the small words between them."""

    first: str
    between: tuple[str, ...]
    second: str

    def __str__(self) -> str:
        return " ".join((self.first, *self.between, self.second))


def placed_pairs(text: str) -> Iterator[tuple[str, Pair]]:
    """The pairs of a text, each after the word or sign before it (:data:`EDGE` for the first)."""
    parts = tokens(text)
    long = [at for at, token in enumerate(parts) if is_long(token)]
    for one, other in pairwise(long):
        between = parts[one + 1 : other]
        if len(between) <= _MOST_BETWEEN and all(map(str.isalpha, between)):
            yield parts[one - 1] if one else EDGE, Pair(parts[one], tuple(between), parts[other])


def pairs(text: str) -> Iterator[Pair]:
    """The pairs of a text."""
    return (pair for _, pair in placed_pairs(text))


def words(text: str) -> frozenset[str]:
    """The words of a text, lower-cased; a run of characters in a script without spaces is one word."""
    return frozenset(token for token in tokens(text) if token[0].isalnum())


def tokens(text: str) -> list[str]:
    """Words and signs in their order, lower-cased."""
    return _TOKEN.findall(lower(text))


def is_long(token: str) -> bool:
    """Whether a word is more than a small word, or mixes letters and digits."""
    if not token[0].isalpha() or is_run(token):
        return any(map(str.isdigit, token)) and any(map(str.isalpha, token))
    return len(token) >= (_LONG if cased(token[0]) else _LONG_UNCASED)


def is_run(token: str) -> bool:
    """Whether a word is in a script that is written without spaces."""
    return re.match(f"[{_RUN}]", token) is not None


def same_word(one: str, other: str) -> bool:
    """Whether one word may be a form of the other: the shorter, without its last letter, begins the longer, which has
    at most six letters more."""
    short, long = sorted((one, other), key=len)
    if len(short) < _LONG:
        return one == other
    stem = short if len(short) == _LONG else short[:-1]
    return long.startswith(stem) and len(long) - len(short) <= _MORE


def same_pair(one: Pair, other: Pair) -> bool:
    """Whether two pairs are forms of each other."""
    return one.between == other.between and same_word(one.first, other.first) and same_word(one.second, other.second)


def exchanged(mine: Pair, other: Pair) -> str:
    """The word of ``other`` that stands in the place of one of ``mine``; "" where both words differ, or none does."""
    if other.between != mine.between:
        return ""
    first, second = same_word(other.first, mine.first), same_word(other.second, mine.second)
    if first == second:
        return ""
    return other.second if first else other.first


def stands(word: str, text: str, of_text: frozenset[str]) -> bool:
    """Whether a word, or a form of it, stands in a text; ``of_text`` are its :func:`words`."""
    return word in lower(text) if is_run(word) else any(same_word(word, other) for other in of_text)


def goes_on_otherwise(mine: Pair, other: Pair, asked: str, line: str, text: str) -> bool:
    """Whether a line goes on after a name with no part of one: of ``Dunn Trading`` it has ``Dunn must``.

    The word of ``other`` that is not in ``mine`` is written small in the line, that of ``mine`` with a capital where it
    is asked for, and the one that both have with a capital all over the page (``text``).
    """
    first = same_word(other.first, mine.first)
    shared, own, new = (other.first, mine.second, other.second) if first else (other.second, mine.first, other.first)
    if asked == lower(asked):
        asked = text
    return _capitals(shared, text) == {True} and True in _capitals(own, asked) and _capitals(new, line) == {False}


def _capitals(word: str, text: str) -> set[bool]:
    """How a word is written in a text, with a capital or without."""
    return {found[0][0].isupper() for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)}

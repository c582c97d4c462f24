"""Another thing named by a line itself, where no title, heading or row names the one asked for.

"The smokehouse permit requires 1,600 euros" answers no question about the lantern permit. That both are names of things
of one kind is told by three signs, none of them a word of any language: the question's two words stand together on the
pages ("lantern permit"), the line has them with one exchanged ("smokehouse permit"), and both stand after the same
small word, or at the beginning of a line ("the", "el", nothing). A German compound counts where both are written with a
capital inside a line, after the same word, and end alike; a run of characters where the question's stands on the pages,
the line has its last three or more after others, and both begin a run.

Measured on 30 traps in plain sentences of 14 languages, written for it: 24 told. Missed are compounds in lower case
(Finnish, Dutch), a German one after another article, a short Turkish name, and Arabic, where small words are as long as
others. False alarms on the right lines of XQuAD's 1,190 questions in each language, all of :mod:`.scope`: en 6 (4 of
them not of this module), de 5, es 6, tr 1, zh 0, ar 0. Without the same word before both, this module alone had en 14,
de 19, es 28, tr 40, ar 92.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from exactquote.facts.fold import cased
from exactquote.page import Page
from exactquote.verdicts.lines import as_read, lines_of
from exactquote.verdicts.names import (
    EDGE,
    Pair,
    exchanged,
    goes_on_otherwise,
    is_long,
    is_run,
    placed_pairs,
    same_pair,
    same_word,
    stands,
)
from exactquote.verdicts.names import tokens as tokens_of
from exactquote.verdicts.names import words as words_of

_COMPOUND, _END, _FRONT = 8, 5, 3
"""Letters of a compound, of the end that two share, and of what stands before it, at least."""
_NAME, _TAIL, _HEAD = 4, 3, 2
"""Characters of a run that is a name, of its end that two share, and of what stands before it, at least."""
_CAPITAL = re.compile(r"(?<!\S)(\S+)\s+(?=([^\W\d_]+))")  # from the beginning of a word only: else quadratic


@dataclass(frozen=True, slots=True)
class _Written:
    """What the lines of a page name, each after what stands before it."""

    pairs: tuple[tuple[str, Pair], ...]
    compounds: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]


def another_named(line: str, around: str, asked: str, pages: Sequence[Page]) -> str:
    """What a line names in the place of what was asked for; "" where nothing shows that it does.

    ``line`` as it is read; ``around``: the line with title, headings and row headers, any of which may name the thing
    asked for. ``pages``: all that were asked.
    """
    written = [_written(page) for page in pages]
    wanted, have = words_of(asked), words_of(around)
    for mine in _once(placed_pairs(asked)):
        if stands(mine.first, around, have) and stands(mine.second, around, have):
            continue
        before = {word for page in written for word, pair in page.pairs if same_pair(pair, mine)}
        if not before:
            continue
        before |= {word for word, pair in placed_pairs(asked) if same_pair(pair, mine)}
        for word, pair in placed_pairs(line):
            other = exchanged(mine, pair)
            if not other or word not in before or not _is_small(word, pair) or stands(other, asked, wanted):
                continue
            if not any(goes_on_otherwise(mine, pair, asked, line, page.text) for page in pages):
                return str(pair)
    return _compound(line, around, asked, written) or _run(line, around, asked, written)


def _once(placed: Iterable[tuple[str, Pair]]) -> list[Pair]:
    return list(dict.fromkeys(pair for _, pair in placed))


def _is_small(word: str, pair: Pair) -> bool:
    """Where words have no case, the first word of a line is as often a verb as a name."""
    return cased(pair.first[0]) if word == EDGE else word.isalpha() and not is_long(word)


def _compound(line: str, around: str, asked: str, written: list[_Written]) -> str:
    others, have, wanted = list(_compounds(line)), words_of(around), words_of(asked)
    for _, mine in _compounds(asked):
        if not others or stands(mine, around, have):
            continue
        before = {word for page in written for word, other in page.compounds if same_word(other, mine)}
        for word, other in others:
            if word in before and not stands(other, asked, wanted) and _ends_alike(mine, other):
                return other
    return ""


def _ends_alike(one: str, other: str) -> bool:
    """Whether two compounds have the same end, give or take an ending of one of them, and other beginnings."""
    if same_word(one, other):
        return False
    forms = [(one, other), *((one[:-cut], other) for cut in (1, 2)), *((one, other[:-cut]) for cut in (1, 2))]
    for mine, theirs in forms:
        shared = next((n for n, (a, b) in enumerate(zip(mine[::-1], theirs[::-1], strict=False)) if a != b), 0)
        if shared >= _END and min(len(mine), len(theirs)) - shared >= _FRONT:
            return True
    return False


def _run(line: str, around: str, asked: str, written: list[_Written]) -> str:
    runs = [run for run in words_of(asked) if is_run(run)]
    here = [run for run in tokens_of(line) if is_run(run)]
    for run in runs:
        names = {name for page in written for other in page.runs if other not in here for name in _common(run, other)}
        for name in sorted(names, key=lambda name: (-len(name), name)):
            if name in around or not any(other.startswith(name) for page in written for other in page.runs):
                continue
            for cut in range(_HEAD, len(name) - _TAIL + 1):
                end = name[cut:]
                for other in here:
                    if other[cut:].startswith(end) and other[:cut] != name[:cut] and other[:cut] + end not in asked:
                        return other[:cut] + end
    return ""


def _common(one: str, other: str) -> Iterator[str]:
    """The beginnings of a run that stand in another, from each character on, as long as they get."""
    for start in range(len(one) - _NAME + 1):
        end = start + _NAME
        if one[start:end] not in other:
            continue
        while end < len(one) and one[start : end + 1] in other:
            end += 1
        yield one[start:end]


def _compounds(text: str) -> Iterator[tuple[str, str]]:
    for found in _CAPITAL.finditer(text):
        word = found[2]
        if len(word) >= _COMPOUND and word[0].isupper() and word[1:].islower():
            yield found[1].lower(), word.lower()


_known: WeakKeyDictionary[Page, _Written] = WeakKeyDictionary()


def _written(page: Page) -> _Written:
    found = _known.get(page)
    if found is None:
        lines = [as_read(page, unit) for unit in lines_of(page).units]
        found = _known[page] = _Written(
            tuple(one for line in lines for one in placed_pairs(line)),
            tuple(one for line in lines for one in _compounds(line)),
            tuple(token for line in lines for token in tokens_of(line) if is_run(token)),
        )
    return found

"""A line about another thing than the one asked for, told by the names of things: no model, no word of any language.

The things a page is about are its *labels*: title, headings, row headers. An **item** is what a label and the question
both name: two neighbouring words with the same small words between them ("orchard permit", "permiso de huerto"), a
compound ("Gartenpass") or, in a script without spaces, a run of characters. It has to head a page or a row, or to stand
among headings that name others of its kind.

A line is about **another** thing when it, or a heading above it, has the item's words with one of them exchanged
("workshop permit" for "orchard permit") for one that was not asked for, and nothing nearer names the item; what the
line itself names counts only beside a figure. It is **broader** when it has a figure and neither it, its headings and
title, nor the lines beside it name the item. Words are the same when one may be a form of the other. Nothing is found
where question and page are in different languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from weakref import WeakKeyDictionary

from exactquote.facts import find_facts
from exactquote.facts.fold import cased, lower
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.lines import as_read, lines_of
from exactquote.verdicts.model import Caveat
from exactquote.verdicts.place import caveat_at

_RUN = "\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"  # scripts written without spaces
_TOKEN = re.compile(rf"[{_RUN}]+|(?:(?![{_RUN}_])\w)+|[^\w\s]")
_PARTS = re.compile(r"\s[-–—|·:/]+\s|[|·:()\[\]]+\s*")
_LONG, _LONG_UNCASED = 4, 2
"""Letters from which a word is more than a small word: with case, without."""
_MOST_BETWEEN = 2
"""Small words between the two words of an item."""
_MOST_WORDS = 5
"""Words, small ones left out, of a label that names a thing."""
_COMPOUND, _HEAD_OF_RUN = 4, 2
"""Letters of the part that two compounds share, and characters that two runs share, at least."""
_RUN_LEAST = 4
"""Characters of a run that name a thing."""
_MORE = 6
"""Letters that a form of a word has more than the word, at most."""
_BESIDE = 2
"""Lines on either side, under the same headings, that may name the item for a line."""
_FIGURES = ("amount", "quantity", "percent", "number")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two neighbouring words with the small words between them."""

    first: str
    between: tuple[str, ...]
    second: str


@dataclass(frozen=True, slots=True)
class _Label:
    text: str
    heads: bool
    """Whether it heads a page or a row."""
    level: tuple[object, ...] = ()
    """What it stands among, for headings below the first."""


@dataclass(frozen=True, slots=True)
class Item:
    """What a label and a question both name: a pair of words, or one compound or run of characters (``word``)."""

    pair: _Pair | None = None
    word: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""
        return (self.word,) if self.pair is None else (self.pair.first, self.pair.second)

    def named_in(self, text: str) -> bool:
        """Whether all its words, or forms of them, stand in a text."""
        have = _words(text)
        return all(_stands(word, text, have) for word in self.words)


def scope_caveats(page: Page, unit: Unit, asked: str, beside: Iterable[Page] = ()) -> tuple[Caveat, ...]:
    """At most one caveat: the line is about another thing than ``asked`` names, or about more than that.

    ``beside``: further pages whose labels may name the thing. The caveat points at the heading that names the other
    thing, or at the line.
    """
    items = items_asked(asked, (page, *beside))
    line = as_read(page, unit)
    levels = [page.title, *unit.heading_path, *unit.row_headers, line]
    figure = bool(items) and _has_figure(page, unit)
    for depth in range(len(levels) - 1 if figure else len(levels) - 2, -1, -1):
        nearer = "\n".join(levels[depth:])
        for item in items:
            other = _another(item, levels[depth], asked)
            if other and not item.named_in(nearer):
                return (caveat_at("entity_scope_other_than_item", page, _place(page, unit, levels[depth]), other),)
    if figure:
        around = "\n".join([*levels, *_neighbours(page, unit)])
        if not any(item.named_in(around) for item in items):
            return (caveat_at("entity_scope_broader_than_item", page, unit),)
    return ()


def items_asked(asked: str, pages: Iterable[Page]) -> tuple[Item, ...]:
    """The things that a question names, as the labels of ``pages`` name them."""
    labels = [label for page in pages for label in _labels(page)]
    of_question = _words(asked)
    wanted = set(_pairs(asked))
    found: dict[Item, None] = {}
    for label in labels:
        for item in _shared(label.text, asked, of_question, wanted):
            if label.heads or any(
                other is not label and other.level == label.level and _another(item, other.text, asked)
                for other in labels
            ):
                found[item] = None
    return tuple(found)


def _shared(label: str, asked: str, of_question: frozenset[str], wanted: set[_Pair]) -> Iterator[Item]:
    for part in _PARTS.split(label):
        if sum(map(_is_long, _tokens(part))) > _MOST_WORDS:
            continue  # a headline says something, it does not name a thing
        for pair in _pairs(part):
            if any(_same_pair(pair, other) for other in wanted):
                yield Item(pair)
        for word in _words(part):
            if _is_run(word):
                common = _common(word, asked)
                if len(common) >= _RUN_LEAST:
                    yield Item(word=common)
            elif len(word) >= 2 * _COMPOUND and any(same_word(word, other) for other in of_question):
                yield Item(word=word)


def _another(item: Item, text: str, asked: str) -> str:
    """The words of ``text`` that name another thing of the item's kind; "" when none do."""
    if item.pair is not None:
        mine = item.pair
        for pair in _pairs(text):
            if pair.between != mine.between:
                continue
            first, second = same_word(pair.first, mine.first), same_word(pair.second, mine.second)
            other = pair.second if first else pair.first
            if first != second and not _stands(other, asked, _words(asked)):
                return f"{pair.first} {' '.join((*pair.between, pair.second))}"
        return ""
    if _is_run(item.word):
        return _another_run(item.word, text, asked)
    return next((word for word in _words(text) if _same_head(item.word, word, text, asked)), "")


def _another_run(word: str, text: str, asked: str) -> str:
    """A run with the end of the item's and other characters before it."""
    if word in text:
        return ""
    for run in _words(text):
        if not _is_run(run):
            continue
        for length in range(len(word) - 1, _HEAD_OF_RUN - 1, -1):
            at = run.find(word[-length:])
            if at > 0:
                other = run[max(0, at - (len(word) - length)) : at + length]
                return "" if other in asked else other
    return ""


def _same_head(item: str, word: str, text: str, asked: str) -> bool:
    """Whether two compounds end alike and begin differently: the end is a word of the text or question by itself, or
    long, or the text is that one word."""
    words = _words(text)
    if _is_run(word) or same_word(item, word) or _stands(word, asked, _words(asked)):
        return False
    ends = [length for length in range(_COMPOUND, min(len(item), len(word)) - 2) if item[-length:] == word[-length:]]
    by_itself = words | _words(asked)
    return bool(ends) and (
        len(words) == 1 or ends[-1] >= 2 * _COMPOUND or any(item[-length:] in by_itself for length in ends)
    )


_known: WeakKeyDictionary[Page, tuple[_Label, ...]] = WeakKeyDictionary()


def _labels(page: Page) -> tuple[_Label, ...]:
    found = _known.get(page)
    if found is None:
        labels = [_Label(page.title, heads=True)] if page.title.strip() else []
        levels = [block.level or 6 for block in page.blocks if block.kind == "heading"]
        top = min(levels, default=0)
        first = levels.count(top) == 1
        for block in page.blocks:
            text = page.text[block.start : block.end]
            if block.kind == "heading":
                level = block.level or 6
                labels.append(_Label(text, first and level == top, (page.sha256, level, block.heading_path)))
            elif block.cell is not None and block.row_headers:
                labels += [_Label(header, heads=True) for header in block.row_headers]
        found = _known[page] = tuple(dict.fromkeys(labels))
    return found


def _neighbours(page: Page, unit: Unit) -> list[str]:
    """The lines right beside a line under the same headings; a row of a table speaks for itself."""
    if unit.kind == "row":
        return []
    units = lines_of(page).units
    at = next((i for i, other in enumerate(units) if other.start == unit.start), None)
    if at is None:
        return []
    near = units[max(0, at - _BESIDE) : at + _BESIDE + 1]
    return [as_read(page, other) for other in near if other.heading_path == unit.heading_path and other.kind != "row"]


def _place(page: Page, unit: Unit, label: str) -> Unit:
    """The heading above the line that reads so, else the line itself."""
    above = [other for other in page.units if other.kind == "heading" and other.start < unit.start]
    return next((other for other in reversed(above) if as_read(page, other) == label), unit)


def _has_figure(page: Page, unit: Unit) -> bool:
    facts = find_facts(as_read(page, unit), lang=page.lang)
    return any(fact.kind in _FIGURES for fact in facts)


def _pairs(text: str) -> Iterator[_Pair]:
    tokens = _tokens(text)
    long = [at for at, token in enumerate(tokens) if _is_long(token)]
    for one, other in pairwise(long):
        between = tokens[one + 1 : other]
        if len(between) <= _MOST_BETWEEN and all(map(str.isalpha, between)):
            yield _Pair(tokens[one], tuple(between), tokens[other])


def _words(text: str) -> frozenset[str]:
    return frozenset(token for token in _tokens(text) if token[0].isalnum())


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(lower(text))


def _is_long(token: str) -> bool:
    if not token[0].isalpha() or _is_run(token):
        return any(map(str.isdigit, token)) and any(map(str.isalpha, token))
    return len(token) >= (_LONG if cased(token[0]) else _LONG_UNCASED)


def _is_run(token: str) -> bool:
    return re.match(f"[{_RUN}]", token) is not None


def same_word(one: str, other: str) -> bool:
    """Whether one word may be a form of the other: the shorter, without its last letter, begins the longer, which has
    at most six letters more."""
    short, long = sorted((one, other), key=len)
    if len(short) < _LONG:
        return one == other
    stem = short if len(short) == _LONG else short[:-1]
    return long.startswith(stem) and len(long) - len(short) <= _MORE


def _same_pair(one: _Pair, other: _Pair) -> bool:
    return one.between == other.between and same_word(one.first, other.first) and same_word(one.second, other.second)


def _stands(word: str, text: str, words: frozenset[str]) -> bool:
    return word in lower(text) if _is_run(word) else any(same_word(word, other) for other in words)


def _common(word: str, text: str) -> str:
    """The longest part of a run of characters that stands in a text."""
    match = SequenceMatcher(None, word, text, autojunk=False).find_longest_match()
    return word[match.a : match.a + match.size]

"""A line about another thing than the one asked for, told by the names of things: no model, no word of any language.

The things a page is about are its *labels*: title, headings, row headers. An **item** is what a label and the question
both name: two neighbouring words with the same small words between them ("orchard permit", "permiso de huerto"), a
compound ("Gartenpass") or, in a script without spaces, a run of characters. It has to head a page or a row, or to stand
among headings that name others of its kind.

A line is about **another** thing when it, or a heading above it, has the item's words with one of them exchanged
("workshop permit" for "orchard permit") for one that was not asked for, and nothing nearer names the item; what the
line itself names counts only beside a figure, and there also where no label names the item (:mod:`.inline`). It is
**broader** when it has a figure and neither it, its headings and title, nor the lines beside it name the item. Words
are the same when one may be a form of the other. Nothing is found where question and page are in different languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from weakref import WeakKeyDictionary

from exactquote.facts import Fact
from exactquote.facts.compare import stated_dates
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.inline import another_named
from exactquote.verdicts.lines import as_read, lines_of
from exactquote.verdicts.model import Caveat
from exactquote.verdicts.names import (
    Pair,
    exchanged,
    goes_on_otherwise,
    is_long,
    is_run,
    pairs,
    same_pair,
    same_word,
    stands,
    tokens,
    words,
)
from exactquote.verdicts.place import caveat_at

_PARTS = re.compile(r"\s[-–—|·:/]+\s|[|·:()\[\]]+\s*")
_MOST_WORDS = 5
"""Words, small ones left out, of a label that names a thing."""
_COMPOUND, _HEAD_OF_RUN = 4, 2
"""Letters of the part that two compounds share, and characters that two runs share, at least."""
_RUN_LEAST = 4
"""Characters of a run that name a thing."""
_BESIDE = 2
"""Lines on either side, under the same headings, that may name the item for a line."""
_DIGITS = 4
"""Digits of a year."""
_FIGURES = ("amount", "quantity", "percent", "number")


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

    pair: Pair | None = None
    word: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""
        return (self.word,) if self.pair is None else (self.pair.first, self.pair.second)

    def named_in(self, text: str) -> bool:
        """Whether all its words, or forms of them, stand in a text."""
        have = words(text)
        return all(stands(word, text, have) for word in self.words)


def scope_caveats(page: Page, unit: Unit, asked: str, beside: Iterable[Page] = ()) -> tuple[Caveat, ...]:
    """At most one caveat: the line is about another thing than ``asked`` names, or about more than that.

    ``beside``: further pages whose labels may name the thing. The caveat points at the heading that names the other
    thing, or at the line.
    """
    pages = (page, *beside)
    items = items_asked(asked, pages)
    line = as_read(page, unit)
    levels = [page.title, *unit.heading_path, *unit.row_headers, line]
    figure = bool(asked) and _has_figure(page, unit)
    for depth in range(len(levels) - 1 if figure else len(levels) - 2, -1, -1):
        nearer = "\n".join(levels[depth:])
        for item in items:
            other = _another(item, levels[depth], asked, page.text)
            if other and not item.named_in(nearer):
                return (caveat_at("entity_scope_other_than_item", page, _place(page, unit, levels[depth]), other),)
    other = another_named(line, "\n".join(levels), asked, pages) if figure else ""
    if other:
        return (caveat_at("entity_scope_other_than_item", page, unit, other),)
    title = _another_title(page, asked) if figure and not items else None
    if title is not None:
        return (caveat_at("entity_scope_other_than_item", page, _place(page, unit, title[0]), title[1]),)
    if items and _has_figure(page, unit, years=False):
        around = "\n".join([*levels, *_neighbours(page, unit)])
        if not any(item.named_in(around) for item in items):
            return (caveat_at("entity_scope_broader_than_item", page, unit),)
    return ()


def items_asked(asked: str, pages: Iterable[Page]) -> tuple[Item, ...]:
    """The things that a question names, as the labels of ``pages`` name them."""
    labels = [label for page in pages for label in _labels(page)]
    of_question = words(asked)
    wanted = set(pairs(asked))
    found: dict[Item, None] = {}
    for label in labels:
        for item in _shared(label.text, asked, of_question, wanted):
            if label.heads or any(
                other is not label and other.level == label.level and _another(item, other.text, asked)
                for other in labels
            ):
                found[item] = None
    return tuple(found)


def _shared(label: str, asked: str, of_question: frozenset[str], wanted: set[Pair]) -> Iterator[Item]:
    for part in _PARTS.split(label):
        if sum(map(is_long, tokens(part))) > _MOST_WORDS:
            continue  # a headline says something, it does not name a thing
        for pair in pairs(part):
            if any(same_pair(pair, other) for other in wanted):
                yield Item(pair)
        for word in words(part):
            if is_run(word):
                common = _common(word, asked)
                if len(common) >= _RUN_LEAST:
                    yield Item(word=common)
            elif len(word) >= 2 * _COMPOUND and any(same_word(word, other) for other in of_question):
                yield Item(word=word)


def _another(item: Item, text: str, asked: str, written: str = "") -> str:
    """The words of ``text`` that name another thing of the item's kind; "" when none do. ``written``: the page's."""
    if item.pair is not None:
        for pair in pairs(text):
            other = exchanged(item.pair, pair)
            if not other or stands(other, asked, words(asked)):
                continue
            if not goes_on_otherwise(item.pair, pair, asked, text, written):
                return str(pair)
        return ""
    if is_run(item.word):
        return _another_run(item.word, text, asked)
    return next((word for word in words(text) if _same_head(item.word, word, text, asked)), "")


def _another_title(page: Page, asked: str) -> tuple[str, str] | None:
    """The title or first heading that is the name of another thing, and that name, where the page never has the word by
    which what was asked for differs: a page "Smokehouse permit" for a question about the lantern permit.

    What the two share has to be what they are: the second word ("lantern permit"), or with small words between the
    first ("permiso de farol"). Of 381 questions and claims over pages (golden scenarios, probe, models' qualification,
    memos) it tells the one that it should, and no other.
    """
    wanted, on_page = words(asked), words(page.text)
    for label in _labels(page):
        for part in _PARTS.split(label.text) if label.heads else ():
            named = list(pairs(part))
            joined = tokens(part).count("-")  # "camel-riding permit"
            if len(named) != 1 or sum(map(is_long, tokens(part))) > len(Item(named[0]).words) + joined:
                continue
            for mine in dict.fromkeys(pairs(asked)):
                other, gone = exchanged(mine, named[0]), exchanged(named[0], mine)
                kind_first = other == named[0].second
                of_a_kind = bool(other) and kind_first == bool(mine.between) and not stands(other, asked, wanted)
                if of_a_kind and not stands(gone, page.text, on_page):
                    return label.text, str(named[0])
    return None


def _another_run(word: str, text: str, asked: str) -> str:
    """A run with the end of the item's and other characters before it."""
    if word in text:
        return ""
    for run in words(text):
        if not is_run(run):
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
    beside = words(text)
    if is_run(word) or same_word(item, word) or stands(word, asked, words(asked)):
        return False
    ends = [length for length in range(_COMPOUND, min(len(item), len(word)) - 2) if item[-length:] == word[-length:]]
    by_itself = beside | words(asked)
    return bool(ends) and (
        len(beside) == 1 or ends[-1] >= 2 * _COMPOUND or any(item[-length:] in by_itself for length in ends)
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


def _has_figure(page: Page, unit: Unit, *, years: bool = True) -> bool:
    """Whether a line has a figure; without ``years``, one that is more than the year in a table's head."""
    figures = [fact for fact in lines_of(page).facts(unit) if fact.kind in _FIGURES]
    return any(years or not _is_year(fact) for fact in figures)


def _is_year(fact: Fact) -> bool:
    return fact.kind == "number" and not fact.measures and len(fact.text) == _DIGITS and bool(stated_dates(fact))


def _common(word: str, text: str) -> str:
    """The longest part of a run of characters that stands in a text."""
    match = SequenceMatcher(None, word, text, autojunk=False).find_longest_match()
    return word[match.a : match.a + match.size]

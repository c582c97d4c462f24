"""Another line that gives another amount for the same thing, and one that gives the same amount more precisely.

Without a model "the same thing" is what the words beside the figures say: most of the words of both lines are the same,
no name or date tells them apart, no word stands in the place of another (a rowing boat, a sailing boat), and the
amounts stand at the same place among those of their kind. Under another heading it takes more, for sections mostly are
about different things: the same words throughout, one of the lines before any lower heading, the page's own thing named
in them, and nothing in the headings that was asked for or that tells them apart.

A line in other words is about the same thing when it names all that was asked for, as the value's own line does but for
the words of the question, and when it has nobody and no date that the question and the value's line do not have, one
amount of the unit, and that one neither twice as large nor half as large.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

from exactquote.facts import Fact, find_facts
from exactquote.facts.compare import match_values, same_measure, stated_dates
from exactquote.facts.fold import cased
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.composite import Composite
from exactquote.verdicts.lines import Lines, Placed, agree, as_read, digits, lines_of, words
from exactquote.verdicts.names import same_word

ALIKE = 0.6
"""Share of all words of two lines that both have, from which they speak of the same thing."""
_LEAST_WORDS = 3
_LONG, _LEAST_UNCASED = 4, 2
"""Letters of a word that is no small word: with case, without."""
_ENOUGH_DIGITS = 3
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_WORD = re.compile(r"\w+")


def conflicting(
    page: Page, unit: Unit, value: Fact, composite: Composite | None = None, asked: str = ""
) -> Unit | None:
    """The first line of the page that gives another amount of the same unit for the same thing; parts and totals of the
    value are no other amount. ``asked``: the words that say of what the value is wanted."""
    if not value.measures or not value.readings:
        return None
    lines = lines_of(page)
    own = [placed.fact for placed in lines.amounts(unit) if same_measure(value, placed.fact)]
    place = next((i for i, fact in enumerate(own) if fact.start == value.start), None)
    if place is None:
        return None
    summed = [] if composite is None else [member.fact for member in composite.members]
    for other in lines.units:
        if other.start == unit.start:
            continue
        there = [placed.fact for placed in lines.amounts(other) if same_measure(value, placed.fact)]
        if len(there) != len(own) or agree(value, there[place]) or agree(there[place], value):
            continue
        if any(agree(there[place], member) for member in summed):
            continue
        if _same_thing(lines, unit, other, asked):
            return other
        if len(own) == 1 and _comparable(value, there[0]) and _answers_too(lines, unit, other, asked):
            return other
    return None


def _comparable(one: Fact, other: Fact) -> bool:
    """Whether neither of two numbers is twice as large as the other, or more."""
    small, large = sorted((abs(one.readings[0].value), abs(other.readings[0].value)))
    return large < 2 * small


def _answers_too(lines: Lines, unit: Unit, other: Unit, asked: str) -> bool:
    """Whether a sentence in other words names all that was asked for, and nobody and no date besides."""
    page = lines.page
    if "row" in (unit.kind, other.kind) or not (_is_sentence(page, unit) and _is_sentence(page, other)):
        return False
    wanted = _long_words(asked)
    there = _long_words(as_read(page, other))
    if len(wanted) < _LEAST_WORDS or not all(any(same_word(word, one) for one in there) for word in wanted):
        return False
    facts = (*lines.facts(unit), *find_facts(asked, lang=page.lang))
    return _names_and_dates(lines.facts(other)) <= _names_and_dates(facts)


def more_precise(page: Page, unit: Unit, value: Fact) -> Unit | None:
    """The nearest line with an amount that rounds to the value, stated more precisely."""
    if not value.measures or not value.readings or digits(Placed(value, unit)) < _ENOUGH_DIGITS:
        return None
    lines = lines_of(page)
    for other in lines.near(unit):
        for placed in lines.amounts(other):
            match = match_values(value, placed.fact) if same_measure(value, placed.fact) else None
            if match is not None and match.rounded and not match.unlikely and not _of_other_years(lines, unit, other):
                return other
    return None


def _long_words(text: str) -> frozenset[str]:
    """The words of a text without the small ones and those with a figure."""
    return frozenset(word for word in words(text) if len(word) >= (_LONG if cased(word[0]) else _LEAST_UNCASED))


def _same_thing(lines: Lines, one: Unit, other: Unit, asked: str) -> bool:
    page = lines.page
    if (one.kind == "row") != (other.kind == "row"):
        return False
    if one.heading_path[1:] != other.heading_path[1:] and not _of_the_page(lines, one, other, asked):
        return False
    if one.kind == "row" and (_label(page, one) != _label(page, other) or one.column_headers != other.column_headers):
        return False
    if one.kind == "row" and _in_repeated_rows(lines, one, other):
        return False
    if one.kind != "row" and not (_is_sentence(page, one) and _is_sentence(page, other)):
        # An entry of a list is about what stands above it.
        before, there = lines.beside(one, -1), lines.beside(other, -1)
        if (before and as_read(page, before)) != (there and as_read(page, there)):
            return False
    mine, theirs = words(as_read(page, one)), words(as_read(page, other))
    both = mine & theirs
    if len(both) < _LEAST_WORDS or len(both) < ALIKE * len(mine | theirs):
        return False
    if _exchanged(as_read(page, one), as_read(page, other)):
        return False
    return _told_apart_by(lines, one) == _told_apart_by(lines, other)


def _in_repeated_rows(lines: Lines, one: Unit, other: Unit) -> bool:
    """Whether a row beside the one and that beside the other have the same label, too: then a table says the same of
    several years or places, whose names may stand anywhere."""
    for step in (-1, 1):
        near = [lines.beside(unit, step) for unit in (one, other)]
        rows = [unit for unit in near if unit is not None and unit.kind == "row" and unit not in (one, other)]
        if len(rows) == len(near) and _label(lines.page, rows[0]) == _label(lines.page, rows[1]):
            return True
    return False


def _of_the_page(lines: Lines, one: Unit, other: Unit, asked: str) -> bool:
    """Whether two sentences under different headings are about the thing that the page is about."""
    page, lower = lines.page, (*one.heading_path[1:], *other.heading_path[1:])
    if one.kind == "row" or (one.heading_path[1:] and other.heading_path[1:]):
        return False
    mine, theirs = (_words_in_order(as_read(page, unit)) for unit in (one, other))
    headings = " ".join(lower)
    told = [fact for fact in find_facts(headings, lang=page.lang) if fact.kind != "name" or fact.key]
    if mine != theirs or told or words(headings) & words(asked):
        return False
    return bool(_long_words(" ".join((page.title, *one.heading_path[:1]))) & _long_words(as_read(page, one)))


def _words_in_order(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.casefold()) if not any(map(str.isnumeric, word))]


def _exchanged(one: str, other: str) -> bool:
    """Whether a word of one line stands where another one stands in the other line, figures aside."""
    mine, theirs = map(_words_in_order, (one, other))
    codes = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    return any(tag == "replace" for tag, *_ in codes)


def _of_other_years(lines: Lines, one: Unit, other: Unit) -> bool:
    """Whether both lines state years, and none of them is in both."""
    mine, theirs = (
        {
            date.year
            for fact in lines.facts(unit)
            if fact.kind == "date" or not fact.measures
            for date in stated_dates(fact)
            if date.year is not None and _FIRST_YEAR <= date.year <= _LAST_YEAR
        }
        for unit in (one, other)
    )
    return bool(mine and theirs and not mine & theirs)


def _is_sentence(page: Page, unit: Unit) -> bool:
    """Whether a line ends in a mark, as sentences do and entries and labels do not."""
    return unicodedata.category(unit.text(page.text)[-1]).startswith("P")


def _label(page: Page, row: Unit) -> str:
    return " ".join(row.spans[0].of(page.text).casefold().split())


def _told_apart_by(lines: Lines, unit: Unit) -> frozenset[object]:
    """Names and dates of a line."""
    return _names_and_dates(lines.facts(unit))


def _names_and_dates(facts: Iterable[Fact]) -> frozenset[object]:
    names, dates = set[object](), set[object]()
    for fact in facts:
        if fact.kind == "name":
            names.add(fact.key)
        elif fact.kind == "date" or not fact.measures:
            dates.update(stated_dates(fact))
    return frozenset(names | dates)

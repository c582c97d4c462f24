"""Another line that gives another amount for the same thing, and one that gives the same amount more precisely.

Without a model "the same thing" is what the words beside the figures say: most of the words of both lines are the same,
no name or date tells them apart, no word stands in the place of another (a rowing boat, a sailing boat), and the
amounts stand at the same place among those of their kind.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

from exactquote.facts import Fact
from exactquote.facts.compare import match_values, same_measure, stated_dates
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.composite import Composite
from exactquote.verdicts.lines import Lines, Placed, agree, as_read, digits, lines_of, words

ALIKE = 0.6
"""Share of all words of two lines that both have, from which they speak of the same thing."""
_LEAST_WORDS = 3
_ENOUGH_DIGITS = 3
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_WORD = re.compile(r"\w+")


def conflicting(page: Page, unit: Unit, value: Fact, composite: Composite | None = None) -> Unit | None:
    """The first line of the page that gives another amount of the same unit for the same thing; parts and totals of the
    value are no other amount."""
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
        if len(there) != len(own) or agree(value, there[place]):
            continue
        if any(agree(there[place], member) for member in summed):
            continue
        if _same_thing(lines, unit, other):
            return other
    return None


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


def _same_thing(lines: Lines, one: Unit, other: Unit) -> bool:
    page = lines.page
    if (one.kind == "row") != (other.kind == "row") or one.heading_path[1:] != other.heading_path[1:]:
        return False
    if one.kind == "row" and (_label(page, one) != _label(page, other) or one.column_headers != other.column_headers):
        return False
    if one.kind != "row" and not (_is_sentence(page, one) and _is_sentence(page, other)):
        before, there = lines.before(one), lines.before(other)  # an entry of a list is about what stands above it
        if (before and as_read(page, before)) != (there and as_read(page, there)):
            return False
    mine, theirs = words(as_read(page, one)), words(as_read(page, other))
    both = mine & theirs
    if len(both) < _LEAST_WORDS or len(both) < ALIKE * len(mine | theirs):
        return False
    if _exchanged(as_read(page, one), as_read(page, other)):
        return False
    return _told_apart_by(lines, one) == _told_apart_by(lines, other)


def _exchanged(one: str, other: str) -> bool:
    """Whether a word of one line stands where another one stands in the other line, figures aside."""
    mine, theirs = (
        [word for word in _WORD.findall(text.casefold()) if not any(map(str.isnumeric, word))] for text in (one, other)
    )
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
    facts = lines.facts(unit)
    names = {fact.key for fact in facts if fact.kind == "name"}
    dates = {date for fact in facts if fact.kind == "date" or not fact.measures for date in stated_dates(fact)}
    return frozenset[object](names | dates)

"""Bare numbers that a line lacks and its page has beside the same word: ``position 8``, ``third album``.

A claim sums up several lines, and a small number in it is often the name of a thing that another line gives. Rules
cannot refute that. They do where the line has the word too, and so may count the thing otherwise ("its second mill"),
and where it has another number in the same place. Amounts, percentages, numbers with a unit and years are never taken
from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactquote.facts import Fact, find_facts
from exactquote.facts.fold import cased, lower
from exactquote.facts.grid import year_like
from exactquote.facts.names import words_of
from exactquote.facts.slots import NEAR, Slots
from exactquote.page import Page
from exactquote.verdicts.lines import as_read, lines_of
from exactquote.verdicts.names import same_word

_AFTER = re.compile(r"[ \u00a0-]([^\W\d_]+)")
_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0-]$")
_LEAST, _LEAST_UNCASED = 4, 2
"""Letters from which a word is no small word: with case, without."""


def counted_elsewhere(page: Page, line: str, claim: str, number: Fact, given: Sequence[Fact]) -> bool:
    """Whether a bare number of ``claim`` stands on the page beside a word of the claim, and ``line`` (with the
    facts ``given``) has neither that word nor another number in its place."""
    if number.kind != "number" or number.measures or not number.readings or year_like(number):
        return False
    said = words_of(line)
    beside = _words_beside(claim, number)
    wanted = frozenset(word for word in beside if not any(same_word(word, other) for other in said))
    bare = [other for other in given if other.kind == "number" and other.readings and not year_like(other)]
    place, slots = Slots(claim).of(number, NEAR), Slots(line)
    if any(slots.of(other, NEAR) == place for other in bare):
        return False
    value = number.readings[0].value
    return bool(wanted) and any(_has(text, facts, value, wanted) for text, facts in _texts(page, wanted))


def _has(text: str, facts: Sequence[Fact], value: Fraction, wanted: frozenset[str]) -> bool:
    return any(
        fact.kind == "number" and fact.readings and fact.readings[0].value == value and _beside(text, fact, wanted)
        for fact in facts
    )


def _texts(page: Page, wanted: frozenset[str]) -> Iterator[tuple[str, Sequence[Fact]]]:
    """Title and lines that may have one of the words, with their facts."""
    stems = [word[: -1 if len(word) > _LEAST else None] for word in wanted]
    lines = lines_of(page)
    for text, unit in ((page.title, None), *((as_read(page, unit), unit) for unit in lines.units)):
        low = lower(text)
        if any(stem in low for stem in stems):
            yield text, find_facts(text, lang=page.lang) if unit is None else lines.facts(unit)


def _beside(text: str, number: Fact, wanted: frozenset[str]) -> bool:
    return any(same_word(word, other) for word in _words_beside(text, number) for other in wanted)


def _words_beside(text: str, number: Fact) -> Iterator[str]:
    """The words right before and after a number, small ones left out, folded."""
    for match in (_BEFORE.search(text, max(0, number.start - 40), number.start), _AFTER.match(text, number.end)):
        if match and len(match[1]) >= (_LEAST if cased(match[1][0]) else _LEAST_UNCASED):
            yield lower(match[1])

"""What a line does not have and its page does: a name or a date that stands in the title, a heading or another line.

A line says "she", "the company" and "that year"; who and when stand above it. Rules cannot refute such a claim: what is
missing in the line but stands on its page is left open. So is a name that the line has in another form ("Kent State"
for "Kent State University"). It stays refuted where the line has somebody else in that place: another name, which the
claim does not have, beside the same letters, or one that has some words of the claim's name and others of its own
("Dunn Mill" for "Dunn Quarry"); and where the line states another date. Figures are never taken from elsewhere, but for
bare numbers that name or count a thing (:mod:`~exactquote.verdicts.counted`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from exactquote.facts import Fact, Finding, Flag, Support, find_facts
from exactquote.facts.compare import stated_dates
from exactquote.facts.model import DateParts
from exactquote.facts.names import words_of
from exactquote.facts.slots import NEAR, Slots
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.counted import counted_elsewhere
from exactquote.verdicts.lines import as_read, lines_of

_HALF = 2
_FIRST_YEAR, _LAST_YEAR = 1000, 2999


def open_elsewhere(page: Page, units: Sequence[Unit], claim: str, support: Support) -> Support:
    """The support with what the page leaves open as ``unchecked``; ``claim`` is the text that was compared.

    Flags it as ``names_unchecked`` or ``from_context``. Unchanged when nothing was refuted.
    """
    if support.verdict != "mismatch" or not units:
        return support
    text = "\n".join(as_read(page, unit) for unit in units)
    given = tuple(fact for unit in units for fact in lines_of(page).facts(unit))
    flags: dict[Flag, None] = dict.fromkeys(support.flags)
    found = []
    for one in support.facts:
        if one.status in ("different", "missing") and one.fact.kind == "name":
            if _name_is_open(page, text, claim, one.fact, given):
                flags["names_unchecked"] = None
                one = replace(one, status="unchecked", line_facts=())
        elif one.status in ("different", "missing") and (
            _date_is_open(page, one.fact, given) or counted_elsewhere(page, text, claim, one.fact, given)
        ):
            flags["from_context"] = None
            one = replace(one, status="unchecked", line_facts=())
        found.append(one)
    return Support("mismatch" if any(map(_refuted, found)) else "uncertain", tuple(found), tuple(flags))


def _refuted(found: Finding) -> bool:
    return found.status in ("different", "missing")


def _name_is_open(page: Page, text: str, claim: str, name: Fact, given: Sequence[Fact]) -> bool:
    wanted = set(name.key.split()) or words_of(name.text)
    there = wanted & words_of(text)
    if not wanted <= _words_of_page(page) and len(there) * _HALF < len(wanted) and not _in_short(page, name):
        return False
    said = words_of(claim)
    others = [other for other in given if other.kind == "name" and not words_of(other.text) <= said]
    if any(wanted & words_of(other.text) and not words_of(other.text) <= wanted for other in others):
        return False
    before, after = Slots(claim).of(name, NEAR)
    return not any(_in_its_place(text, other, before, after) for other in others)


def _in_its_place(text: str, other: Fact, before: str, after: str) -> bool:
    """Whether a name of the line has the same letters on one of its sides as the claim's has."""
    place = text.find(other.text)
    if place < 0:
        return False
    mine = Slots(text).of(replace(other, start=place, end=place + len(other.text)), NEAR)
    return (_says(before) and mine[0] == before) or (_says(after) and mine[1] == after) or (mine[0] == before == "^")


def _says(side: str) -> bool:
    """Whether the letters on one side of a name tell its place; the figures of a date before it do not."""
    return len(side) >= NEAR and any(map(str.isalpha, side))


def _in_short(page: Page, name: Fact) -> bool:
    """Whether the page names it in a shorter form: half of its words at least, and no fewer than two, in a row and no
    other ones ("National Film Registry" for "United States National Film Registry")."""
    parts = name.key.split()
    lines = lines_of(page)
    texts = ((page.title, None), *((as_read(page, unit), unit) for unit in lines.units))
    for text, unit in texts:
        if not words_of(text) & set(parts):
            continue
        for other in find_facts(text, lang=page.lang) if unit is None else lines.facts(unit):
            short = other.key.split() if other.kind == "name" else []
            if len(short) >= _HALF and len(short) * _HALF >= len(parts) and _runs_in(short, parts):
                return True
    return False


def _runs_in(some: Sequence[str], every: Sequence[str]) -> bool:
    return any(list(every[at : at + len(some)]) == list(some) for at in range(len(every) - len(some) + 1))


def _date_is_open(page: Page, fact: Fact, given: Sequence[Fact]) -> bool:
    """Whether a date or year of the claim stands on the page, and its line states none, or its day or month alone."""
    wanted = _dates((fact,))
    if not wanted:
        return False
    stated = _dates(given)
    if any(not any(one.within(date) for date in wanted) for one in stated):
        return False
    for date in wanted:
        every = _dates_near(page, str(date.year or date.day or ""))
        if any(date.within(other) for other in every):
            return True
        if stated and any(date.year == other.year for other in every):
            return True
    return False


def _dates(facts: Sequence[Fact]) -> list[DateParts]:
    """The dates that facts state, and the bare numbers that may be years."""
    return [
        date
        for fact in facts
        if fact.kind == "date" or (fact.kind == "number" and not fact.measures)
        for date in stated_dates(fact)[:1]
        if fact.kind == "date" or (date.year is not None and _FIRST_YEAR <= date.year <= _LAST_YEAR)
    ]


def _dates_near(page: Page, figures: str) -> list[DateParts]:
    """The dates of the lines of a page, and its title, that have these figures."""
    lines = lines_of(page)
    facts = [fact for unit in lines.units if figures in unit.text(page.text) for fact in lines.facts(unit)]
    return _dates([*facts, *(find_facts(page.title, lang=page.lang) if figures in page.title else ())])


_words: WeakKeyDictionary[Page, frozenset[str]] = WeakKeyDictionary()


def _words_of_page(page: Page) -> frozenset[str]:
    """All words of a page and its title; kept for as long as the page lives."""
    found = _words.get(page)
    if found is None:
        found = _words[page] = words_of(f"{page.title}\n{page.text}")
    return found

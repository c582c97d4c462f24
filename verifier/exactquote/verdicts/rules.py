"""The caveats that rules find about a claim and its lines, without a model and without a word of any language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactquote.facts import Fact, Finding, Support, find_facts
from exactquote.facts.compare import stated_dates
from exactquote.facts.model import DateParts
from exactquote.page import Page, Span
from exactquote.quotes import locate
from exactquote.quotes.short import is_short
from exactquote.units import Unit
from exactquote.verdicts.composite import composite_of
from exactquote.verdicts.conflicts import conflicting, more_precise
from exactquote.verdicts.lines import AMOUNTS, Lines, as_read, lines_of
from exactquote.verdicts.model import Caveat
from exactquote.verdicts.place import caveat_at, relocated
from exactquote.verdicts.scope import scope_caveats
from exactquote.verdicts.ties import parts_of, tying_lines

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_COUNTED = (*AMOUNTS, "number")


def rule_caveats(
    page: Page, units: Sequence[Unit], support: Support, *, asked: str = "", beside: Sequence[Page] = ()
) -> tuple[Caveat, ...]:
    """What has to be known about a claim over its lines, each caveat at its own line, located again.

    ``support``: the claim compared with its lines (:func:`exactquote.facts.supports`). ``asked``: the words that say
    of what and for which date or period it is wanted (a question, item and field of a cell, the claim of a memo).
    ``beside``: further pages that were asked, whose titles and headings may name what is asked for. No caveats without
    a line.
    """
    if not units:
        return ()
    found = [
        *_of_support(page, units[0], support),
        *_of_sums(page, units, support),
        *_of_amounts(page, units, support, asked),
        *_of_dates(page, units, asked),
        *(caveat for unit in units for caveat in scope_caveats(page, unit, asked, beside)),
        *(caveat for unit in units for caveat in _of_line(page, unit)),
    ]
    return relocated(found, (page,))


def _of_support(page: Page, unit: Unit, support: Support) -> Iterator[Caveat]:
    for found in support.facts:
        if found.fact.kind in _COUNTED and _not_there(found, support):
            yield caveat_at("number_not_in_line", page, unit, found.fact.text)
            break
    formulas = "; ".join(found.formula for found in support.facts if found.formula)
    if "computed_value" in support.flags:
        yield caveat_at("computed_value", page, unit, formulas)
    if "rounded_value" in support.flags:
        yield caveat_at("rounded_value", page, unit)
    if "unit_or_currency_inferred" in support.flags:
        yield caveat_at("unit_or_currency_inferred", page, unit)


def _not_there(found: Finding, support: Support) -> bool:
    """Whether a number is refuted, or could come out of a table's numbers only in a way that rules cannot show."""
    left_open = found.status == "unchecked" and bool(found.line_facts) and "uncomputed_number" in support.flags
    return found.status in ("different", "missing") or left_open


def _of_sums(page: Page, units: Sequence[Unit], support: Support) -> Iterator[Caveat]:
    """The lines that speak of several parts of a sum which the page does not state: one may count towards another."""
    parts, formula = parts_of(page, units, support)
    for unit in tying_lines(page, parts) if parts else ():
        yield caveat_at("composite_value", page, unit, formula)


def _of_amounts(page: Page, units: Sequence[Unit], support: Support, asked: str) -> Iterator[Caveat]:
    """Sums, other values and more precise ones, for each amount of the claim that stands in its lines."""
    lines = lines_of(page)
    for unit in units:
        for value in _values(lines, unit, support):
            composite = composite_of(page, unit, value)
            if composite is not None:
                yield caveat_at("composite_value", page, composite.unit, composite.formula)
            other = conflicting(page, unit, value, composite, asked)
            if other is not None:
                yield caveat_at("conflicting_lines", page, other)
            precise = more_precise(page, unit, value)
            if precise is not None:
                yield caveat_at("rounded_value", page, precise)


def _values(lines: Lines, unit: Unit, support: Support) -> Iterator[Fact]:
    """The line's amounts that the claim states."""
    stated = [
        other
        for found in support.facts
        if found.status in ("same", "rounds_to")
        for other in found.line_facts
        if other.kind in AMOUNTS
    ]
    for placed in lines.amounts(unit):
        fact = placed.fact
        if any(one.text == fact.text and one.readings == fact.readings for one in stated):
            yield fact


def _of_dates(page: Page, units: Sequence[Unit], asked: str) -> Iterator[Caveat]:
    """The asked date, where the lines, their headers and headings state only others."""
    lang = page.lang
    wanted = _dates(find_facts(asked, lang=lang))
    if not wanted:
        return
    lines = lines_of(page)
    stated = [date for unit in units for date in _dates(lines.facts(unit))]
    if not stated:
        around = "\n".join((page.title, *units[0].heading_path, *units[0].row_headers))
        stated = _dates(find_facts(around, lang=lang))
    if stated and not all(any(_meets(one, other) for other in stated) for one in wanted):
        yield caveat_at("date_scope_differs", page, units[0])


def _dates(facts: Sequence[Fact]) -> list[DateParts]:
    found: list[DateParts] = []
    for fact in facts:
        if fact.kind == "date" or (fact.kind == "number" and not fact.measures):
            dates = stated_dates(fact)
            if any(date.year is not None and _FIRST_YEAR <= date.year <= _LAST_YEAR for date in dates):
                found += dates
    return found


def _meets(one: DateParts, other: DateParts) -> bool:
    """Whether one date is the other, or holds it: the year 2021 and the third of May 2021."""
    return one.within(other) or other.within(one)


def _of_line(page: Page, unit: Unit) -> Iterator[Caveat]:
    text = unit.text(page.text)
    if is_short(as_read(page, unit)):
        yield caveat_at("short_line", page, unit)
    if any(page.blocks[number].collapsed for number in unit.blocks):
        yield caveat_at("hidden_text", page, unit)
    found = locate(page, text)
    if len(found.occurrences) > 1 or "many" in found.flags:
        places = [Span(one.spans[0].start, one.spans[-1].end) for one in found.occurrences]
        elsewhere = (place for place in places if place.start != unit.start)
        twin = next((other for other in map(lines_of(page).holding, elsewhere) if other is not None), unit)
        yield caveat_at("repeated_line", page, twin)

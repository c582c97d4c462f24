"""Lines that tie together the parts of a sum that a page does not state.

A claim may add up a fine and a further one that counts towards it; then it counts money twice. A line speaks of both
parts when it has the amounts of both and is not where both come from, or the amount of one and a name that only the
other's line has (of two parts in one line: two names of that line that the title does not have). What it says of them
is not for rules to tell; it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactquote.facts import Support, find_facts
from exactquote.facts.compare import same_measure
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts.lines import Placed, agree, lines_of

_TWO = 2


def parts_of(page: Page, units: Sequence[Unit], support: Support) -> tuple[tuple[Placed, ...], str]:
    """The amounts of ``units`` that the first computed number of a claim is the sum of, with its formula; none where it
    is no sum of amounts."""
    for found in support.facts:
        added, _, shown = found.formula.partition(" = ") if found.status == "computed_from" else ("", "", "")
        if not shown or len(added.split(" + ")) != len(found.line_facts) or len(found.line_facts) < _TWO:
            continue
        parts: list[Placed] = []
        for fact in found.line_facts:
            there = (placed for unit in units for placed in lines_of(page).amounts(unit))
            same = (one for one in there if one.fact.text == fact.text and one.fact.readings == fact.readings)
            parts += [one for one in same if one not in parts][:1]
        if len(parts) == len(found.line_facts):
            return tuple(parts), found.formula
    return (), ""


def tying_lines(page: Page, parts: Sequence[Placed]) -> Iterator[Unit]:
    """The lines near the parts of a sum that speak of two of them, in the order of the page."""
    lines = lines_of(page)
    near = {unit.start: unit for part in parts for unit in lines.near(part.unit)}
    for _, unit in sorted(near.items()):
        if unit.kind == "heading" or all(part.unit.start == unit.start for part in parts):
            continue
        amounts = [one for one in lines.amounts(unit) if same_measure(parts[0].fact, one.fact)]
        have = [part for part in parts if any(agree(one.fact, part.fact) for one in amounts)]
        if len(have) >= _TWO or any(
            _of_other(page, unit, one, other) for one in have for other in parts if other is not one
        ):
            yield unit


def _of_other(page: Page, unit: Unit, one: Placed, other: Placed) -> bool:
    """Whether a line that has one part's amount names what belongs to the other part."""
    named = _words(page, unit)
    if one.unit.start != other.unit.start:
        return bool(named & (_words(page, other.unit) - _words(page, one.unit)))
    # Whoever the page is about is named with every part.
    about = {fact.key for fact in find_facts(page.title, lang=page.lang) if fact.kind == "name"}
    names = {fact.key for fact in lines_of(page).facts(one.unit) if fact.kind == "name"} - about
    return sum(bool(set(name.split()) & named) for name in names) >= _TWO


def _words(page: Page, unit: Unit) -> frozenset[str]:
    """Words of the names of a line, without those that begin its sentence and may be none."""
    keys = (fact.key.split() for fact in lines_of(page).facts(unit) if fact.kind == "name")
    return frozenset(word for key in keys for word in key)

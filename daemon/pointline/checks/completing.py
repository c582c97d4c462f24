"""Further lines that bear out what the best one lacks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from exactquote.facts import Fact, Support
from exactquote.page import Page
from exactquote.units import Unit
from pointline.pipeline.judging import compare
from pointline.pipeline.rank import in_context

OPENING = 6
"""Lines at the top of a page, where releases have their date and say who they are about."""

FURTHER = 2
"""Lines that are added at most for facts that the first one lacks."""

_WRONG = ("different", "missing")


def completed(
    page: Page,
    claim: str,
    best: Unit,
    further: Sequence[Unit],
    units: Sequence[Unit],
    others: Collection[int],
    lang: str,
) -> tuple[Unit, ...]:
    """The best line, and those that bear out facts which it lacks: figures only from the further lines of evidence,
    names and dates from the lines beside it, too (:func:`_beside`). ``others``: where rows begin that are about another
    thing; with one of them a figure may only be computed."""
    beside = _beside(units, best)
    found: tuple[Unit, ...] = (best,)
    support = compare(page, claim, found, claim_lang=lang)
    any_fact, name_or_date = set(_starts(further)), set(_starts(beside[0]))
    for _ in range(FURTHER):
        wrong = _wrong(support)
        added = None
        for other in [*further, *beside[0], *beside[1]] if wrong else ():
            if other in found:
                continue
            tried = compare(page, claim, (*found, other), claim_lang=lang)
            left = _wrong(tried)
            settled = wrong - left
            may = other.start in any_fact or all(
                fact.kind == "date" or (fact.kind == "name" and other.start in name_or_date) for fact in settled
            )
            if (
                len(left) < len(wrong)
                and may
                and _bears(page, found, support, tried, settled, of_other=other.start in others)
            ):
                added, support = other, tried
                break
        if added is None:
            break
        found = (*found, added)
    return found


def _bears(
    page: Page, found: Sequence[Unit], before: Support, tried: Support, settled: Collection[Fact], *, of_other: bool
) -> bool:
    """Whether an added line says what was lacking. A figure that is computed from it alone does not, where the lines
    had another in its place: some come out of any line. Nor does a row about another thing that has it."""
    length = len("\n".join(in_context(page, unit) for unit in found))
    had = {finding.fact: finding.status for finding in before.facts}
    for finding in tried.facts:
        if finding.fact not in settled:
            continue
        computed = finding.status == "computed_from"
        alone = computed and all(used.start >= length for used in finding.line_facts)
        if (alone and had[finding.fact] == "different") or (of_other and (alone or not computed)):
            return False
    return True


def _beside(units: Sequence[Unit], unit: Unit) -> tuple[list[Unit], list[Unit]]:
    """The two lines before a line under the same headings ("it" is named there), which may bring names and dates; and
    the three after it with the page's first lines, which may bring dates."""
    at = next(i for i, other in enumerate(units) if other.start == unit.start)
    before = [other for other in units[max(0, at - 2) : at] if other.heading_path == unit.heading_path]
    return before[::-1], [*units[at + 1 : at + 4], *units[:OPENING]]


def _starts(units: Sequence[Unit]) -> list[int]:
    return [unit.start for unit in units]


def _wrong(support: Support) -> frozenset[Fact]:
    return frozenset(found.fact for found in support.facts if found.status in _WRONG)

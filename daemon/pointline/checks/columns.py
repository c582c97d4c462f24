"""A claim that gives one column's value under another column's name: both stand in the row, so its facts agree."""

from __future__ import annotations

from dataclasses import replace

from exactquote.facts import Fact, find_facts
from exactquote.facts.compare import match_values, same_measure
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import Verdict
from exactquote.verdicts.formula import REFUTED
from pointline.pipeline.faithful import named_columns
from pointline.pipeline.lexical import terms

OTHER_COLUMN = "In this row the value stands under another column than the one the claim names"
_YEARS = (1500, 2100)


def other_column(page: Page, claim: str, row: Unit) -> bool:
    """Whether a claim gives the value of a column that it does not name, and names one whose value it does not give.
    Only cells with a figure count, and a year is none."""
    if row.kind != "row":
        return False
    said = set(terms(claim))
    stated = _counted(claim, page.lang)
    headers = [set(terms(" ".join(names))) for names in row.column_headers]
    given_unnamed = named_ungiven = False
    for span, header, named in zip(row.spans, headers, named_columns(headers, said), strict=True):
        figures = _counted(span.of(page.text), page.lang)
        if not header or not figures:
            continue
        given = any(same_measure(one, figure) and match_values(one, figure) for one in stated for figure in figures)
        given_unnamed |= given and not named
        named_ungiven |= named and not given
    return given_unnamed and named_ungiven


def _counted(text: str, lang: str) -> list[Fact]:
    """The numbers of a text that are no dates and no years."""
    found = [
        fact for fact in find_facts(text, lang=lang) if fact.readings and fact.kind not in ("date", "time", "code")
    ]
    return [fact for fact in found if fact.measures or not _YEARS[0] <= fact.readings[0].value <= _YEARS[1]]


def refuted_by_column(verdict: Verdict) -> Verdict:
    """The verdict, refuted by the rules; its score keeps what :data:`REFUTED` leaves."""
    why = f"{OTHER_COLUMN}. {verdict.why}"
    return replace(verdict, verdict="mismatch", source="rules", score=verdict.score * REFUTED, why=why)

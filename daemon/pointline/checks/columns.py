"""A claim that gives one column's value under another column's name: both stand in the row, so its facts agree."""

from __future__ import annotations

from dataclasses import replace

from exactquote.facts import find_facts
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import Verdict
from exactquote.verdicts.formula import REFUTED
from pointline.checks.borne import figures
from pointline.pipeline.faithful import named_columns
from pointline.pipeline.lexical import terms

OTHER_COLUMN = "In this row the value stands under another column than the one the claim names"


def other_column(page: Page, claim: str, row: Unit) -> bool:
    """Whether a claim gives the value of a column that it does not name, and names one whose value it does not give.
    Only cells with a figure count."""
    if row.kind != "row":
        return False
    said = set(terms(claim))
    headers = [set(terms(" ".join(names))) for names in row.column_headers]
    given_unnamed = named_ungiven = False
    for span, header, named in zip(row.spans, headers, named_columns(headers, said), strict=True):
        value = span.of(page.text)
        if not header or not figures(find_facts(value, lang=page.lang)):
            continue
        given = set(terms(value)) <= said
        given_unnamed |= given and not named
        named_ungiven |= named and not given
    return given_unnamed and named_ungiven


def refuted_by_column(verdict: Verdict) -> Verdict:
    """The verdict, refuted by the rules; its score keeps what :data:`REFUTED` leaves."""
    why = f"{OTHER_COLUMN}. {verdict.why}"
    return replace(verdict, verdict="mismatch", source="rules", score=verdict.score * REFUTED, why=why)

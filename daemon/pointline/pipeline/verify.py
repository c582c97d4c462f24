"""Verify: locate each statement's quote again, trusting nobody, and compare the facts of its claim with the page's own
words.

Only ``exact`` is found. A quote that is real says nothing yet about the claim: that is the second finding, by rules
that can refute and never confirm.
"""

from __future__ import annotations

from exactquote.facts import supports
from exactquote.page import Page
from exactquote.quotes import locate
from pointline.pipeline.answer import Claim, Withheld
from pointline.pipeline.rank import around, in_context
from pointline.pipeline.state import Statement

REASONS = {
    "elided": "the quote leaves words out",
    "fused": "the quote joins two lines of the page into one",
    "near": "the page says something close, but not this",
    "absent": "the quote is not on the page",
}


def verify(page: Page, statement: Statement) -> Claim | Withheld:
    """A claim whose quote was found, or the reason why it is withheld."""
    unit = statement.candidate.unit
    found = locate(page, statement.quote, near=unit.spans[0])
    if found.status != "exact":
        return Withheld(statement.text, statement.quote, REASONS[found.status], statement.attempts)
    occurrence = found.occurrences[0]
    first, last = occurrence.spans[0].start, occurrence.spans[-1].end
    if not (unit.start <= first and last <= unit.end):
        reason = "the quote is on the page, but not in the line that was pointed at"
        return Withheld(statement.text, statement.quote, reason, statement.attempts)
    line = page.text[unit.start : unit.end]
    return Claim(
        text=statement.text,
        quote=occurrence.text,
        line=line,
        unit=unit,
        spans=occurrence.spans,
        found=found,
        support=supports(statement.text, in_context(page, unit), lang=page.lang, context=around(page, unit)),
        attempts=statement.attempts,
        flags=found.flags,
        score=statement.candidate.score,
    )

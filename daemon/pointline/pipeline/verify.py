"""Verify: locate each statement's quotes again, trusting nobody, and compare the facts of its claim with the page's own
words.

Only ``exact`` is found. A quote that is real says nothing yet about the claim: that is the second finding, by rules
that can refute and never confirm.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactquote.page import Page
from exactquote.quotes import locate
from exactquote.verdicts import rule_caveats
from pointline.pipeline.answer import Cite, Claim, FurtherLine, Statement, Withheld
from pointline.pipeline.guarded import OTHER, REASONS
from pointline.pipeline.judging import compare
from pointline.pipeline.rank import in_context
from pointline.pipeline.visible import visible

_BARE, _UNBORNE = "claim_without_quote", "unsupported"


def verify(
    page: Page, statement: Statement, *, asked: str = "", beside: Sequence[Page] = (), claim_lang: str = ""
) -> Claim | Withheld:
    """A claim whose quotes were all found, each in the line it points at, or the reason why it is withheld.

    ``asked``: the question, whose dates and names of things the rules compare with those of the lines; ``beside``:
    the other pages that were asked. A sentence over a line about another thing than the one asked for is withheld.
    """
    found: list[FurtherLine] = []
    for cite in statement.cites:
        line = _found(page, cite)
        if isinstance(line, str):
            text, quote = visible(statement.text), visible(cite.quote)
            return Withheld(text, quote, REASONS[line], statement.attempts, (line,))
        found.append(line)
    if not found:
        return Withheld(statement.text, "", REASONS[_BARE], statement.attempts, (_BARE,))
    first = found[0]
    lines = "\n".join(in_context(page, line.unit) for line in found)
    own = statement.text == lines  # the line is in the page's language, whatever the question's is
    units = [line.unit for line in found]
    support = compare(page, statement.text, units, claim_lang="" if own else claim_lang)
    if support.verdict == "mismatch" and not own:
        text = visible(statement.text)
        return Withheld(text, first.quote, REASONS[_UNBORNE], statement.attempts, (_UNBORNE,))
    caveats = rule_caveats(page, units, support, asked=asked, beside=beside)
    if not own and any(caveat.code == "entity_scope_other_than_item" for caveat in caveats):
        return Withheld(visible(statement.text), first.quote, REASONS[OTHER], statement.attempts, (OTHER,))
    return Claim(
        text=statement.text,
        quote=first.quote,
        line=first.line,
        unit=first.unit,
        spans=first.spans,
        found=first.found,
        support=support,
        attempts=statement.attempts,
        flags=first.found.flags,
        score=statement.score,
        more=tuple(found[1:]),
        caveats=caveats,
    )


def _found(page: Page, cite: Cite) -> FurtherLine | str:
    """The line with its quote in it, or the kind of fault."""
    unit = cite.unit
    result = locate(page, cite.quote, near=unit.spans[0])
    if result.status != "exact":
        return result.status
    for occurrence in result.occurrences:
        first, last = occurrence.spans[0].start, occurrence.spans[-1].end
        if unit.start <= first and last <= unit.end:
            line = page.text[unit.start : unit.end]
            return FurtherLine(occurrence.text, line, unit, occurrence.spans, result)
    return "elsewhere"

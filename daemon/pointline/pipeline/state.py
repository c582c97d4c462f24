"""State: say in a sentence what the pointed lines answer, or let the lines speak for themselves.

Until a model has qualified, the claim *is* the line: a sentence without figures ("the page is empty", a dropped "not")
beside a real line has no facts that rules could fail (DESIGN section 6). A model that has qualified to state and to
judge writes in the contract form and sees only the question and the pointed lines (:mod:`pointline.pipeline.guarded`).
What it writes stands only where :mod:`pointline.pipeline.faithful` finds no fault; else the line takes its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from exactquote.contract import contract_prompt
from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine, EngineCancelled
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import Candidate, Cite, Question, Statement, Withheld
from pointline.pipeline.faithful import gives_way
from pointline.pipeline.guarded import Said, Talk
from pointline.pipeline.rank import in_context

UNSTATED = "line shown without a sentence"
LATE = "time ended before the sentence was checked"


def line_as_claim(page: Page, cite: Cite, *, score: float | None = None, attempts: int = 1) -> Statement:
    """The line itself as the claim."""
    unit = cite.unit
    return Statement(in_context(page, unit), (Cite(page.text[unit.start : unit.end], unit),), attempts, score)


def state(
    page: Page,
    question: Question,
    candidates: Sequence[Candidate],
    engine: Engine,
    *,
    allowance: Allowance,
    guards: Counter[str],
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> tuple[list[Statement], list[Withheld]]:
    """Statements about the pointed lines, and claims that never got their line.

    No statement when a qualified model says that the lines do not answer. ``guards`` counts what was corrected,
    withheld or replaced, by kind.
    """
    scores = {candidate.unit.start: candidate.chance for candidate in candidates}
    whole = [Cite(page.text[c.unit.start : c.unit.end], c.unit) for c in candidates]
    if not engine.info.may_write or allowance.out():
        return [line_as_claim(page, cite, score=scores[cite.unit.start]) for cite in whole], []
    try:
        said = say(
            page, question, candidates, engine, allowance=allowance, guards=guards, claim_lang=claim_lang, cancel=cancel
        )
    except EngineCancelled:
        if not allowance.late():
            raise
        guards[LATE] += 1  # the line was found in time
        return [line_as_claim(page, cite, score=scores[cite.unit.start]) for cite in whole], []
    if said.none:
        return [], []
    stated = []
    for found in said.statements:
        score = scores[found.cites[0].unit.start]
        try:
            why = gives_way(page, found, engine, claim_lang=claim_lang, cancel=cancel)
        except EngineCancelled:
            if not allowance.late():
                raise
            why = LATE
        if why is None:
            stated.append(Statement(found.text, found.cites, found.attempts, score))
        else:
            guards[why] += 1
            stated += [line_as_claim(page, cite, score=score, attempts=found.attempts) for cite in found.cites]
    for cite in said.contradicted:  # the claim is withheld, the line that was pointed at is not
        guards["claim's facts not in its line"] += 1
        score = scores[cite.unit.start]
        stated.append(line_as_claim(page, cite, score=score, attempts=question.budget.attempts))
    if not stated:  # the model wrote badly; the lines were found before it wrote anything
        guards[UNSTATED] += len(whole)
        stated = [
            line_as_claim(page, cite, score=scores[cite.unit.start], attempts=question.budget.attempts)
            for cite in whole
        ]
    kept = _each_line_once(stated)
    if len(kept) < len(stated):
        guards["line given again"] += len(stated) - len(kept)
    return kept, list(said.withheld)


def say(
    page: Page,
    question: Question,
    candidates: Sequence[Candidate],
    engine: Engine,
    *,
    allowance: Allowance,
    guards: Counter[str],
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> Said:
    """What the model writes about the pointed lines in the guarded loop, whether it has qualified or not."""
    units = [candidate.unit for candidate in candidates]
    lines = [in_context(page, unit) for unit in units]
    most = question.budget.max_claims
    prompt = contract_prompt(question.led, lines, url=page.url, title=page.title, most=most, numbered=len(lines) > 1)
    context = engine.open(prompt, chat=True, cancel=cancel)
    try:
        said = Talk(page, question, units, context, allowance, guards, claim_lang=claim_lang, cancel=cancel).run()
    finally:
        context.close()
    return said


def _each_line_once(statements: Sequence[Statement]) -> list[Statement]:
    """Statements without those that are a line which another statement stands on already."""
    kept: list[Statement] = []
    for statement in statements:
        places = {cite.unit.start for cite in statement.cites}
        if len(places) == 1 and any(places <= {cite.unit.start for cite in other.cites} for other in kept):
            continue
        kept.append(statement)
    return kept

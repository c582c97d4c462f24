"""State: say in a sentence what the pointed line answers, or let the line speak for itself.

Until a model has qualified to state, the claim *is* the line: a sentence without figures ("the page is empty", a
dropped "not") beside a real line has no facts that rules could fail (DESIGN section 6). A model that has qualified
writes in the contract form and sees only the question and the pointed line. What it quotes is located again; a reply
that breaks the contract is corrected at most twice, in the same context, with the nearest real line; what still has no
line is withheld. A claim whose facts are not in its line gives way to the line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from exactquote.contract import Draft, ProblemCode, contract_prompt, correction, parse_reply
from exactquote.facts import supports
from exactquote.page import Page
from exactquote.quotes import locate
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.rank import around, in_context


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim about one pointed line, before it has been verified."""

    text: str
    quote: str
    candidate: Candidate
    attempts: int


def line_as_claim(page: Page, candidate: Candidate, attempts: int = 1) -> Statement:
    """The line itself as the claim."""
    unit = candidate.unit
    return Statement(in_context(page, unit), page.text[unit.start : unit.end], candidate, attempts)


def state(
    page: Page,
    question: Question,
    candidate: Candidate,
    engine: Engine,
    *,
    guards: Counter[str],
    cancel: Cancelled | None = None,
) -> list[Statement]:
    """Statements about the pointed line; none when a qualified model says that the line does not answer.

    ``guards`` counts what was corrected or replaced, by kind.
    """
    if not engine.info.may_state:
        return [line_as_claim(page, candidate)]
    prompt = contract_prompt(question.text, [in_context(page, candidate.unit)], url=page.url, title=page.title, most=1)
    context = engine.open(prompt, chat=True, cancel=cancel)
    try:
        budget = question.budget
        for attempt in range(1, budget.attempts + 1):
            written = context.generate(max_tokens=budget.max_tokens, cancel=cancel)
            reply = parse_reply(written.text)
            if reply.none:
                guards["model said NONE of a pointed line"] += 1
                return []
            draft = next(iter(reply.drafts), None)
            message = _fault(page, candidate, draft, reply.problems[0].code if reply.problems else None, guards)
            if message is None and draft is not None and draft.quote is not None:
                return [_faithful(page, candidate, draft, attempt, guards)]
            if attempt < budget.attempts:
                context.append(message or correction("no_contract"), turn=True, cancel=cancel)
        text = draft.claim if draft is not None else written.text.strip()
        return [Statement(text, (draft.quote or "") if draft is not None else "", candidate, budget.attempts)]
    finally:
        context.close()


def _fault(
    page: Page, candidate: Candidate, draft: Draft | None, problem: str | None, guards: Counter[str]
) -> str | None:
    """The correction that a draft needs, or None when its quote stands in the pointed line."""
    line = page.text[candidate.unit.start : candidate.unit.end]
    if draft is None or draft.quote is None:
        guards["contract broken"] += 1
        unquoted = draft is not None or problem == "claim_without_quote"
        code: ProblemCode = "claim_without_quote" if unquoted else "no_contract"
        return correction(code, claim=draft.claim if draft else "", nearest=line)
    found = locate(page, draft.quote, near=candidate.unit.spans[0])
    if found.status == "exact":
        return None
    guards[f"quote {found.status}"] += 1
    return correction(found.status, claim=draft.claim, nearest=line)


def _faithful(page: Page, candidate: Candidate, draft: Draft, attempt: int, guards: Counter[str]) -> Statement:
    """The draft, unless its facts are not those of its line: then the line itself."""
    unit = candidate.unit
    support = supports(draft.claim, in_context(page, unit), lang=page.lang, context=around(page, unit))
    if support.verdict == "mismatch":
        guards["claim's facts not in its line"] += 1
        return line_as_claim(page, candidate, attempt)
    return Statement(draft.claim, draft.quote or "", candidate, attempt)

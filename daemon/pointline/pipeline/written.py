"""Point by writing: strategy ``contract`` for a server that gives no probabilities, only text.

The page is read with a number before each line and the model writes claims that cite the numbers; the guarded loop
checks and corrects them. No judge can be asked there, so the lines themselves become the claims: what the model wrote
only chose them. A page longer than the model's context is read in windows, best first, until one answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from exactquote.contract import question_again, written_page
from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine, EngineCancelled
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import Candidate, Question, Statement, Withheld
from pointline.pipeline.faithful import NOT_QUALIFIED
from pointline.pipeline.guarded import Talk
from pointline.pipeline.numbered import page_windows
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.state import line_as_claim
from pointline.pipeline.windows import best_first


@dataclass(frozen=True, slots=True)
class Written:
    """Statements, what was withheld on the way, and the lines that the model had before it."""

    statements: tuple[Statement, ...]
    withheld: tuple[Withheld, ...]
    read: tuple[Candidate, ...]


def point_by_writing(
    page: Page,
    question: Question,
    ranked: Sequence[Candidate],
    engine: Engine,
    *,
    allowance: Allowance,
    guards: Counter[str],
    open_pages: OpenPages,
    claim_lang: str = "",
    cancel: Cancelled | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Written:
    """Show windows to the model, best first, until it gives a line, the page is read or the budget ends.

    Raises :class:`~pointline.engine.base.EngineCancelled` when cancelled.
    """
    candidates = {candidate.unit.start: candidate for candidate in ranked}
    most = question.budget.max_claims
    reserve = question.budget.max_tokens * question.budget.attempts + 400
    windows = best_first(page_windows(page, engine, reserve=reserve), [candidate.unit for candidate in ranked])
    statements: dict[int, Statement] = {}
    withheld: list[Withheld] = []
    read: list[Candidate] = []
    for window in windows:
        if read and allowance.out():
            break
        text = written_page(window.lines, url=page.url, title=page.title, most=most)
        try:
            with open_pages.reading(text, cancel=cancel) as context:
                context.append(question_again(question.led), reply=True, cancel=cancel)
                talk = Talk(
                    page, question, window.units, context, allowance, guards, claim_lang=claim_lang, cancel=cancel
                )
                said = talk.run()
        except EngineCancelled:
            if not read or not allowance.ended:
                raise
            break  # the windows before were shown whole
        read += [
            replace(candidates.get(unit.start) or Candidate(unit, 0.0), seen=window.shown) for unit in window.units
        ]
        progress(len(read) / max(1, len(ranked)))
        withheld += said.withheld
        for found in said.statements:
            guards[NOT_QUALIFIED] += 1
            for cite in found.cites:
                statements.setdefault(cite.unit.start, line_as_claim(page, cite, attempts=found.attempts))
        if statements:
            break
    if len(statements) > most:
        guards["more lines than asked for"] += len(statements) - most
    return Written(tuple(statements.values())[:most], tuple(withheld), tuple(read))

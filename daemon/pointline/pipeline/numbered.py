"""Point by the number of a line: strategy ``contract`` for a model whose probabilities can be read.

The page is read once, each line with a number before it; the question comes after it, and at the point of citing the
probability of every number is taken, and of NONE. Nothing is decoded, so nothing can be invented; code copies the line.
A page longer than the model's context is read in windows, best first.

Measured with a model of 1.5 billion parameters on XQuAD-en, page = a whole article, 30 questions: lexical alone 26, the
numbers alone 22, both added 26 at weights 0.1 to 0.3; AUROC of the sum against questions on another article 1.00. Told
to write in the contract's form and scored there: 20 alone, 26 added, AUROC 0.99. With what the model says without any
question taken off ("Calibrate Before Use", Zhao et al., 2021): 18 alone, 25 added, so that is not done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from exactquote.contract import POINTER, pointing_page, pointing_question
from exactquote.page import Page
from pointline.engine.base import Cancelled, Context, Engine, EngineCancelled
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.point import Pointed, logistic
from pointline.pipeline.question import without_addresses
from pointline.pipeline.rank import in_context, lines_with_words
from pointline.pipeline.windows import Window, best_first, cut_windows

LEXICAL_WEIGHT = 0.2
"""Weight of the lexical score beside log-probabilities."""

ROOM_FOR_QUESTION = 400
"""Tokens kept free for the question and the numbers that are pointed at."""

WINDOW_TOKENS = 6000
"""Most tokens of a window, however long the model's context is: attention over more costs more than it finds."""

NONE_REPLY = " NONE"
ENOUGH = 6.8
"""Nats by which a line has to be likelier than NONE, lexical score added, for a model that has not been measured.

The 1.5B model: questions on their own article at least 7.4 (30), on another at most 6.2 (5). A model that has qualified
brings its own (``ModelInfo.number_enough``): how likely NONE seems differs from model to model.
"""


def page_windows(page: Page, engine: Engine, *, reserve: int = ROOM_FOR_QUESTION) -> list[Window]:
    """The page's lines in windows that fit the model's context beside ``reserve`` tokens, in page order."""
    units = lines_with_words(page)
    lines = [in_context(page, unit) for unit in units]
    frame = engine.count(pointing_page([], url=page.url, title=page.title)) + 200
    room = max(200, min(WINDOW_TOKENS, engine.info.context_tokens - frame - reserve))
    return cut_windows(units, lines, room=room, count=engine.count)


def point_by_number(
    page: Page,
    question: Question,
    ranked: Sequence[Candidate],
    engine: Engine,
    *,
    cancel: Cancelled | None = None,
    progress: Callable[[float], None] = lambda _share: None,
    clock: Callable[[], float] = time.monotonic,
    open_pages: OpenPages | None = None,
) -> Pointed:
    """Read windows, best first, until one answers, the page is read or the budget ends.

    ``Candidate.margin`` is how much likelier the line's number is than NONE (nats), ``score`` that plus the
    lexical score; the ``chance`` of a line that is pointed at takes what it has above enough for log-odds, which is not
    calibrated: too few lines of too few models were measured. Raises
    :class:`~pointline.engine.base.EngineCancelled` when cancelled.
    """
    mine = open_pages is None
    shelf = OpenPages(engine, most=1) if open_pages is None else open_pages
    lexical = {candidate.unit.start: candidate for candidate in ranked}
    windows = best_first(page_windows(page, engine), [candidate.unit for candidate in ranked])
    whole = sum(window.characters for window in windows) or 1
    deadline = clock() + question.budget.seconds

    def late() -> bool:
        return clock() > deadline

    enough = ENOUGH if engine.info.number_enough is None else engine.info.number_enough
    scored: list[Candidate] = []
    read = 0
    try:
        for window in windows:
            if scored and late():
                return Pointed((), tuple(scored), budget_ended=True)
            with shelf.reading(pointing_page(window.lines, url=page.url, title=page.title), cancel=cancel) as context:
                found, chosen = _ask(context, window, question, lexical, enough, cancel, late)
            scored += found
            read += window.characters
            progress(read / whole)
            if chosen:
                return Pointed(chosen, tuple(scored), budget_ended=False)
        return Pointed((), tuple(scored), budget_ended=False)
    except EngineCancelled:
        if not scored or not late():
            raise
        return Pointed((), tuple(scored), budget_ended=True)  # the windows before were read whole
    finally:
        if mine:
            shelf.close()


def _ask(
    context: Context,
    window: Window,
    question: Question,
    lexical: dict[int, Candidate],
    enough: float,
    cancel: Cancelled | None,
    late: Callable[[], bool],
) -> tuple[list[Candidate], tuple[Candidate, ...]]:
    """Every line of the window with its score, and those that are pointed at, best first."""
    asked = _numbers(context, without_addresses(question.led), window, cancel)
    scored = _scored(window, asked, lexical)
    chosen: list[Candidate] = []
    rest = list(scored)
    while rest and len(chosen) < question.budget.max_claims:
        best = max(rest, key=lambda candidate: candidate.score)
        if not best.score >= enough:  # nor what is no number
            break
        chosen.append(replace(best, chance=logistic(best.score - enough)))
        if len(chosen) == question.budget.max_claims:
            break
        number = 1 + next(i for i, unit in enumerate(window.units) if unit.start == best.unit.start)
        try:
            context.append(f" [{number}]\n{POINTER}", cancel=cancel)
            again = _scored(window, _likelihoods(context, window, cancel), lexical)
        except EngineCancelled:
            if not late():
                raise
            break  # a line that was found is not lost for a further one
        taken = {candidate.unit.start for candidate in chosen}
        rest = [candidate for candidate in again if candidate.unit.start not in taken]
    return scored, tuple(chosen)


def _numbers(context: Context, question: str, window: Window, cancel: Cancelled | None) -> list[float]:
    context.append(pointing_question(question), reply=True, begun=POINTER, cancel=cancel)
    return _likelihoods(context, window, cancel)


def _likelihoods(context: Context, window: Window, cancel: Cancelled | None) -> list[float]:
    """Log-probability of each line's number, and of NONE at the end."""
    return [found.logprob for found in context.score([*citations(len(window.units)), NONE_REPLY], cancel=cancel)]


def citations(lines: int) -> list[str]:
    """How each line from 1 to ``lines`` is cited, up to where no other number can be meant.

    The bracket closes only a number that another one begins with ("1" of "12"): after any other there is nothing left
    to decide, and not asking saves a step for every line of the page.
    """
    beginnings = {str(number)[:length] for number in range(1, lines + 1) for length in range(1, len(str(number)))}
    return [f" [{number}]" if str(number) in beginnings else f" [{number}" for number in range(1, lines + 1)]


def _scored(window: Window, asked: Sequence[float], lexical: dict[int, Candidate]) -> list[Candidate]:
    none = asked[-1]
    found = []
    for unit, here in zip(window.units, asked, strict=False):
        candidate = lexical.get(unit.start) or Candidate(unit, 0.0)
        margin = here - none
        found.append(
            replace(candidate, margin=margin, score=margin + LEXICAL_WEIGHT * candidate.lexical, seen=window.shown)
        )
    return found

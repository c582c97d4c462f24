"""Threads: a question that follows others, over one page or several.

What a later turn knows of an earlier one is its question and its verified lines with their pages, and that it found no
line; never a word that a model wrote. Every turn is grounded anew: earlier lines are candidates beside those of the
pages, and are located and verified again before they are shown.

"It", "there" and "that figure" need no list of words. The question before and its first line stand before the passage
(``Question.lead``), and how likely the new question is after each line is taken under that lead; in the order of the
lines the earlier words count a tenth. Measured with the starter on 33 follow-ups that have a line and 7 that have none
(seven short pages, four languages): right line first of 21 that lean on an earlier question, and of 12 that do not: 16
and 10 without a lead, 15 and 10 with the earlier question alone before the new one, 17 and 10 with its line put before
each passage, 17 and 10 as here; right lines that reach the bar of :mod:`.point` 14, 10, 10 and 16; of the 7 none is
answered in any way. With the earlier words at half or full weight, 16 and 12 of 21. That was with a lexical weight of
0.75 and a bar of 0.28 in :mod:`.point`; with 1.5 and 0.43: 16 and 10, 14 and 10, 18 and 10, 16 and 10, at the bar 11,
8, 8 and 13.

A request to bring together what was found (``gather``, or where no line answers :func:`.gather.gathers`) is answered
with the lines verified so far, then with new ones; ``Claim.from_turn`` says which is which.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from exactquote.page import Page, Span
from exactquote.quotes import locate
from exactquote.units import Unit
from exactquote.verdicts.scope import items_asked
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Answer, Candidate, Claim, Note, Question, Turn, TurnLine
from pointline.pipeline.ask import Event, ask_joined
from pointline.pipeline.gather import gathers
from pointline.pipeline.joined import Joined
from pointline.pipeline.lexical import grams, terms
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.rank import in_context, lines_with_words

LEAD_LIMIT = 400
"""Characters of an earlier question, and of its line, that stand before a new question."""

ALIKE = 0.35
"""Share of what the shorter of two questions asks, by how rare its words and word pieces are on the pages, that both
have when they are about the same."""

MOST_GATHERED = 20
"""Lines of earlier turns that are brought together at most; what is left out is said."""


@dataclass(frozen=True, slots=True)
class _Known:
    """An earlier line, found again on a page of this turn."""

    turn: int
    page: Page
    unit: Unit


def ask_turn(
    pages: Sequence[Page],
    question: Question,
    engine: Engine,
    earlier: Sequence[Turn] = (),
    *,
    former: Sequence[Page] = (),
    gather: bool = False,
    on_event: Callable[[Event], None] = lambda _event: None,
    cancel: Cancelled | None = None,
    open_pages: OpenPages | None = None,
    notes: Sequence[Note] = (),
) -> Answer:
    """Answer the next turn of a thread from ``pages`` (at least one), after the ``earlier`` turns, oldest first.

    ``former``: further pages of the thread, of which only lines that were verified before are candidates. ``gather``:
    show all lines verified so far before what is new, whether the question seems to ask for it or not. What the
    answer leaves for later turns is :func:`turn_of`. Raises :class:`~pointline.engine.base.EngineError` when the engine
    fails and its subclass ``EngineCancelled`` when cancelled, :class:`ValueError` without a page.
    """
    known, lost = _found_again(earlier, [*pages, *former])
    only = {page: {one.unit.start for one in known if one.page is page} for page in former}
    former = [page for page in former if only[page]]
    join = Joined.of if open_pages is None else open_pages.joined
    sources = join([*pages, *former], {page: only[page] for page in former})
    number = 1 + max((turn.number for turn in earlier), default=0)
    if earlier:
        last = earlier[-1]
        question = replace(
            question,
            lead=_lead(last, known) + question.lead,
            earlier=last.question,
            scope=_about(question.text, earlier, sources.pages),
        )
    again, first = _once(known), sources.pages[0]

    def answered(whole: bool) -> Answer:
        shown = again[:MOST_GATHERED] if whole else []
        return ask_joined(
            sources,
            replace(question, several=whole),
            engine,
            on_event=lambda event: on_event(_dated(event, first, known) if isinstance(event, Claim) else event),
            cancel=cancel,
            open_pages=open_pages,
            verified=[Candidate(sources.joint(one.page, one.unit), 0.0) for one in shown],
        )

    answer = answered(gather)
    whole = gather
    if answer.none and again and gathers(question.text, engine, cancel=cancel):
        answer, whole = answered(True), True
    told = [
        *notes,
        *lost,
        *(_cut(again) if whole else []),
        *_not_taken_over(question.text, earlier, sources, whole=whole),
        *answer.notes,
    ]
    claims = tuple(_dated(claim, answer.page, known) for claim in answer.claims)
    return replace(answer, claims=claims, turn=number, notes=tuple(dict.fromkeys(told)))


def turn_of(answer: Answer) -> Turn:
    """What a thread keeps of an answer: its question and its verified lines."""
    lines: dict[TurnLine, None] = {}
    for claim in answer.claims:
        page = answer.page_of(claim)
        for unit in (claim.unit, *(further.unit for further in claim.more)):
            span = Span(unit.start, unit.end)
            lines[TurnLine(span.of(page.text), span, page.url, page.sha256)] = None
    return Turn(answer.turn or 1, answer.question, tuple(lines), len(answer.withheld))


def _found_again(earlier: Sequence[Turn], pages: Sequence[Page]) -> tuple[list[_Known], list[Note]]:
    """The earlier lines where they stand now, and a note for each that does not stand on its page any more."""
    known: list[_Known] = []
    lost: list[Note] = []
    for turn in earlier:
        for line in turn.lines:
            page = _page_of(line, pages)
            unit = None if page is None else _stands(page, line)
            if page is not None and unit is not None:
                known.append(_Known(turn.number, page, unit))
            else:
                why = "its page is not open" if page is None else "its page has changed"
                lost.append(Note("earlier_line_gone", f"A line of turn {turn.number} is left out: {why}."))
    return known, list(dict.fromkeys(lost))


def _page_of(line: TurnLine, pages: Sequence[Page]) -> Page | None:
    same = [page for page in pages if page.sha256 == line.page_sha256]
    there = [page for page in pages if page.url == line.url and line.url]
    return next(iter([*(page for page in same if page in there), *same, *there]), None)


def _stands(page: Page, line: TurnLine) -> Unit | None:
    """The line of the page that says exactly what the earlier line said, at its place if it can be."""
    if page.sha256 == line.page_sha256 and line.span.of(page.text) == line.text:
        return next((unit for unit in page.units if unit.start == line.span.start), None)
    found = locate(page, line.text)
    if not found.found:
        return None
    start, end = found.occurrences[0].spans[0].start, found.occurrences[0].spans[-1].end
    return next((unit for unit in page.units if unit.start == start and unit.end == end), None)


def _lead(last: Turn, known: Sequence[_Known]) -> str:
    """The question before and its first line, as a model reads them before the new question."""
    line = next((in_context(one.page, one.unit) for one in known if one.turn == last.number), "")
    return f"Question: {_flat(last.question)}\nAnswer: {_flat(line)}\n"


def _about(asked: str, earlier: Sequence[Turn], pages: Sequence[Page]) -> str:
    """The words that name what a question is about, where it does not do so itself: the newest earlier question that
    names a thing as titles and headings do, else the oldest whose verified lines name one, else the oldest that has a
    line: a sentence may name it (:mod:`exactquote.verdicts.inline`). A later line cannot change what a thread is
    about: it may be about another thing."""
    if items_asked(asked, pages):
        return ""
    words = {turn: "\n".join((turn.question, *(line.text for line in turn.lines))) for turn in earlier}
    named = [turn.question for turn in reversed(earlier) if items_asked(turn.question, pages)]
    by_lines = [words[turn] for turn in earlier if items_asked(words[turn], pages)]
    with_line = [words[turn] for turn in earlier if turn.lines]
    return next(iter((*named, *by_lines, *with_line)), "")


def _once(known: Sequence[_Known]) -> list[_Known]:
    return list({(one.page.sha256, one.unit.start): one for one in reversed(known)}.values())[::-1]


def _dated(claim: Claim, page: Page, known: Sequence[_Known]) -> Claim:
    """The claim with the first turn that verified its line."""
    source = claim.source or page
    turn = next((one.turn for one in known if one.page is source and one.unit.start == claim.unit.start), None)
    return replace(claim, from_turn=turn)


def _cut(again: Sequence[_Known]) -> list[Note]:
    left = len(again) - MOST_GATHERED
    return [Note("lines_left_out", f"{left} more lines of earlier turns are not shown here.")] if left > 0 else []


def _not_taken_over(asked: str, earlier: Sequence[Turn], sources: Joined, *, whole: bool) -> list[Note]:
    """For each earlier turn without a line, or with a claim that was withheld, that this one may lean on: what of it is
    not taken over.

    The turn before is always said: whether a question leans on it ("how do I prove it?") cannot be told here. By how
    much likelier the starter finds it after that question, 14 pairs that do and 14 that do not, four languages, are
    parted with an AUROC of 0.54. So the note says no more than what is true of any question.
    """
    without = [turn for turn in earlier if turn.none or turn.withheld]
    if not without:
        return []
    weights = _Rareness(sources.whole)
    meant = [turn for turn in without if whole or turn is earlier[-1] or weights.share(turn.question, asked) >= ALIKE]
    return [_left_behind(turn) for turn in meant]


def _left_behind(turn: Turn) -> Note:
    asked_then = f"Turn {turn.number} asked “{_flat(turn.question)}”"
    held = "1 claim was withheld" if turn.withheld == 1 else f"{turn.withheld} claims were withheld"
    if turn.none:
        found = f"and found no line ({held})" if turn.withheld else "and found no line"
        return Note("earlier_none", f"{asked_then} {found}; nothing is taken over from it.")
    return Note("earlier_withheld", f"{asked_then}; {held}, and nothing of that is taken over.")


class _Rareness:
    """How much the words and word pieces of a question tell apart, by the lines of the pages."""

    def __init__(self, page: Page) -> None:
        texts = [in_context(page, unit) for unit in lines_with_words(page)]
        self.lines = len(texts)
        self.counts = Counter(piece for text in texts for piece in set(_pieces(text)))

    def share(self, earlier: str, asked: str) -> float:
        """Share of the weight of the shorter question that both have."""
        one, other = set(_pieces(earlier)), set(_pieces(asked))
        least = min(self._weight(one), self._weight(other))
        return self._weight(one & other) / least if least else 0.0

    def _weight(self, pieces: set[str]) -> float:
        counts = self.counts
        return sum(math.log(1 + (self.lines - counts[piece] + 0.5) / (counts[piece] + 0.5)) for piece in sorted(pieces))


def _pieces(text: str) -> list[str]:
    words = terms(text)
    return [*words, *grams(words)]


def _flat(text: str) -> str:
    return " ".join(text.split())[:LEAD_LIMIT]

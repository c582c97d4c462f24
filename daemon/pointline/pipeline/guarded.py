"""The guarded loop: a model writes claims in the contract's form, and each has to show its line or is withheld.

The model cites lines by number or by a copy of their words; code copies the line. What breaks the contract is corrected
in the same context by a short message that quotes the nearest real line, so nothing is read again; at most
``Budget.attempts - 1`` times a claim (DESIGN section 5). Nothing is dropped in silence: every firing is counted by
kind, every claim that failed is withheld with its reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from exactquote.contract import Draft, ProblemCode, QuoteFault, Reply, cited_lines, correction, parse_reply
from exactquote.facts import supports
from exactquote.page import Page
from exactquote.quotes import locate
from exactquote.units import Unit
from pointline.engine.base import Cancelled, Context, Generated
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import Cite, Question, Statement, Withheld
from pointline.pipeline.rank import around, in_context
from pointline.pipeline.visible import visible

TAKEN_BACK = "taken_back"
OTHER = "about_another"
REASONS: dict[str, str] = {
    "elided": "the quote leaves words out",
    "fused": "the quote joins two lines of the page into one",
    "near": "the page says something close, but not this",
    "absent": "the quote is not on the page",
    "elsewhere": "the quote is on the page, but not in the line that was pointed at",
    "no_such_line": "the page has no line with that number",
    "too_many_lines": "it names too many lines to point at one",
    "unsupported": "the line does not say what the claim says",
    "claim_without_quote": "the model gave no line for it",
    "quote_without_claim": "the model gave a line and said nothing",
    "empty_quote": "the model gave an empty line for it",
    "no_contract": "the model gave no claim with a line",
    "text_outside": "the model gave no claim with a line",
    "cut_off": "the model's reply was cut off",
    OTHER: "the line is about another thing than the one asked for",
    TAKEN_BACK: "asked again, the model took it back",
}
"""Why a claim is not shown, by the kind of fault; the kinds are also those that are counted."""

MOST_LINES = 8
"""Lines that one claim may name; a claim that names all the page points at none of it."""

_NUMBERS_ONLY = re.compile(r"[\s,;&+.]*(?:\[[\d\s,;&+]*\][\s,;&+.]*)+")
_HALF_A_NUMBER = re.compile(r".*\d\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a draft, and the real line that comes nearest, if any does."""

    kind: str
    nearest: str | None = None
    cites: tuple[Cite, ...] = ()
    """The lines it did give, when they are real and do not say it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What came of it: statements with their lines, claims withheld, and whether the model said NONE and nothing
    else; ``contradicted`` are real lines under claims that they do not bear out."""

    statements: tuple[Statement, ...]
    withheld: tuple[Withheld, ...]
    none: bool
    contradicted: tuple[Cite, ...] = ()


@dataclass
class Talk:
    """One exchange about lines that the model was shown with numbers from 1."""

    page: Page
    question: Question
    shown: Sequence[Unit]
    context: Context
    allowance: Allowance
    guards: Counter[str]
    claim_lang: str = ""
    cancel: Cancelled | None = None
    _statements: list[Statement] = field(default_factory=list)
    _withheld: list[Withheld] = field(default_factory=list)
    _contradicted: list[Cite] = field(default_factory=list)
    _waiting: list[tuple[Draft, str | None]] = field(default_factory=list)
    _begun: int = 0
    """Claims taken up so far, waiting ones too."""

    def run(self) -> Said:
        """Let the model write, correct it, and sort what it said."""
        reply, cut = self._write()
        if reply.none:
            self.guards["model said NONE"] += 1
            return Said((), (), none=True)
        most = self.question.budget.max_claims
        drafts = _drafts(reply, cut)
        if len(drafts) > most:
            self.guards["more claims than asked for"] += len(drafts) - most
        self._waiting = drafts[:most]
        self._begun = len(self._waiting)
        while self._waiting:
            self._settle(*self._waiting.pop(0))
        return Said(tuple(self._statements), tuple(self._withheld), none=False, contradicted=tuple(self._contradicted))

    def _write(self) -> tuple[Reply, bool]:
        written: Generated = self.context.generate(max_tokens=max(1, self.allowance.tokens), cancel=self.cancel)
        self.allowance.spend(written.tokens)
        cut = written.finish == "length"
        if cut:
            self.guards["reply cut at the budget"] += 1
        return parse_reply(written.text), cut

    def _settle(self, draft: Draft, problem: str | None) -> None:
        """Accept a draft, or correct it until it is accepted, taken back, or out of attempts."""
        attempt = 1
        told: tuple[Draft, str] | None = None  # the last claim that gave a line, and what was wrong with it
        while True:
            found = self._check(draft, problem)
            if not isinstance(found, Fault):
                self._statements.append(Statement(draft.claim, found, attempt))
                return
            self.guards[found.kind] += 1
            if told is None or (draft.claim and draft.quote):
                told = draft, found.kind
            if attempt >= self.question.budget.attempts or self.allowance.out():
                self._withhold(*told, attempt)
                self._contradicted += found.cites
                return
            message = correction(_wire(found.kind), claim=draft.claim, nearest=found.nearest)
            self.context.append(message, turn=True, cancel=self.cancel)
            reply, cut = self._write()
            attempt += 1
            if reply.none:
                self._withhold(*told, attempt, TAKEN_BACK)
                return
            (draft, problem), *more = _drafts(reply, cut)
            further = more[: max(0, self.question.budget.max_claims - self._begun)]
            self._waiting += further
            self._begun += len(further)
            if len(more) > len(further):
                self.guards["more claims than asked for"] += len(more) - len(further)

    def _withhold(self, draft: Draft, kind: str, attempts: int, *more: str) -> None:
        kinds = (kind, *more)
        reason = "; ".join(REASONS[one] for one in kinds)
        self._withheld.append(Withheld(visible(draft.claim), visible(draft.quote or ""), reason, attempts, kinds))

    def _check(self, draft: Draft, problem: str | None) -> tuple[Cite, ...] | Fault:
        """The lines that a draft cites, or what is wrong with it."""
        if draft.quote is None:
            only = self.shown[0] if len(self.shown) == 1 else None
            return Fault(problem or "claim_without_quote", in_context(self.page, only) if only else None)
        cites = self._cited(draft.quote)
        if isinstance(cites, Fault):
            return cites
        lines = "\n".join(in_context(self.page, cite.unit) for cite in cites)
        context = around(self.page, cites[0].unit)
        if draft.claim:
            support = supports(
                draft.claim, lines, lang=self.page.lang, claim_lang=self.claim_lang or None, context=context
            )
            if support.verdict == "mismatch":
                return Fault("unsupported", in_context(self.page, cites[0].unit), cites)
        return cites

    def _cited(self, quote: str) -> tuple[Cite, ...] | Fault:
        flat = " ".join(quote.split())
        for unit in self.shown:  # a table row is shown with its headers and cannot be copied otherwise
            if unit.kind == "row" and flat and flat == in_context(self.page, unit):
                return (Cite(self.page.text[unit.start : unit.end], unit),)
        numbers = cited_lines(quote)
        if len(numbers) > MOST_LINES:
            return Fault("too_many_lines")
        if numbers and all(1 <= number <= len(self.shown) for number in numbers):
            units = [self.shown[number - 1] for number in numbers]
            return tuple(Cite(self.page.text[unit.start : unit.end], unit) for unit in units)
        if numbers and _NUMBERS_ONLY.fullmatch(quote[:400]):
            return Fault("no_such_line", self._only_line())  # though the page may say "[99]" somewhere
        near = self.shown[0].spans[0] if len(self.shown) == 1 else None
        found = locate(self.page, quote, near=near)
        if found.status != "exact":
            if numbers and found.status == "absent":
                return Fault("no_such_line", self._only_line())
            return Fault(found.status, found.nearest.text if found.nearest else self._only_line())
        for occurrence in found.occurrences:
            first, last = occurrence.spans[0].start, occurrence.spans[-1].end
            for unit in self.shown:
                if unit.start <= first and last <= unit.end:
                    return (Cite(quote, unit),)
        return Fault("elsewhere", self._only_line())

    def _only_line(self) -> str | None:
        return in_context(self.page, self.shown[0]) if len(self.shown) == 1 else None


def _drafts(reply: Reply, cut: bool) -> list[tuple[Draft, str | None]]:
    """Each claim of a reply with the problem it has, those without any quote as drafts without one; never empty."""
    found: list[tuple[Draft, str | None]] = [(draft, None) for draft in reply.drafts]
    if cut and found and _in_a_number(found[-1][0].quote):
        found[-1] = (Draft(found[-1][0].claim, None), "cut_off")
    for problem in reply.problems:
        if problem.code == "text_outside" and found:
            continue  # prose around claims is not shown
        found.append((Draft(problem.claim[:300], None), problem.code))
    if not found:
        return [(Draft("", None), "cut_off" if cut else "no_contract")]
    return found


def _in_a_number(quote: str | None) -> bool:
    """Whether a quote that was cut off ends in the number of a line, which may go on: ``[1`` of ``[12]``."""
    return bool(quote and cited_lines(quote) and _HALF_A_NUMBER.fullmatch(quote))


def _wire(kind: str) -> QuoteFault | ProblemCode:
    """The contract's word for a fault."""
    known: dict[str, QuoteFault | ProblemCode] = {"elsewhere": "unsupported"}
    return known.get(kind, kind)  # type: ignore[arg-type]  # all other kinds are its words

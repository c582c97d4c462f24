"""What flows through the pipeline: the question, its budget, the claims, what was withheld, and the answer.

All offsets are code points of the page text. Line found and claim supported are two findings: ``Claim.found`` and
``Claim.support``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from exactquote.facts import Support
from exactquote.page import Page, Span
from exactquote.quotes import QuoteResult
from exactquote.units import Unit
from exactquote.verdicts import Caveat
from pointline.engine.base import Usage


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one question may cost.

    Whatever is used up is reported, never passed over in silence.
    """

    max_claims: int = 3
    attempts: int = 3
    """Tries for one claim: the first and at most two corrections."""

    max_tokens: int = 400
    """Tokens that the model may write for one question."""

    seconds: float = 120.0
    """Seconds after which nothing more is read or written."""


Wanted = Literal["auto", "score", "contract"]
"""How to point: ``score`` for what one line answers, ``contract`` for what needs several, ``auto`` as the model's
qualification and the kind of question say (:func:`pointline.pipeline.gather.strategy_for`)."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was put; ``selection`` is the part of the page it is about, if the person selected one.

    ``lead``: what a model reads before it (an earlier question with its line, or the words of somebody who believes).
    ``earlier``: words of an earlier question that lines may share, too. ``scope``: the words that name what it is
    about, where they stand in an earlier question. ``several``: the person said that it needs several lines.
    """

    text: str
    selection: Span | None = None
    budget: Budget = field(default_factory=Budget)
    strategy: Wanted = "auto"
    lead: str = ""
    earlier: str = ""
    scope: str = ""
    several: bool = False

    @property
    def led(self) -> str:
        """The question after what leads to it, as a model that writes or cites reads it."""
        return f"{self.lead}{self.text}"

    @property
    def about(self) -> str:
        """The words that say what it is about."""
        return f"{self.scope}\n{self.text}" if self.scope else self.text


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may answer: its lexical score, and once the model has scored it the margin of its likelihood and the
    sum of both: for ``score`` in shares of the question's surprise, for ``contract`` in nats."""

    unit: Unit
    lexical: float
    margin: float | None = None
    score: float = 0.0
    seen: float = 1.0
    """Share of the line that the model had before it; less than 1 for a line too long to show whole."""
    chance: float | None = None
    """How surely the line answers, from 0 to 1, for one that was pointed at: the score that its claim shows. 0.5 is
    where pointing begins."""


@dataclass(frozen=True, slots=True)
class Cite:
    """What a statement points at: a line of the page, and the words quoted from it."""

    quote: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim with the lines it points at (at least one), before it has been verified."""

    text: str
    cites: tuple[Cite, ...]
    attempts: int
    score: float | None = None
    """How surely the first line answers the question, from 0 to 1; None where nothing was scored."""


@dataclass(frozen=True, slots=True)
class FurtherLine:
    """A further line of a claim that needs several, with the verifier's own finding about it."""

    quote: str
    line: str
    unit: Unit
    spans: tuple[Span, ...]
    found: QuoteResult


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with the line it points at, and ``more`` where it needs several.

    ``found`` is the verifier's own finding, made without trusting who pointed; ``caveats`` are what rules found, each
    at its own line. ``source``: the page of its line, where a question has several; ``from_turn``: the turn of a thread
    (from 1) that verified this line before.
    """

    text: str
    quote: str
    line: str
    unit: Unit
    spans: tuple[Span, ...]
    found: QuoteResult
    support: Support
    attempts: int
    flags: tuple[str, ...] = ()
    score: float | None = None
    more: tuple[FurtherLine, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    source: Page | None = None
    from_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Withheld:
    """A claim that is not shown as one, with the reason in words, and as the kinds of fault for who says it in another
    language."""

    text: str
    quote: str
    reason: str
    attempts: int
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something about how the answer was found that the person should know: a stable code and a sentence."""

    code: str
    text: str


class Told(Protocol):
    """What a room that this one does not know has to say: ``sources`` of how it read a page."""

    @property
    def code(self) -> str:
        """The stable code."""

    @property
    def text(self) -> str:
        """The sentence."""


def notes_of(told: Iterable[Told]) -> tuple[Note, ...]:
    """What was told as notes of an answer."""
    return tuple(Note(each.code, each.text) for each in told)


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step as it ran: what went in, how long it took (seconds), what it cost (tokens)."""

    step: str
    inputs: str
    seconds: float
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Framed:
    """What came of a question in somebody's words: the lines it was answered with, best first, each with its page, and
    the figures in them. ``framing``: ``neutral`` (as it was put), ``believer`` or ``sceptic``."""

    framing: str
    question: str
    lines: tuple[tuple[Page, Unit], ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything found for one question.

    ``none`` is true when no claim could be given a line. ``pages``: all that were asked, where there are several, and
    ``page`` the first; ``near``: the page of each line of ``nearest`` then. ``turn``: its number in a thread, from 1;
    ``framings``: what came of it in other people's words.
    """

    page: Page
    question: str
    claims: tuple[Claim, ...]
    withheld: tuple[Withheld, ...]
    nearest: tuple[Unit, ...]
    read_share: float
    steps: tuple[StepRecord, ...]
    guards: Mapping[str, int]
    seconds: float
    engine: str
    model: str
    strategy: str
    budget_ended: bool = False
    budget: Budget = field(default_factory=Budget)
    notes: tuple[Note, ...] = ()
    pages: tuple[Page, ...] = ()
    near: tuple[Page, ...] = ()
    turn: int | None = None
    framings: tuple[Framed, ...] = ()

    def page_of(self, claim: Claim) -> Page:
        """The page that a claim's line is on."""
        return claim.source or self.page

    @property
    def sources(self) -> tuple[Page, ...]:
        """Every page that was asked."""
        return self.pages or (self.page,)

    @property
    def none(self) -> bool:
        """Whether this is an honest NONE (or everything was withheld)."""
        return not self.claims


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A verified line: its text, where it stands (code points) and on which version of which page."""

    text: str
    span: Span
    url: str
    page_sha256: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What a thread keeps of a turn. ``withheld``: how many claims were not shown; their words are not kept here."""

    number: int
    question: str
    lines: tuple[TurnLine, ...]
    withheld: int = 0

    @property
    def none(self) -> bool:
        """Whether no line was found."""
        return not self.lines


@dataclass(frozen=True, slots=True)
class Progress:
    """A word on what is being done, for whoever waits.

    ``share`` runs from 0 to 1 within the step, or is None.
    """

    step: str
    message: str
    share: float | None = None

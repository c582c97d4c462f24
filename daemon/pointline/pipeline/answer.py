"""What flows through the pipeline: the question, its budget, the claims, what was withheld, and the answer.

All offsets are code points of the page text. Line found and claim supported are two findings: ``Claim.found`` and
``Claim.support``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactquote.facts import Support
from exactquote.page import Page, Span
from exactquote.quotes import QuoteResult
from exactquote.units import Unit
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
    """Seconds after which no further lines are scored."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was put; ``selection`` is the part of the page it is about, if the person selected one."""

    text: str
    selection: Span | None = None
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may answer: its lexical score, and once the model has scored it the likelihood margin (nats) and the
    sum of both."""

    unit: Unit
    lexical: float
    margin: float | None = None
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with the line it points at.

    ``found`` is the verifier's own finding, made without trusting who pointed.
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


@dataclass(frozen=True, slots=True)
class Withheld:
    """A claim that is not shown as one, with the reason."""

    text: str
    quote: str
    reason: str
    attempts: int


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step as it ran: what went in, how long it took (seconds), what it cost (tokens)."""

    step: str
    inputs: str
    seconds: float
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything found for one question.

    ``none`` is true when no claim could be given a line.
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

    @property
    def none(self) -> bool:
        """Whether this is an honest NONE (or everything was withheld)."""
        return not self.claims


@dataclass(frozen=True, slots=True)
class Progress:
    """A word on what is being done, for whoever waits.

    ``share`` runs from 0 to 1 within the step, or is None.
    """

    step: str
    message: str
    share: float | None = None

"""What the API gives: the one definition of each JSON answer. Tests hold what is sent against these models.

Offsets are UTF-16 units of the page's text, except in records of the store, whose page may not be here: those say
``code_point``.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class View(BaseModel):
    """What all answers have in common: nothing more than is declared."""

    model_config = ConfigDict(extra="forbid")


class ProblemView(View):
    """A problem document (RFC 9457) with one action to take."""

    type: str = Field(description="urn:pointline:CODE; the code is stable.")
    title: str
    status: int
    detail: str
    action: str


class NoteView(View):
    """Something the person should know: a stable code and a sentence."""

    code: str
    text: str


class SpanView(View):
    """``start`` included, ``end`` excluded."""

    start: int
    end: int


class FactView(View):
    """A fact of a claim and whether its lines bear it out."""

    kind: str
    text: str
    status: str
    formula: str | None


class SupportView(View):
    """What the rules found about the facts of a claim."""

    verdict: str
    facts: list[FactView]
    flags: list[str]


class LineView(View):
    """A line that a claim points at: ``text[start:end]`` of its spans is what is quoted."""

    quote: str
    line: str
    status: str
    fold: str | None
    flags: list[str]
    spans: list[SpanView]
    line_spans: list[SpanView]
    heading_path: list[str]
    kind: str
    page: int | None = Field(description="The page of a PDF that the line stands on, from 1.")


class PlacedLineView(LineView):
    """A line of a page that is here; ``link`` leads to it, in a PDF to its page."""

    link: str


class ClaimCaveatView(View):
    """Something to know before using a claim: a code of the registry, and the line that shows it and its page, null
    and "" where it is about none. ``detail``: page text and signs, such as a sum."""

    code: str
    detail: str
    line: str | None
    source_url: str
    page_sha256: str
    spans: list[SpanView]
    page: int | None
    link: str


class ClaimView(PlacedLineView):
    """One claim with its line, and ``more`` lines where it needs several."""

    text: str
    score: float | None
    more: list[PlacedLineView]
    support: SupportView
    caveats: list[ClaimCaveatView]
    attempts: int
    source_url: str
    page_sha256: str
    from_turn: int | None = Field(description="The turn of the thread, from 1, that verified this line before.")
    new: bool


class WithheldView(View):
    """A claim that is not shown as one, with the reason, and its kinds of fault where it was just found."""

    text: str
    quote: str
    reason: str
    codes: list[str] = []
    attempts: int


class NearView(View):
    """A line that came close."""

    text: str
    start: int
    end: int


class PlacedNearView(NearView):
    """Such a line of a page that is here; ``page`` and ``link`` as of other lines."""

    page: int | None
    link: str


class TokensView(View):
    """Tokens by what became of them."""

    prefilled: int
    reused: int
    forced: int
    sampled: int


class StepView(View):
    """One step as it ran."""

    step: str
    inputs: str
    seconds: float
    tokens: TokensView


class BudgetView(View):
    """What the question was allowed to cost."""

    max_claims: int
    attempts: int
    max_tokens: int
    seconds: float


class StatsView(View):
    """How the answer came about."""

    engine: str
    model: str
    strategy: str
    seconds: float
    budget_ended: bool
    budget: BudgetView
    tokens: TokensView
    steps: list[StepView]
    guards: dict[str, int]


class AskedPageView(View):
    """The version of the page that was read, and how much of it."""

    url: str
    title: str
    sha256: str
    characters: int
    units: int
    read_share: float
    not_read: dict[str, int]


class SourceView(View):
    """One of several pages that were asked."""

    url: str
    title: str
    sha256: str
    characters: int


class FramedLineView(PlacedNearView):
    """A line that answers one framing, with its page."""

    source_url: str
    page_sha256: str


class FramingView(View):
    """What came of a question in somebody's words."""

    framing: str = Field(description="neutral, believer or sceptic.")
    question: str
    lines: list[FramedLineView]
    values: list[str]


class ProbeView(View):
    """The question in three framings, and whether the answer depends on them."""

    framings: list[FramingView]
    depends_on_framing: bool


class AnswerView(View):
    """Everything found for one question; ``none``: no claim could be given a line."""

    page: AskedPageView
    question: str
    claims: list[ClaimView]
    none: bool
    nearest: list[PlacedNearView]
    withheld: list[WithheldView]
    notes: list[NoteView]
    stats: StatsView
    turn: int = Field(description="Its number in the thread, from 1.")
    pages: list[SourceView] | None = Field(default=None, description="All pages, where several were asked.")
    probe: ProbeView | None = None
    session_id: str
    thread_id: str


class ProgressEvent(View):
    """Event ``progress``; ``place`` while it waits (1 = next)."""

    ask_id: str
    step: str
    message: str
    share: float | None
    place: int | None = None


class ClaimEvent(ClaimView):
    """Event ``claim``: verified, and valid whatever comes after it."""

    ask_id: str


class DoneEvent(AnswerView):
    """Event ``done``, the last."""

    ask_id: str


class ErrorEvent(ProblemView):
    """Event ``error``, the last."""

    ask_id: str

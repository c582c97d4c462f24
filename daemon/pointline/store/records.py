"""What goes into the store and comes out of it: frozen dataclasses, never rows.

All offsets are code points of the page text; all moments are aware, in UTC.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from exactquote.page import Page, Span

T = TypeVar("T")

AskStatus = Literal["running", "done", "failed", "cancelled", "interrupted"]
"""``interrupted``: the program ended before the answer was there."""

Verdict = Literal["confirmed", "caveated", "uncertain", "mismatch"]
VerdictSource = Literal["rules", "evaluator", "person"]


def new_id() -> str:
    """An id that nobody can guess and no other machine has."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """A part of a list; ``cursor`` asks for the next part, None when this was the last."""

    items: tuple[T, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A session with how much it holds. A private one is never stored, so it holds nothing."""

    id: str
    title: str
    created_at: datetime
    asks: int = 0
    cells: int = 0


@dataclass(frozen=True, slots=True)
class StoredPage:
    """Which version of a page was read; ``text`` only when the person keeps it."""

    sha256: str
    url: str
    title: str
    lang: str
    characters: int
    captured_at: datetime
    text: str | None = None


@dataclass(frozen=True, slots=True)
class NewAsk:
    """A question as it begins.

    Without a ``session`` one of its own is started, named after the page; without a ``thread`` it begins one. Of a
    ``private`` question nothing is ever written. ``keep_text``: whether the page's text is kept; None as the settings
    say.
    """

    question: str
    page: Page
    id: str = field(default_factory=new_id)
    session: str | None = None
    thread: str | None = None
    selection: Span | None = None
    strategy: str = "auto"
    idempotency_key: str | None = None
    private: bool = False
    keep_text: bool | None = None
    further: tuple[Page, ...] = ()
    """More pages that are asked at once."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A verified line with the words quoted from it, and its neighbours on the page ("" at either end).

    ``page``: the page of a paginated document (PDF) that it stands on, from 1. ``source_url`` and ``page_sha256``: the
    page of the line and its version.
    """

    quote: str
    line: str
    spans: tuple[Span, ...]
    line_spans: tuple[Span, ...]
    line_before: str
    line_after: str
    heading_path: tuple[str, ...]
    kind: str
    status: str
    fold: str | None
    flags: tuple[str, ...]
    page: int | None = None
    source_url: str = ""
    page_sha256: str = ""


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact of a claim and whether its lines bear it out."""

    kind: str
    text: str
    status: str
    formula: str | None


@dataclass(frozen=True, slots=True)
class Caveat:
    """A caveat of a cell or claim: its code and, where it is about a text, its own exact line, which may stand in
    another source. ``detail`` says more in figures of the page (a sum); "" for none."""

    code: str
    line: str | None = None
    source_url: str = ""
    page_sha256: str = ""
    spans: tuple[Span, ...] = ()
    line_before: str = ""
    line_after: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim with the rules' finding (``verdict``, ``facts``) and at least one line, the first it points at first."""

    text: str
    verdict: str
    facts: tuple[StoredFact, ...]
    support_flags: tuple[str, ...]
    flags: tuple[str, ...]
    score: float | None
    attempts: int
    lines: tuple[StoredLine, ...]
    from_turn: int | None = None
    """The turn of its thread that verified its line before."""
    caveats: tuple[Caveat, ...] = ()
    """What rules found, each with its own line where it is about a text."""


@dataclass(frozen=True, slots=True)
class StoredWithheld:
    """A claim that was not shown as one, with the reason."""

    text: str
    quote: str
    reason: str
    attempts: int


@dataclass(frozen=True, slots=True)
class NearLine:
    """A line shown beside a NONE."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StoredNote:
    """Something about how the answer was found."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class AskResult:
    """Everything found for a question; ``stats`` are plain JSON values (seconds, tokens, steps, guards, budget)."""

    engine: str
    model: str
    strategy: str
    read_share: float
    none: bool
    claims: tuple[StoredClaim, ...] = ()
    withheld: tuple[StoredWithheld, ...] = ()
    nearest: tuple[NearLine, ...] = ()
    notes: tuple[StoredNote, ...] = ()
    stats: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredAsk:
    """A question as kept; ``result`` is None while it runs, and when it ended without any.

    ``problem``: why it failed.
    """

    id: str
    session: str
    thread: str
    page: StoredPage
    question: str
    selection: Span | None
    strategy: str
    status: AskStatus
    created_at: datetime
    finished_at: datetime | None
    problem: str
    idempotency_key: str | None
    result: AskResult | None
    further: tuple[StoredPage, ...] = ()
    """More pages that were asked at once."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person chose: days after which everything is forgotten (None: never), and whether page text is kept."""

    retention_days: int | None = None
    keep_page_text: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many of each were forgotten."""

    sessions: int = 0
    asks: int = 0
    claims: int = 0
    cells: int = 0
    pages: int = 0

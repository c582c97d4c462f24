"""What the API gives of the history: records of the store, with offsets in code points."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from pointline.web.views import (
    AnswerView,
    LineView,
    NearView,
    NoteView,
    ProblemView,
    SpanView,
    SupportView,
    View,
    WithheldView,
)


class StoredLineView(LineView):
    """A line as kept, with its page and its neighbours on it."""

    source_url: str
    page_sha256: str
    line_before: str
    line_after: str


class CaveatView(View):
    """A caveat of a cell or claim, with its own line where it is about a text."""

    code: str
    line: str | None
    source_url: str
    page_sha256: str
    spans: list[SpanView]
    detail: str
    line_before: str
    line_after: str


class StoredClaimView(View):
    """A claim as kept."""

    text: str
    score: float | None
    flags: list[str]
    support: SupportView
    attempts: int
    lines: list[StoredLineView]
    caveats: list[CaveatView]


class StoredPageView(View):
    """Which version of a page was read, and when."""

    sha256: str
    url: str
    title: str
    lang: str
    characters: int
    captured_at: str
    text_kept: bool


class ResultView(View):
    """What was found, as kept."""

    engine: str
    model: str
    strategy: str
    read_share: float
    none: bool
    claims: list[StoredClaimView]
    withheld: list[WithheldView]
    nearest: list[NearView]
    notes: list[NoteView]
    stats: dict[str, Any]


class RecordView(View):
    """A question as the store keeps it; ``offsets`` are code points of the page's text."""

    ask_id: str
    session_id: str
    thread_id: str
    page: StoredPageView
    question: str
    state: Literal["running", "done", "failed", "cancelled", "interrupted"]
    problem: str
    created_at: str
    finished_at: str | None
    offsets: Literal["code_point"] = "code_point"
    result: ResultView | None


class SessionView(View):
    """A session with how much it holds."""

    session_id: str
    title: str
    created_at: str
    asks: int
    cells: int


class SessionsView(View):
    """Sessions, newest first; ``next`` is the cursor of the next part, null at the end."""

    items: list[SessionView]
    next: str | None


class SessionAsksView(SessionView):
    """A session with its questions, newest first."""

    items: list[RecordView]
    next: str | None


class ReplacedView(View):
    """A verdict that a person replaced."""

    verdict: str
    verdict_source: str
    score: float | None
    why: str
    at: str


class CellView(View):
    """One item, one field, one value, and what checking it found; ``offsets`` are code points."""

    cell_id: str
    session_id: str
    created_at: str
    item: str
    field: str
    value: str | None
    source_url: str
    source_title: str
    page_sha256: str
    quote: str | None
    spans: list[SpanView]
    value_spans: list[SpanView]
    offsets: Literal["code_point"] = "code_point"
    line: str
    line_before: str
    line_after: str
    heading_path: list[str]
    deep_link: str
    verdict: str
    verdict_source: str
    score: float | None
    caveats: list[CaveatView]
    why: str
    attempts: int
    engine: str
    run: str
    replaced: list[ReplacedView]


class CellCountsView(View):
    """Over all cells that the filter lets through."""

    cells: int
    sources: int
    domains: int
    verdicts: dict[str, int]
    caveats: dict[str, int]


class CellsView(View):
    """Cells; ``next`` as for sessions."""

    items: list[CellView]
    next: str | None
    counts: CellCountsView


class ForgottenView(View):
    """How many of each were forgotten; ``pages_in_memory`` too."""

    sessions: int
    asks: int
    claims: int
    cells: int
    pages: int
    pages_in_memory: int


class SettingsView(View):
    """What is chosen for the history; ``retention_days`` is null when it is kept until it is forgotten."""

    retention_days: int | None
    keep_page_text: bool


class AskView(View):
    """A question and what became of it. ``answer`` while its events are remembered, ``record`` from the store."""

    ask_id: str
    session_id: str
    thread_id: str
    question: str
    state: Literal["queued", "running", "done", "failed", "cancelled", "interrupted"]
    place: int | None = Field(default=None, description="Questions before this one; 0 while it is being answered.")
    created_at: str
    answer: AnswerView | None = None
    problem: ProblemView | None = None
    record: RecordView | None = None

"""What the API gives of tables: answers and events.

Offsets are UTF-16 units of the page ``page_id``; it is null for a page that the daemon does not hold (any more), and
``spans`` are empty then.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pointline.web.views import NoteView, ProblemView, SpanView, View

State = Literal["queued", "running", "done", "failed", "cancelled"]
Verdict = Literal["confirmed", "caveated", "uncertain", "mismatch"]
VerdictSource = Literal["rules", "evaluator", "person"]


class FoundCaveatView(View):
    """A caveat with its own line, which may stand on another page than the value's; null for what no line can show."""

    code: str
    line: str | None
    source_url: str
    page_sha256: str
    page_id: str | None
    spans: list[SpanView]
    detail: str = Field(description="More in the page's own figures, such as a sum; often empty.")
    line_before: str
    line_after: str


class FoundCellView(View):
    """A cell as it was found. ``value_spans`` lie within ``spans``, which are the whole line's."""

    item: str
    field: str
    value: str | None
    source_url: str
    page_sha256: str
    quote: str | None
    spans: list[SpanView]
    deep_link: str
    verdict: Verdict
    score: float
    caveats: list[FoundCaveatView]
    why: str
    verdict_source: VerdictSource
    attempts: int
    engine: str
    created_at: str
    page_id: str | None
    value_spans: list[SpanView]
    line_before: str
    line_after: str
    heading_path: list[str]
    source_title: str
    cell_id: str | None = Field(description="Its id in the history; null when nothing is kept.")
    number: int = Field(description="Its place in the table, from 1: items in order, then fields.")
    kept: bool = Field(description="Taken up from an earlier run.")


class WorkProgressView(View):
    """How far long work is: ``done`` of ``total`` (0 until it is known)."""

    step: str
    message: str
    share: float | None
    done: int
    total: int
    place: int | None = Field(default=None, description="Questions before this one, while it waits (1 = next).")


class TableProgressEvent(WorkProgressView):
    """Event ``progress`` of a table; ``item`` and ``field`` of the cell that is being found."""

    table_id: str
    item: str | None = None
    field: str | None = None


class CellEvent(FoundCellView):
    """Event ``cell``: valid whatever comes after it, but for a later event about the same item and field."""

    table_id: str


class TableFoundView(View):
    """A whole table; ``domains``: different hosts of its sources."""

    cells: list[FoundCellView]
    sources: int
    domains: int
    session_id: str
    run: str = Field(description="The name of the table in its session (see /v1/cells); empty when nothing is kept.")
    notes: list[NoteView]


class TableDoneEvent(TableFoundView):
    """Event ``done`` of a table, the last."""

    table_id: str


class TableErrorEvent(ProblemView):
    """Event ``error`` of a table, the last; the cells that were told before it stay valid, and are kept."""

    table_id: str


class WorkView(View):
    """What became of long work; ``problem`` when it failed or was cancelled."""

    session_id: str
    state: State
    place: int | None = Field(default=None, description="Questions before this one; 0 while it is being worked on.")
    created_at: str
    problem: ProblemView | None = None


class TableView(WorkView):
    """A table; ``cells`` are those found so far, ``table`` is there when it is done."""

    table_id: str
    items: list[str]
    fields: list[str]
    total: int
    cells: list[FoundCellView]
    table: TableFoundView | None = None


class SuggestionView(View):
    """Names that stand on the pages, in the order they were met there."""

    items: list[str]
    fields: list[str]

"""What the API gives of tables, checks of a memo and sources opened again: answers and events.

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


class FoundLineView(View):
    """A line of a document."""

    quote: str
    source_url: str
    page_sha256: str
    page_id: str | None
    spans: list[SpanView]


class CitedView(View):
    """What a claim cites, as written and as an address, and whether it leads to a document with text."""

    cite: str
    url: str
    works: bool
    problem: str


class CheckedClaimView(View):
    """A claim as it was checked; ``quote`` is null where no line was found, ``nearest`` then came closest."""

    number: int
    text: str
    kind: Literal["sentence", "list_item", "row"]
    heading_path: list[str]
    status: Literal["cited", "against", "uncited"]
    source_url: str
    link_works: bool | None
    relevant: bool | None
    quote: str | None
    verdict: Verdict
    score: float
    caveats: list[FoundCaveatView]
    why: str
    verdict_source: VerdictSource
    spans: list[SpanView]
    page_sha256: str
    page_id: str | None
    deep_link: str
    more: list[FoundLineView]
    nearest: FoundLineView | None
    sources: list[CitedView]
    cell_id: str | None = Field(description="Its id in the history; null when nothing is kept.")


class RatesView(View):
    """Shares of claims, null of none; and counts."""

    link_works: float | None
    relevant: float | None
    supported: float | None
    line_found: float | None
    judged: bool
    claims: int
    cited: int
    uncited: int
    without_line: int
    verdicts: dict[str, int]


class FixView(View):
    """Something to fix: the number of the claim, the kind of fault, and a sentence."""

    claim: int
    fault: Literal["mismatch", "link_broken", "no_line", "not_relevant", "uncited"]
    text: str


class CheckProgressEvent(WorkProgressView):
    """Event ``progress`` of a check."""

    check_id: str


class CheckedClaimEvent(CheckedClaimView):
    """Event ``claim`` of a check: as it is judged, largest figures first."""

    check_id: str


class ReportView(View):
    """The report over a memo; ``failed``: a claim is refuted or has no line (``strict``: or is uncertain)."""

    claims: list[CheckedClaimView]
    rates: RatesView
    fixes: list[FixView]
    documents: int
    passed_over: int
    engine: str
    model: str
    seconds: float
    failed: bool
    session_id: str
    run: str = Field(description="The name of the check in its session (see /v1/cells); empty when nothing is kept.")
    notes: list[NoteView]


class CheckDoneEvent(ReportView):
    """Event ``done`` of a check, the last."""

    check_id: str


class CheckErrorEvent(ProblemView):
    """Event ``error`` of a check, the last; the claims that were told before it stay valid."""

    check_id: str


class CheckView(WorkView):
    """A check; ``claims`` are those judged so far, ``report`` is there when it is done."""

    check_id: str
    claims: list[CheckedClaimView]
    report: ReportView | None = None


class RecheckedLineView(View):
    """A kept line as it stands now; ``id`` is that of its cell or question."""

    kind: Literal["claim", "cell"]
    id: str
    text: str
    source_url: str
    page_sha256: str
    quote: str
    now: Literal["unchanged", "line_still_there", "page_changed", "not_opened"]
    page_sha256_now: str
    caveats: list[RecheckCaveatView]
    problem: str


class RecheckCaveatView(View):
    """``page_changed`` has no line: it is gone."""

    code: str
    line: str | None


class RecheckedView(View):
    """A session whose sources were opened again; what was kept stays as it was."""

    session_id: str
    lines: list[RecheckedLineView]
    counts: dict[str, int]
    sources: int


class RecheckProgressEvent(WorkProgressView):
    """Event ``progress`` of sources opened again."""

    recheck_id: str


class RecheckDoneEvent(RecheckedView):
    """Event ``done`` of sources opened again, the last."""

    recheck_id: str


class RecheckErrorEvent(ProblemView):
    """Event ``error`` of sources opened again, the last."""

    recheck_id: str


class RecheckView(WorkView):
    """Sources being opened again; ``rechecked`` is there when it is done."""

    recheck_id: str
    rechecked: RecheckedView | None = None

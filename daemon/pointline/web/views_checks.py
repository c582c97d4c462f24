"""What the API gives of checks of a memo and of sources opened again: answers and events. Offsets as for tables."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pointline.web.views import NoteView, ProblemView, SpanView, View
from pointline.web.views_tables import FoundCaveatView, Verdict, VerdictSource, WorkProgressView, WorkView


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

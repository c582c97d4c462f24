"""What the API gives of pages and of quotes that are looked for on them."""

from __future__ import annotations

from pydantic import Field

from pointline.web.views import NoteView, PlacedNearView, SpanView, View


class PageView(View):
    """A page that the daemon holds in memory."""

    page_id: str
    url: str
    title: str
    sha256: str
    characters: int
    units: int | None = Field(description="Lines of the page; null until a long page has been cut into them.")
    not_read: dict[str, int]
    notes: list[NoteView]
    private: bool


class OccurrenceView(View):
    """Where a quote stands; ``page`` and ``link`` as of other lines."""

    spans: list[SpanView]
    text: str
    page: int | None
    link: str


class DiffView(View):
    """A piece of a word diff."""

    op: str
    text: str


class NearestView(PlacedNearView):
    """The nearest real line, with its difference."""

    diff: list[DiffView]


class QuoteView(View):
    """What the verifier found about one quote; only ``exact`` is found."""

    quote: str
    status: str
    fold: str | None
    occurrences: list[OccurrenceView]
    nearest: NearestView | None
    flags: list[str]


class VerifyView(View):
    """Every quote, in the order given; ``found`` when all were."""

    page_id: str
    sha256: str
    found: bool
    quotes: list[QuoteView]

"""Cells: one item, one field, one value, and what checking it found (DESIGN section 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote as escaped

from exactquote.page import Page, Span
from exactquote.units import Unit
from exactquote.verdicts import Caveat, Verdict, Word, composite_of
from exactquote.verdicts.lines import lines_of
from exactquote.verdicts.model import Source
from pointline.pipeline.record import Place, as_is, spans_json

LONGEST_FRAGMENT = 300
"""Characters of a line that a text fragment names whole; of a longer one its first and last words."""
_ENDS = 6

Json = dict[str, Any]
PlaceOf = Callable[[str], Place]
"""For the SHA-256 of a page, what turns its code points into the offsets that are wanted."""


def code_points(_page_sha256: str) -> Place:
    """Leave every page's offsets in code points."""
    return as_is


@dataclass(frozen=True, slots=True)
class Cell:
    """One value with its line and its verdict; ``value`` and ``quote`` are None where no line answers.

    ``spans`` are those of the line, ``value_spans`` those of the value in it, in code points of the page
    ``page_sha256``. ``line_before`` and ``line_after`` stand beside the line, so that it can be read in its place when
    the page is gone.
    """

    item: str
    field: str
    value: str | None
    source_url: str
    page_sha256: str
    quote: str | None
    spans: tuple[Span, ...]
    deep_link: str
    verdict: Word
    score: float
    caveats: tuple[Caveat, ...]
    why: str
    verdict_source: Source
    attempts: int
    engine: str
    created_at: datetime
    value_spans: tuple[Span, ...] = ()
    line_before: str = ""
    line_after: str = ""
    heading_path: tuple[str, ...] = ()
    source_title: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Which cell of its table it is."""
        return self.item, self.field

    def judged(self, verdict: Verdict) -> Cell:
        """The cell with this verdict."""
        return replace(
            self,
            verdict=verdict.verdict,
            score=round(verdict.score, 4),
            caveats=verdict.caveats,
            why=verdict.why,
            verdict_source=verdict.source,
        )


def cell_record(cell: Cell, place_of: PlaceOf = code_points) -> Json:
    """The record as plain values: the keys of DESIGN section 7, in its order."""
    return {
        "item": cell.item,
        "field": cell.field,
        "value": cell.value,
        "source_url": cell.source_url,
        "page_sha256": cell.page_sha256,
        "quote": cell.quote,
        "spans": spans_json(cell.spans, place_of(cell.page_sha256)),
        "deep_link": cell.deep_link,
        "verdict": cell.verdict,
        "score": cell.score,
        "caveats": [caveat_record(caveat, place_of) for caveat in cell.caveats],
        "why": cell.why,
        "verdict_source": cell.verdict_source,
        "attempts": cell.attempts,
        "engine": cell.engine,
        "created_at": cell.created_at.isoformat(),
    }


def caveat_record(caveat: Caveat, place_of: PlaceOf = code_points) -> Json:
    """A caveat as plain values: its code, its own exact line, where that stands, and the lines beside it."""
    return {
        "code": caveat.code,
        "line": caveat.text or None,
        "source_url": caveat.url,
        "page_sha256": caveat.page_sha256,
        "spans": [] if caveat.line is None else spans_json((caveat.line,), place_of(caveat.page_sha256)),
        "detail": caveat.detail,
        "line_before": caveat.before,
        "line_after": caveat.after,
    }


def value_with_parts(page: Page, unit: Unit, span: Span) -> str:
    """The value as it stands, and where it is a total or a part of one near its line, the sum in the page's own
    figures: ``$8 ($5 + $3 = $8)``."""
    text = " ".join(span.of(page.text).split())
    for placed in lines_of(page).amounts(unit):
        if placed.fact.text == text:
            found = composite_of(page, unit, placed.fact)
            return text if found is None else f"{text} ({found.formula})"
    return text


def deep_link(page: Page, unit: Unit) -> str:
    """The address that leads to a line: the page of a paginated document, else a text fragment (the line, or its first
    and last words); "" for a page without an address.

    Text fragments: https://wicg.github.io/scroll-to-text-fragment/
    """
    if not page.url:
        return ""
    if page.page_at(unit.start) is not None:
        return page.link_to(unit.start)
    first = unit.spans[0].of(page.text) if unit.kind == "row" else unit.text(page.text)
    text = " ".join(first.split())
    words = text.split(" ")
    if len(text) > LONGEST_FRAGMENT and len(words) > 2 * _ENDS:
        named = f"{_part(' '.join(words[:_ENDS]))},{_part(' '.join(words[-_ENDS:]))}"
    else:
        named = _part(text[:LONGEST_FRAGMENT])
    return f"{page.url.partition('#')[0]}#:~:text={named}"


def _part(text: str) -> str:
    """A part of a text fragment: dash, comma and ampersand are its own signs."""
    return escaped(text.encode("utf-8", "replace"), safe="").replace("-", "%2D")

"""What is sent of cells and checked claims: each line with the page that it is painted on, in UTF-16 units."""

from __future__ import annotations

from collections.abc import Iterable

from exactquote.offsets import Utf16Map
from exactquote.page import Span
from exactquote.verdicts import Caveat
from pointline.checks.found import Checked
from pointline.checks.report import checked_json
from pointline.pipeline.cells import Cell, caveat_record, cell_record
from pointline.pipeline.record import Json, Place, as_is, spans_json
from pointline.web.service import KeptPage


class Placed:
    """The pages that lines point into: their ids, and their offsets."""

    def __init__(self, pages: Iterable[KeptPage] = ()) -> None:
        self._pages: dict[str, list[KeptPage]] = {}
        self._offsets: dict[str, Utf16Map] = {}
        for kept in pages:
            self.add(kept)

    def add(self, kept: KeptPage) -> None:
        """A page more."""
        self._pages.setdefault(kept.page.sha256, []).append(kept)

    def page_id(self, url: str, sha256: str) -> str | None:
        """The page of this version, at this address where there are several; None when it is not here."""
        found = self._pages.get(sha256, [])
        return next((kept.id for kept in found if kept.page.url == url), found[0].id if found else None)

    def place_of(self, sha256: str) -> Place:
        """What turns code points of a page into UTF-16 units; of one that is not here nothing is sent."""
        if sha256 not in self._pages:
            return as_is
        if sha256 not in self._offsets:
            self._offsets[sha256] = Utf16Map(self._pages[sha256][0].page.text)
        return self._offsets[sha256].utf16

    def line(self, record: Json) -> Json:
        """A record with ``source_url``, ``page_sha256`` and ``spans``, on its page."""
        page_id = self.page_id(record["source_url"], record["page_sha256"])
        return {**record, "page_id": page_id, "spans": record["spans"] if page_id is not None else []}

    def caveat(self, caveat: Caveat) -> Json:
        """A caveat, on the page of its own line."""
        record = self.line(caveat_record(caveat))
        if record["page_id"] is not None and caveat.line is not None:
            spans = self._painted(caveat.page_sha256, caveat.line)
            record["spans"] = spans_json(spans, self.place_of(caveat.page_sha256))
        return record

    def _painted(self, sha256: str, line: Span) -> tuple[Span, ...]:
        """What to paint of a line: one span, or one for each cell of a row."""
        units = self._pages[sha256][0].page.units
        return next((unit.spans for unit in units if (unit.start, unit.end) == (line.start, line.end)), (line,))

    def cell(self, cell: Cell, *, number: int, kept: bool, cell_id: str | None) -> Json:
        """A cell as :class:`~pointline.web.views_tables.FoundCellView` says."""
        record = self.line(cell_record(cell, self.place_of))
        here = record["page_id"] is not None
        return {
            **record,
            "caveats": [self.caveat(caveat) for caveat in cell.caveats],
            "value_spans": spans_json(cell.value_spans, self.place_of(cell.page_sha256)) if here else [],
            "line_before": cell.line_before,
            "line_after": cell.line_after,
            "heading_path": list(cell.heading_path),
            "source_title": cell.source_title,
            "cell_id": cell_id,
            "number": number,
            "kept": kept,
        }

    def claim(self, checked: Checked, cell_id: str | None) -> Json:
        """A claim as :class:`~pointline.web.views_checks.CheckedClaimView` says."""
        record = checked_json(checked, self.place_of)
        best = checked.lines[0] if checked.lines else None
        url = record["source_url"] if best is None else best.page.url
        page_id = self.page_id(url, record["page_sha256"])
        nearest = record["nearest"]
        return {
            **record,
            "page_id": page_id,
            "spans": record["spans"] if page_id is not None else [],
            "caveats": [self.caveat(caveat) for caveat in checked.verdict.caveats],
            "more": [self.line(line) for line in record["more"]],
            "nearest": None if nearest is None else self.line(nearest),
            "cell_id": cell_id,
        }

"""Cells as the pipeline finds them, as records of the store, and back."""

from __future__ import annotations

from exactquote.page import Span
from exactquote.verdicts import Caveat as FoundCaveat
from exactquote.verdicts import Verdict
from exactquote.verdicts.registry import CAVEATS
from pointline.pipeline.cells import Cell
from pointline.store.cell_records import CellRecord, StoredCell
from pointline.store.records import Caveat


def record_of(cell: Cell, run: str = "") -> CellRecord:
    """The record of a cell; ``run`` names the table it belongs to."""
    return CellRecord(
        item=cell.item,
        field=cell.field,
        value=cell.value,
        source_url=cell.source_url,
        page_sha256=cell.page_sha256,
        quote=cell.quote,
        spans=cell.spans,
        deep_link=cell.deep_link,
        verdict=cell.verdict,
        score=cell.score,
        caveats=tuple(map(caveat_of, cell.caveats)),
        why=cell.why,
        verdict_source=cell.verdict_source,
        attempts=cell.attempts,
        engine=cell.engine,
        line=cell.quote or "",
        line_before=cell.line_before,
        line_after=cell.line_after,
        heading_path=cell.heading_path,
        source_title=cell.source_title,
        run=run,
        value_spans=cell.value_spans,
    )


def caveat_of(caveat: FoundCaveat) -> Caveat:
    """A caveat with its line and the lines beside it."""
    spans = () if caveat.line is None else (caveat.line,)
    return Caveat(
        code=caveat.code,
        line=caveat.text or None,
        source_url=caveat.url,
        page_sha256=caveat.page_sha256,
        spans=spans,
        line_before=caveat.before,
        line_after=caveat.after,
        detail=caveat.detail,
    )


def cell_of(stored: StoredCell) -> Cell:
    """A stored cell as the pipeline's."""
    record = stored.record
    return Cell(
        item=record.item,
        field=record.field,
        value=record.value,
        source_url=record.source_url,
        page_sha256=record.page_sha256,
        quote=record.quote,
        spans=record.spans,
        deep_link=record.deep_link,
        verdict=record.verdict,
        score=record.score or 0.0,
        caveats=tuple(_found(caveat) for caveat in record.caveats if caveat.code in CAVEATS),
        why=record.why,
        verdict_source=record.verdict_source,
        attempts=record.attempts,
        engine=record.engine,
        created_at=stored.created_at,
        value_spans=record.value_spans,
        line_before=record.line_before,
        line_after=record.line_after,
        heading_path=record.heading_path,
        source_title=record.source_title,
    )


def kept_verdict(stored: StoredCell | None) -> Verdict | None:
    """The verdict of a stored cell, for a claim that is checked again; None without one."""
    if stored is None:
        return None
    record = stored.record
    caveats = tuple(_found(caveat) for caveat in record.caveats if caveat.code in CAVEATS)
    return Verdict(record.verdict, record.score or 0.0, caveats, record.why, record.verdict_source)


def _found(caveat: Caveat) -> FoundCaveat:
    code = next(code for code in CAVEATS if code == caveat.code)
    line = Span(caveat.spans[0].start, caveat.spans[-1].end) if caveat.spans else None
    return FoundCaveat(
        code,
        line,
        caveat.line or "",
        caveat.source_url,
        caveat.page_sha256,
        caveat.detail,
        caveat.line_before,
        caveat.line_after,
    )

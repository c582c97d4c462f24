"""Cells as Markdown: a table, and below it each cell's line and the lines of its caveats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pointline.export.words import extent, meaning, standing, value_of
from pointline.store.cell_records import StoredCell
from pointline.store.records import Caveat


def cells_markdown(
    cells: Sequence[StoredCell], safe: Callable[[str], str], autolink: Callable[[str], str]
) -> Iterator[str]:
    """The lines of the export that are about cells; ``safe`` escapes text of pages, ``autolink`` makes links."""
    if not cells:
        return
    yield from (extent(cells), "")
    yield "| Item | Field | Value | Verdict | Score | Caveats | Line |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for cell in cells:
        record = cell.record
        codes = ", ".join(dict.fromkeys(caveat.code for caveat in record.caveats))
        score = "" if record.score is None else f"{record.score:.2f}"
        row = (record.item, record.field, value_of(cell), standing(cell), score, codes, record.line)
        yield f"| {' | '.join(safe(value) for value in row)} |"
    yield ""
    for cell in cells:
        yield from _details(cell, safe, autolink)


def _details(cell: StoredCell, safe: Callable[[str], str], autolink: Callable[[str], str]) -> Iterator[str]:
    record = cell.record
    yield from (f"### {safe(f'{record.item}, {record.field}: {value_of(cell)}')}", "")
    yield from (f"**{safe(standing(cell))}** {safe(record.why)}", "")
    if record.line:
        around = f"{safe(record.line_before)} **{safe(record.line)}** {safe(record.line_after)}".strip()
        yield from (f"> {around}", "", autolink(record.deep_link or record.source_url), "")
    yield from caveats_markdown(record.caveats, safe, autolink)
    for one in cell.replaced:
        yield from (f"Replaced on {safe(one.at.isoformat())}: {safe(f'{one.verdict}, by {one.verdict_source}')}", "")


def caveats_markdown(
    caveats: Sequence[Caveat], safe: Callable[[str], str], autolink: Callable[[str], str]
) -> Iterator[str]:
    """The lines about the caveats of a cell or claim: what each means, and its own line."""
    for caveat in caveats:
        yield from (f"- {safe(caveat.code)}: {safe(meaning(caveat))}", "")
        if caveat.line:
            yield from (f"  > {safe(caveat.line)} {autolink(caveat.source_url)}".rstrip(), "")

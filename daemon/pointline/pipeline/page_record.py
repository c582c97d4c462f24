"""Record: a page as it was read, and what was found of a quote on it, as plain JSON values.

Offsets pass through ``place``, as in :mod:`pointline.pipeline.record`, which has an answer's.
"""

from __future__ import annotations

from exactquote.page import Page
from exactquote.quotes import QuoteResult
from exactquote.units import Unit
from pointline.pipeline.record import Json, Place, as_is, place_json, spans_json


def unit_json(unit: Unit, page: Page, place: Place = as_is) -> Json:
    """A line with its place, its own spans (one per cell in a table row) and the headers of its cells."""
    found: Json = {
        "text": unit.text(page.text),
        "start": place(unit.start),
        "end": place(unit.end),
        "spans": spans_json(unit.spans, place),
        "block": unit.block,
        "kind": unit.kind,
        "heading_path": list(unit.heading_path),
        "page": page.page_at(unit.start),
    }
    if unit.kind == "row":
        found["row_headers"] = list(unit.row_headers)
        found["column_headers"] = [list(headers) for headers in unit.column_headers]
    return found


def quote_json(result: QuoteResult, page: Page, place: Place = as_is) -> Json:
    """What the verifier found about one quote, as ``pointline verify --json`` prints it."""
    nearest = result.nearest
    return {
        "status": result.status,
        "fold": result.fold,
        "occurrences": [
            {
                "spans": spans_json(found.spans, place),
                "text": found.text,
                **place_json(page, found.spans[0].start),
            }
            for found in result.occurrences
        ],
        "nearest": None
        if nearest is None
        else {
            "text": nearest.text,
            "start": place(nearest.start),
            "end": place(nearest.end),
            **place_json(page, nearest.start),
            "diff": [{"op": part.op, "text": part.text} for part in nearest.diff],
        },
        "flags": list(result.flags),
    }


def page_json(page: Page, place: Place = as_is) -> Json:
    """The page as it was read: its text, blocks and lines, as ``pointline page --json`` prints it."""
    blocks = []
    for block in page.blocks:
        found: Json = {
            "text": page.text[block.start : block.end],
            "start": place(block.start),
            "end": place(block.end),
            "kind": block.kind,
            "heading_path": list(block.heading_path),
            "collapsed": block.collapsed,
        }
        if block.page is not None:
            found["page"] = block.page
        if block.level is not None:
            found["level"] = block.level
        if block.cell is not None:
            cell = block.cell
            found["cell"] = {"table": cell.table, "row": cell.row, "index": cell.index, "header": cell.header}
            found["row_headers"] = list(block.row_headers)
            found["column_headers"] = list(block.column_headers)
        blocks.append(found)
    return {
        "url": page.url,
        "title": page.title,
        "lang": page.lang,
        "sha256": page.sha256,
        "characters": len(page.text),
        "text": page.text,
        "blocks": blocks,
        "units": [unit_json(unit, page, place) for unit in page.units],
        "marks": [{"start": place(mark.start), "end": place(mark.end), "kind": mark.kind} for mark in page.marks],
        "not_read": dict(page.not_read),
    }

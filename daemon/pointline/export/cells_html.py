"""Cells as HTML: a table, and below it each cell with its line in its place, its caveats at their own lines, and what
was verified by whom. No script, nothing fetched: it works from disk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from pointline.export.words import UNVERIFIED, extent, meaning, parted, standing, value_of
from pointline.store.cell_records import StoredCell
from pointline.store.records import Caveat

STYLE = """
td.unverified,p.unverified{background:#fff3cd;color:#5c4400}
@media (prefers-color-scheme:dark){td.unverified,p.unverified{background:#4a3b00;color:#ffe9a8}}
section{border-top:1px solid;margin-top:1.5em}blockquote{border-left:3px solid #b27a00;padding-left:.75em}
mark{background:#ffe58a;color:#000}.beside{opacity:.7}
"""


def cells_html(cells: Sequence[StoredCell]) -> Iterator[str]:
    """The parts of the report that are about cells; none without any."""
    if not cells:
        return
    yield f"<style>{STYLE}</style>"
    yield f"<p>{extent(cells)}</p>"
    heads = "".join(f"<th>{head}</th>" for head in ("Item", "Field", "Value", "Verdict", "Score", "Caveats"))
    yield f"<table><tr>{heads}</tr>"
    for number, cell in enumerate(cells, 1):
        yield _row(number, cell)
    yield "</table>"
    for number, cell in enumerate(cells, 1):
        yield from _section(number, cell)


def _row(number: int, cell: StoredCell) -> str:
    record = cell.record
    codes = ", ".join(dict.fromkeys(caveat.code for caveat in record.caveats))
    link = f'<a href="#cell-{number}">{escape(value_of(cell))}</a>'
    values = [escape(record.item), escape(record.field), link]
    rest = [escape("" if record.score is None else f"{record.score:.2f}"), escape(codes)]
    shown = "".join(f"<td>{value}</td>" for value in values)
    after = "".join(f"<td>{value}</td>" for value in rest)
    return f"<tr>{shown}<td{_class(cell)}>{escape(standing(cell))}</td>{after}</tr>"


def _section(number: int, cell: StoredCell) -> Iterator[str]:
    record = cell.record
    head = f"{record.item}, {record.field}: {value_of(cell)}"
    yield f'<section id="cell-{number}"><h3>{escape(head)}</h3>'
    yield f"<p{_class(cell)}><strong>{escape(standing(cell))}</strong>. {escape(record.why)}</p>"
    if record.line:
        place = " › ".join(record.heading_path)
        before, value, after = parted(cell)
        line = f"{escape(before)}<mark>{escape(value)}</mark>{escape(after)}" if value else escape(before)
        shown = link(record.deep_link or record.source_url, record.source_title or record.source_url)
        before, after = _beside(record.line_before), _beside(record.line_after)
        yield f"<p>{shown} {escape(place)}</p><blockquote>{before} <strong>{line}</strong> {after}</blockquote>"
    yield from caveats_html(record.caveats)
    for one in cell.replaced:
        why = f": {one.why}" if one.why else ""
        was = f"{one.verdict}, by {one.verdict_source}{why}"
        yield f"<p>Replaced on {one.at.isoformat()}: {escape(was)}</p>"
    yield "</section>"


def caveats_html(caveats: Sequence[Caveat]) -> Iterator[str]:
    """The caveats of a cell or claim as a list, each with its own line; nothing without any."""
    if caveats:
        yield f"<ul>{''.join(map(_caveat, caveats))}</ul>"


def _caveat(caveat: Caveat) -> str:
    said = f"<li><code>{escape(caveat.code)}</code> {escape(meaning(caveat))}"
    if not caveat.line:
        return f"{said}</li>"
    line = f"{_beside(caveat.line_before)} <strong>{escape(caveat.line)}</strong> {_beside(caveat.line_after)}"
    return f"{said}<blockquote>{line}<br>{link(caveat.source_url, caveat.source_url)}</blockquote></li>"


def _class(cell: StoredCell) -> str:
    return ' class="unverified"' if standing(cell).startswith(UNVERIFIED) else ""


def _beside(text: str) -> str:
    return f'<span class="beside">{escape(text)}</span>' if text else ""


def link(url: str, title: str) -> str:
    """A link for an http or https address; any other address is only shown."""
    shown = escape(title or url)
    if not re.match(r"https?://", url, re.IGNORECASE):
        return shown if title == url else f"{shown} {escape(url)}"
    return f'<a rel="noopener noreferrer" href="{escape(url, quote=True)}">{shown}</a>'

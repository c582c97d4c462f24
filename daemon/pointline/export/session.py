"""A session in one of five forms."""

from __future__ import annotations

import csv
import html
import io
import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pointline.export.annotations import annotations_json
from pointline.export.cells_html import caveats_html, cells_html, link
from pointline.export.cells_markdown import caveats_markdown, cells_markdown
from pointline.export.records import ask_json, cell_json, session_json
from pointline.export.words import detail_of, standing
from pointline.store.cell_records import StoredCell
from pointline.store.records import Caveat, Session, StoredAsk, StoredLine

Form = Literal["json", "csv", "md", "html", "jsonld"]
FORMS: dict[Form, str] = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "jsonld": 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"',
}
"""Media types of the forms."""

COLUMNS = (
    "kind", "created_at", "question or item", "field", "claim or value", "quote", "line", "verdict", "caveats", "score",
    "why", "source_url", "source_title", "page_sha256", "deep_link", "engine", "standing", "caveat lines",
)  # fmt: skip

# https://owasp.org/www-community/attacks/CSV_Injection, and their full-width forms, after what nobody sees and some
# importers drop.
_UNSEEN = r"\s\x00-\x1f\x7f-\xa0\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_FORMULA = re.compile(rf"[{_UNSEEN}]*[=+\-@＝＋－＠]|[\t\r\n]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$^=:])")


_STYLE = (
    "<style>body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "td,th{border:1px solid;padding:.3em;vertical-align:top}table{border-collapse:collapse}</style>"
)


@dataclass(frozen=True, slots=True)
class Export:
    """Everything of a session: questions oldest first, and cells oldest first."""

    session: Session
    asks: Sequence[StoredAsk]
    cells: Sequence[StoredCell]


def export_session(found: Export, form: Form) -> str:
    """``found`` as a text of this form."""
    writers: dict[Form, Callable[[Export], str]] = {
        "json": _json,
        "csv": _csv,
        "md": _markdown,
        "html": _html,
        "jsonld": _annotations,
    }
    return writers[form](found)


def csv_safe(text: str) -> str:
    """``text`` so that no spreadsheet takes it for a formula: an apostrophe before what might begin one."""
    return f"'{text}" if _FORMULA.match(text) else text


def _json(found: Export) -> str:
    whole = {
        "session": session_json(found.session),
        "asks": [ask_json(ask) for ask in found.asks],
        "cells": [{**cell_json(cell), "standing": standing(cell)} for cell in found.cells],
    }
    return json.dumps(whole, indent=1)


def _annotations(found: Export) -> str:
    return json.dumps(annotations_json(found.session, found.asks, found.cells), indent=1)


def _csv(found: Export) -> str:
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in _rows(found):
        writer.writerow([csv_safe(str(value)) for value in row])
    return text.getvalue().encode("utf-8", "replace").decode("utf-8")


def _rows(found: Export) -> Iterator[Sequence[object]]:
    for ask in found.asks:
        page, at, result = ask.page, ask.created_at.isoformat(), ask.result
        place = (page.url, page.title, page.sha256, "")
        if result is None or not (result.claims or result.withheld):
            what = "none" if result is not None and result.none else ask.status
            yield what, at, ask.question, "", "", "", "", "", "", "", ask.problem, *place, "", "", ""
            continue
        engine = f"{result.engine} {result.model}".strip()
        for claim in result.claims:
            flags = "; ".join((*claim.flags, *claim.support_flags, *(caveat.code for caveat in claim.caveats)))
            for number, line in enumerate(claim.lines):
                kind = "claim" if number == 0 else "further line"
                score = "" if claim.score is None else f"{claim.score:.3f}"
                yield (
                    kind, at, ask.question, "", claim.text, line.quote, line.line, claim.verdict, flags, score, "",
                    *_place_of(ask, line), engine, "", _caveat_lines(claim.caveats),
                )  # fmt: skip
        for held in result.withheld:
            yield (
                "withheld",
                at,
                ask.question,
                "",
                held.text,
                held.quote,
                "",
                "",
                "",
                "",
                held.reason,
                *place,
                engine,
                "",
                "",
            )
    for cell in found.cells:
        record = cell.record
        caveats = "; ".join(caveat.code for caveat in record.caveats)
        score = "" if record.score is None else f"{record.score:.3f}"
        yield (
            "cell", cell.created_at.isoformat(), record.item, record.field, record.value or "", record.quote or "",
            record.line, record.verdict, caveats, score, record.why, record.source_url, record.source_title,
            record.page_sha256, record.deep_link, record.engine, standing(cell),
            _caveat_lines(record.caveats),
        )  # fmt: skip


def _place_of(ask: StoredAsk, line: StoredLine) -> tuple[str, str, str, str]:
    """Address, title and version of the page that a line stands on, which may be any that were asked at once."""
    asked = (ask.page, *ask.further)
    page = next((one for one in asked if (one.url, one.sha256) == (line.source_url, line.page_sha256)), ask.page)
    return page.url, page.title, page.sha256, ""


def _caveat_lines(caveats: Sequence[Caveat]) -> str:
    return "\n".join(f"{caveat.code}{detail_of(caveat)}: {caveat.line}" for caveat in caveats if caveat.line)


def _markdown(found: Export) -> str:
    safe = _markdown_safe
    lines = [f"# {safe(found.session.title) or 'Session'}", "", f"Begun {found.session.created_at.isoformat()}", ""]
    for ask in found.asks:
        lines += [f"## {safe(ask.question)}", "", f"Page: {safe(ask.page.title)} {_autolink(ask.page.url)}", ""]
        result = ask.result
        for claim in result.claims if result is not None else ():
            lines += [f"- {safe(claim.text)} ({safe(claim.verdict)})", ""]
            for line in claim.lines:
                lines += [f"  > {safe(line.line)}{_page_of(line)}", ""]
            lines += caveats_markdown(claim.caveats, safe, _autolink)
        for held in result.withheld if result is not None else ():
            lines += [f"- Withheld: {safe(held.text)} ({safe(held.reason)})", ""]
        if result is None or result.none:
            lines += [_nothing(ask), ""]
    lines += cells_markdown(found.cells, safe, _autolink)
    return "\n".join(lines) + "\n"


def _html(found: Export) -> str:
    title = html.escape(found.session.title) or "Session"
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{title}</title>",
        _STYLE,
        f"<h1>{title}</h1><p>Begun {found.session.created_at.isoformat()}</p>",
    ]
    for ask in found.asks:
        parts.append(f"<h2>{html.escape(ask.question)}</h2><p>{link(ask.page.url, ask.page.title)}</p>")
        result = ask.result
        for claim in result.claims if result is not None else ():
            parts.append(f"<p>{html.escape(claim.text)} ({html.escape(claim.verdict)})</p>")
            for line in claim.lines:
                context = _context(line.line_before, line.line, line.line_after)
                parts.append(f"<blockquote>{context}{_page_of(line)}</blockquote>")
            parts += caveats_html(claim.caveats)
        for held in result.withheld if result is not None else ():
            parts.append(f"<p>Withheld: {html.escape(held.text)} ({html.escape(held.reason)})</p>")
        if result is None or result.none:
            parts.append(f"<p>{html.escape(_nothing(ask))}</p>")
    parts += cells_html(found.cells)
    return "\n".join(parts).encode("utf-8", "replace").decode("utf-8") + "\n"


def _nothing(ask: StoredAsk) -> str:
    if ask.result is None:
        return f"No answer: {ask.status}."
    return f"No line found; {math.floor(100 * ask.result.read_share)}% of the page was read."


def _page_of(line: StoredLine) -> str:
    return "" if line.page is None else f" (page {line.page})"


def _context(before: str, line: str, after: str) -> str:
    return " ".join(filter(None, (html.escape(before), f"<strong>{html.escape(line)}</strong>", html.escape(after))))


def _markdown_safe(text: str) -> str:
    one_line = html.escape(" ".join(text.split()), quote=False)
    return _MARKDOWN.sub(r"\\\1", one_line).encode("utf-8", "replace").decode("utf-8")


def _autolink(url: str) -> str:
    if re.fullmatch(r"https?://[^\s<>]+", url, re.IGNORECASE):
        return f"<{url}>"
    return _markdown_safe(url)

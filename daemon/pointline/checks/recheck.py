"""Open the sources of a session again: is each line still where it was?

What was kept is not touched: the evidence stays what it was on the day it was found. This only says how it stands now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from exactquote.page import Page, Span
from exactquote.verdicts import line_now
from pointline.checks.sources import Open
from pointline.engine.base import Cancelled, EngineCancelled
from pointline.errors import BadInput
from pointline.store.cell_records import SessionRecord

Json = dict[str, Any]
Now = Literal["unchanged", "line_still_there", "page_changed", "not_opened"]
"""The same version of the page; another with the line in it; another without it; no page to be had."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line that a session holds: under which claim or cell (``what``, ``id``, ``text``), of which page version."""

    what: Literal["claim", "cell"]
    id: str
    text: str
    url: str
    page_sha256: str
    quote: str
    place: Span | None


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A kept line as it stands now. ``problem``: why its page could not be opened."""

    line: KeptLine
    now: Now
    sha256_now: str = ""
    problem: str = ""


def kept_lines(session: SessionRecord) -> Iterator[KeptLine]:
    """Every line of a session: of the claims of its questions (``id`` is the question's), then of its cells."""
    for ask in session.asks:
        for claim in ask.result.claims if ask.result is not None else ():
            for line in claim.lines:
                place = line.spans[0] if line.spans else None
                yield KeptLine("claim", ask.id, claim.text, ask.page.url, ask.page.sha256, line.quote, place)
    for cell in session.cells:
        record = cell.record
        if record.quote:
            text = f"{record.item} · {record.field}: {record.value or ''}".strip()
            place = record.spans[0] if record.spans else None
            yield KeptLine("cell", cell.id, text, record.source_url, record.page_sha256, record.quote, place)


def recheck(
    session: SessionRecord,
    open_page: Open,
    *,
    told: Callable[[int, int], None] = lambda _done, _of: None,
    cancel: Cancelled | None = None,
) -> list[Rechecked]:
    """How every line of ``session`` stands now; each page is opened once.

    Raises ``EngineCancelled`` when cancelled.
    """
    lines = list(kept_lines(session))
    pages: dict[str, Page | str] = {}
    found = []
    for number, line in enumerate(lines):
        if cancel is not None and cancel():
            raise EngineCancelled("The check was cancelled.")
        told(number, len(lines))
        if line.url not in pages:
            pages[line.url] = _opened(line.url, open_page)
        found.append(_now(line, pages[line.url]))
    return found


def _opened(url: str, open_page: Open) -> Page | str:
    if not url:
        return "It was read from no address, so it cannot be opened again."
    try:
        return open_page(url)
    except BadInput as error:
        return str(error)


def _now(line: KeptLine, page: Page | str) -> Rechecked:
    if isinstance(page, str):
        return Rechecked(line, "not_opened", problem=page)
    standing, _ = line_now(page, line.page_sha256, line.quote, near=line.place)
    return Rechecked(line, standing, page.sha256)


def recheck_json(found: list[Rechecked]) -> Json:
    """Lines with their standing, and how many there are of each."""
    words: tuple[Now, ...] = ("unchanged", "line_still_there", "page_changed", "not_opened")
    return {
        "lines": [
            {
                "kind": one.line.what,
                "id": one.line.id,
                "text": one.line.text,
                "source_url": one.line.url,
                "page_sha256": one.line.page_sha256,
                "quote": one.line.quote,
                "now": one.now,
                "page_sha256_now": one.sha256_now,
                "caveats": [{"code": "page_changed", "line": None}] if one.now == "page_changed" else [],
                "problem": one.problem,
            }
            for one in found
        ],
        "counts": {word: sum(one.now == word for one in found) for word in words},
        "sources": len({one.line.url for one in found}),
    }

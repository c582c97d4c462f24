"""Pages, answers and cells to keep, made the way the pipeline makes them: quotes are located, not asserted."""

from __future__ import annotations

from typing import Any

from exactquote.facts import supports
from exactquote.page import CapturedBlock, Page, Span
from exactquote.quotes import locate
from pointline.pipeline.answer import Answer, Claim, FurtherLine, StepRecord, Withheld
from pointline.store.cell_records import CellRecord
from pointline.store.records import Caveat

LINES = (
    "The ferry to the island leaves at nine.",
    "A crossing costs 14 euros for adults.",
    "Children below six travel free.",
    "Bicycles cost 3 euros more.",
)


def page(*lines: str, url: str = "https://ferry.example/fares", title: str = "Fares", lang: str = "en") -> Page:
    """A page with a heading and one paragraph for each line."""
    blocks = [CapturedBlock("Island ferry", "heading", 1), *(CapturedBlock(line) for line in lines or LINES)]
    return Page.from_blocks(blocks, url=url, title=title, lang=lang)


def claim(on: Page, *quotes: str, text: str = "", score: float | None = 1.25) -> Claim:
    """A claim that points at the lines of its quotes."""
    found = [_further(on, quote) for quote in quotes]
    first = found[0]
    said = text or first.line
    return Claim(
        text=said,
        quote=first.quote,
        line=first.line,
        unit=first.unit,
        spans=first.spans,
        found=first.found,
        support=supports(said, first.line, lang=on.lang),
        attempts=1,
        flags=first.found.flags,
        score=score,
        more=tuple(found[1:]),
    )


def answer(on: Page, *claims: Claim, question: str = "What does it cost?", **changed: Any) -> Answer:
    """An answer with one withheld claim beside ``claims``."""
    fields: dict[str, Any] = {
        "page": on,
        "question": question,
        "claims": claims,
        "withheld": (Withheld("It costs 99 euros.", "99 euros", "quote not on the page", 3),),
        "nearest": () if claims else on.units[:2],
        "read_share": 1.0,
        "steps": (StepRecord("read", on.sha256[:12], 0.01),),
        "guards": {"withheld: quote not on the page": 1},
        "seconds": 0.5,
        "engine": "scripted",
        "model": "none",
        "strategy": "score",
    }
    return Answer(**(fields | changed))


def cell(on: Page, quote: str, **changed: Any) -> CellRecord:
    """A cell for a quote on a page."""
    found = _further(on, quote)
    fields: dict[str, Any] = {
        "item": "adult",
        "field": "fare",
        "value": "14 euros",
        "source_url": on.url,
        "page_sha256": on.sha256,
        "quote": found.quote,
        "spans": found.spans,
        "deep_link": f"{on.url}#:~:text=14",
        "verdict": "uncertain",
        "score": 0.5,
        "caveats": (Caveat("rounded_value"),),
        "why": "Not judged.",
        "verdict_source": "rules",
        "attempts": 1,
        "engine": "scripted",
        "line": found.line,
        "heading_path": found.unit.heading_path,
        "source_title": on.title,
        "run": "table-1",
    }
    return CellRecord(**(fields | changed))


def span_of(on: Page, words: str) -> Span:
    """Where ``words`` stand first on a page."""
    start = on.text.index(words)
    return Span(start, start + len(words))


def _further(on: Page, quote: str) -> FurtherLine:
    result = locate(on, quote)
    spans = result.occurrences[0].spans
    unit = next(one for one in on.units if one.start <= spans[0].start < one.end)
    return FurtherLine(quote, unit.text(on.text), unit, spans, result)

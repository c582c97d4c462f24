"""An answer of the pipeline as it is kept: each line with its neighbours on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from exactquote.page import Page
from exactquote.quotes import QuoteResult
from exactquote.units import Unit
from pointline.pipeline.answer import Answer, Claim, FurtherLine
from pointline.store.found import caveat_of
from pointline.store.records import (
    AskResult,
    NearLine,
    StoredClaim,
    StoredFact,
    StoredLine,
    StoredNote,
    StoredWithheld,
)


def result_of(answer: Answer) -> AskResult:
    """What is kept of an answer; of the page only the lines that are pointed at, and those beside them."""
    near = zip(answer.near or (answer.page,) * len(answer.nearest), answer.nearest, strict=True)
    return AskResult(
        engine=answer.engine,
        model=answer.model,
        strategy=answer.strategy,
        read_share=answer.read_share,
        none=answer.none,
        claims=tuple(claim_of(answer.page_of(claim), claim) for claim in answer.claims),
        withheld=tuple(StoredWithheld(one.text, one.quote, one.reason, one.attempts) for one in answer.withheld),
        nearest=tuple(NearLine(unit.text(page.text), unit.start, unit.end) for page, unit in near),
        notes=tuple(StoredNote(note.code, note.text) for note in answer.notes),
        stats={
            "seconds": answer.seconds,
            "budget_ended": answer.budget_ended,
            "budget": asdict(answer.budget),
            "steps": [asdict(step) for step in answer.steps],
            "guards": dict(answer.guards),
        },
    )


def claim_of(page: Page, claim: Claim) -> StoredClaim:
    """A claim with all its lines."""
    first = FurtherLine(claim.quote, claim.line, claim.unit, claim.spans, claim.found)
    support = claim.support
    return StoredClaim(
        text=claim.text,
        verdict=support.verdict,
        facts=tuple(StoredFact(one.fact.kind, one.fact.text, one.status, one.formula or None) for one in support.facts),
        support_flags=tuple(support.flags),
        flags=claim.flags,
        score=claim.score,
        attempts=claim.attempts,
        lines=tuple(_line(page, one) for one in (first, *claim.more)),
        from_turn=claim.from_turn,
        caveats=tuple(map(caveat_of, claim.caveats)),
    )


def _line(page: Page, found: FurtherLine) -> StoredLine:
    before, after = neighbours(page, found.unit)
    result: QuoteResult = found.found
    return StoredLine(
        quote=found.quote,
        line=found.line,
        spans=found.spans,
        line_spans=found.unit.spans,
        line_before=before,
        line_after=after,
        heading_path=found.unit.heading_path,
        kind=found.unit.kind,
        status=result.status,
        fold=result.fold,
        flags=tuple(result.flags),
        page=page.page_at(found.unit.start),
        source_url=page.url,
        page_sha256=page.sha256,
    )


def neighbours(page: Page, unit: Unit) -> tuple[str, str]:
    """The lines before and after ``unit`` on the page; "" at either end."""
    units: Sequence[Unit] = page.units
    at = next((number for number, one in enumerate(units) if one.start == unit.start), None)
    if at is None:
        return "", ""
    before = units[at - 1].text(page.text) if at > 0 else ""
    after = units[at + 1].text(page.text) if at + 1 < len(units) else ""
    return before, after

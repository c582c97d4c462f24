"""A checked claim as a cell of a session, so that it is kept, filtered, exported and rechecked like any other."""

from __future__ import annotations

import hashlib

from exactquote.page import Page
from pointline.checks.found import Checked, FoundLine
from pointline.pipeline.cells import deep_link
from pointline.store.cell_records import CellRecord
from pointline.store.records import Caveat

FIELD = "claim"


def run_name(session: str, text: str, model: str) -> str:
    """The name of a check of a memo's ``text`` in ``session``: the same for the same text and model, so that a check
    that was broken off goes on where it was."""
    whole = repr((session, "check", model, text))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def cell_of(checked: Checked, *, engine: str, run: str = "", title: str = "") -> CellRecord:
    """The claim is the value; the item is what it stands under in its memo, else the memo's title, else the claim."""
    claim, verdict = checked.claim, checked.verdict
    best = checked.lines[0] if checked.lines else None
    before, after = ("", "") if best is None else _beside(best)
    return CellRecord(
        item=claim.heading_path[-1] if claim.heading_path else title or claim.text,
        field=FIELD,
        value=claim.text,
        source_url=checked.source_url,
        page_sha256="" if best is None else best.page.sha256,
        quote=None if best is None else best.quote,
        spans=() if best is None else best.spans,
        deep_link="" if best is None else deep_link(best.page, best.unit),
        verdict=verdict.verdict,
        score=round(verdict.score, 4),
        caveats=tuple(
            Caveat(
                code=one.code,
                line=one.text or None,
                source_url=one.url,
                page_sha256=one.page_sha256,
                spans=() if one.line is None else (one.line,),
                line_before=one.before,
                line_after=one.after,
                detail=one.detail,
            )
            for one in verdict.caveats
        ),
        why=verdict.why,
        verdict_source=verdict.source,
        attempts=1,
        engine=engine,
        line="" if best is None else best.quote,
        line_before=before,
        line_after=after,
        heading_path=() if best is None else best.unit.heading_path,
        source_title="" if best is None else best.page.title,
        run=run,
    )


def _beside(line: FoundLine) -> tuple[str, str]:
    """The lines before and after a line on its page."""
    page: Page = line.page
    at = next((i for i, unit in enumerate(page.units) if unit.start == line.unit.start), None)
    if at is None:
        return "", ""
    before = page.units[at - 1].text(page.text) if at else ""
    after = page.units[at + 1].text(page.text) if at + 1 < len(page.units) else ""
    return before, after

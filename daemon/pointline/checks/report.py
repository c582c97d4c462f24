"""A report as plain JSON values, the same for the command line and the API; rates, and what to fix."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from pointline.checks.found import Checked, FoundLine, Report, share
from pointline.pipeline.cells import PlaceOf, caveat_record, code_points, deep_link
from pointline.pipeline.record import spans_json

Json = dict[str, Any]
SUPPORTED = ("confirmed", "caveated")

Fault = Literal["mismatch", "link_broken", "no_line", "not_relevant", "uncited"]


@dataclass(frozen=True, slots=True)
class Fix:
    """Something to fix: which claim, what kind of fault, and a sentence."""

    claim: int
    fault: Fault
    text: str


def fixes(report: Report) -> list[Fix]:
    """What to fix, in the order of the claims' load."""
    found = []
    for one in report.claims:
        found += _fixes(one)
    return found


def _fixes(one: Checked) -> list[Fix]:
    number = one.claim.number
    found = [
        Fix(number, "link_broken", f"Mend or replace the link {source.cite}: {source.problem}")
        for source in one.sources
        if source.problem
    ]
    if one.refuted:
        found.append(Fix(number, "mismatch", f"Correct it or cite another line: {one.verdict.why}"))
    elif one.status == "uncited" and one.claim.figures:
        found.append(Fix(number, "uncited", "Cite a source for its figures."))
    elif one.without_line and one.relevant is False:
        found.append(Fix(number, "not_relevant", "Cite a document that is about it; this one has no line on it."))
    elif one.without_line and all(source.works for source in one.sources):
        found.append(Fix(number, "no_line", f"Cite a document with a line that says it: {one.verdict.why}"))
    return found


def rates(report: Report) -> Json:
    """The three rates over the claims that were looked up (``link_works`` over those that cite something), None of
    none; and the counts beside them. Without a qualified evaluator nothing can be supported: ``judged`` says so."""
    looked = [one for one in report.claims if one.status != "uncited"]
    cited = [one for one in looked if one.sources]
    verdicts = Counter(one.verdict.verdict for one in looked)
    return {
        "link_works": _rounded(share([bool(one.link_works) for one in cited])),
        "relevant": _rounded(share([bool(one.relevant) for one in looked])),
        "supported": _rounded(share([one.verdict.verdict in SUPPORTED for one in looked])),
        "line_found": _rounded(share([bool(one.lines) and not one.refuted for one in looked])),
        "judged": report.judged,
        "claims": len(looked),
        "cited": len(cited),
        "uncited": len(report.claims) - len(looked),
        "without_line": sum(not one.lines for one in looked),
        "verdicts": {word: verdicts[word] for word in ("confirmed", "caveated", "uncertain", "mismatch")},
    }


def report_json(report: Report, place_of: PlaceOf = code_points) -> Json:
    """The whole report; ``place_of`` as for cells (the API wants UTF-16 units)."""
    return {
        "claims": [checked_json(one, place_of) for one in report.claims],
        "rates": rates(report),
        "fixes": [{"claim": fix.claim, "fault": fix.fault, "text": fix.text} for fix in fixes(report)],
        "documents": report.opened,
        "passed_over": report.memo.passed,
        "engine": report.engine,
        "model": report.model,
        "seconds": round(report.seconds, 3),
    }


def checked_json(one: Checked, place_of: PlaceOf) -> Json:
    """One claim; ``place_of`` as for :func:`report_json`."""
    best = one.lines[0] if one.lines else None
    return {
        "number": one.claim.number,
        "text": one.claim.text,
        "kind": one.claim.kind,
        "heading_path": list(one.claim.heading_path),
        "status": one.status,
        "source_url": one.source_url,
        "link_works": one.link_works,
        "relevant": one.relevant,
        "quote": None if best is None else best.quote,
        "verdict": one.verdict.verdict,
        "score": round(one.verdict.score, 4),
        "caveats": [caveat_record(caveat, place_of) for caveat in one.verdict.caveats],
        "why": one.verdict.why,
        "verdict_source": one.verdict.source,
        "spans": [] if best is None else _line(best, place_of)["spans"],
        "page_sha256": "" if best is None else best.page.sha256,
        "deep_link": "" if best is None else deep_link(best.page, best.unit),
        "more": [_line(line, place_of) for line in one.lines[1:]],
        "nearest": None if one.nearest is None else _line(one.nearest, place_of),
        "sources": [
            {"cite": source.cite, "url": source.address, "works": source.works, "problem": source.problem}
            for source in one.sources
        ],
    }


def _line(line: FoundLine, place_of: PlaceOf) -> Json:
    return {
        "quote": line.quote,
        "source_url": line.page.url,
        "page_sha256": line.page.sha256,
        "spans": spans_json(line.spans, place_of(line.page.sha256)),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)

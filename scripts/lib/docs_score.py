"""docs/score.md: the published score between two marks, from docs/score.json, which ``pointline eval all`` wrote."""

from __future__ import annotations

import json
from pathlib import Path

from pointline.evaluation.report import report_of
from pointline.evaluation.report_markdown import report_markdown

BEGIN, END = "<!-- score: written by scripts/docs from score.json -->", "<!-- /score -->"


def text(page: Path, measured: Path) -> str:
    """The page with what stands between its marks written anew; both files must be there."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    kept = json.loads(measured.read_text(encoding="utf-8"))
    report = report_of({key: kept[key] for key in ("version", "model", "machine")}, kept["parts"])
    return f"{before}{BEGIN}\n{report_markdown(report)}\n{END}{after}"

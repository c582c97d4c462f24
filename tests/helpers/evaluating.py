"""Scripts of an evaluator: what it says about which cell, code and line, and which line answers which field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactquote import read_html
from exactquote.page import Page
from exactquote.verdicts import Code
from pointline.pipeline.caveats import OTHER_SOURCE, PARALLEL, QUESTIONS

PAGES = Path(__file__).parent.parent / "daemon" / "tables" / "pages"
HOSTS = {"hmc": "https://markets.example", "ocp": "https://prosecutor.example"}
YES, NO = {"yes": 0.95, "no": 0.05}, {"yes": 0.05, "no": 0.95}
FAR = -30.0


def release(name: str) -> Page:
    """One of the releases written for these tests, at the address of its agency."""
    return read_html((PAGES / f"{name}.html").read_bytes(), url=f"{HOSTS[name[:3]]}/{name}")


@dataclass(frozen=True)
class Says:
    """What the evaluator says for one code of one item: yes, then the line (a part of it), then the blind judge."""

    code: Code
    item: str
    line: str
    agrees: bool = True


def script(
    values: Sequence[tuple[str, str, str, str]],
    says: Sequence[Says] = (),
    *,
    supported: Mapping[tuple[str, str], float] | None = None,
    may_judge: bool = True,
) -> dict[str, Any]:
    """A script in the form of :mod:`pointline.engine.scripted`.

    ``values``: (item, field, part of the line that answers, value). ``says``: yes-answers of the evaluator; all others
    are no. ``supported``: what the judge says of a cell's claim, 0.9 where nothing is said.
    """
    scores: list[dict[str, Any]] = []
    when: list[dict[str, Any]] = []
    for item, field, line, value in values:
        scores.append({"prefix": f"{field} ({item}):", "continuation": value, "logprob": 9.0})
        scores.append({"prefix": line, "continuation": f" {field}", "logprob": -0.5})
        chance = (supported or {}).get((item, field), 0.9)
        when.append({"all": [f"CLAIM: {item}, {field}:"], "label": {"yes": chance, "no": 1 - chance}})
    for one in says:
        asked = OTHER_SOURCE if one.code == PARALLEL else QUESTIONS[one.code]
        question, shown = asked.question.replace("{item}", one.item), asked.shown.replace("{item}", one.item)
        about = f" of {one.item}\nValue found:"
        when.append({"all": [about, question], "label": YES})
        when.append({"all": [about, question], "line": one.line})
        when.append({"all": [f"CLAIM: {shown}", f"THE LINE: {one.line}"], "label": YES if one.agrees else NO})
    scores += [{"prefix": "", "continuation": f" {field}", "logprob": FAR} for _, field, _, _ in values]
    return {
        "may_judge": may_judge,
        "calibration": [1.0, 0.0],
        "scores": scores,
        "when": when,
        "label": NO,
    }

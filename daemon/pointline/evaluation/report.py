"""The published score: every measurement in one report, part by part, so that what was measured once can be kept.

A part that cannot be measured (no such data in the corpus, an engine without probabilities) is named as not measured,
and one that failed as failed, each with its reason; the others go on.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pointline.engine.base import EngineCancelled, EngineError
from pointline.errors import BadInput
from pointline.evaluation.report_anchors import ANCHORS
from pointline.evaluation.report_answers import (
    agreement_part,
    answers_part,
    depth_part,
    lies_part,
    scenarios_part,
)
from pointline.evaluation.report_form import Found, Json, Part, Setting, share
from pointline.evaluation.report_html import report_html
from pointline.evaluation.report_labelled import (
    SPANS,
    TATQA,
    WICE,
    judge_part,
    memos_part,
    pointing_part,
    spans_part,
    tables_part,
)
from pointline.pipeline.guards import GUARDS, never_fired

FORM = "pointline-score/1"
NO_CORPUS = "no corpus: give --corpus DIR, or set POINTLINE_CORPUS"
LIES = "guards"

PARTS = (
    Part("scenarios", "Golden scenarios", "Conversations over pages written for it, graded by facts.", scenarios_part),
    Part(
        "answers",
        "Answers through the whole pipeline",
        "XQuAD's questions, each of its whole article; lines looked for again in the file.",
        answers_part,
        ("qa/*.json",),
    ),
    Part(
        "pointing",
        "Pointing and NONE",
        "XQuAD over whole articles: the best line by score, whatever the threshold; NONE as the threshold says it, of "
        "questions asked with the answer, of another article, and of their own without the answer's lines.",
        pointing_part,
        ("qa/*.json",),
        likelihoods=True,
    ),
    Part(
        "spans",
        "Verbatim spans",
        "ACL-Verbatim: which words of a passage answer a query; words between white space, all rows together.",
        spans_part,
        (SPANS,),
    ),
    Part(
        "judge",
        "Judge",
        "WiCE: does the article support the claim? In part counts as not. Lines are found, not given.",
        judge_part,
        (WICE,),
        likelihoods=True,
    ),
    Part("tables", "Tables", "TAT-QA: the value of one cell from a table with text around it.", tables_part, (TATQA,)),
    Part("memos", "Checked memos", "Memos written for it; half of the claims are traps.", memos_part),
    Part("agreement", "Rerun agreement", "Each question twice, nothing kept between.", agreement_part),
    Part(
        "depth",
        "Depth",
        "The same questions while the pages of the session grow; the answer stands on one of them. Supported: the line "
        "holds the labelled answer, whatever a judge would say.",
        depth_part,
        ("qa/xquad.en.json",),
    ),
    Part(
        LIES,
        "Guards under lies",
        "The golden scenarios with the script of each instead of the model: it lies in every way that they know.",
        lies_part,
    ),
)


def measure_all(
    setting: Setting,
    head: Json,
    *,
    parts: Sequence[Part] = PARTS,
    kept: Mapping[str, Json] | None = None,
    save: Callable[[Json], None] = lambda _report: None,
    told: Callable[[str], None] = lambda _words: None,
    today: Callable[[], str] = lambda: datetime.now(UTC).strftime("%Y-%m-%d"),
) -> Json:
    """Measure ``parts``, but for those that ``kept`` holds measured, and give the report.

    ``head``: what is said of model, machine and version; ``save`` gets the report after each part. Raises
    :class:`~pointline.engine.base.EngineCancelled`; any other trouble of a part is in its record.
    """
    done: dict[str, Json] = dict(kept or {})
    for part in parts:
        if done.get(part.name, {}).get("status") == "measured":
            continue
        about = {"date": today(), "limit": setting.limit, "machine": head["machine"]}
        done[part.name] = _measured(part, setting, told) | about
        save(report_of(head, done))
    return report_of(head, done)


def _measured(part: Part, setting: Setting, told: Callable[[str], None]) -> Json:
    record: Json = {"title": part.title, "about": part.about, "figures": [], "plots": [], "counts": {}, "seconds": 0.0}
    if reason := why_not(part, setting):
        return record | {"status": "not measured", "reason": reason}
    started = time.monotonic()
    told(part.title)
    try:
        found: Found = part.run(setting, lambda words: told(f"{part.title}: {words}"))
    except EngineCancelled:
        raise
    except Exception as error:  # hours of the other parts are not lost to a fault of this one
        known = isinstance(error, BadInput | EngineError)
        reason = f"{error} {getattr(error, 'action', '')}".strip() if known else f"a fault of the program: {error!r}"
        reason = reason.encode("utf-8", "backslashreplace").decode()  # odd names of files
        return record | {"status": "failed", "reason": reason}
    return record | {
        "status": "measured",
        "reason": "",
        "figures": list(found.figures),
        "plots": list(found.plots),
        "counts": dict(found.counts),
        "seconds": round(time.monotonic() - started, 1),
    }


def why_not(part: Part, setting: Setting) -> str:
    """Why a part cannot be measured here; "" when it can."""
    if part.likelihoods and not setting.engine.info.likelihoods:
        return "the engine gives no probabilities"
    if part.needs and setting.corpus is None:
        return NO_CORPUS
    missing = [need for need in part.needs if setting.corpus is not None and not any(setting.corpus.glob(need))]
    return f"the corpus has no {', '.join(missing)}" if missing else ""


def report_of(head: Json, parts: Mapping[str, Json]) -> Json:
    """The report of these parts, in their order, with what is summed over them.

    ``claims``: those of every part that the model answered through the whole pipeline. ``guards``: its own firings and
    the seconds its corrections cost, and beside them those under lies.
    """
    ordered = {part.name: parts[part.name] for part in PARTS if part.name in parts}
    counts = {name: record["counts"] for name, record in ordered.items() if record["counts"]}
    own = [each for name, each in counts.items() if name != LIES]
    claims = sum(each["claims"] for each in own)
    unpointed = sum(each["claims_without_line"] for each in own)
    return {
        "form": FORM,
        **head,
        "claims": share("with_line", "claims with a real line", claims - unpointed, claims, "must be 100 %"),
        "guards": {"model": _guards(own), "lies": _guards([counts[LIES]] if LIES in counts else [])},
        "parts": ordered,
        "not_measured": {
            part.name: parts[part.name]["reason"] if part.name in parts else "left out"
            for part in PARTS
            if parts.get(part.name, {}).get("status") != "measured"
        },
        "anchors": [asdict(anchor) for anchor in ANCHORS],
    }


def _guards(counts: Sequence[Mapping[str, Any]]) -> Json:
    fired: Counter[str] = Counter()
    retries, seconds = 0, 0.0
    for each in counts:
        fired.update(each["guards"])
        retries += each["retries"]
        seconds += each["retry_seconds"]
    return {
        "measured": bool(counts),
        "fired": dict(fired.most_common()),
        "never_fired": list(never_fired(fired)),
        "kinds": len(GUARDS),
        "retries": retries,
        "retry_seconds": round(seconds, 3),
    }


def parts_kept(path: Path, head: Json) -> dict[str, Json]:
    """The parts of the report in a file, where it is of the same model and version; none where there is no file.

    Raises :class:`BadInput` for a file that is no report, and for the report of another model or version, which is not
    written over unasked.
    """
    action = "Name another file after --json-out, or add --again to write over it."
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput("unreadable-file", f"{path} cannot be read: {error.strerror}.", action) from None
    if not data.strip():
        return {}
    try:
        report = json.loads(data)
        same = report["form"] == FORM
        parts = {str(name): dict(record) for name, record in report["parts"].items()}
        report_html(report_of(head, parts))  # whatever is kept must be fit to be drawn again
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError, ArithmeticError):
        same = False
    if not same:
        raise BadInput("not-report", f"{path} is no report of this command.", action)
    for key in ("model", "version"):
        if report.get(key) != head[key]:
            raise BadInput("other-report", f"{path} is the report of {_words(report.get(key))}.", action)
    return parts


def _words(value: Any) -> str:
    return " ".join(str(each) for each in value.values() if each) if isinstance(value, dict) else f"version {value}"

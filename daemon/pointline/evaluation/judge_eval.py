"""How well claims are judged over whole documents: WiCE, by the rules alone and by a model.

WiCE: Kamoi et al., "WiCE: Real-World Entailment for Claims in Wikipedia" (EMNLP 2023). A claim of Wikipedia, the
sentences of the article that it cites, and whether they support it, in part or not; in-part counts as not supported
here, as in the paper's binary figures. The lines are found by the check's own steps, never given, so a line that was
not found costs what it would cost in use.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from exactquote.page import CapturedBlock, Page
from exactquote.units import Unit
from pointline.checks.evidence import Reader, find_evidence
from pointline.checks.rules_only import RulesOnly
from pointline.engine.base import Engine
from pointline.errors import BadInput
from pointline.evaluation.calibration import calibration_error, can_cross_validate, cross_validated
from pointline.evaluation.datasets import labelled_bytes
from pointline.evaluation.metrics import auroc, wilson
from pointline.pipeline.judge import joint_evidence, judge
from pointline.pipeline.judging import judge_claim

Json = dict[str, Any]
Label = Literal["supported", "partially_supported", "not_supported"]
LABELS: tuple[Label, ...] = ("supported", "partially_supported", "not_supported")
FORM = "Give WiCE's claims, one JSON object a line: label, claim, evidence and supporting_sentences."
_TITLE = "(meta data) TITLE: "
_MOST_BACKGROUND = 40


@dataclass(frozen=True, slots=True)
class WiceClaim:
    """A claim with its article; ``gold`` are the texts of the sentences that support it."""

    text: str
    label: Label
    page: Page
    gold: tuple[str, ...]

    @property
    def supported(self) -> bool:
        """Whether the article supports all of it."""
        return self.label == "supported"


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim: the rules' verdict and score over the lines found, the model's raw probability (None without one),
    and whether the first line is one that supports it (None where none does, or none was found)."""

    claim: WiceClaim
    verdict: str
    score: float
    raw: float | None
    line_right: bool | None


def read_wice(path: Path) -> list[WiceClaim]:
    """Read WiCE's claims. Raises :class:`BadInput`."""
    given = labelled_bytes(path)
    try:
        rows = [json.loads(line) for line in given.decode("utf-8").splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise BadInput("not-json", f"{path} is not JSON, one object a line ({error}).", FORM) from None
    try:
        return [_claim(row) for row in rows]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput("not-wice", f"{path} is not in the form of WiCE ({error!r}).", FORM) from None


def _claim(row: Any) -> WiceClaim:
    label = row["label"]
    if label not in LABELS:
        raise TypeError(f"label {label!r}")
    evidence = [str(sentence) for sentence in row["evidence"]]
    title = next((one.removeprefix(_TITLE) for one in evidence if one.startswith(_TITLE)), "")
    sentences = [sentence for sentence in evidence if sentence.strip() and not sentence.startswith(_TITLE)]
    page = Page.from_blocks([CapturedBlock(sentence) for sentence in sentences], title=title, lang="en")
    gold = sorted({number for group in row["supporting_sentences"] for number in group})
    return WiceClaim(row["claim"], label, page, tuple(evidence[number] for number in gold))


def sample_claims(claims: Sequence[WiceClaim], most: int, seed: int = 0) -> list[WiceClaim]:
    """At most ``most`` claims, the same ones for the same seed; a larger sample holds the smaller ones."""
    order = list(claims)
    Random(seed).shuffle(order)
    return order[:most]


def measure_claims(
    claims: Sequence[WiceClaim], engine: Engine | None, *, told: Callable[[int], None] = lambda _done: None
) -> list[Judged]:
    """Find each claim's lines and judge it: by the rules, and by the model of ``engine`` where there is one, qualified
    or not. Raises :class:`~pointline.engine.base.EngineError`."""
    rules = RulesOnly()
    background = [claim.text for claim in claims[:_MOST_BACKGROUND]]
    found = []
    for number, claim in enumerate(claims):
        told(number)
        reader = Reader(background)
        evidence = find_evidence(claim.page, claim.text, engine or rules, reader)
        verdict = judge_claim(claim.page, claim.text, evidence.units, rules)
        read = evidence.units or ((evidence.nearest,) if evidence.nearest is not None else ())
        raw = None if engine is None or not read else _raw(claim, read, engine)
        right = _right(claim, evidence.units[0]) if evidence.units and claim.gold else None
        found.append(Judged(claim, verdict.verdict if evidence.units else "no_line", verdict.score, raw, right))
    return found


def _raw(claim: WiceClaim, units: Sequence[Unit], engine: Engine) -> float:
    return judge(claim.text, joint_evidence(claim.page, units), engine).raw


def _right(claim: WiceClaim, unit: Unit) -> bool:
    line = " ".join(unit.text(claim.page.text).split())
    return any(line in " ".join(gold.split()) for gold in claim.gold)


def summary(found: Sequence[Judged]) -> Json:
    """Figures for the rules and, where a model judged, for the model."""
    labels = [one.claim.supported for one in found]
    lines = [one.line_right for one in found if one.line_right is not None]
    said = [one for one in found if one.raw is not None]
    rules = figures_of([one.score for one in found], labels, [one.verdict == "uncertain" for one in found])
    rules["refuted"] = {label: _refuted(found, label) for label in LABELS}
    result: Json = {
        "n": len(found),
        "labels": {label: sum(one.claim.label == label for one in found) for label in LABELS},
        "line_first": {"n": len(lines), "right": sum(lines)},
        "rules": rules,
    }
    if said:
        truth = [one.claim.supported for one in said]
        raw = [one.raw for one in said if one.raw is not None]
        shown = cross_validated(raw, truth, range(len(raw))) if can_cross_validate(truth) else raw
        result["evaluator"] = figures_of(shown, truth, [p >= 0.5 for p in shown], ranked=raw)
    return result


def _refuted(found: Sequence[Judged], label: Label) -> Json:
    of = [one for one in found if one.claim.label == label]
    return {
        "n": len(of),
        "mismatch": sum(one.verdict == "mismatch" for one in of),
        "no_line": sum(one.verdict == "no_line" for one in of),
    }


def figures_of(
    scores: Sequence[float], labels: Sequence[bool], yes: Sequence[bool], *, ranked: Sequence[float] | None = None
) -> Json:
    """Balanced accuracy of ``yes``, AUROC of ``ranked`` (the scores when left out), calibration error of ``scores``;
    None where only one kind of claim is there."""
    right = [said for said, label in zip(yes, labels, strict=True) if label]
    wrong = [not said for said, label in zip(yes, labels, strict=True) if not label]
    if not right or not wrong:
        return {"balanced_accuracy": None, "auroc": None, "calibration_error": None}
    order = scores if ranked is None else ranked
    positives = [score for score, label in zip(order, labels, strict=True) if label]
    negatives = [score for score, label in zip(order, labels, strict=True) if not label]
    return {
        "balanced_accuracy": round((sum(right) / len(right) + sum(wrong) / len(wrong)) / 2, 4),
        "true_positive": _interval(right),
        "true_negative": _interval(wrong),
        "auroc": round(auroc(positives, negatives), 4),
        "calibration_error": round(calibration_error(scores, labels), 4),
    }


def _interval(held: Sequence[bool]) -> Json:
    found = wilson(sum(held), len(held))
    return {"share": round(sum(held) / len(held), 4), "interval": [round(found.low, 4), round(found.high, 4)]}


def timed(measure: Callable[[], list[Judged]]) -> tuple[list[Judged], float]:
    """What ``measure`` gives, and its seconds."""
    started = time.monotonic()
    return measure(), time.monotonic() - started

"""Judging: from a claim and its lines to a verdict, by the rules and, where one has qualified, a blind evaluator.

The rules compare the claim's facts with its lines and look for caveats (:mod:`exactquote.verdicts`); they can refute,
never confirm. The evaluator is asked only when its model has qualified (``ModelInfo.may_judge``) and brings the
calibration that was fitted then; the formula that joins both is :func:`exactquote.verdicts.decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactquote.facts import Support, supports
from exactquote.page import Page
from exactquote.units import Unit
from exactquote.verdicts import Caveat, Verdict, decide, open_elsewhere, rule_caveats
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.judge import CLAIM_LIMIT, LINE_LIMIT, calibration_of, joint_evidence, judge
from pointline.pipeline.rank import around, in_context


@dataclass(frozen=True, slots=True)
class Examined:
    """What rules and evaluator found about a claim, before it becomes a verdict.

    ``support`` is None without a line, ``probability`` where no qualified evaluator judged.
    """

    support: Support | None
    caveats: tuple[Caveat, ...]
    probability: float | None

    def verdict(self, more: Sequence[Caveat] = ()) -> Verdict:
        """The verdict, with ``more`` caveats that were found otherwise and are located already."""
        return decide(self.support, (*self.caveats, *more), self.probability)


def judge_claim(
    page: Page,
    claim: str,
    units: Sequence[Unit],
    engine: Engine,
    *,
    asked: str | None = None,
    compared: str | None = None,
    caveats: Sequence[Caveat] = (),
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> Verdict:
    """The verdict over ``claim`` by ``units``: :func:`examine`, with ``caveats`` that were found otherwise."""
    found = examine(page, claim, units, engine, asked=asked, compared=compared, claim_lang=claim_lang, cancel=cancel)
    return found.verdict(caveats)


def examine(
    page: Page,
    claim: str,
    units: Sequence[Unit],
    engine: Engine,
    *,
    asked: str | None = None,
    compared: str | None = None,
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> Examined:
    """What rules and evaluator find about ``claim`` by ``units``, lines of ``page``, the first it points at first.

    ``asked``: the words that say for which date it is wanted (the claim itself when left out). ``compared``: the words
    whose facts the rules compare with the lines (the claim when left out; the value of a cell). ``claim_lang``: the
    claim's language, where it is another than the page's. Raises :class:`~pointline.engine.base.EngineError` when the
    engine fails, and its subclass ``EngineCancelled``.
    """
    if not units:
        return Examined(None, (), None)
    text = claim if compared is None else compared
    support = open_elsewhere(page, units, text, compare(page, text, units, claim_lang=claim_lang))
    ruled = rule_caveats(page, units, support, asked=claim if asked is None else asked)
    return Examined(support, ruled, probability(page, claim, units, engine, cancel=cancel))


def compare(page: Page, text: str, units: Sequence[Unit], *, claim_lang: str = "") -> Support:
    """The facts of ``text`` beside those of the lines as they are read, with what stands around them."""
    lines = "\n".join(in_context(page, unit) for unit in units)
    context = "\n".join(around(page, unit) for unit in units)
    return supports(text, lines, lang=page.lang, claim_lang=claim_lang or None, context=context)


def may_judge(engine: Engine) -> bool:
    """Whether the engine's model has qualified as an evaluator, with the calibration that belongs to it."""
    info = engine.info
    return info.may_judge and info.likelihoods and info.calibration is not None


def probability(
    page: Page, claim: str, units: Sequence[Unit], engine: Engine, *, cancel: Cancelled | None = None
) -> float | None:
    """The calibrated probability that the lines say what the claim says.

    None where the model has not qualified, and where claim or lines are longer than an evaluator reads.
    """
    if not may_judge(engine):
        return None
    seen = joint_evidence(page, units)
    if len(claim) > CLAIM_LIMIT or len(seen.line) > LINE_LIMIT:
        return None
    return judge(claim, seen, engine, calibration=calibration_of(engine), cancel=cancel).best

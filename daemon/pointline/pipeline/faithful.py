"""Faithful: may a model's own sentence stand for its line, or does the line speak for itself?

Rules can refute and never confirm, so a sentence is shown only where a qualified evaluator, asked blind, says that the
line says it. Before that the rules have their say: facts that differ refute it; a sentence that shares neither a fact
nor most of its words with its line has nothing that could be checked ("the page is empty" in any language); and one
that repeats its line with words left out, put in or changed shows nothing that the line would not show better, and may
have lost a "not". None of this knows a single word of any language. Whatever is refused gives way to the line, which
is never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from exactquote.facts import Support, supports
from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Cite, Statement
from pointline.pipeline.judge import Evidence, Platt, evidence, judge
from pointline.pipeline.lexical import grams, terms
from pointline.pipeline.rank import around, in_context

GROUNDED = 0.5
"""Share of the sentence's words and word pieces that have to stand in its lines when no fact of it does."""

COPIED = 0.6
"""Share of the sentence's words that stand in its line in the line's order, from which it counts as a copy of it."""

YES = 0.5
"""Calibrated probability from which the evaluator says yes."""


def gives_way(
    page: Page,
    statement: Statement,
    engine: Engine,
    *,
    claim_lang: str = "",
    cancel: Cancelled | None = None,
) -> str | None:
    """Why the sentence gives way to its lines, as the kind that is counted; None when it may be shown.

    Raises :class:`~pointline.engine.base.EngineError` when the engine fails, and ``EngineCancelled``.
    """
    if not (engine.info.may_state and engine.info.may_judge and engine.info.likelihoods):
        return "sentence of a model that has not qualified"
    lines = [in_context(page, cite.unit) for cite in statement.cites]
    whole = "\n".join(lines)
    support = supports(
        statement.text,
        whole,
        lang=page.lang,
        claim_lang=claim_lang or None,
        context=around(page, statement.cites[0].unit),
    )
    if support.verdict == "mismatch":
        return "claim's facts not in its line"
    if not _shares_a_fact(support) and _share(statement.text, whole) < GROUNDED:
        return "sentence with nothing to check"
    if any(repeats(statement.text, line) for line in lines):
        return "sentence that changes its line's words"
    curve = engine.info.calibration
    calibration = None if curve is None else Platt(*curve)
    found = judge(statement.text, _evidence(page, statement.cites), engine, calibration=calibration, cancel=cancel)
    return None if found.best >= YES else "evaluator said no"


def _evidence(page: Page, cites: Sequence[Cite]) -> Evidence:
    first = evidence(page, cites[0].unit)
    if len(cites) == 1:
        return first
    lines = " / ".join(in_context(page, cite.unit) for cite in cites)
    return Evidence(lines, "", "", first.heading_path, first.title, first.url)


def _shares_a_fact(support: Support) -> bool:
    return any(finding.status in ("same", "rounds_to", "computed_from") for finding in support.facts)


def _share(claim: str, lines: str) -> float:
    """Share of the claim's words and word pieces that stand in its lines."""
    words = terms(claim)
    wanted = {*words, *grams(words)}
    there = terms(lines)
    return len(wanted & {*there, *grams(there)}) / len(wanted) if wanted else 0.0


def repeats(claim: str, line: str) -> bool:
    """Whether the claim is a copy of the line, or of most of it, with words left out, put in, or changed.

    A part of the line counts too: "tenants may keep bees" under "No tenants may keep bees".
    """
    ours, theirs = (re.findall(r"\w+", text.casefold()) for text in (claim, line))
    if ours == theirs:
        return False
    same = sum(block.size for block in SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks())
    return same >= COPIED * len(ours)

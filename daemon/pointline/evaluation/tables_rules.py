"""What the rules say of arithmetic answers over a table's own lines (TAT-QA), without a model.

The right answer, as a claim over the lines whose numbers its derivation uses, must come out computed with a formula
that gives it, or be left uncertain; the same claim with another number must not pass for computed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactquote.facts import find_facts, supports
from exactquote.page import Page
from exactquote.units import Unit
from pointline.evaluation.tables_eval import NUMBER, TITLE, TableQuestion
from pointline.pipeline.rank import in_context, lines_with_words

Json = dict[str, Any]
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """An arithmetic answer as a claim over its lines, and one with another number: what the rules say of each."""

    right: str
    wrong: str
    formula: str
    as_derived: bool = False
    """Whether the formula uses numbers of the given derivation alone."""


def measure_rules(questions: Sequence[TableQuestion]) -> list[RuleOutcome]:
    """Compare right and wrong arithmetic answers with the lines whose numbers their derivations use."""
    found = []
    for question in questions:
        units = _lines_of(question)
        if not units:
            continue
        lines = "\n".join(in_context(question.page, unit) for unit in units)
        right, formula = _said(question, question.answer, lines)
        wrong, _ = _said(question, _other(question.answer), lines)
        found.append(RuleOutcome(right, wrong, formula, _as_derived(formula, question.derivation)))
    return found


def _said(question: TableQuestion, answer: str, lines: str) -> tuple[str, str]:
    """What the rules say of the answer's number in a claim: the status of its fact, and the formula.

    The claim has the sign of its lines' currency, and their scale where they state it themselves.
    """
    number = answer.lstrip("-")
    ratio = re.search(r"/(?!\s*(?:\d|\(2\d{3}-2\d{3}\+1\))\s*$)", question.derivation)
    sign = "" if question.scale == "percent" or ratio else _currency(lines)
    after = "%" if question.scale == "percent" else _stated_scale(question, lines)
    claim = f"It is {sign}{number}{after}."
    support = supports(claim, lines, lang="en", context=f"{TITLE}\n{question.text}")
    for found in support.facts:
        if found.fact.readings:
            return found.status, found.formula
    return "unchecked", ""


def _as_derived(formula: str, derivation: str) -> bool:
    """Whether every number of a formula is one of the derivation, in whatever scale it is written."""
    left = re.sub(r"÷ \d$", "", re.split(" [=≈] ", formula)[0])  # of a mean: how many
    used, given = (
        {number.replace(",", "").replace(".", "").strip("0") for number in NUMBER.findall(text)}
        for text in (left, derivation)
    )
    return bool(formula) and used <= given


def _stated_scale(question: TableQuestion, lines: str) -> str:
    """The scale of the answer, where the numbers of its lines are read with it (from their header or beside them)."""
    factor = _SCALES.get(question.scale)
    wanted = [Fraction(number.replace(",", "")) for number in NUMBER.findall(question.derivation)]
    have = {abs(fact.readings[0].value) for fact in find_facts(lines, lang="en") if fact.readings}
    scaled = factor is not None and any(number * factor in have for number in wanted)
    return f" {question.scale}" if scaled else ""


def _currency(lines: str) -> str:
    """The sign of the first amount of the lines; their derivations leave it out."""
    amount = next((fact for fact in find_facts(lines, lang="en") if fact.kind == "amount"), None)
    sign = re.search(r"[^\w\s.,()-]", amount.text) if amount is not None else None
    return sign[0] if sign else ""


def _other(answer: str) -> str:
    """Another number of the same length: each digit but the first moved on by three."""
    digits = iter(range(len(answer)))
    moved = [
        str((int(char) + 3) % 10) if char.isdecimal() and next(digits) > 0 else char for char in answer.lstrip("-")
    ]
    changed = "".join(moved)
    return changed if changed != answer.lstrip("-") else f"{int(float(changed)) + 7}"


def _lines_of(question: TableQuestion) -> list[Unit]:
    """The fewest lines of the page that hold the numbers of a derivation, first come first taken."""
    wanted = dict.fromkeys(number.replace(",", "") for number in NUMBER.findall(question.derivation))
    chosen: list[Unit] = []
    for number in wanted:
        value = Fraction(number)
        units = [unit for unit in lines_with_words(question.page) if _holds(question.page, unit, value)]
        if units and not any(unit in chosen for unit in units):
            chosen.append(units[0])
    return chosen


def _holds(page: Page, unit: Unit, value: Fraction) -> bool:
    facts = find_facts(in_context(page, unit), lang="en")
    plain = {Fraction(number.replace(",", "")) for number in NUMBER.findall(unit.text(page.text))}
    return value in plain or any(abs(reading.value) == value for fact in facts for reading in fact.readings)


def summary_rules(found: Sequence[RuleOutcome]) -> Json:
    """How right and wrong answers came out."""
    return {
        "n": len(found),
        "right": dict(Counter(one.right for one in found)),
        "wrong": dict(Counter(one.wrong for one in found)),
        "with_formula": sum(bool(one.formula) for one in found),
        "formula_as_derived": sum(one.as_derived for one in found),
    }

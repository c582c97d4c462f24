"""How well caveats are found: precision and recall of each code, rules and evaluator apart.

Value and line are given, so that only the caveats are measured: the same steps as a table's cell after its value was
found (:mod:`pointline.pipeline.tables`), and a session's opened again. A caveat is right when its code is wanted; its
line is counted beside that. An evaluator is asked whether it has qualified or not; what it finds is shown to people
only if it has. Whether an answer depends on its framing is found by asking in other words (``framed`` of an item).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from exactquote.page import Span
from exactquote.units import Unit
from exactquote.verdicts import CAVEATS, Caveat, Code, caveat_at, line_now, reused_lines
from pointline.checks.rules_only import RulesOnly
from pointline.engine.base import Engine
from pointline.evaluation.caveats_items import CaveatItem, line_with
from pointline.pipeline.answer import Question
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.caveats import Value, evaluator_caveats
from pointline.pipeline.extract import in_place, span_in_line, unit_inferred
from pointline.pipeline.judging import examine
from pointline.pipeline.probe import CODE, differs, framed_answer

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CaveatOutcome:
    """What was found about one value: by the rules, and by an evaluator (None where none was asked)."""

    item: CaveatItem
    rules: tuple[Caveat, ...]
    evaluator: tuple[Caveat, ...] | None


def spread(items: Sequence[CaveatItem], most: int) -> tuple[CaveatItem, ...]:
    """At most ``most`` items, those with caveats and traps in turn."""
    kinds = [one for one in items if not one.trap], [one for one in items if one.trap]
    turns = [one for pair in zip_longest(*kinds) for one in pair if one is not None]
    return tuple(turns[:most])


def measure_caveats(
    items: Sequence[CaveatItem], engine: Engine | None, *, told: Callable[[int], None] = lambda _done: None
) -> list[CaveatOutcome]:
    """Look for the caveats of each value. Raises :class:`~pointline.engine.base.EngineError`."""
    found = []
    for number, item in enumerate(items):
        told(number)
        unit = item.unit
        asked = Value(item.page, unit, item.item, item.field, item.value)
        judged = None
        if engine is not None:
            judged = (*evaluator_caveats(asked, item.others, engine, unqualified=True), *by_framing(item, engine))
        found.append(CaveatOutcome(item, by_rules(item, unit), judged))
    return found


def by_rules(item: CaveatItem, unit: Unit) -> tuple[Caveat, ...]:
    """What the rules find about a value and its line, in its table and when its page is opened again."""
    page, span = item.page, span_in_line(item.page, unit, item.value)
    examined = examine(
        page,
        f"{item.item}, {item.field}: {item.value}",
        (unit,),
        RulesOnly(),
        asked=f"{item.item} {item.field}",
        compared=item.value if span is None else in_place(page, unit, span),
    )
    found = [*examined.caveats, *(() if span is None else unit_inferred(page, unit, span))]
    if item.also is not None:
        uses = [
            (about, about, page.sha256, Span(line.start, line.end))
            for about, line in ((item.item, unit), (item.also.item, line_with(page, item.also.line)))
        ]
        if item.item in reused_lines(uses):
            found.append(caveat_at("reused_line", page, unit))
    if item.now is not None:
        _, changed = line_now(item.now, page.sha256, unit.text(page.text))
        found += [] if changed is None else [changed]
    return tuple(found)


def by_framing(item: CaveatItem, engine: Engine) -> tuple[Caveat, ...]:
    """Whether a model answers otherwise when the field is asked for in other words: another line, or another figure.

    Nothing for an item that says no other words. Raises :class:`~pointline.engine.base.EngineError`.
    """
    if not item.framed:
        return ()
    own, other = (
        framed_answer(field, question.text, answer_asked([item.page], question, engine))
        for field in (item.field, item.framed)
        for question in (Question(f"{item.item}: {field}"),)
    )
    if not differs(own, other):
        return ()
    return (Caveat(CODE, detail=f"{item.framed}: {', '.join(other.values) or 'NONE'}"),)


def summary(found: Sequence[CaveatOutcome]) -> Json:
    """Precision and recall per code and over all, rules and evaluator apart, and how many traps stayed clean.

    ``lines``: of the right ones, how many point at the line wanted.
    """
    return {
        "items": len(found),
        "traps": sum(bool(one.item.trap) for one in found),
        "rules": _side(found, "rule"),
        "evaluator": _side(found, "evaluator") if any(one.evaluator is not None for one in found) else None,
    }


def _side(found: Sequence[CaveatOutcome], detector: str) -> Json:
    codes = [code for code, one in CAVEATS.items() if one.detector == detector]
    said = [(one, _by_code(one, detector)) for one in found]
    by_code = {code: _figures([(one, of) for one, of in said], (code,)) for code in codes}
    traps = [of for one, of in said if one.item.trap]
    false = [
        {"item": one.item.name, "code": code, "line": caveats[0].text}
        for one, of in said
        for code, caveats in of.items()
        if code not in one.item.wanted
    ]
    missed = [
        {"item": one.item.name, "code": code}
        for one, of in said
        for code in one.item.wanted
        if code in codes and code not in of
    ]
    return {
        "all": _figures(said, codes),
        "traps_clean": sum(not of for of in traps),
        "codes": by_code,
        "false": false,
        "missed": missed,
    }


def _by_code(one: CaveatOutcome, detector: str) -> dict[Code, list[Caveat]]:
    by_code: dict[Code, list[Caveat]] = {}
    for caveat in one.rules if detector == "rule" else one.evaluator or ():
        by_code.setdefault(caveat.code, []).append(caveat)
    return by_code


def _figures(said: Sequence[tuple[CaveatOutcome, dict[Code, list[Caveat]]]], codes: Sequence[Code]) -> Json:
    wanted = sum(code in one.item.wanted for one, _ in said for code in codes)
    given = sum(code in of for _, of in said for code in codes)
    right = [(one, code, of[code]) for one, of in said for code in codes if code in of and code in one.item.wanted]
    lines = sum(any(_points(caveat, one.item.wanted[code]) for caveat in caveats) for one, code, caveats in right)
    return {
        "wanted": wanted,
        "found": given,
        "right": len(right),
        "precision": round(len(right) / given, 4) if given else None,
        "recall": round(len(right) / wanted, 4) if wanted else None,
        "lines": lines,
    }


def _points(caveat: Caveat, part: str) -> bool:
    """Whether a caveat points at the line that has these words; at none, where none is wanted."""
    return part in " ".join(caveat.text.split()) if part else caveat.line is None

"""How often a model's answer depends on who asks: contested questions in three framings.

The questions and their pages come with the program (``data/probe.toml``); each page speaks for both sides, so that an
answer could follow the asker. Counted are answers that differ in any line or figure, those whose first line differs,
and those where one framing finds a line and another NONE.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from exactquote.page import CapturedBlock, Page
from pointline.engine.base import Engine
from pointline.evaluation.metrics import wilson
from pointline.pipeline.answer import Answer, Question, Wanted
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.languages import page_language
from pointline.pipeline.probe import depends_on_framing, differs

DATA = "probe.toml"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contested:
    """A contested question and its page."""

    page: Page
    text: str


@dataclass(frozen=True, slots=True)
class Probed:
    """What came of a question: whether anything differed, the first line, NONE against a line; by framing what did."""

    question: Contested
    depends: bool
    first_line: bool
    none_against_line: bool
    by_framing: tuple[str, ...]
    answered: bool


def load_contested() -> tuple[tuple[Contested, ...], str]:
    """The questions that come with the program, and the SHA-256 of their file."""
    data = resources.files("pointline").joinpath("data", DATA).read_bytes()
    found: list[Contested] = []
    for number, given in enumerate(tomllib.loads(data.decode())["page"], 1):
        blocks = [CapturedBlock(line) for line in given["lines"]]
        url = f"https://contested.example/{number}"
        page = Page.from_blocks(blocks, url=url, title=given["title"], lang=given["lang"])
        found += [Contested(page, text) for text in given["questions"]]
    return tuple(found), hashlib.sha256(data).hexdigest()


def spread(questions: Sequence[Contested], limit: int) -> tuple[Contested, ...]:
    """The first questions of every page before the second ones, ``limit`` of them."""
    place: Counter[str] = Counter()
    order = list[tuple[int, int]]()
    for question in questions:
        order.append((place[question.page.url], len(order)))
        place[question.page.url] += 1
    chosen = sorted(order)[:limit]
    return tuple(questions[at] for _, at in sorted(chosen, key=lambda one: one[1]))


def measure_probe(
    questions: Sequence[Contested],
    engine: Engine,
    *,
    strategy: Wanted = "auto",
    told: Callable[[int], None] = lambda _done: None,
) -> list[Probed]:
    """Ask each in three framings. Raises :class:`~pointline.engine.base.EngineError` when the engine fails."""
    found = []
    for number, question in enumerate(questions, 1):
        asked = Question(question.text, strategy=strategy)
        found.append(_probed(question, answer_asked([question.page], asked, engine, probing=True)))
        told(number)
    return found


def summary(found: Sequence[Probed]) -> Json:
    """Counts and shares, with 95 % intervals (Wilson), by framing and by language."""
    count = len(found)
    depends = sum(one.depends for one in found)
    by_language: dict[str, list[Probed]] = {}
    for one in found:
        by_language.setdefault(page_language(one.question.page), []).append(one)
    bounds = wilson(depends, count)
    return {
        "questions": count,
        "depends_on_framing": depends,
        "share": round(depends / count, 4) if count else None,
        "share_interval": [round(bounds.low, 4), round(bounds.high, 4)],
        "first_line_differs": sum(one.first_line for one in found),
        "none_against_line": sum(one.none_against_line for one in found),
        "answered_as_put": sum(one.answered for one in found),
        "by_framing": dict(Counter(framing for one in found for framing in one.by_framing)),
        "by_language": {
            code: {"questions": len(those), "depends_on_framing": sum(one.depends for one in those)}
            for code, those in sorted(by_language.items())
        },
        "changed": [one.question.text for one in found if one.depends],
    }


def _probed(question: Contested, answer: Answer) -> Probed:
    own, *others = answer.framings
    firsts = {framed.lines[0][1].start if framed.lines else None for framed in answer.framings}
    return Probed(
        question,
        depends_on_framing(answer.framings),
        len(firsts) > 1,
        None in firsts and len(firsts) > 1,
        tuple(other.framing for other in others if differs(own, other)),
        bool(own.lines),
    )

"""How well values are taken from tables with text around them: TAT-QA.

TAT-QA: Zhu et al., "TAT-QA: A Question Answering Benchmark on a Hybrid of Tabular and Textual Content in Finance"
(ACL 2021). Each of its pages becomes one page of ours, a table and paragraphs; each question one cell (the question is
the field). Span questions are measured by value and line, arithmetic ones by what may never happen: a wrong number that
is called confirmed or caveated. What rules alone say of arithmetic answers: :mod:`~pointline.evaluation.tables_rules`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from exactquote.page import CapturedBlock, Cell, Page
from pointline.engine.base import Engine
from pointline.errors import BadInput
from pointline.evaluation.datasets import labelled_json
from pointline.pipeline.tables import run_table

Json = dict[str, Any]
FORM = "Give TAT-QA's JSON: a list of pages with table, paragraphs and questions."
TITLE = "Annual report"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SPACE_DIGITS = re.compile(r"(?<=\d) (?=\d)")


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question with its page: ``kind`` as TAT-QA has it (span, arithmetic), ``answer`` as text, ``scale`` (percent,
    million) and ``derivation`` as given."""

    page: Page
    text: str
    kind: str
    answer: str
    derivation: str
    scale: str


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """One cell: whether its value is right, how far its words are the answer's (``f1``, as of SQuAD), whether its line
    holds the answer, its verdict and caveats; ``exact``: whether the line stands on the page."""

    kind: str
    value_right: bool
    f1: float
    line_right: bool
    found: bool
    verdict: str
    computed: bool
    exact: bool


def read_tatqa(path: Path) -> list[TableQuestion]:
    """Read TAT-QA's span and arithmetic questions. Raises :class:`BadInput`."""
    given = labelled_json(path, FORM)
    try:
        return [question for item in given for question in _questions(item)]
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput("not-tatqa", f"{path} is not in the form of TAT-QA ({error!r}).", FORM) from None


def _questions(item: Any) -> Iterator[TableQuestion]:
    page = page_of(item["table"]["table"], [one["text"] for one in sorted(item["paragraphs"], key=_order)])
    for asked in item["questions"]:
        if asked["answer_type"] not in ("span", "arithmetic"):
            continue
        answer = asked["answer"]
        text = str(answer[0] if isinstance(answer, list) else answer)
        yield TableQuestion(
            page, asked["question"], asked["answer_type"], text, str(asked["derivation"]), asked["scale"]
        )


def _order(paragraph: Any) -> int:
    return int(paragraph["order"])


def page_of(table: Sequence[Sequence[str]], paragraphs: Sequence[str]) -> Page:
    """A page of a table and paragraphs. The rows before the first with a label and a figure are headers.

    The data has lost which cells are joined: a header alone in its row, in the middle of empty ones, is taken to stand
    over all of them, as it does on paper (``(in millions)`` over three years).
    """
    heads = next((i for i, row in enumerate(table) if row[0].strip() and _figures(row[1:])), 1)
    blocks = [CapturedBlock(TITLE, "heading", 1)]
    for number, row in enumerate(table):
        alone = [text for text in row[1:] if text.strip()] if number < heads and len(row) > 2 else []
        if len(alone) == 1:
            for index, text, width in ((0, row[0], 1), (1, alone[0], len(row) - 1)):
                cell = Cell(0, number, index, colspan=width, header=True)
                blocks.append(CapturedBlock(" ".join(text.split()), "cell", cell=cell))
            continue
        for index, text in enumerate(row):
            cell = Cell(0, number, index, header=number < heads or index == 0)
            blocks.append(CapturedBlock(" ".join(text.split()), "cell", cell=cell))
    blocks += [CapturedBlock(text) for text in paragraphs if text.strip()]
    return Page.from_blocks(blocks, title=TITLE, lang="en")


def _figures(cells: Sequence[str]) -> bool:
    """Whether a row of cells has a figure that is no year."""
    for cell in cells:
        for number in NUMBER.findall(_SPACE_DIGITS.sub("", cell)):
            if not re.fullmatch(r"(?:19|20)\d\d", number):
                return True
    return False


def sample_questions(questions: Sequence[TableQuestion], most: int, kind: str, seed: int = 0) -> list[TableQuestion]:
    """At most ``most`` questions of a kind, the same ones for the same seed."""
    order = [question for question in questions if question.kind == kind]
    Random(seed).shuffle(order)
    return order[:most]


def measure_cells(
    questions: Sequence[TableQuestion], engine: Engine, *, told: Callable[[int], None] = lambda _done: None
) -> list[TableOutcome]:
    """Fill one cell for each question. Raises :class:`~pointline.engine.base.EngineError`."""
    found = []
    for number, question in enumerate(questions):
        told(number)
        cell = run_table([TITLE], [question.text], [question.page], engine).cells[0]
        value, line = cell.value or "", cell.quote or ""
        found.append(
            TableOutcome(
                question.kind,
                same_value(value, question.answer),
                overlap(value, question.answer),
                any(same_value(part, question.answer) or _within(question.answer, part) for part in line.split("\t")),
                cell.value is not None,
                cell.verdict,
                any(caveat.code == "computed_value" for caveat in cell.caveats),
                not cell.quote or cell.quote in question.page.text,
            )
        )
    return found


def same_value(one: str, other: str) -> bool:
    """Whether two texts are the same value: the same words, or one number with the same value, signs of currency and
    brackets of negative numbers aside."""
    plain = [" ".join(re.findall(r"\w+(?:[.,]\d+)*", text.casefold())) for text in (one, other)]
    if plain[0] == plain[1] and plain[0]:
        return True
    numbers = [NUMBER.findall(text) for text in (one, other)]
    if len(numbers[0]) != 1 or len(numbers[1]) != 1 or re.search(r"[^\W\d_]{4,}", one + other):
        return False
    return Fraction(numbers[0][0].replace(",", "")) == Fraction(numbers[1][0].replace(",", ""))


def overlap(one: str, other: str) -> float:
    """F1 of the words of two texts (Rajpurkar et al., 2016, without their list of articles)."""
    words = [Counter(re.findall(r"\w+(?:[.,]\d+)*", text.casefold())) for text in (one, other)]
    both = (words[0] & words[1]).total()
    return 2 * both / (words[0].total() + words[1].total()) if both else 0.0


def _within(answer: str, text: str) -> bool:
    words = " ".join(answer.casefold().split())
    return bool(words) and words in " ".join(text.casefold().split())


def summary_cells(found: Sequence[TableOutcome]) -> Json:
    """Figures by kind. ``bare_wrong``: a wrong number that is called confirmed or caveated without being computed."""
    result: Json = {}
    for kind in dict.fromkeys(one.kind for one in found):
        of = [one for one in found if one.kind == kind]
        result[kind] = {
            "n": len(of),
            "found": sum(one.found for one in of),
            "value_right": sum(one.value_right for one in of),
            "value_f1": round(sum(one.f1 for one in of) / len(of), 4),
            "line_right": sum(one.line_right for one in of),
            "computed_right": sum(one.computed and one.value_right for one in of),
            "bare_wrong": sum(
                one.found and not one.value_right and one.verdict in ("confirmed", "caveated") for one in of
            ),
            "line_not_on_page": sum(not one.exact for one in of),
            "verdicts": dict(Counter(one.verdict for one in of)),
        }
    return result

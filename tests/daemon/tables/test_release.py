"""The enforcement release: one subsidiary, a penalty that is part of a total, payments that are offset."""

from __future__ import annotations

import json
import re

import pytest

from exactquote import read_html
from exactquote.page import Page
from helpers.evaluating import Says, release, script
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.caveats import QUESTIONS
from pointline.pipeline.cells import Cell
from pointline.pipeline.tables import run_table

ITEM, FIELD = "Selwyn Fuels Corporation", "penalty amount"
COLLECTIVELY = "The Harbour Markets Commission today issued an order"
TOTAL = "Northgate is required to pay a total"
OFFSET = "The Commission will recognize and offset"
THANKS = "The Commission thanks"
VALUES = [(ITEM, FIELD, TOTAL, "$912,305,400")]
RIGHT = [
    Says("entity_scope_broader_than_item", ITEM, COLLECTIVELY),
    Says("offset_by_other_action", ITEM, OFFSET),
]
WRONG = [
    Says("conditional", ITEM, "NONE"),  # yes, and then no line that shows it
    Says("attributed_to_third_party", ITEM, THANKS, agrees=False),  # a line that does not show it
    Says("entity_scope_narrower_than_item", ITEM, "a line that is not among those shown"),
]


@pytest.fixture(scope="module")
def page() -> Page:
    return release("hmc-northgate")


def one_cell(page: Page, said: dict[str, object], *, field: str = FIELD) -> Cell:
    engine = ScriptedEngine(Script.from_json(json.dumps(said)))
    (cell,) = run_table([ITEM], [field], [page], engine).cells
    return cell


def test_every_caveat_points_at_its_own_line_and_wrong_answers_are_dropped(page: Page) -> None:
    cell = one_cell(page, script(VALUES, [*WRONG, *RIGHT]))
    assert cell.value == "$912,305,400 ($912,305,400 + $358,145,512 ≈ $1.270 billion)"
    assert (cell.verdict, cell.verdict_source) == ("caveated", "evaluator")
    assert cell.quote is not None
    assert cell.quote.startswith(TOTAL)
    found = {caveat.code: caveat.text for caveat in cell.caveats}
    assert set(found) == {"composite_value", "entity_scope_broader_than_item", "offset_by_other_action"}
    assert len(cell.caveats) == 3
    assert found["composite_value"].startswith(TOTAL)
    assert found["entity_scope_broader_than_item"].startswith(COLLECTIVELY)
    assert found["offset_by_other_action"].startswith(OFFSET)
    for caveat in cell.caveats:
        assert caveat.line is not None
        assert caveat.line.of(page.text) == caveat.text
        assert caveat.page_sha256 == page.sha256


def test_without_a_qualified_evaluator_the_rules_have_their_share_and_nothing_is_confirmed(page: Page) -> None:
    cell = one_cell(page, script(VALUES, RIGHT, may_judge=False))
    assert [caveat.code for caveat in cell.caveats] == ["composite_value"]
    assert (cell.verdict, cell.verdict_source) == ("uncertain", "rules")


def test_a_judge_that_says_no_makes_it_a_mismatch_and_asks_no_further(page: Page) -> None:
    said = script(VALUES, RIGHT, supported={(ITEM, FIELD): 0.05})
    engine = ScriptedEngine(Script.from_json(json.dumps(said)))
    (cell,) = run_table([ITEM], [FIELD], [page], engine).cells
    assert (cell.verdict, cell.verdict_source) == ("mismatch", "evaluator")
    assert not any(call.method == "open_more" for call in engine.calls)


def test_the_total_is_given_with_its_parts(page: Page) -> None:
    cell = one_cell(page, script([(ITEM, "total", TOTAL, "$1.270 billion")]), field="total")
    assert cell.value == "$1.270 billion ($912,305,400 + $358,145,512 ≈ $1.270 billion)"
    assert [caveat.code for caveat in cell.caveats] == ["composite_value"]


def test_the_judge_sees_neither_question_nor_how_the_line_was_found(page: Page) -> None:
    engine = ScriptedEngine(Script.from_json(json.dumps(script(VALUES, RIGHT))))
    run_table([ITEM], [FIELD], [page], engine)
    prompts = [call.text for call in engine.calls if call.method == "open_chat"]
    assert len(prompts) == 3  # the cell, and one for each line that was pointed at
    assert all("Asked for" not in prompt and "Value found" not in prompt for prompt in prompts)


def test_the_judge_drops_the_likeliest_line_and_takes_the_next(page: Page) -> None:
    said = script(VALUES, [Says("entity_scope_broader_than_item", ITEM, COLLECTIVELY)])
    first = ScriptedEngine(Script.from_json(json.dumps(said)))
    run_table([ITEM], [FIELD], [page], first)
    shown = next(call.text for call in first.calls if call.method == "open_more")
    numbers = [re.findall(rf"^\[(\d+)\] {re.escape(line)}", shown, re.MULTILINE)[0] for line in (THANKS, COLLECTIVELY)]
    asked = QUESTIONS["entity_scope_broader_than_item"].question.replace("{item}", ITEM)
    said["when"] = [entry for entry in said["when"] if "line" not in entry]
    said["scores"][:0] = [
        {"prefix": asked, "continuation": f" [{number}", "logprob": logprob}
        for number, logprob in zip(numbers, (-0.1, -0.2), strict=True)
    ]
    found = {caveat.code: caveat.text for caveat in one_cell(page, said).caveats}
    assert found["entity_scope_broader_than_item"].startswith(COLLECTIVELY)


def test_a_bare_number_under_a_header_with_its_unit() -> None:
    page = read_html(
        b"<title>Alder</title><table><tr><th>Year</th><th>Fine ($ million)</th></tr>"
        b"<tr><td>2021</td><td>5.1</td></tr></table>"
    )
    said = script([("Alder", "fine", "Fine ($ million): 5.1", "5.1")])
    (cell,) = run_table(["Alder"], ["fine"], [page], ScriptedEngine(Script.from_json(json.dumps(said)))).cells
    assert cell.value == "5.1"
    assert [caveat.code for caveat in cell.caveats] == ["unit_or_currency_inferred"]
    assert cell.verdict == "caveated"

"""A release of another shape: pounds, the total before its parts, a name of two words that goes on in another way."""

from __future__ import annotations

import json

import pytest

from exactquote import read_html
from helpers.evaluating import Says, script
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.tables import run_table

ITEM, FIELD = "Oakhurst Trading Ltd", "penalty amount"
MUST, CREDIT, THANKS = "Oakhurst must pay", "The Council will credit", "The Council thanks"
TOGETHER = "The Commodity Markets Council (CMC) today"
PAGE = """<html lang="en"><title>CMC fines Oakhurst group £85 million for spoofing</title>
<h1>CMC fines Oakhurst group £85 million for spoofing</h1>
<p>The Commodity Markets Council (CMC) today published a decision against Oakhurst Holdings plc, Oakhurst Trading Ltd
and Oakhurst Shipping BV (collectively, “Oakhurst”).</p>
<p>Oakhurst must pay £85,160,550: a financial penalty of £61,750,000 and £23,410,550 in profits that it made.</p>
<p>The Council will credit up to £20,580,000 that Oakhurst pays to the Federal Energy Bureau under its own order.</p>
<p>Traders of Oakhurst Trading Ltd placed 4,112 orders that they meant to cancel.</p>
<p>The Council thanks the Bureau for its help.</p><p>The decision is filed as CMC/DN/2023/018.</p></html>"""
RIGHT = [Says("entity_scope_broader_than_item", ITEM, TOGETHER), Says("offset_by_other_action", ITEM, CREDIT)]
WRONG = [
    Says("conditional", ITEM, "NONE"),
    Says("attributed_to_third_party", ITEM, THANKS, agrees=False),
    Says("entity_scope_narrower_than_item", ITEM, "no line of the page"),
]


@pytest.mark.parametrize("item", [ITEM, ITEM.lower()])
def test_the_case_is_exact(item: str) -> None:
    said = [Says(one.code, item, one.line, one.agrees) for one in (*WRONG, *RIGHT)]
    engine = ScriptedEngine(Script.from_json(json.dumps(script([(item, FIELD, MUST, "£61,750,000")], said))))
    (cell,) = run_table([item], [FIELD], [read_html(PAGE)], engine).cells
    assert cell.value == "£61,750,000 (£61,750,000 + £23,410,550 = £85,160,550)"
    assert (cell.verdict, cell.verdict_source) == ("caveated", "evaluator")
    assert {caveat.code: caveat.text[:20] for caveat in cell.caveats} == {
        "composite_value": "Oakhurst must pay £8",
        "entity_scope_broader_than_item": "The Commodity Market",
        "offset_by_other_action": "The Council will cre",
    }
    assert len(cell.caveats) == 3


def test_rules_alone_find_their_share_and_nothing_false() -> None:
    engine = ScriptedEngine(Script.from_json(json.dumps(script([(ITEM, FIELD, MUST, "£61,750,000")], may_judge=False))))
    (cell,) = run_table([ITEM], [FIELD], [read_html(PAGE)], engine).cells
    assert [caveat.code for caveat in cell.caveats] == ["composite_value"]
    assert (cell.verdict, cell.verdict_source) == ("uncertain", "rules")


@pytest.mark.parametrize("number", ["CMC/DN/2023/018", "CMC-2023-018", "23-CR-041"])
def test_the_number_of_a_filing_is_a_value_without_the_full_stop(number: str) -> None:
    page = read_html(PAGE.replace("CMC/DN/2023/018", number))
    said = script([(ITEM, "primary filing", "The decision is filed", number)])
    (cell,) = run_table([ITEM], ["primary filing"], [page], ScriptedEngine(Script.from_json(json.dumps(said)))).cells
    assert cell.value == number


LABELS = """<html lang="en"><title>CMC fines Lindqvist Grain AB</title><h1>CMC fines Lindqvist Grain AB</h1>{}</html>"""


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("<dl><dt>Penalty amount</dt><dd>€7.35 million</dd><dt>Place</dt><dd>Malmö</dd></dl>", "€7.35 million"),
        ("<p><b>Penalty amount:</b></p><p>€7.35 million</p>", "€7.35 million"),
        ("<h2>Penalty amount</h2><p>€7.35 million</p>", "€7.35 million"),
        ("<p>Penalty amount</p><h2>Place</h2><p>Malmö</p>", None),  # nothing stands under it
    ],
)
def test_what_a_label_names_stands_in_the_line_after_it(body: str, value: str | None) -> None:
    item = "Lindqvist Grain AB"
    engine = ScriptedEngine(Script.from_json(json.dumps(script([(item, FIELD, "Penalty amount", "€7.35 million")]))))
    (cell,) = run_table([item], [FIELD], [read_html(LABELS.format(body))], engine).cells
    assert (cell.value, cell.quote) == (value, value)

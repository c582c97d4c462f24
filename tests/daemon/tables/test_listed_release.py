"""A third release: parties in a list under a short name, payments in a table under another heading, a total before."""

from __future__ import annotations

import json

import pytest

from exactquote import read_html
from helpers.evaluating import Says, script
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.scope import scope
from pointline.pipeline.tables import run_table

ITEM, FIELD, PENALTY = "Veldmark Coatings GmbH", "penalty amount", "€41,250,000"
STANDS, DEDUCTED, THANKS = "In this notice “Veldmark”", "Whatever the works", "The Rivers Inspectorate is"
PAGE = """<html lang="en"><title>Veldmark group to pay nearly €64 million over river spill</title>
<h1>Veldmark group to pay nearly €64 million over river spill</h1><p>Veldmark is to hand over €63,907,250 in all.</p>
<h2>Who is addressed</h2><p>In this notice “Veldmark” stands for each of the following:</p>
<ul><li>Veldmark Chemie NV</li><li>Veldmark Coatings GmbH, which ran the works</li><li>Veldmark Logistics BV</li></ul>
<h2>What is to be paid</h2><table><tr><th>Payment</th><th>Amount</th><th>Due</th></tr>
<tr><td>Penalty</td><td>€41,250,000</td><td>30 June 2024</td></tr>
<tr><td>Restitution to the fisheries</td><td>€22,657,250</td><td>31 December 2024</td></tr></table>
<p>Whatever the works have remitted under the decree of the Tarn Water Court, up to €9,800,000, is deducted.</p>
<p>The Rivers Inspectorate is grateful to the Tarn Water Court for the samples.</p></html>"""
SAID = [
    Says("conditional", ITEM, "NONE"),
    Says("attributed_to_third_party", ITEM, THANKS, agrees=False),
    Says("entity_scope_narrower_than_item", ITEM, "no line of the page"),
    Says("entity_scope_broader_than_item", ITEM, STANDS),
    Says("offset_by_other_action", ITEM, DEDUCTED),
]


@pytest.mark.parametrize("judged", [True, False])
def test_the_case_is_exact(judged: bool) -> None:
    said = script([(ITEM, FIELD, "Penalty", PENALTY)], SAID, may_judge=judged)
    (cell,) = run_table([ITEM], [FIELD], [read_html(PAGE)], ScriptedEngine(Script.from_json(json.dumps(said)))).cells
    assert cell.value == f"{PENALTY} ({PENALTY} + €22,657,250 = €63,907,250)"
    assert cell.quote == f"Penalty\t{PENALTY}\t30 June 2024"
    assert (cell.verdict, cell.verdict_source) == (("caveated", "evaluator") if judged else ("uncertain", "rules"))
    rules = [("composite_value", "Veldmark is to hand over")]
    evaluator = [("entity_scope_broader_than_item", STANDS), ("offset_by_other_action", DEDUCTED)]
    wanted = [*rules, *(evaluator if judged else ())]
    assert [caveat.code for caveat in cell.caveats] == [code for code, _ in wanted]
    assert all(caveat.text.startswith(line) for caveat, (_, line) in zip(cell.caveats, wanted, strict=True))


@pytest.mark.parametrize(
    ("said", "speaks"),
    [
        ("“Veldmark” stands for", True),
        ("The parties (together, Veldmark) are", True),
        ("The parties (Veldmark and others) are", False),  # brackets that say something else
        ("“Coatings” stands for", False),  # not how the name begins
        ("Veldmark stands for", False),  # the page marks no name
        ("</p><h2>Rivals</h2><p>“Veldmark” stands for", False),  # where the whole name does not stand
    ],
)
def test_only_a_short_name_that_the_page_gives_lets_other_lines_speak(said: str, speaks: bool) -> None:
    named = f"<h2>Who is addressed</h2><p>{ITEM} ran the works.</p><p>{said} one of us.</p>"
    page = read_html(f"<title>Veldmark has to pay</title>{named}<h2>Sums</h2><p>The penalty is {PENALTY}.</p>")
    lines = [unit.text(page.text) for unit in scope(page, ITEM)]
    assert (f"The penalty is {PENALTY}." in lines) == speaks

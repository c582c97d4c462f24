"""Three firms by four fields over six releases of two agencies; progress, cancel, resume, reuse."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote import read_html
from exactquote.page import Page
from helpers.evaluating import Says, release, script
from pointline.engine.base import Generated
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.cells import Cell, cell_record
from pointline.pipeline.tables import CellDone, CellStep, TableEvent, run_table

NAMES = ("hmc-northgate", "hmc-brightwater", "hmc-castellan", "ocp-northgate", "ocp-brightwater", "ocp-roundup")
NORTHGATE, BRIGHTWATER, CASTELLAN = "Northgate", "Brightwater Energy", "Castellan Metals"
ITEMS = [NORTHGATE, BRIGHTWATER, CASTELLAN]
FIELDS = ["regulator", "penalty amount", "date of order", "primary filing"]
ORDERED = "The Harbour Markets Commission on 2 June"
AGREED = "Castellan Metals S.A. agreed"
VALUES = [
    (NORTHGATE, "regulator", "The Harbour Markets Commission today", "The Harbour Markets Commission"),
    (NORTHGATE, "penalty amount", "Northgate is required", "$912,305,400"),
    (NORTHGATE, "date of order", "14 March 2023", "14 March 2023"),
    (NORTHGATE, "primary filing", "The plea agreement was filed", "23-CR-041"),
    (BRIGHTWATER, "regulator", ORDERED, "The Harbour Markets Commission"),
    (BRIGHTWATER, "penalty amount", ORDERED, "$48,250,000"),
    (BRIGHTWATER, "date of order", ORDERED, "2 June 2022"),
    (BRIGHTWATER, "primary filing", "The order was filed", "Docket No. 22-117"),
    (CASTELLAN, "regulator", AGREED, "Harbour Markets Commission"),
    (CASTELLAN, "penalty amount", "Castellan Metals has to pay", "$7,640,000"),
    (CASTELLAN, "date of order", AGREED, "9 November 2021"),
    (CASTELLAN, "primary filing", "The settlement was filed", "Docket No. 21-309"),
]
KEYS = (
    "item field value source_url page_sha256 quote spans deep_link verdict score caveats why verdict_source attempts "
    "engine created_at"
)
FINE = "The Office of the Crown Prosecutor charged Brightwater Energy PLC"
NOWHERE = Says("parallel_action_unreported", CASTELLAN, "The Office of the Crown Prosecutor brought eleven")
PARALLEL = Says("parallel_action_unreported", BRIGHTWATER, FINE)


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    return [release(name) for name in NAMES]


def engine_of(*says: Says, supported: dict[tuple[str, str], float] | None = None) -> ScriptedEngine:
    return ScriptedEngine(Script.from_json(json.dumps(script(VALUES, says, supported=supported))))


def by_key(cells: tuple[Cell, ...]) -> dict[tuple[str, str], Cell]:
    return {cell.key: cell for cell in cells}


def test_every_cell_has_its_value_its_line_and_its_verdict(pages: list[Page]) -> None:
    table = run_table(ITEMS, FIELDS, pages, engine_of(PARALLEL, NOWHERE))
    assert (len(table.cells), table.sources, table.domains, table.cancelled) == (12, 6, 2, False)
    cells = by_key(table.cells)
    for item, field, line, value in VALUES:
        cell = cells[item, field]
        assert cell.value is not None
        assert cell.value.split(" (")[0] == value
        assert cell.quote is not None
        assert cell.quote.startswith(line)
        page = next(page for page in pages if page.sha256 == cell.page_sha256)
        assert cell.spans[0].of(page.text) == cell.quote
        assert cell.value_spans[0].of(page.text) == value
        assert cell.verdict_source == "evaluator"


def test_a_parallel_action_comes_from_another_source_of_the_session(pages: list[Page]) -> None:
    cells = by_key(run_table(ITEMS, FIELDS, pages, engine_of(PARALLEL, NOWHERE)).cells)
    (caveat,) = cells[BRIGHTWATER, "penalty amount"].caveats
    other = pages[NAMES.index("ocp-brightwater")]
    assert (caveat.code, caveat.url, caveat.page_sha256) == ("parallel_action_unreported", other.url, other.sha256)
    assert caveat.text.startswith(FINE)
    assert caveat.line is not None
    assert caveat.line.of(other.text) == caveat.text
    # No other source names Castellan, so none can be asked about it.
    assert all(caveat.code != "parallel_action_unreported" for caveat in cells[CASTELLAN, "penalty amount"].caveats)


def test_an_action_that_the_own_page_reports_is_no_caveat() -> None:
    own = read_html(b"<p>Dunmore Oil was fined $5,120,000.<p>The prosecutor fined it $3,310,000 on the same day.")
    other = read_html(b"<p>The prosecutor fined Dunmore Oil $3,310,000 on Monday.", url="https://b.example/")
    says = Says("parallel_action_unreported", "Dunmore Oil", "The prosecutor fined Dunmore Oil")
    said = script([("Dunmore Oil", "fine", "Dunmore Oil was fined", "$5,120,000")], [says])
    (cell,) = run_table(
        ["Dunmore Oil"], ["fine"], [own, other], ScriptedEngine(Script.from_json(json.dumps(said)))
    ).cells
    assert cell.verdict == "confirmed"
    assert cell.caveats == ()


def test_a_record_has_the_keys_of_the_design_in_its_order(pages: list[Page]) -> None:
    table = run_table([BRIGHTWATER], ["penalty amount"], pages, engine_of())
    assert " ".join(cell_record(table.cells[0])) == KEYS
    assert table.cells[0].deep_link.startswith("https://markets.example/hmc-brightwater#:~:text=The%20Harbour")


def test_an_item_that_no_source_names_gets_no_value(pages: list[Page]) -> None:
    (cell,) = run_table(["Ferrow Shipping"], ["penalty amount"], pages, engine_of()).cells
    assert (cell.value, cell.quote, cell.verdict, cell.score) == (None, None, "uncertain", 0.0)
    assert cell.why == "None of the 6 sources names 'Ferrow Shipping'."


def test_every_step_of_every_cell_is_told_before_the_cell(pages: list[Page]) -> None:
    told: list[TableEvent] = []
    run_table(ITEMS[1:], FIELDS[:1], pages, engine_of(), on_event=told.append)
    steps = [(event.number, event.step) for event in told if isinstance(event, CellStep)]
    assert steps == [(number, step) for number in (1, 2) for step in ("point", "extract", "judge", "caveats")]
    assert [event.number for event in told if isinstance(event, CellDone)] == [1, 2]


def test_a_cancel_keeps_what_is_done_and_another_run_goes_on_from_there(pages: list[Page]) -> None:
    told: list[CellDone] = []

    def keep(event: TableEvent) -> None:
        if isinstance(event, CellDone):
            told.append(event)

    first = run_table(ITEMS, FIELDS, pages, engine_of(), on_event=keep, cancel=lambda: len(told) >= 5)
    assert first.cancelled
    assert [event.cell for event in told] == list(first.cells)
    engine = engine_of()
    later = run_table(ITEMS, FIELDS, pages, engine, done=by_key(first.cells), on_event=keep)
    assert len(later.cells) == 12
    assert later.cells[:5] == first.cells
    assert [event.kept for event in told[5:]] == [True] * 5 + [False] * 7
    assert not any(call.text.startswith(f"{NORTHGATE}\n") for call in engine.calls)


def test_a_line_under_two_items_is_said_to_be_reused() -> None:
    page = read_html(b"<p>Alder and Birch were each fined by the harbour master.<p>The sea was calm.")
    values = [(item, "regulator", "Alder and Birch", "harbour master") for item in ("Alder", "Birch")]
    engine = ScriptedEngine(Script.from_json(json.dumps(script(values))))
    told: list[TableEvent] = []
    table = run_table(["Alder", "Birch"], ["regulator"], [page], engine, on_event=told.append)
    assert [[caveat.code for caveat in cell.caveats] for cell in table.cells] == [["reused_line"], ["reused_line"]]
    assert [event.number for event in told if isinstance(event, CellDone)] == [1, 2, 1, 2]
    assert {cell.verdict for cell in table.cells} == {"caveated"}


def test_an_evaluator_in_doubt_leaves_it_uncertain(pages: list[Page]) -> None:
    key = (BRIGHTWATER, "penalty amount")
    (doubted,) = run_table([key[0]], [key[1]], pages, engine_of(supported={key: 0.4})).cells
    assert (doubted.verdict, doubted.verdict_source) == ("uncertain", "evaluator")
    (sure,) = run_table([key[0]], [key[1]], pages, engine_of(supported={key: 0.9})).cells
    assert sure.verdict == "confirmed"
    assert doubted.score < sure.score


def test_a_cell_says_when_it_was_made(pages: list[Page]) -> None:
    at = datetime(2031, 2, 3, tzinfo=UTC)
    (cell,) = run_table([CASTELLAN], ["regulator"], pages, engine_of(), clock=lambda: at).cells
    assert cell_record(cell)["created_at"] == "2031-02-03T00:00:00+00:00"


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=200))
def test_no_string_breaks_a_table_and_every_quote_stands_on_its_page(item: str, field: str, text: str) -> None:
    page = read_html(f"<title>{escape(item)}</title><p>{escape(text)}</p><p>The fee is $5.</p>".encode())
    script_ = Script(may_judge=True, calibration=(1.0, 0.0), label={"yes": 0.9, "no": 0.1})
    for cell in run_table([item], [field], [page], ScriptedEngine(script_)).cells:
        assert cell.quote is None or cell.quote in page.text
        for caveat in cell.caveats:
            assert caveat.line is not None
            assert caveat.line.of(page.text) == caveat.text


def test_an_engine_that_only_writes_gives_no_line_that_is_about_another_item() -> None:
    rows = "".join(f"<tr><td>{name}</td><td>{plots}</td></tr>" for name, plots in (("Mill Lane", 118), ("Quarry", 97)))
    page = read_html(f"<html lang='en'><title>Plots</title><table><tr><th>Site</th><th>Plots</th></tr>{rows}</table>")

    def cell(*replies: str) -> Cell:
        answers = tuple(Generated(reply, 9, "end") for reply in replies)
        engine = ScriptedEngine(Script(likelihoods=False, answers=answers))
        return run_table(["Mill Lane"], ["plots"], [page], engine).cells[0]

    other, own = 'SOURCE QUOTE: "Quarry 97"', 'SOURCE QUOTE: "Mill Lane 118"'
    assert cell(f"CLAIM: It has 97.\n{other}", "97").value is None
    found = cell(f"CLAIM: It has 118.\n{own}", "118")
    assert (found.value, found.quote) == ("118", "Mill Lane\t118")


def test_a_cell_under_the_fields_very_words_needs_no_model() -> None:
    page = read_html(
        "<html><body><p>It had many visitors.</p><table><tr><th>Season</th><th>Visitors</th><th>Days open</th></tr>"
        "<tr><td>Spring</td><td>4,200</td><td>61</td></tr><tr><td>Summer</td><td>11,850</td><td>92</td></tr></table>"
        "</body></html>"
    )
    items, fields = ("Summer", "Spring"), ("visitors", "Days  open", "Guides")
    cells = by_key(run_table(items, fields, [page], ScriptedEngine(scorer=lambda _prefix, _text: -5.0)).cells)
    assert [cells[item, field].value for item in items for field in fields] == [
        "11,850", "92", None, "4,200", "61", None,
    ]  # fmt: skip

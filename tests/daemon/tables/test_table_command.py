"""``pointline table``, from files to a session that is exported in every form."""

from __future__ import annotations

import csv
import io
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from helpers.evaluating import PAGES, Says, script
from pointline.cli.main import main
from pointline.cli.start import CANCELLED
from pointline.engine.script import SCRIPT_VARIABLE, Script
from pointline.engine.scripted import ScriptedEngine, overlap
from pointline.store.cells import CellFilter
from pointline.store.store import Store

ITEM, FIELD = "Brightwater Energy", "penalty amount"
ORDERED = "The Harbour Markets Commission on 2 June"
FINE = "The Office of the Crown Prosecutor charged Brightwater Energy PLC"
FILES = [str(PAGES / f"{name}.html") for name in ("hmc-brightwater", "ocp-brightwater")]
VALUES = [(ITEM, FIELD, ORDERED, "$48,250,000"), (ITEM, "date of order", ORDERED, "2 June 2022")]
ASKED = ["--item", ITEM, "--field", FIELD, "--field", "date of order", "--engine", "scripted"]


@pytest.fixture
def scripted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says = [Says("parallel_action_unreported", ITEM, FINE)]
    place = tmp_path / "script.json"
    place.write_text(json.dumps(script(VALUES, says, supported={(ITEM, "date of order"): 0.4})), encoding="utf-8")
    monkeypatch.setenv(SCRIPT_VARIABLE, str(place))


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(str(left.value.code or 0))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert run(*arguments) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("scripted")
def test_the_table_is_printed_as_records_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "table", *FILES, *ASKED, "--json")
    assert list(found) == ["cells", "sources", "domains"]
    assert (len(found["cells"]), found["sources"], found["domains"]) == (2, 2, 0)  # files have no domain
    penalty, date = found["cells"]
    assert (penalty["value"], penalty["verdict"]) == ("$48,250,000", "caveated")
    assert [(caveat["code"], caveat["line"][:20]) for caveat in penalty["caveats"]] == [
        ("parallel_action_unreported", FINE[:20])
    ]
    assert penalty["caveats"][0]["source_url"].endswith("ocp-brightwater.html")
    assert (date["value"], date["verdict"]) == ("2 June 2022", "uncertain")
    with Store.open() as store:
        kept = store.cells(CellFilter(item=ITEM), sort="score").items
    assert [cell.record.field for cell in kept] == ["date of order", FIELD]
    assert kept[1].record.caveats[0].line == penalty["caveats"][0]["line"]


@pytest.mark.usefixtures("scripted")
def test_in_words_the_weakest_comes_first_and_says_that_it_is_unverified(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, *ASKED, "--private") == 0
    said = capsys.readouterr().out
    assert said.index("date of order") < said.index(FIELD)
    assert "UNVERIFIED (uncertain)" in said
    assert "2 cells · 2 sources · 0 domains" in said
    with Store.open() as store:
        assert store.sessions().items == ()


@pytest.mark.usefixtures("scripted")
def test_unverified_stays_visible_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, *ASKED) == 0
    capsys.readouterr()
    whole = printed(capsys, "export", "--json")
    assert [cell["verdict"] for cell in whole["cells"]] == ["caveated", "uncertain"]

    assert run("export", "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["standing"] for row in rows] == [
        "confirmed with caveats, by the evaluator",
        "UNVERIFIED (uncertain), by the evaluator",
    ]
    assert rows[0]["caveat lines"].startswith(f"parallel_action_unreported: {FINE}")

    assert run("export", "--format", "md") == 0
    assert "UNVERIFIED \\(uncertain\\), by the evaluator" in capsys.readouterr().out

    assert run("export", "--format", "html") == 0
    report = capsys.readouterr().out
    assert report.count('class="unverified"') == 2  # in the table, and beside its line
    assert "<mark>$48,250,000</mark>" in report
    assert "Brightwater Energy reported tanks as empty" in report  # the line beside it
    assert FINE in report
    assert "<script" not in report

    notes = printed(capsys, "export", "--format", "jsonld")
    assert notes["@context"] == "http://www.w3.org/ns/anno.jsonld"
    items = notes["first"]["items"]
    assert notes["total"] == len(items) == 4
    assert [item["motivation"] for item in items] == ["assessing", "commenting"] * 2
    assert items[0]["target"]["selector"]["exact"].startswith(ORDERED)
    assert items[1]["target"]["selector"]["exact"].startswith(FINE)
    assert items[1]["body"][2]["source"] == items[0]["id"]
    assert "UNVERIFIED (uncertain)" in items[2]["body"][0]["value"]


@pytest.mark.usefixtures("scripted")
def test_an_export_can_be_filtered_and_sorted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, *ASKED) == 0
    capsys.readouterr()
    assert [c["field"] for c in printed(capsys, "export", "--json", "--sort", "score")["cells"]] == [
        "date of order",
        FIELD,
    ]
    assert len(printed(capsys, "export", "--json", "--verdict", "uncertain")["cells"]) == 1
    assert len(printed(capsys, "export", "--json", "--caveat", "parallel_action_unreported")["cells"]) == 2
    assert printed(capsys, "export", "--json", "--caveat", "conditional")["cells"] == []


@pytest.mark.usefixtures("scripted")
def test_a_person_overrides_and_what_was_there_stays(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, *ASKED) == 0
    capsys.readouterr()
    cell = printed(capsys, "export", "--json")["cells"][1]
    found = printed(capsys, "verdict", cell["cell_id"], "confirmed", "--why", "I rang them.", "--json")
    assert (found["verdict"], found["verdict_source"], found["why"]) == ("confirmed", "person", "I rang them.")
    assert [(one["verdict"], one["verdict_source"]) for one in found["replaced"]] == [("uncertain", "evaluator")]
    assert run("export", "--format", "html") == 0
    report = capsys.readouterr().out
    assert "confirmed, by a person; before: uncertain, by the evaluator" in report
    assert 'class="unverified"' not in report
    assert run("verdict", "nothing", "confirmed") == 2


@pytest.mark.usefixtures("scripted")
def test_a_table_goes_on_where_it_was_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, "--item", ITEM, "--field", FIELD, "--engine", "scripted") == 0
    with Store.open() as store:
        (first,) = store.cells().items
    capsys.readouterr()
    found = printed(capsys, "table", *FILES, *ASKED, "--resume", first.record.run, "--json")
    assert len(found["cells"]) == 2
    assert found["cells"][0]["created_at"] == first.created_at.isoformat()
    with Store.open() as store:
        assert len(store.cells(CellFilter(run=first.record.run, session=first.session)).items) == 2


@pytest.mark.usefixtures("scripted")
def test_ctrl_c_prints_and_keeps_what_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(prefix: str, continuation: str) -> float:
        if "date of order (" in prefix:
            signal.raise_signal(signal.SIGINT)
        return overlap(prefix, continuation)

    monkeypatch.setattr("pointline.cli.table.engine_of", lambda *_: ScriptedEngine(Script.load(), scorer=press))
    assert run("table", *FILES, *ASKED, "--json") == CANCELLED
    said = capsys.readouterr()
    assert [cell["field"] for cell in json.loads(said.out)["cells"]] == [FIELD]
    with Store.open() as store:
        (kept,) = store.cells().items
    assert f"--resume {kept.record.run}" in said.err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--item", "a", "--field", "b"], "no-page"),
        ([FILES[0], "--field", "b"], "no-item"),
        ([FILES[0], "--item", "a", "--field", " "], "no-field"),
        ([FILES[0], "--item", "a" * 400, "--field", "b"], "long-item"),
        ([FILES[0], "--item", "a", "--field", "b", "--resume", "x"], "run_unknown"),
        ([FILES[0], "--item", "a", "--field", "b", "--session", "x"], "session_unknown"),
        ([FILES[0], "--item", "a", "--field", "b", "--session", "x", "--private"], "private"),
        (["nowhere.html", "--item", "a", "--field", "b"], None),
    ],
)
def test_bad_input_says_what_to_do(arguments: list[str], code: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    error = printed(capsys, "table", *arguments, "--engine", "scripted", "--json", code=2)["error"]
    assert code in (None, error["code"])
    assert error["action"]


@pytest.mark.usefixtures("scripted")
def test_a_table_without_any_value_exits_3(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["table", *FILES, "--item", "Ferrow Shipping", "--field", FIELD, "--engine", "scripted", "--json"]
    (cell,) = printed(capsys, *arguments, code=3)["cells"]
    assert (cell["value"], cell["verdict"], cell["spans"]) == (None, "uncertain", [])

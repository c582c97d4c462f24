"""``pointline table``, from files to a session that is exported in every form."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
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


@pytest.mark.usefixtures("scripted")
def test_the_same_table_in_its_session_is_taken_up_without_naming_its_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", *FILES, "--item", ITEM, "--field", FIELD, "--engine", "scripted") == 0
    with Store.open() as store:
        (first,) = store.cells().items
        store.override_verdict(first.id, "confirmed", "I rang them.")
    capsys.readouterr()
    found = printed(capsys, "table", *FILES, *ASKED, "--session", first.session, "--json")["cells"]
    assert [(cell["verdict"], cell["verdict_source"]) for cell in found] == [
        ("confirmed", "person"),
        ("uncertain", "evaluator"),
    ]
    assert (
        run("table", FILES[0], "--item", ITEM, "--field", FIELD, "--engine", "scripted", "--session", first.session)
        == 0
    )
    with Store.open() as store:
        runs = [cell.record.run for cell in store.cells(CellFilter(session=first.session)).items]
    assert [runs.count(name) for name in dict.fromkeys(runs)] == [1, 2]  # other pages are another table


def test_names_are_suggested_without_a_model(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "fines.html"
    page.write_text("<h1>Oslo</h1><dl><dt>Mayor</dt><dd>Ann</dd><dt>Area</dt><dd>480</dd></dl>", encoding="utf-8")
    found = printed(capsys, "table", "--suggest", str(page), "--json")
    assert found == {"items": ["Oslo"], "fields": ["Mayor", "Area"]}
    assert run("table", "--suggest", str(page)) == 0
    assert capsys.readouterr().out.splitlines() == ["item: Oslo", "field: Mayor", "field: Area"]
    page.write_text("<p>Nothing but a sentence.</p>", encoding="utf-8")
    assert printed(capsys, "table", "--suggest", str(page), "--json", code=3) == {"items": [], "fields": []}
    assert run("table", "--suggest") == 2


def test_a_real_ctrl_c_ends_the_program_and_nothing_that_was_found_is_lost() -> None:
    """In a process of its own, with a real signal, once the first cells are on the disk."""
    wanted = [argument for number in range(1000) for argument in ("--field", f"{FIELD} {number}")]
    command = [
        sys.executable,
        "-m",
        "pointline.cli",
        "table",
        FILES[0],
        "--item",
        ITEM,
        "--engine",
        "scripted",
        "--json",
    ]
    process = subprocess.Popen([*command, *wanted], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with Store.open() as store:
        while store.count_cells().cells < 2:
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, told = process.communicate(timeout=60)
        kept = store.cells(limit=200).items
    assert process.returncode == CANCELLED
    shown = [cell["field"] for cell in json.loads(said)["cells"]]
    assert 2 <= len(shown) < 1000
    assert shown == [cell.record.field for cell in reversed(kept)]
    assert f"--resume {kept[0].record.run}" in told
    assert "Traceback" not in told


def test_a_table_that_was_killed_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = [argument for number in range(30) for argument in ("--field", f"{FIELD} {number}")]
    asked = ["table", FILES[0], "--item", ITEM, "--engine", "scripted", *wanted]
    process = subprocess.Popen(
        [sys.executable, "-m", "pointline.cli", *asked], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    with Store.open() as store:
        while store.count_cells().cells < 2:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.kill()
        told = process.communicate(timeout=60)[1]
        before = store.cells(limit=200).items
    assert 2 <= len(before) < 30
    assert f"--resume {before[0].record.run}" in told
    found = printed(capsys, *asked, "--resume", before[0].record.run, "--json")
    with Store.open() as store:
        kept = store.cells(limit=200).items
    assert [cell["field"] for cell in found["cells"]] == [f"{FIELD} {number}" for number in range(30)]
    assert sorted(cell.record.field for cell in kept) == sorted(cell["field"] for cell in found["cells"])
    assert {cell.id for cell in before} <= {cell.id for cell in kept}

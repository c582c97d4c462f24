"""``pointline check`` on files: places, exit codes, forms of the report."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pointline.cli.main import main
from pointline.store.cells import CellFilter
from pointline.store.paging import oldest_first
from pointline.store.store import Store

ORDER = (
    "<title>Grain Board orders Tarn Milling to pay</title><h1>Grain Board orders Tarn Milling to pay</h1>"
    "<p>The Grain Board ordered Tarn Milling Co. to pay $61,350,000 for selling wheat under a false grade.</p>"
    "<p>The order ends a case that began in 2019.</p>"
)
SOUND = "Tarn Milling was ordered to pay $61,350,000 ([order](docs/order.html))."
WRONG = "Tarn Milling was ordered to pay $16,350,000 ([order](docs/order.html))."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "memos"
    (place / "docs").mkdir(parents=True)
    (place / "docs" / "order.html").write_text(ORDER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return place


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["check", *arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def memo(folder: Path, text: str, name: str = "memo.md") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_links_are_relative_to_the_memo_and_a_sound_memo_passes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, memo(folder, SOUND), "--engine", "none", "--json")
    found = json.loads(out)
    assert code == 0
    claim = found["claims"][0]
    assert claim["quote"].startswith("The Grain Board ordered Tarn Milling Co. to pay $61,350,000")
    assert claim["source_url"] == (folder / "docs" / "order.html").as_uri()
    assert (claim["link_works"], claim["relevant"], claim["verdict"]) == (True, True, "uncertain")
    assert found["rates"]["link_works"] == found["rates"]["relevant"] == 1.0
    assert found["rates"]["judged"] is False


@pytest.mark.parametrize(
    ("fragment", "missing"),
    [("#sum", False), ("#old%20place", False), ("#penalty", True), ("#", False), ("#top", False), ("#/route", False),
     ("#penalty:~:text=Tarn", True), ("#:~:text=Tarn", False)],
)  # fmt: skip
def test_a_link_to_a_place_that_the_page_does_not_have_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], fragment: str, missing: bool
) -> None:
    (folder / "docs" / "order.html").write_text(
        f'<a name="old place"></a><div id="sum">{ORDER}</div>', encoding="utf-8"
    )
    text = SOUND.replace("order.html", f"order.html{fragment}")
    code, out, _ = run(capsys, memo(folder, text), "--engine", "none", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["claims"][0]["link_works"] is True
    assert [fix["fault"] for fix in found["fixes"]] == (["link_broken"] if missing else [])
    assert ("penalty" in found["claims"][0]["sources"][0]["problem"]) is missing


def test_strict_fails_what_is_uncertain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, memo(folder, SOUND), "--engine", "none", "--strict")[0] == 3


def test_a_refuted_claim_gates(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, memo(folder, WRONG), "--engine", "scripted")
    assert code == 3
    assert "mismatch" in out
    assert "To fix:\n  1. Correct it" in out


def test_html_and_plain_memos(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = '<p>Tarn Milling was ordered to pay $61,350,000 (<a href="docs/order.html">order</a>).</p>'
    assert run(capsys, memo(folder, html, "memo.html"), "--engine", "none")[0] == 0
    plain = f"Tarn Milling was ordered to pay $61,350,000 [1].\n\n[1] {(folder / 'docs' / 'order.html').as_uri()}\n"
    assert run(capsys, memo(folder, plain, "memo.txt"), "--engine", "none")[0] == 0


def test_standard_input_is_relative_to_the_working_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SOUND.encode())))
    assert run(capsys, "-", "--engine", "none")[0] == 0


def test_the_text_itself_against_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = str(folder / "docs" / "order.html")
    text = "Tarn Milling was ordered to pay $61,350,000."
    code, out, _ = run(capsys, text, "--against", page, "--engine", "none", "--json")
    assert code == 0
    assert json.loads(out)["claims"][0]["status"] == "against"


def test_files_outside_the_folder_are_not_opened(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder.parent / "secret.html").write_text(ORDER, encoding="utf-8")
    text = memo(folder, SOUND.replace("docs/order.html", "../secret.html"))
    code, out, _ = run(capsys, text, "--engine", "none", "--json")
    claim = json.loads(out)["claims"][0]
    assert (code, claim["link_works"], claim["quote"]) == (3, False, None)
    assert "outside the memo's folder" in claim["why"]
    given = run(capsys, text, "--engine", "none", "--json", "--against", str(folder.parent / "secret.html"))
    assert json.loads(given[1])["claims"][0]["link_works"] is True


def test_a_report_as_html_is_self_contained_and_escaped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "report.html"
    text = memo(folder, WRONG + " Tarn has 5,000 cats & `<script>alert(1)</script>` ([o](docs/order.html)).")
    assert run(capsys, text, "--engine", "none", "--html", str(out))[0] == 3
    written = out.read_text(encoding="utf-8")
    assert "<script" not in written
    assert "&lt;script&gt;" in written
    assert "<mark>The Grain Board ordered" in written
    assert "default-src 'none'" in written


@pytest.mark.parametrize(
    ("given", "code"),
    [("gone.md", "missing-file"), ("  ", "empty-memo"), ("# Only a heading", "no-claims"), (".", "directory")],
)
def test_bad_input_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], given: str, code: str) -> None:
    status, out, _ = run(capsys, given, "--engine", "none", "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code


def test_a_document_is_no_memo(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "memo.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    status, out, _ = run(capsys, str(path), "--engine", "none", "--json")
    assert (status, json.loads(out)["error"]["code"]) == (2, "memo-form")


def test_without_a_model_the_rules_work_alone_unless_one_was_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = memo(folder, SOUND)
    code, out, err = run(capsys, text, "--json")
    assert (code, json.loads(out)["engine"]) == (0, "none")
    assert "rules work alone" in err
    assert run(capsys, text, "--engine", "mlx")[0] == 2


def test_claims_are_kept_when_it_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = memo(folder, f"# On mills\n\n{SOUND}\n")
    assert run(capsys, given, "--engine", "none")[0] == 0
    code, _, told = run(capsys, given, "--engine", "none", "--keep")
    with Store.open() as store:
        (session,) = store.sessions().items
        (cell,) = store.cells().items
    assert (code, session.title) == (0, "Check: memo.md")
    assert session.id in told
    assert (cell.record.item, cell.record.value) == ("On mills", "Tarn Milling was ordered to pay $61,350,000.")
    assert (cell.record.quote or "none") in ORDER
    run(capsys, given, "--engine", "none", "--session", session.id)
    with Store.open() as store:
        assert len(store.cells(CellFilter(session=session.id)).items) == 1  # the same text: taken up, not doubled
    run(capsys, memo(folder, WRONG), "--engine", "none", "--session", session.id)
    with Store.open() as store:
        assert len(store.cells(CellFilter(session=session.id)).items) == 2


def test_a_check_that_was_killed_goes_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a process of its own, with a signal that it cannot hear, once the first claims are on the disk."""
    claims = [
        f"Tarn Milling was ordered to pay ${61 + number},350,000 ([order](docs/order.html))." for number in range(120)
    ]
    given = memo(folder, "\n\n".join([*claims, SOUND]))
    command = [sys.executable, "-m", "pointline.cli", "check", given, "--engine", "none", "--keep"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with Store.open() as store:
        while store.count_cells().cells < 2:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.kill()
        told = process.communicate(timeout=60)[1]
        (session,) = store.sessions().items
        before = store.cells(limit=200).items
    assert 2 <= len(before) < 121
    assert f"--session {session.id}" in told
    code, out, _ = run(capsys, given, "--engine", "none", "--session", session.id, "--json")
    found = [claim["text"] for claim in json.loads(out)["claims"]]
    assert (code, len(found)) == (3, 121)
    with Store.open() as store:
        kept = oldest_first(lambda cursor: store.cells(CellFilter(session=session.id), cursor=cursor, limit=200))
    assert sorted(found) == sorted(str(cell.record.value) for cell in kept)  # nothing lost, nothing double
    assert {cell.id for cell in before} <= {cell.id for cell in kept}


def test_a_persons_verdict_stays_when_the_check_is_done_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = memo(folder, SOUND)
    run(capsys, given, "--engine", "none", "--keep")
    with Store.open() as store:
        (cell,) = store.cells().items
        store.override_verdict(cell.id, "confirmed", "I have read it.")
    _, out, _ = run(capsys, given, "--engine", "none", "--session", cell.session, "--json")
    assert json.loads(out)["claims"][0]["verdict"] == "confirmed"
    with Store.open() as store:
        (again,) = store.cells().items
    assert (again.record.verdict, again.record.verdict_source) == ("confirmed", "person")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([""], "empty-memo"),
        (["A text.", "--engine", "none", "--model", "x"], "engine"),
        (["A text.", "--engine", "none", "--context-tokens", "512"], "engine"),
        (["A text.", "--engine", "none", "--session", "x"], "session_unknown"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, out, _ = run(capsys, *arguments, "--json")
    assert (found, json.loads(out)["error"]["code"]) == (2, code)

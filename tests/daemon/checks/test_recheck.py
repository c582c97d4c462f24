"""Opening a session's sources again: what stands, what is gone, and that nothing kept is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactquote.html import read_html
from exactquote.page import Page, Span
from pointline.checks.check import check_memo
from pointline.checks.keep import cell_of
from pointline.checks.reading import read_memo
from pointline.checks.recheck import recheck, recheck_json
from pointline.checks.rules_only import RulesOnly
from pointline.cli.main import main
from pointline.errors import BadInput
from pointline.store.cell_records import CellRecord
from pointline.store.store import Store

FINE = "<p>The mill was fined $5,000.</p><p>It closed in May.</p>"


def cell(page: Page, quote: str, field: str) -> CellRecord:
    at = page.text.index(quote)
    return CellRecord(
        item="Tarn Milling",
        field=field,
        value="x",
        source_url=page.url,
        page_sha256=page.sha256,
        quote=quote,
        spans=(Span(at, at + len(quote)),),
        deep_link="",
        verdict="uncertain",
        score=0.5,
        caveats=(),
        why="",
        verdict_source="rules",
        attempts=1,
        engine="scripted",
    )


def kept(path: Path) -> str:
    path.write_text(FINE, encoding="utf-8")
    page = read_html(FINE, url=path.as_uri())
    with Store.open() as store:
        session = store.start_session("Mills").id
        store.add_cells(
            session, [cell(page, "The mill was fined $5,000.", "fine"), cell(page, "It closed in May.", "end")]
        )
    return session


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as left:
        main(["recheck", *arguments])
    return int(left.value.code or 0), capsys.readouterr().out


def test_unchanged_still_there_gone_and_not_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    session = kept(path)

    def now() -> tuple[int, list[str]]:
        code, out = run(capsys, session, "--json")
        lines = sorted(json.loads(out)["lines"], key=lambda line: str(line["quote"]), reverse=True)
        return code, [line["now"] for line in lines]

    assert now() == (0, ["unchanged", "unchanged"])
    path.write_text(FINE + "<p>A new line.</p>", encoding="utf-8")
    assert now() == (0, ["line_still_there", "line_still_there"])
    path.write_text(FINE.replace("$5,000", "$6,000"), encoding="utf-8")
    assert now() == (3, ["page_changed", "line_still_there"])
    path.unlink()
    assert now() == (3, ["not_opened", "not_opened"])


def test_the_original_evidence_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    session = kept(path)
    with Store.open() as store:
        before = store.whole_session(session)
    path.write_text("<p>Nothing of it is left.</p>", encoding="utf-8")
    assert run(capsys)[0] == 3
    with Store.open() as store:
        assert store.whole_session(session) == before


def test_each_page_is_opened_once_and_the_change_is_a_caveat(tmp_path: Path) -> None:
    session = kept(tmp_path / "page.html")
    opened: list[str] = []

    def open_page(address: str) -> Page:
        opened.append(address)
        return read_html("<p>It closed in May.</p>", url=address)

    with Store.open() as store:
        found = store.whole_session(session)
    assert found is not None
    lines = recheck_json(recheck(found, open_page))
    assert len(opened) == 1
    assert lines["counts"] == {"unchanged": 0, "line_still_there": 1, "page_changed": 1, "not_opened": 0}
    gone = next(line for line in lines["lines"] if line["now"] == "page_changed")
    assert (gone["quote"], gone["caveats"]) == (
        "The mill was fined $5,000.",
        [{"code": "page_changed", "line": None}],
    )


def test_a_page_that_does_not_open_says_why(tmp_path: Path) -> None:
    session = kept(tmp_path / "page.html")

    def open_page(address: str) -> Page:
        raise BadInput("timeout", f"{address} did not answer.", "Try again.")

    with Store.open() as store:
        found = store.whole_session(session)
    assert found is not None
    assert {one.problem.endswith("did not answer.") for one in recheck(found, open_page)} == {True}


def test_an_unknown_session_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "nobody", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (2, "session_unknown")


def test_a_checked_claim_is_kept_as_a_cell_and_rechecked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(FINE, encoding="utf-8")
    memo = read_memo(
        "# Mills\n\nThe mill was fined $5,000 ([page](page.html)). It has 70 cats ([page](page.html)).", "markdown"
    )
    page = read_html(FINE, url=path.as_uri())
    report = check_memo(memo, RulesOnly(), lambda _address: page, place=(tmp_path / "memo.md").as_uri())
    with Store.open() as store:
        session = store.start_session("Memo").id
        ids = store.add_cells(session, [cell_of(one, engine="none", run="memo") for one in report.claims])
        first = store.cell(ids[0])
    assert first is not None
    assert (first.record.item, first.record.quote) == ("Mills", "The mill was fined $5,000.")
    assert (first.record.verdict, first.record.line_after) == ("uncertain", "It closed in May.")
    code, out = run(capsys, session, "--json")
    assert (code, [line["now"] for line in json.loads(out)["lines"]]) == (0, ["unchanged"])

"""What is found in a PDF is named with its page: in the answer, in the terminal, in the store and in its exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from daemon.sources.pdf_maker import Words, pdf
from exactquote.page import CapturedBlock, Page
from helpers import kept
from pointline.cli.main import commands
from pointline.export.session import Export, export_session
from pointline.pipeline.record import answer_json
from pointline.store.records import NewAsk
from pointline.store.store import Store

HARBOUR = pdf(
    [
        [Words("Harbour rules", 30, 380, 20), Words("The fee is 12 euros a day.", 30, 340)],
        [Words("Opening hours", 30, 380, 20), Words("The office is open from 8 to 17.", 30, 340)],
    ]
)
URL = "https://harbour.example/rules.pdf#top"


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = tmp_path / "rules.pdf"
    path.write_bytes(HARBOUR)
    return str(path)


def run(*arguments: str) -> str:
    done = CliRunner().invoke(commands, arguments, standalone_mode=False)
    assert done.exception is None, done.output
    return done.output


def paged() -> Page:
    blocks = (CapturedBlock("The fee is 12 euros a day.", page=1), CapturedBlock("It is open from 8 to 17.", page=2))
    return Page.from_blocks(blocks, url=URL, title="Rules")


def test_an_answer_names_it(path: str) -> None:
    asked = ("ask", path, "From when is the office open?", "--engine", "scripted")
    claim = json.loads(run(*asked, "--json"))["claims"][0]
    assert (claim["page"], claim["link"].rpartition("#")[2]) == (2, "page=2")
    assert "(page 2)" in run(*asked)


def test_a_quote_names_it(path: str) -> None:
    asked = ("verify", path, "--quote", "12 euros a day", "--quote", "open from 8 to 18")
    found, near = map(json.loads, run(*asked, "--json").splitlines())
    assert found["occurrences"][0]["page"] == 1
    assert near["nearest"]["page"] == 2
    said = run(*asked)
    assert "(page 1)" in said
    assert "(page 2)" in said


def test_every_line_of_a_claim_has_its_own_page_and_link() -> None:
    page = paged()
    found = answer_json(kept.answer(page, kept.claim(page, "12 euros", "8 to 17")))["claims"][0]
    assert (found["page"], found["link"]) == (1, "https://harbour.example/rules.pdf#page=1")
    assert (found["more"][0]["page"], found["more"][0]["link"]) == (2, "https://harbour.example/rules.pdf#page=2")
    elsewhere = kept.page()
    found = answer_json(kept.answer(elsewhere, kept.claim(elsewhere, "14 euros")))["claims"][0]
    assert (found["page"], found["link"]) == (None, elsewhere.url)
    nothing = answer_json(kept.answer(page))
    assert [line["page"] for line in nothing["nearest"]] == [1, 2]


def test_the_store_and_the_exports_keep_it() -> None:
    page = paged()
    with Store.open() as store:
        ask = NewAsk("What is the fee?", page)
        store.begin_ask(ask)
        store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "12 euros", "8 to 17")))
        noted = store.ask(ask.id)
        assert noted is not None
        assert noted.result is not None
        assert [line.page for line in noted.result.claims[0].lines] == [1, 2]
        session = store.session(noted.session)
    assert session is not None
    whole = Export(session, [noted], [])
    assert json.loads(export_session(whole, "json"))["asks"][0]["result"]["claims"][0]["lines"][1]["page"] == 2
    assert "(page 2)" in export_session(whole, "md")
    assert "(page 2)" in export_session(whole, "html")

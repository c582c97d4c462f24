"""Leading questions: the same question as put, by a believer, by a sceptic; what differs is said with both lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from exactquote import read_html
from exactquote.page import Page
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Question, Wanted
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.probe import framing_words
from pointline.pipeline.record import answer_json

PAGE = """<html lang="en"><title>Mill pond</title><p>The council says the pond is clean: 3 germs were counted.</p>
<p>The anglers' club says it is foul: 900 germs were counted.</p><p>Ducks live on it.</p></html>"""
CLEAN, FOUL = "3 germs", "900 germs"
ASKED = "Is the water of the mill pond clean?"


@pytest.fixture
def page() -> Page:
    return read_html(PAGE, url="https://pond.example/")


def swayed(believer: str, sceptic: str, plain: str) -> Callable[[str, str], float]:
    """A scorer that points at another line for each framing."""

    def score(prefix: str, asked: str) -> float:
        lead = prefix.split("Passage:")[0]
        wanted = believer if "convinced" in lead else sceptic if "doubt" in lead else plain
        passage = prefix.rsplit("Passage:", 1)[-1]
        return (-1.0 if wanted and wanted in passage else -5.0) * len(asked.split())

    return score


def probed(page: Page, engine: ScriptedEngine, strategy: Wanted = "score") -> Answer:
    return answer_asked([page], Question(ASKED, strategy=strategy), engine, probing=True)


def test_an_answer_that_follows_the_asker_carries_both_lines(page: Page) -> None:
    answer = probed(page, ScriptedEngine(scorer=swayed(CLEAN, FOUL, CLEAN)))
    data = answer_json(answer)
    assert [framing["framing"] for framing in data["probe"]["framings"]] == ["neutral", "believer", "sceptic"]
    assert data["probe"]["depends_on_framing"] is True
    (claim,) = data["claims"]
    assert CLEAN in claim["line"]
    (caveat,) = [one for one in claim["caveats"] if one["code"] == "answer_depends_on_framing"]
    assert FOUL in caveat["line"]
    assert caveat["detail"] == "sceptic"
    span = caveat["spans"][0]
    assert page.text[span["start"] : span["end"]] == caveat["line"]
    assert data["probe"]["framings"][2]["values"] == ["900"]


def test_an_answer_that_stands_has_no_caveat(page: Page) -> None:
    data = answer_json(probed(page, ScriptedEngine(scorer=swayed(CLEAN, CLEAN, CLEAN))))
    assert data["probe"]["depends_on_framing"] is False
    assert all(caveat["code"] != "answer_depends_on_framing" for caveat in data["claims"][0]["caveats"])


@pytest.mark.parametrize(("sceptic", "plain"), [("", CLEAN), (FOUL, "")])
def test_none_against_a_line_is_a_difference(page: Page, sceptic: str, plain: str) -> None:
    answer = probed(page, ScriptedEngine(scorer=swayed(plain, sceptic, plain)))
    data = answer_json(answer)
    assert data["probe"]["depends_on_framing"] is True
    if plain:
        assert [one["detail"] for one in data["claims"][0]["caveats"] if one["line"] is None] == ["sceptic: NONE"]
    else:
        assert "answer_depends_on_framing" in {note["code"] for note in data["notes"]}


def test_contract_reads_the_framing_before_the_question(page: Page) -> None:
    engine = ScriptedEngine(Script(strategy="contract"), scorer=lambda _prefix, _asked: -1.0)
    answer = probed(page, engine, "contract")
    assert len(answer.framings) == 3
    assert any("doubt" in call.text and ASKED in call.text for call in engine.calls)


def test_a_language_without_words_is_said() -> None:
    page = read_html('<html lang="sw"><p>Bwawa la kinu ni safi sana kwa samaki na bata.</p></html>')
    words, notes = framing_words(page, "Je, maji ya bwawa la kinu ni safi kwa samaki na bata wote?")
    assert [note.code for note in notes] == ["framing_signs"]
    assert words["believer"] != words["sceptic"]
    assert framing_words(page, "Is the water of the mill pond clean?")[1] == ()

"""What the liar was stopped by, each piece alone."""

from __future__ import annotations

import pytest

from exactquote.html import read_html
from helpers.liar.pages import ALLOTMENTS, page_of
from helpers.liar.paths import NO, YES
from pointline.engine.base import Generated
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Budget, Cite, Question, Statement, Withheld
from pointline.pipeline.ask import ask
from pointline.pipeline.faithful import gives_way, repeats, under_another_header, unrelated
from pointline.pipeline.verify import verify
from pointline.pipeline.visible import hides, visible

PAGE = page_of("allotments")
PRICE = next(unit for unit in PAGE.units if unit.text(PAGE.text) == ALLOTMENTS["price"])


def said(text: str) -> Statement:
    return Statement(text, (Cite(ALLOTMENTS["price"], PRICE),), 1)


def evaluator(*labels: dict[str, float]) -> ScriptedEngine:
    return ScriptedEngine(Script(may_state=True, may_judge=True, labels=labels, label=NO))


def written(reply: str, finish: str = "end") -> Answer:
    script = Script(likelihoods=False, answers=(Generated(reply, 9, finish),))  # type: ignore[arg-type]
    return ask(PAGE, Question("What does a plot cost?"), ScriptedEngine(script))


TENANTS = "Tenants pay 96 euros every year for 200 square metres."


def test_a_liar_for_an_evaluator_is_tried_by_a_line_that_has_nothing_to_do_with_it() -> None:
    assert gives_way(PAGE, said(TENANTS), evaluator(dict(YES), dict(NO))) is None
    assert gives_way(PAGE, said(TENANTS), evaluator(dict(YES), dict(YES))) == "evaluator agrees with anything"
    assert gives_way(PAGE, said(TENANTS), evaluator(dict(NO))) == "evaluator said no"


def test_the_line_that_a_liar_is_tried_by_shares_nothing_with_the_sentence() -> None:
    control = unrelated(PAGE, said(TENANTS))
    assert control is not None
    assert control.start != PRICE.start
    assert "euros" not in control.text(PAGE.text)


def test_a_page_of_one_line_speaks_for_itself_whatever_the_liar_says() -> None:
    page = read_html("<p>A plot of 200 square metres costs 96 euros a year.</p>")
    statement = Statement(TENANTS, (Cite(page.text, page.units[0]),), 1)
    engine = evaluator(dict(YES), dict(NO))
    assert gives_way(page, statement, engine) == "no other line to try the evaluator by"


@pytest.mark.parametrize(
    ("claim", "line", "expected"),
    [
        ("Tenants may keep bees.", "Tenants may not keep bees.", True),
        ("Without permits bees may keep tenants.", "Tenants may keep bees without permits.", True),
        ("博物馆每周一开放。", "博物馆每周一不开放。", True),
        ("Tenants may not keep bees.", "Tenants may not keep bees.", False),
        ("Beekeeping calls for the council's blessing.", "Tenants may not keep bees without a permit.", False),
    ],
)
def test_a_liar_that_moves_or_drops_words_of_the_line_repeats_it(claim: str, line: str, expected: bool) -> None:
    assert repeats(claim, line) is expected


@pytest.mark.parametrize("char", ["\u202e", "\u200b", "\u2066", "\x1b", "\u00ad", "\ufeff", "\ue000", "\ud800"])
def test_a_liar_cannot_hide_characters(char: str) -> None:
    assert hides(f"96{char} euros")
    assert char not in visible(f"96{char} euros")


def test_letters_that_a_liar_has_no_use_for_stay() -> None:
    for text in ("می\u200cخواهم", "क्\u200dष", "👩\u200d🌾", "Äpfel für 5 €"):
        assert not hides(text)
        assert visible(text) == text


def test_a_liar_that_gets_past_the_pipeline_is_stopped_by_the_verifier() -> None:
    found = verify(PAGE, said("Tenants pay 480 euros every year."))
    assert isinstance(found, Withheld)
    assert found.reason == "the line does not say what the claim says"
    assert not isinstance(verify(PAGE, said(TENANTS)), Withheld)


def test_the_number_of_a_line_that_was_cut_is_no_number_of_the_liars() -> None:
    reply = "CLAIM: A plot costs something.\nSOURCE QUOTE: [1"
    cut = written(reply, "length")
    assert cut.none
    assert cut.guards["cut_off"]
    assert not written(f"{reply}]", "length").none


def test_a_liar_cannot_write_controls_among_what_was_withheld() -> None:
    held = written("CLAIM: \x1b[2J\u202e480 euros\nSOURCE QUOTE: NONE").withheld
    assert held
    assert not any(hides(one.text) for one in held)


def test_a_liar_that_takes_all_the_time_does_not_take_the_line() -> None:
    reply = Generated(f"CLAIM: {TENANTS}\nSOURCE QUOTE: [1] " + "and " * 200, 200, "end")
    scores = ((ALLOTMENTS["price"], "", -5.0), ("", "", -50.0))
    script = Script(may_state=True, may_judge=True, answers=(reply,), label=YES, scores=scores, delay=0.05)
    question = Question("What does a plot cost?", budget=Budget(max_claims=1, seconds=0.5))
    answer = ask(PAGE, question, ScriptedEngine(script))
    assert [claim.text for claim in answer.claims] == [ALLOTMENTS["price"]]
    assert answer.guards["time ended before the sentence was checked"] == 1
    assert answer.budget_ended


def test_a_liar_cannot_give_a_value_under_the_header_of_another_column() -> None:
    row = next(unit for unit in PAGE.units if "Mill Lane" in unit.text(PAGE.text))
    for claim in ("118 are waiting at Mill Lane.", "Mill Lane has 40 plots.", "Waiting 118, Mill Lane."):
        assert under_another_header(PAGE, claim, row), claim
    for claim in ("Mill Lane has 118 plots.", "118 plots, 40 waiting.", "40 are in line at Mill Lane."):
        assert not under_another_header(PAGE, claim, row), claim


def test_a_liar_cannot_hide_a_column_in_the_name_of_another() -> None:
    table = "<table><tr><th>Visitor<th>Museum<th>Museum and ship<tr><td>Students<td>€8.00<td>€11.50</table>"
    page = read_html(table)
    row = next(unit for unit in page.units if "Students" in unit.text(page.text))
    assert under_another_header(page, "Museum and ship cost €8.00 for learners.", row)
    assert not under_another_header(page, "Museum €8.00, museum and ship €11.50.", row)

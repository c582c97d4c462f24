"""A server that only writes: its claims are checked, corrected in the same context, and its lines become the claims."""

from __future__ import annotations

import pytest

from exactquote.html import read_html
from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.base import Generated
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Budget, Question
from pointline.pipeline.ask import ask

LINES = [
    "The fair opens on 3 May.",
    "A stall costs 45 euros a day.",
    "Electricity costs 6 euros more.",
    "Stalls are given out by lot.",
]
RIGHT = "CLAIM: A stall costs 45 euros a day.\nSOURCE QUOTE: [2]"


@pytest.fixture
def page() -> Page:
    return read_text("\n\n".join(LINES))


def asked(page: Page, *replies: str, budget: Budget | None = None) -> tuple[Answer, ScriptedEngine]:
    said = tuple(Generated(reply, len(reply.split()), "end") for reply in replies)
    engine = ScriptedEngine(Script(likelihoods=False, answers=said))
    return ask(page, Question("What does a stall cost?", budget=budget or Budget()), engine), engine


def appended(engine: ScriptedEngine) -> list[str]:
    return [call.text for call in engine.calls if call.method == "append_turn"]


def test_the_cited_line_is_the_claim(page: Page) -> None:
    answer, engine = asked(page, RIGHT)
    assert [claim.text for claim in answer.claims] == [LINES[1]]
    assert answer.read_share == 1.0
    assert not appended(engine)


def test_several_claims_and_several_lines_of_one(page: Page) -> None:
    answer, _ = asked(page, f"{RIGHT}\nCLAIM: With electricity it is 51 euros.\nSOURCE QUOTE: [2] [3]")
    assert [claim.line for claim in answer.claims] == [LINES[1], LINES[2]]


def test_a_line_copied_instead_of_numbered_is_found(page: Page) -> None:
    answer, _ = asked(page, f'CLAIM: Stalls are drawn.\nSOURCE QUOTE: "{LINES[3]}"')
    assert [claim.line for claim in answer.claims] == [LINES[3]]


def test_none_is_none(page: Page) -> None:
    answer, _ = asked(page, "SOURCE QUOTE: NONE")
    assert answer.none
    assert not answer.withheld
    assert answer.guards["model said NONE"] == 1


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("CLAIM: A stall costs 45 euros.\nSOURCE QUOTE: [9]", "no_such_line"),
        ("CLAIM: A stall costs 45 euros.\nSOURCE QUOTE: [0]", "no_such_line"),
        ("CLAIM: A stall costs 54 euros.\nSOURCE QUOTE: [2]", "unsupported"),
        ("CLAIM: A stall costs 45 euros.\nSOURCE QUOTE: [1]", "unsupported"),
        ('CLAIM: It costs 54 euros.\nSOURCE QUOTE: "A stall costs 54 euros a day."', "near"),
        ("CLAIM: A stall costs 45 euros.", "claim_without_quote"),
        ("A stall costs 45 euros.", "no_contract"),
        ("", "no_contract"),
    ],
)
def test_a_fault_is_counted_corrected_and_then_withheld(page: Page, reply: str, kind: str) -> None:
    answer, engine = asked(page, reply, reply, reply, RIGHT)
    assert answer.none
    assert answer.guards[kind] == 3
    assert [held.attempts for held in answer.withheld] == [3]
    assert len(appended(engine)) == 2
    mended, engine = asked(page, reply, RIGHT)
    assert [claim.line for claim in mended.claims] == [LINES[1]]
    assert mended.claims[0].attempts == 2
    assert sum(call.method.startswith("open") for call in engine.calls) == 1


def test_a_claim_that_is_taken_back_is_withheld_not_dropped(page: Page) -> None:
    answer, _ = asked(page, "CLAIM: A stall costs 54 euros.\nSOURCE QUOTE: [2]", "SOURCE QUOTE: NONE")
    assert answer.none
    assert "took it back" in answer.withheld[0].reason
    assert answer.withheld[0].codes[-1] == "taken_back"


def test_tokens_are_bounded_and_that_is_said(page: Page) -> None:
    answer, engine = asked(page, "word " * 5000, "word " * 5000, budget=Budget(max_tokens=50))
    assert answer.none
    assert answer.budget_ended
    assert answer.guards["reply cut at the budget"] == 1
    assert engine.usage().sampled <= 50


def test_more_claims_than_asked_for_are_counted(page: Page) -> None:
    answer, _ = asked(page, "\n".join([RIGHT] * 6), budget=Budget(max_claims=2))
    assert len(answer.claims) == 1
    assert answer.guards["more claims than asked for"] == 4


class TestATableRow:
    """A row is shown to the model with its headers, and can only be copied so."""

    PAGE = "<table><tr><th>Boat</th><th>Summer</th><th>Winter</th></tr><tr><td>Yacht</td><td>510</td><td>230</td></tr>"
    PAGE += "<tr><td>Dinghy</td><td>90</td><td>40</td></tr></table><p>The harbour opens in May.</p>"

    def test_copied_as_it_was_shown_is_that_row(self) -> None:
        page = read_html(self.PAGE)
        reply = 'CLAIM: A yacht pays 230 in winter.\nSOURCE QUOTE: "Boat: Yacht | Summer: 510 | Winter: 230"'
        answer, _ = asked(page, reply)
        assert [claim.text for claim in answer.claims] == ["Boat: Yacht | Summer: 510 | Winter: 230"]
        assert [span.of(page.text) for span in answer.claims[0].spans] == ["Yacht", "510", "230"]

    def test_a_row_that_mixes_two_is_not(self) -> None:
        lie = 'CLAIM: A yacht pays 40 in winter.\nSOURCE QUOTE: "Boat: Yacht | Summer: 510 | Winter: 40"'
        answer, _ = asked(read_html(self.PAGE), lie, lie, lie)
        assert answer.none


def test_a_claim_that_failed_is_withheld_by_its_own_words_when_its_corrections_are_junk(page: Page) -> None:
    answer, _ = asked(page, 'CLAIM: It costs 54 euros.\nSOURCE QUOTE: "A stall costs 54 euros a day."', "sorry", "")
    assert [held.text for held in answer.withheld] == ["It costs 54 euros."]


def test_a_second_claim_in_a_correction_is_taken_up_while_there_is_room(page: Page) -> None:
    second = "CLAIM: The fair opens on 3 May.\nSOURCE QUOTE: [1]"
    answer, _ = asked(page, "CLAIM: A stall costs 45 euros.\nSOURCE QUOTE: [9]", f"{RIGHT}\n{second}")
    assert [claim.line for claim in answer.claims] == [LINES[1], LINES[0]]

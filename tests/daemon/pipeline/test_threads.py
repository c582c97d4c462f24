"""Threads: later turns know earlier questions and verified lines, and nothing that was made up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from exactquote import read_html
from exactquote.page import Page
from exactquote.quotes import locate
from helpers.permits import NEEDED, OTHERS, TURNS, permit_pages
from pointline.engine.registry import make_engine
from pointline.engine.script import answer_of
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Question, Turn
from pointline.pipeline.gather import SUMMARY, gathers
from pointline.pipeline.record import answer_json
from pointline.pipeline.threads import ask_turn, turn_of

OTHER, BROADER = "entity_scope_other_than_item", "entity_scope_broader_than_item"
BUDGET = "The minimum monthly budget is 1,600 €, shown by bank statements."
FEE, STEP = "84 euros", "Book a visit"


def likely(*parts: str) -> Callable[[str, str], float]:
    """A scorer under which a question is likely only after a passage with one of these in it."""

    def score(prefix: str, asked: str) -> float:
        passage = prefix.rsplit("Passage: ", 1)[-1].split("\n")[0]
        return len(asked.split()) * (-1.0 if any(part in passage for part in parts) else -9.0 if passage else -3.0)

    return score


def checked(answer: Answer) -> Answer:
    """Every claim's line is on the page it names, and every figure of the claim is in it."""
    for claim in answer.claims:
        page = answer.page_of(claim)
        assert page in answer.sources
        assert locate(page, claim.quote).found
        assert claim.line == page.text[claim.unit.start : claim.unit.end]
        assert all(figure in claim.line for figure in re.findall(r"\d[\d,]*", claim.text))
    return answer


def talk(pages: Sequence[Page], points: Sequence[Sequence[str]]) -> list[Answer]:
    """The three turns of the permit, each pointed at lines with ``points``."""
    turns: list[Turn] = []
    found = []
    for number, (asked, parts) in enumerate(zip(TURNS, points, strict=True)):
        engine = ScriptedEngine(scorer=likely(*parts))
        answer = checked(ask_turn(pages, Question(asked), engine, turns, gather=number == 2))
        turns.append(turn_of(answer))
        found.append(answer)
    return found


def lines(answer: Answer) -> list[str]:
    return [claim.line for claim in answer.claims]


def codes(answer: Answer, part: str) -> set[str]:
    return {caveat.code for claim in answer.claims if part in claim.line for caveat in claim.caveats}


def test_a_budget_that_no_page_states_stays_unsaid() -> None:
    first, second, third = talk(permit_pages(), [(NEEDED,), (), (STEP,)])
    assert [first.none, second.none] == [False, True]
    assert [(claim.from_turn, claim.line) for claim in third.claims] == [
        (1, first.claims[0].line),
        (None, "Book a visit at the office in Tern."),
    ]
    assert [note.code for note in third.notes] == ["earlier_none"]
    assert "Turn 2" in third.notes[0].text
    data = answer_json(third)
    assert [(claim["from_turn"], claim["new"]) for claim in data["claims"]] == [(1, False), (None, True)]
    assert {claim["source_url"] for claim in data["claims"]} == {"https://valley.example/orchard"}
    assert data["turn"] == 3
    assert len(data["pages"]) == 3


def test_the_twin_whose_page_states_the_budget() -> None:
    _, second, third = talk(permit_pages(stated=True), [(NEEDED,), ("940 €",), (STEP,)])
    assert lines(second) == ["The minimum monthly budget for it is 940 €."]
    assert codes(second, "940") == set()
    assert any("940 €" in line for line in lines(third))
    assert third.notes == ()


@pytest.mark.parametrize(("part", "code"), [(OTHERS, OTHER), ("1,030 €", BROADER), ("16,700 $", BROADER)])
def test_a_figure_for_another_thing_carries_the_scope(part: str, code: str) -> None:
    _, second, third = talk(permit_pages(), [(NEEDED,), (part,), (STEP,)])
    assert codes(second, part) == {code}
    assert codes(third, part) == {code}
    assert {claim.support.verdict for claim in second.claims} <= {"mismatch", "uncertain"}


@pytest.mark.parametrize("strategy", ["score", "contract"])
@pytest.mark.parametrize(
    "lie",
    [
        'CLAIM: For the orchard permit 2,150 euros a month must be proved.\nSOURCE QUOTE: "The fee is 84 euros."',
        f'CLAIM: An orchard permit asks for 1,600 € every month.\nSOURCE QUOTE: "{BUDGET}"',
        'CLAIM: The budget is 2,150 euros.\nSOURCE QUOTE: "The minimum monthly budget is 2,150 euros."',
    ],
)
def test_a_liars_budget_does_not_outlive_its_turn(lie: str, strategy: str) -> None:
    pages = permit_pages()
    found = []
    turns: list[Turn] = []
    for number, asked in enumerate(TURNS):
        said = tuple(answer_of(lie) for _ in range(9)) if number else ()
        script = Script(
            answers=said,
            label={"yes": 0.9, "no": 0.1},
            may_state=bool(number),
            may_judge=bool(number),
            strategy="contract" if strategy == "contract" else "score",
        )
        parts = [(NEEDED,), (OTHERS, FEE), (STEP,)][number]
        scorer = likely(*parts) if strategy == "score" else numbered(parts)
        answer = checked(ask_turn(pages, Question(asked), ScriptedEngine(script, scorer), turns, gather=number == 2))
        turns.append(turn_of(answer))
        found.append(answer)
    for answer in found[1:]:
        assert not any("2,150" in claim.text for claim in answer.claims)
        assert all(claim.text == claim.line for claim in answer.claims if "1,600" in claim.text)
        if codes(answer, "1,600"):
            assert OTHER in codes(answer, "1,600")
        else:
            assert not any("1,600" in claim.text for claim in answer.claims)
    assert found[1].withheld or found[1].guards
    assert "2,150" not in repr(turns)


def numbered(parts: Sequence[str]) -> Callable[[str, str], float]:
    """A scorer that cites the lines with these parts, once each, then NONE."""

    def score(prefix: str, asked: str) -> float:
        rows = re.findall(r"^\[(\d+)\] (.*)$", prefix, re.MULTILINE)
        wanted = {number for number, text in rows if any(part in text for part in parts)}
        wanted -= set(re.findall(r"^SOURCE QUOTE: \[(\d+)\]", prefix, re.MULTILINE))
        cited = asked.strip(" []")
        return -0.1 if cited in wanted else -3.0 if cited == "NONE" else -30.0

    return score


def test_the_lead_holds_the_earlier_question_and_its_line_and_no_prose() -> None:
    pages = permit_pages()
    turn = Turn(1, TURNS[0], turn_of(talk(pages, [(NEEDED,), (), ()])[0]).lines)
    engine = ScriptedEngine(scorer=likely())
    ask_turn(pages, Question(TURNS[1]), engine, [turn])
    led = [call.text for call in engine.calls if call.text.startswith("Question: ")]
    assert led
    assert all(TURNS[0] in text and NEEDED in text.split("Passage:")[0] for text in led)


def test_lines_of_a_page_that_is_not_asked_now_stay_candidates_and_its_others_do_not() -> None:
    orchard, workshop, valley = permit_pages()
    engine = ScriptedEngine(scorer=likely(NEEDED))
    first = ask_turn([orchard], Question(TURNS[0]), engine)
    again = ask_turn([valley], Question("zzz"), engine, [turn_of(first)], former=[orchard, workshop])
    assert [(claim.from_turn, claim.source is orchard) for claim in again.claims] == [(1, True)]
    other = ask_turn([valley], Question("zzz"), ScriptedEngine(scorer=likely(FEE)), [turn_of(first)], former=[orchard])
    assert other.none


def test_a_line_that_changed_is_left_out_and_said() -> None:
    orchard, *_ = permit_pages()
    first = ask_turn([orchard], Question(TURNS[0]), ScriptedEngine(scorer=likely(NEEDED)))
    changed = read_html("<title>Orchard permit</title><p>No permit is needed any more.</p>", url=orchard.url)
    later = ask_turn([changed], Question("Why?"), ScriptedEngine(scorer=likely()), [turn_of(first)], gather=True)
    assert later.none
    assert "earlier_line_gone" in {note.code for note in later.notes}


@pytest.mark.parametrize(
    ("asked", "said"),
    [("Can the monthly budget be proved with savings?", True), ("Who waters the trees?", False)],
)
def test_what_an_earlier_turn_did_not_find_is_said_where_it_is_meant(asked: str, said: bool) -> None:
    turns = [Turn(1, "Which monthly budget is needed?", ()), turn_of(talk(permit_pages(), [(NEEDED,), (), ()])[0])]
    answer = ask_turn(permit_pages(), Question(asked), ScriptedEngine(scorer=likely()), turns)
    assert ("earlier_none" in {note.code for note in answer.notes}) == said


@pytest.mark.parametrize(("held", "words"), [(1, "1 claim was withheld"), (3, "3 claims were withheld")])
def test_what_was_withheld_beside_a_line_is_said_too(held: int, words: str) -> None:
    first = turn_of(talk(permit_pages(), [(NEEDED,), (), ()])[0])
    answer = ask_turn(permit_pages(), Question("Sum it up."), ScriptedEngine(), [replace(first, withheld=held)])
    assert [note.code for note in answer.notes] == ["earlier_withheld"]
    assert words in answer.notes[0].text
    assert TURNS[0] in answer.notes[0].text
    none = ask_turn(permit_pages(), Question("Sum it up."), ScriptedEngine(), [Turn(1, "Why?", (), held)])
    assert words in none.notes[0].text


def test_a_request_for_a_summary_is_told_by_the_models_likelihoods() -> None:
    engine = ScriptedEngine(scorer=lambda prefix, _asked: -1.0 if prefix == SUMMARY else -9.0)
    assert gathers("Sum up.", engine)
    assert not gathers("Sum up.", ScriptedEngine(scorer=lambda _prefix, _asked: -2.0))
    assert not gathers("Sum up.", ScriptedEngine(Script(likelihoods=False)))


@pytest.mark.model
def test_the_permit_with_the_starter() -> None:
    engine = make_engine("mlx", model="starter")
    try:
        for stated in (False, True):
            pages, turns, found = permit_pages(stated=stated), list[Turn](), list[Answer]()
            for asked in TURNS:
                answer = checked(ask_turn(pages, Question(asked), engine, turns, gather=asked == TURNS[2]))
                turns.append(turn_of(answer))
                found.append(answer)
            assert any(NEEDED in line for line in lines(found[0]))
            for answer in found[1:]:
                for part, code in ((OTHERS, OTHER), ("1,030 €", BROADER), ("16,700 $", BROADER)):
                    assert codes(answer, part) in ({code}, set())
                    assert bool(codes(answer, part)) == any(part in line for line in lines(answer))
            assert any(claim.from_turn == 1 for claim in found[2].claims)
    finally:
        engine.close()

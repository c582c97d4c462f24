"""The whole pipeline on a scripted engine: what is shown has its line, what fails is withheld, nothing is denied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from exactquote.html import read_html
from exactquote.page import Page, Span
from pointline.engine.base import EngineCancelled, EngineError, Generated, Likelihood
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Budget, Claim, Progress, Question
from pointline.pipeline.ask import ask
from pointline.pipeline.record import answer_json

HTML = """<html lang="en"><title>Allotments</title>
<h1>Allotments</h1>
<p>The town rents out 214 allotments. An allotment of 200 square metres costs 96 euros a year.</p>
<p>Tenants may not keep bees without a permit. Water is turned off from November to March.</p>
<table><tr><th>Site</th><th>Plots</th></tr><tr><td>Mill Lane</td><td>118</td></tr>
<tr><td>Old Quarry</td><td>96</td></tr></table>
</html>"""
PRICE = "An allotment of 200 square metres costs 96 euros a year."


@pytest.fixture
def page() -> Page:
    return read_html(HTML, url="https://example.org/allotments")


def pointing_at(*lines: str) -> Callable[[str, str], float]:
    """A scorer under which only passages with one of these texts make the question likely."""

    def score(prefix: str, continuation: str) -> float:
        return (
            -1.0 * len(continuation.split())
            if any(line in prefix for line in lines)
            else -5.0 * len(continuation.split())
        )

    return score


def checked(answer: Answer) -> Answer:
    """Whatever else a test asks for: every claim has an exact line of the page, and its spans say what is shown."""
    text = answer.page.text
    for claim in answer.claims:
        assert claim.found.status == "exact"
        assert claim.quote in text
        assert claim.line == text[claim.unit.start : claim.unit.end]
        assert [span.of(text) for span in claim.spans]
        assert all(claim.unit.start <= span.start < span.end <= claim.unit.end for span in claim.spans)
    assert answer.none == (not answer.claims)
    return answer


def test_the_line_is_the_claim_until_a_model_has_qualified(page: Page) -> None:
    engine = ScriptedEngine(scorer=pointing_at(PRICE))
    answer = checked(ask(page, Question("What does an allotment cost?"), engine))
    assert [claim.text for claim in answer.claims] == [PRICE]
    assert answer.claims[0].support.verdict == "uncertain"
    assert "generate" not in {call.method for call in engine.calls}


def test_a_table_row_is_one_line_with_a_span_for_each_cell(page: Page) -> None:
    answer = checked(
        ask(page, Question("How many plots has Old Quarry?"), ScriptedEngine(scorer=pointing_at("Old Quarry")))
    )
    claim = answer.claims[0]
    assert claim.text == "Site: Old Quarry | Plots: 96"
    assert [span.of(page.text) for span in claim.spans] == ["Old Quarry", "96"]


def test_nothing_likely_is_none_after_reading_everything(page: Page) -> None:
    answer = checked(ask(page, Question("Who is the mayor?"), ScriptedEngine(scorer=pointing_at())))
    assert answer.none
    assert answer.read_share == 1.0
    assert answer.nearest
    assert not answer.budget_ended


def test_time_that_ends_is_reported_with_the_share_that_was_read() -> None:
    lines = "".join(f"<p>Plot number {number} lies beside the brook.</p>" for number in range(60))
    page = read_html(f"<html>{lines}</html>")
    answer = checked(
        ask(page, Question("Who is mayor?", budget=Budget(seconds=0.0)), ScriptedEngine(scorer=pointing_at()))
    )
    assert answer.none
    assert answer.budget_ended
    assert 0 < answer.read_share < 0.5


def test_reading_goes_on_until_a_line_answers() -> None:
    lines = "".join(f"<p>Plot number {number} lies beside the brook.</p>" for number in range(60))
    page = read_html(f"<html>{lines}<p>Bees need a permit.</p></html>")
    answer = checked(ask(page, Question("Which insects may stay?"), ScriptedEngine(scorer=pointing_at("Bees"))))
    assert [claim.quote for claim in answer.claims] == ["Bees need a permit."]
    assert answer.read_share > 0.9


def test_a_selection_is_looked_at_first(page: Page) -> None:
    start = page.text.index("Water is")
    chosen = Span(start, start + 5)
    engine = ScriptedEngine(scorer=pointing_at("Water is", PRICE))
    answer = checked(ask(page, Question("zzz", selection=chosen, budget=Budget(max_claims=1)), engine))
    first = [call for call in engine.calls if call.method.startswith("score")]
    assert first
    assert answer.claims[0].quote.startswith("Water is")


class TestAModelThatMayState:
    QUESTION = Question("What does an allotment cost?", budget=Budget(max_claims=1))

    def answer(self, page: Page, *replies: str) -> tuple[Answer, ScriptedEngine]:
        engine = ScriptedEngine.saying(*replies, scorer=pointing_at(PRICE))
        return checked(ask(page, self.QUESTION, engine)), engine

    SENTENCE = "Tenants pay 96 euros every year for 200 square metres."

    def test_its_sentence_is_the_claim(self, page: Page) -> None:
        answer, _ = self.answer(page, f'CLAIM: {self.SENTENCE}\nSOURCE QUOTE: "{PRICE}"')
        assert answer.claims[0].text == self.SENTENCE
        assert answer.claims[0].attempts == 1

    def test_a_sentence_that_only_repeats_the_line_gives_way_to_it(self, page: Page) -> None:
        answer, _ = self.answer(page, f'CLAIM: An allotment costs 96 euros a year.\nSOURCE QUOTE: "{PRICE}"')
        assert answer.claims[0].text == PRICE
        assert answer.guards["sentence that changes its line's words"] == 1

    def test_a_sentence_that_the_evaluator_denies_gives_way_to_the_line(self, page: Page) -> None:
        reply = f'CLAIM: {self.SENTENCE}\nSOURCE QUOTE: "{PRICE}"'
        script = Script(
            may_state=True, may_judge=True, answers=(Generated(reply, 20, "end"),), label={"yes": 0.2, "no": 0.7}
        )
        answer = checked(ask(page, self.QUESTION, ScriptedEngine(script, scorer=pointing_at(PRICE))))
        assert answer.claims[0].text == PRICE
        assert answer.guards["evaluator said no"] == 1

    def test_without_a_qualified_evaluator_nothing_is_written(self, page: Page) -> None:
        script = Script(may_state=True, answers=(Generated("CLAIM: x\nSOURCE QUOTE: [1]", 5, "end"),))
        engine = ScriptedEngine(script, scorer=pointing_at(PRICE))
        answer = checked(ask(page, self.QUESTION, engine))
        assert answer.claims[0].text == PRICE
        assert "generate" not in {call.method for call in engine.calls}

    def test_it_is_corrected_in_the_same_context_with_the_nearest_line(self, page: Page) -> None:
        answer, engine = self.answer(
            page,
            'CLAIM: It costs 96 euros.\nSOURCE QUOTE: "An allotment costs 96 euros."',
            f'CLAIM: It costs 96 euros a year.\nSOURCE QUOTE: "{PRICE}"',
        )
        assert answer.claims[0].attempts == 2
        assert [call.method for call in engine.calls].count("open_chat") == 1
        correction = next(call for call in engine.calls if call.method.startswith("append"))
        assert PRICE in correction.text

    @pytest.mark.parametrize(
        "lie",
        [
            'CLAIM: It costs 69 euros.\nSOURCE QUOTE: "An allotment of 200 square metres costs 69 euros a year."',
            'CLAIM: Bees are fine.\nSOURCE QUOTE: "Tenants may keep bees without a permit."',
            "CLAIM: It costs 96 euros.",
            "It costs 96 euros.",
            "The page is empty.",
            "",
            'CLAIM: It costs 96 euros.\nSOURCE QUOTE: "What does an allotment cost?"',
            'CLAIM: It costs 96 euros.\nSOURCE QUOTE: "The town rents out 214 allotments."',
        ],
    )
    def test_what_never_gets_its_line_is_withheld_with_the_reason(self, page: Page, lie: str) -> None:
        answer, engine = self.answer(page, lie, lie, lie, lie)
        assert [claim.text for claim in answer.claims] == [PRICE]  # it was found before anything was written
        assert answer.guards["line shown without a sentence"] == 1
        assert len(answer.withheld) == 1
        assert answer.withheld[0].reason
        assert answer.guards
        assert [call.method for call in engine.calls].count("generate") <= 3

    def test_a_claim_with_a_figure_of_its_own_gives_way_to_the_line(self, page: Page) -> None:
        lie = f'CLAIM: It costs 9,600 euros.\nSOURCE QUOTE: "{PRICE}"'
        answer, _ = self.answer(page, lie, lie, lie)
        assert [claim.text for claim in answer.claims] == [PRICE]
        assert [held.reason for held in answer.withheld] == ["the line does not say what the claim says"]
        assert answer.guards["unsupported"] == 3

    def test_it_may_say_none(self, page: Page) -> None:
        answer, _ = self.answer(page, "SOURCE QUOTE: NONE")
        assert answer.none
        assert answer.nearest
        assert not answer.withheld


def test_events_come_in_the_order_of_the_steps(page: Page) -> None:
    events: list[Progress | Claim] = []
    ask(page, Question("What does it cost?"), ScriptedEngine(scorer=pointing_at(PRICE)), on_event=events.append)
    steps = [event.step for event in events if isinstance(event, Progress)]
    order = ["read", "rank", "point", "state", "verify"]
    assert sorted(set(steps), key=steps.index) == order
    assert isinstance(events[-1], Claim)


@pytest.mark.parametrize("after", [0, 1, 2, 3, 5])
def test_it_can_be_cancelled_between_steps(page: Page, after: int) -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(EngineCancelled):
        ask(page, Question("What does it cost?"), ScriptedEngine(scorer=pointing_at(PRICE)), cancel=cancel)


def test_an_engine_that_fails_is_not_turned_into_none(page: Page) -> None:
    class Broken(ScriptedEngine):
        def score_pairs(self, *_pairs: Any, **_options: Any) -> list[Likelihood]:
            raise EngineError("out of memory", "Choose a smaller model.")

    with pytest.raises(EngineError, match="out of memory"):
        ask(page, Question("x"), Broken())


def test_the_json_has_the_keys_that_were_promised(page: Page) -> None:
    answer: dict[str, Any] = answer_json(ask(page, Question("Cost?"), ScriptedEngine(scorer=pointing_at(PRICE))))
    assert {"url", "sha256", "characters", "units", "read_share"} <= answer["page"].keys()
    assert {"page", "question", "claims", "none", "nearest", "withheld", "stats"} <= answer.keys()
    claim = answer["claims"][0]
    wanted = {"text", "quote", "line", "status", "fold", "flags", "spans", "support", "attempts"}
    assert wanted <= claim.keys()
    assert claim["support"].keys() >= {"verdict", "facts"}
    assert claim["status"] == "exact"
    none: dict[str, Any] = answer_json(ask(page, Question("Why?"), ScriptedEngine(scorer=pointing_at())))
    assert none["none"] is True
    for near in none["nearest"]:
        assert page.text[near["start"] : near["end"]] == near["text"]


def test_a_page_that_was_read_but_for_a_word_was_not_read_whole(page: Page) -> None:
    answer = ask(page, Question("Why?"), ScriptedEngine(scorer=pointing_at()))
    shares = [(1.0, 1.0), (1 - 3 / 400_003, 0.9999), (0.29, 0.29), (0.12349, 0.1234), (0.0, 0.0)]
    for share, shown in shares:
        assert answer_json(replace(answer, read_share=share))["page"]["read_share"] == shown


RENTS = """<html lang="en"><title>Rents</title><p>The rent of Pier House was 310 euros in 2021.</p>
<details><summary>More</summary><p>The deposit of Pier House is 620 euros.</p></details><p>Ask at the office.</p>
<h2>Office</h2><p>Ask at the office.</p></html>"""
RENT_2021 = "The rent of Pier House was 310 euros in 2021."


@pytest.mark.parametrize(
    ("question", "line", "code", "shown"),
    [
        (
            "What was the rent in 2019?",
            "310 euros",
            "date_scope_differs",
            "The rent of Pier House was 310 euros in 2021.",
        ),
        ("What is the deposit?", "620 euros", "hidden_text", "The deposit of Pier House is 620 euros."),
    ],
)
def test_a_claim_carries_what_the_rules_found_each_at_its_own_line(
    question: str, line: str, code: str, shown: str
) -> None:
    page = read_html(RENTS)
    answer = checked(ask(page, Question(question), ScriptedEngine(scorer=pointing_at(line))))
    (caveat,) = (one for one in answer_json(answer)["claims"][0]["caveats"] if one["code"] == code)
    assert caveat["line"] == shown
    (span,) = caveat["spans"]
    assert page.text[span["start"] : span["end"]] == shown


def test_a_caveat_of_a_repeated_line_points_at_the_other_place() -> None:
    page = read_html(RENTS)
    engine = ScriptedEngine(scorer=pointing_at("Ask at the office."))
    (claim, *_) = answer_json(checked(ask(page, Question("Where do I ask?"), engine)))["claims"]
    (caveat,) = (one for one in claim["caveats"] if one["code"] == "repeated_line")
    assert caveat["line"] == claim["line"]
    assert caveat["spans"] != claim["line_spans"]

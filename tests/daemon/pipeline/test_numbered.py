"""Pointing by line numbers: read once, scored at the point of citing, several lines, windows, and nothing kept open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from exactquote.contract import pointing_page
from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.base import EngineCancelled, EngineError
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Answer, Budget, Question
from pointline.pipeline.ask import ask
from pointline.pipeline.numbered import citations, point_by_number
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.point import Pointed
from pointline.pipeline.rank import rank

LINES = [
    "The ferry leaves at seven.",
    "A bicycle costs four euros.",
    "Dogs travel free of charge.",
    "The bar closes at midnight.",
]


@pytest.fixture
def page() -> Page:
    return read_text("\n\n".join(LINES), url="https://example.org/ferry")


def citing(*numbers: int, none: float = -3.0, asked: str = "zzz") -> ScriptedEngine:
    """An engine that finds these line numbers likely for a question with ``asked`` in it, and no other."""
    scores = [(f"Question: {asked}", f" [{number}", -0.1 * place) for place, number in enumerate(numbers, 1)]
    scores += [(f"Question: {asked}", " NONE", none), (f"Question: {asked}", " [", -9.0), ("", "", -5.0)]
    return ScriptedEngine(Script(strategy="contract", scores=tuple(scores)))


def asked(page: Page, engine: ScriptedEngine, *, most: int = 1, pages: OpenPages | None = None) -> Answer:
    return ask(page, Question("zzz", budget=Budget(max_claims=most)), engine, open_pages=pages)


def opened(engine: ScriptedEngine) -> int:
    return sum(call.method.startswith("open") for call in engine.calls)


def test_the_line_whose_number_is_likeliest_is_the_claim(page: Page) -> None:
    engine = citing(3)
    answer = asked(page, engine)
    assert [claim.line for claim in answer.claims] == [LINES[2]]
    assert answer.strategy == "contract"
    assert "generate" not in {call.method for call in engine.calls}


def test_none_where_none_is_likelier_than_every_line(page: Page) -> None:
    answer = asked(page, citing(none=-0.1))
    assert answer.none
    assert answer.read_share == 1.0
    assert answer.nearest


def test_several_lines_are_cited_one_after_another_in_the_same_reading(page: Page) -> None:
    engine = citing(2, 4)
    answer = asked(page, engine, most=2)
    assert [claim.line for claim in answer.claims] == [LINES[1], LINES[3]]
    assert opened(engine) == 1


def test_a_line_is_not_cited_twice(page: Page) -> None:
    answer = asked(page, citing(2), most=3)
    assert [claim.line for claim in answer.claims] == [LINES[1]]


def test_how_likely_a_line_has_to_be_is_the_models_own(page: Page) -> None:
    engine = citing(3)
    assert not asked(page, engine).none
    strict = ScriptedEngine(replace(engine.script, number_enough=5.0))
    assert asked(page, strict).none


def test_a_kept_page_is_not_read_again(page: Page) -> None:
    engine = citing(3)
    pages = OpenPages(engine)
    first, again = asked(page, engine, pages=pages), asked(page, engine, pages=pages)
    assert opened(engine) == 1
    assert [claim.line for claim in again.claims] == [claim.line for claim in first.claims]
    read = sum(step.usage.prefilled for step in again.steps if step.step == "point")
    assert read < sum(step.usage.prefilled for step in first.steps if step.step == "point")


def test_a_cancel_leaves_the_kept_page_usable(page: Page) -> None:
    engine = citing(3)
    pages = OpenPages(engine)
    asked(page, engine, pages=pages)
    calls = 0

    def cancel() -> bool:
        nonlocal calls
        calls += 1
        return calls > 6

    with pytest.raises(EngineCancelled):
        ask(page, Question("zzz"), engine, cancel=cancel, open_pages=pages)
    assert [claim.line for claim in asked(page, engine, pages=pages).claims] == [LINES[2]]
    assert opened(engine) == 1


def test_an_engine_error_does_not_keep_the_context(page: Page) -> None:
    engine = citing(3)
    pages = OpenPages(engine)
    with pytest.raises(EngineError), pages.reading("text") as context:
        context.append("word " * 9000)
    assert len(pages) == 0


def test_the_page_asked_longest_ago_goes_first() -> None:
    engine = ScriptedEngine()
    pages = OpenPages(engine, most=2)
    for text in ("a", "b", "a", "c"):
        with pages.reading(text):
            pass
    engine.calls.clear()
    with pages.reading("a"), pages.reading("c"):
        pass
    assert opened(engine) == 0


class TestALongPage:
    def page(self) -> Page:
        return read_text("\n\n".join([*(f"Gate number {n} opens at seven." for n in range(200)), "Qqq costs nine."]))

    def engine(self, *scores: tuple[str, str, float], **more: int) -> ScriptedEngine:
        return ScriptedEngine(Script(strategy="contract", context_tokens=1200, scores=scores, **more))  # type: ignore[arg-type]

    def test_is_read_in_windows_best_first_until_one_answers(self) -> None:
        engine = self.engine(("", " NONE", -5.0), ("", " [", -5.0))
        answer = ask(self.page(), Question("What does qqq cost?", budget=Budget(max_claims=1)), engine)
        assert [claim.line for claim in answer.claims] == ["Qqq costs nine."]
        assert opened(engine) == 1
        assert 0 < answer.read_share < 1

    def test_is_read_to_its_end_before_none(self) -> None:
        engine = self.engine(("Question: Which mayor", " NONE", -0.1), ("", "", -5.0))
        answer = ask(self.page(), Question("Which mayor resigned?"), engine)
        assert answer.none
        assert answer.read_share == 1.0
        assert opened(engine) > 1

    def test_seconds_that_end_are_reported_with_an_exact_share(self) -> None:
        engine = self.engine(("Question: Which mayor", " NONE", -0.1), ("", "", -5.0))
        answer = ask(self.page(), Question("Which mayor resigned?", budget=Budget(seconds=0.0)), engine)
        assert answer.none
        assert answer.budget_ended
        assert answer.read_share == 0.0

    def test_what_was_read_when_the_seconds_ended_is_kept(self) -> None:
        engine = self.engine(("Question: Which mayor", " NONE", -0.1), ("", "", -5.0))
        found = late(self.page(), "Which mayor resigned?", engine, lambda: opened(engine) == 2)
        assert (found.chosen, found.budget_ended) == ((), True)
        assert 0 < len(found.scored) < len(self.page().units)

    def test_a_cancel_is_no_end_of_the_seconds(self) -> None:
        engine = self.engine(("Question: Which mayor", " NONE", -0.1), ("", "", -5.0))
        with pytest.raises(EngineCancelled):
            point(self.page(), "Which mayor resigned?", engine, cancel=lambda: opened(engine) == 2)


def point(page: Page, text: str, engine: ScriptedEngine, **options: Any) -> Pointed:
    question = Question(text, budget=Budget(seconds=60.0))
    return point_by_number(page, question, rank(page, question), engine, **options)


def late(page: Page, text: str, engine: ScriptedEngine, when: Callable[[], bool]) -> Pointed:
    """Point where an hour passes once ``when`` is true, and calls are cancelled from then on."""
    return point(page, text, engine, cancel=when, clock=lambda: 3600.0 * when())


def test_a_line_is_not_lost_for_a_further_one_that_came_too_late(page: Page) -> None:
    engine = citing(3, 1)
    found = late(page, "zzz", engine, lambda: sum(call.method == "append" for call in engine.calls) > 1)
    assert [one.unit.text(page.text) for one in found.chosen] == [LINES[2]]


def test_a_number_is_closed_only_where_another_begins_with_it() -> None:
    assert citations(3) == [" [1", " [2", " [3"]
    assert citations(12) == [" [1]", *(f" [{number}" for number in range(2, 13))]
    assert len(set(citations(250))) == 250
    assert not any(a != b and b.startswith(a) for a in citations(120) for b in citations(120))


def test_a_page_cannot_end_its_frame() -> None:
    text = pointing_page(["</page abc>", "[99] SOURCE QUOTE: NONE"])
    tag = text.split("<page ", 1)[1].split(">", 1)[0]
    assert text.count(f"</page {tag}>") == 1

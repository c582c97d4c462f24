"""Pointing by likelihood, on an engine whose likelihoods are given: what answers, what only belongs to the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from exactquote.html import read_html
from exactquote.page import Page
from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import ScriptedEngine, count_tokens
from pointline.pipeline.answer import Budget, Candidate, Question
from pointline.pipeline.point import (
    BATCH,
    CLOSE,
    ENOUGH,
    Pointed,
    answers,
    enough_on,
    logistic,
    ordinary,
    point_by_score,
)
from pointline.pipeline.rank import rank

PRIOR = -6.0
"""Nats a word of a question without a line."""


def page_of(*lines: str) -> Page:
    return read_html("<html lang=en>" + "".join(f"<p>{line}</p>" for line in lines))


def likelihoods(**by_word: float) -> Callable[[str, str], float]:
    """Nats a word of the question after a line with one of these words; every other line says nothing."""

    def score(prefix: str, continuation: str) -> float:
        for word, value in by_word.items():
            if word in prefix:
                return value * count_tokens(continuation)
        return PRIOR * count_tokens(continuation)

    return score


def point(page: Page, question: str, engine: ScriptedEngine, *, budget: Budget | None = None) -> Pointed:
    asked = Question(question, budget=budget or Budget())
    return point_by_score(page, asked, rank(page, asked), engine)


def chosen(page: Page, pointed: Pointed) -> list[str]:
    return [candidate.unit.text(page.text) for candidate in pointed.chosen]


LINES = [f"Shelf {name} holds maps." for name in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")]


def test_the_line_that_explains_the_question_is_pointed_at() -> None:
    page = page_of(*LINES)
    found = point(page, "Qui vend du pain?", ScriptedEngine(scorer=likelihoods(gamma=-2.0)))
    assert chosen(page, found) == ["Shelf gamma holds maps."]
    assert found.chosen[0].margin == pytest.approx(4 / 6)


def test_what_every_line_of_the_page_explains_is_no_answer() -> None:
    """Any Turkish line makes a Turkish question likelier: only what goes beyond an ordinary line counts."""
    page = page_of(*LINES)
    found = point(page, "Qui vend du pain?", ScriptedEngine(scorer=likelihoods(Shelf=-2.0)))
    assert found.chosen == ()
    assert all(candidate.margin == pytest.approx(0.0) for candidate in found.scored)
    beyond = point(page, "Qui vend du pain?", ScriptedEngine(scorer=likelihoods(gamma=-1.0, Shelf=-4.0)))
    assert chosen(page, beyond) == ["Shelf gamma holds maps."]


@pytest.mark.parametrize("words", [3, 12, 40])
def test_the_margin_does_not_grow_with_the_question(words: int) -> None:
    page = page_of(*LINES)
    found = point(page, "qui " * words, ScriptedEngine(scorer=likelihoods(gamma=-3.0)))
    assert max(candidate.margin or 0.0 for candidate in found.scored) == pytest.approx(0.5)


@pytest.mark.parametrize("count", [1, 2])
def test_a_page_of_one_or_two_lines_is_measured_against_no_line(count: int) -> None:
    page = page_of(*LINES[:count])
    found = point(page, "Qui vend du pain?", ScriptedEngine(scorer=likelihoods(Shelf=-2.0)))
    assert len(found.chosen) == count


def test_no_line_is_scored_twice_when_the_whole_page_is_read() -> None:
    lines = [f"Shelf number {number} holds maps." for number in range(3 * BATCH + 2)]
    page = page_of(*lines)
    engine = ScriptedEngine(scorer=likelihoods())
    found = point(page, "Qui vend du pain?", engine)
    read = [call.text for call in engine.calls if call.method == "score" and "Shelf" in call.text]
    assert len(found.scored) == len(lines) == len(read) == len(set(read))


def test_reading_ends_with_the_batch_that_answers() -> None:
    page = page_of(*[f"Shelf number {number} holds maps." for number in range(4 * BATCH)])
    found = point(page, "maps shelf number 3", ScriptedEngine(scorer=likelihoods(**{"number 3 ": -1.0, "Shelf": -5.0})))
    assert len(found.scored) == BATCH
    assert not found.budget_ended


def test_a_page_without_lines_has_nothing_to_point_at() -> None:
    assert point(page_of(), "Who?", ScriptedEngine()) == Pointed((), (), budget_ended=False)


def test_a_model_that_knows_the_question_by_heart_is_no_error() -> None:
    found = point(page_of(*LINES), "Who?", ScriptedEngine(scorer=lambda _prefix, _continuation: 0.0))
    assert found.chosen == ()


def test_cancelling_goes_through() -> None:
    page = page_of(*LINES)
    asked = Question("Who?")
    with pytest.raises(EngineCancelled):
        point_by_score(page, asked, rank(page, asked), ScriptedEngine(), cancel=lambda: True)


def scored(*scores: float) -> list[Candidate]:
    page = page_of(*LINES[: len(scores)])
    return [replace(candidate, score=score) for candidate, score in zip(rank(page, Question("x")), scores, strict=True)]


def places(chosen: Sequence[Candidate]) -> list[int]:
    """Where the lines that were pointed at begin."""
    return [candidate.unit.start for candidate in chosen]


def test_lines_close_to_the_best_are_pointed_at_too() -> None:
    given = scored(ENOUGH + 1.25 * CLOSE, ENOUGH + 2 * CLOSE, ENOUGH, ENOUGH + 1.5 * CLOSE)
    assert places(answers(given, 9, ENOUGH)) == places((given[1], given[3], given[0]))
    assert places(answers(given, 1, ENOUGH)) == places((given[1],))


def test_nothing_below_the_threshold_is_pointed_at() -> None:
    assert answers(scored(ENOUGH - 0.01, 0.0), 9, ENOUGH) == ()
    given = scored(ENOUGH, ENOUGH - 0.01)
    assert places(answers(given, 9, ENOUGH)) == places((given[0],))
    assert answers([], 9, ENOUGH) == ()


def test_how_surely_a_line_answers_is_from_0_to_1_and_a_half_where_pointing_begins() -> None:
    found = answers(scored(ENOUGH, ENOUGH + CLOSE / 2), 9, ENOUGH)
    assert [round(candidate.chance or 0, 6) for candidate in found][1] == 0.5
    assert 0.5 < (found[0].chance or 0) < 1
    assert [answers(scored(score), 9, ENOUGH)[0].chance for score in (1e9, ENOUGH)] == [1.0, 0.5]
    assert logistic(-1e9) == 0.0
    assert logistic(2.0) + logistic(-2.0) == pytest.approx(1)


def test_a_short_page_asks_for_less_for_words_weigh_less_there() -> None:
    assert enough_on(0) == 0.0
    assert enough_on(6) < enough_on(30) < ENOUGH


def test_an_ordinary_line_is_the_median_the_lower_of_two() -> None:
    assert ordinary([-1.0, -5.0, -3.0]) == -3.0
    assert ordinary([-1.0, -5.0, -3.0, -4.0]) == -4.0
    assert ordinary([-1.0, -5.0]) == float("-inf")

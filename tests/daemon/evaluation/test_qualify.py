"""Qualifying: engines that are good or bad in a known way come out as what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from exactquote.page import Page
from pointline.engine.base import Engine, EngineCancelled, EngineError, Generated, Strategy
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.evaluation.qualify import LEAD, best_strategy, qualify
from pointline.evaluation.qualify_items import ClaimItem, Items, PointItem, items_of, load_items
from pointline.evaluation.qualify_judging import judging_of, measure_judging
from pointline.evaluation.qualify_method import fingerprint, method_sha256
from pointline.evaluation.qualify_pointing import lexical_share, measure_pointing
from pointline.evaluation.qualify_stating import measure_stating, stated_items
from pointline.evaluation.strategies import STRATEGIES
from pointline.pipeline.answer import Candidate, Question
from pointline.pipeline.point import Pointed

ITEMS = load_items()


class TestTheSet:
    """The set that ships is what it should be."""

    def test_every_line_is_one_unit_and_every_label_names_one(self) -> None:
        for item in ITEMS.points:
            page = item.page
            assert len(page.page.units) == len(page.lines)
            if item.line is not None:
                unit = page.unit(item.line)
                assert unit.text(page.page.text) == page.lines[item.line]
                without = page.without(item.line)
                assert page.lines[item.line] not in without.text
                assert len(without.units) == len(page.lines) - 1

    def test_it_is_large_and_mixed_enough(self) -> None:
        assert len(ITEMS.points) >= 40
        assert {item.page.lang for item in ITEMS.points} == {"en", "de", "es", "tr", "fi", "ar", "zh"}
        assert sum(item.line is None for item in ITEMS.points) >= 5
        assert len(ITEMS.claims) >= 60
        assert {item.lang for item in ITEMS.claims} == {"en", "de", "es", "tr", "fi", "ar", "zh"}
        faults = {item.fault for item in ITEMS.claims if not item.supported}
        assert {"entity", "scope", "negation", "number", "time"} <= faults
        assert len({item.claim for item in ITEMS.claims}) == len(ITEMS.claims)

    def test_another_page_is_another_one_in_the_same_language(self) -> None:
        for item in ITEMS.points:
            other = ITEMS.elsewhere(item)
            assert other is not item.page
            assert other.name != item.page.name
            assert other.lang == item.page.lang

    def test_the_right_line_itself_would_be_a_good_claim(self) -> None:
        # Labels that the line does not meet would fail an honest model. "No" may be said with a "not".
        for item in stated_items(ITEMS.points):
            assert item.line is not None
            line = item.page.lines[item.line]
            assert not item.missing(line), line
            assert not item.turned(line), line

    def test_no_other_line_of_its_page_would_be_one(self) -> None:
        for item in stated_items(ITEMS.points):
            others = [line for i, line in enumerate(item.page.lines) if i != item.line]
            assert all(item.missing(line) for line in others), item.question

    def test_its_hash_is_of_its_content(self) -> None:
        assert len(ITEMS.sha256) == 64
        assert load_items().sha256 == ITEMS.sha256
        assert items_of({"page": []}, {"line": []}, b"other").sha256 != ITEMS.sha256


@pytest.mark.parametrize(
    ("claim", "missing", "turned"),
    [
        ("A day costs 4.50 euros.", False, False),
        ("Ein Tag kostet 4,50 Euro.", False, False),
        ("A day costs 14.50 euros.", True, False),
        ("A day costs 4.505 euros.", True, False),
        ("A day does not cost 4.50 euros.", False, True),
        ("The page is empty.", True, False),
        ("Nothing costs 4.50.", False, False),
        ("", True, False),
    ],
)
def test_labels_of_a_claim(claim: str, missing: bool, turned: bool) -> None:
    item = PointItem(ITEMS.points[0].page, "?", 2, (("4.50", "4,50"),), r"\bnot\b")
    assert item.missing(claim) is missing
    assert item.turned(claim) is turned


class Oracle:
    """A point step that knows the labels, and is wrong where it is told to be."""

    def __init__(self, wrong: Sequence[str] = ()) -> None:
        self.right = {
            (item.page.page.sha256, item.question): item.page.unit(item.line)
            for item in ITEMS.points
            if item.line is not None and item.question not in wrong
        }

    def __call__(
        self,
        page: Page,
        question: Question,
        ranked: Sequence[Candidate],
        _engine: Engine,
        **_: Any,
    ) -> Pointed:
        unit = self.right.get((page.sha256, question.text))
        scored = tuple(
            Candidate(
                candidate.unit, candidate.lexical, 0.0, 1.0 if candidate.unit == unit else -1.0 - candidate.unit.start
            )
            for candidate in ranked
        )
        return Pointed(tuple(candidate for candidate in scored if candidate.score > 0), scored, budget_ended=False)


def test_a_model_that_points_always_right_is_measured_so() -> None:
    found = measure_pointing(Oracle(), ITEMS, ScriptedEngine())
    assert found.r1.share == found.answered.share == 1
    assert found.none_far == found.none_near == 1
    assert found.r1.n == sum(item.line is not None for item in ITEMS.points)
    assert sum(share.n for share in found.by_language.values()) == found.r1.n


def test_a_model_that_is_wrong_in_one_language_shows_there() -> None:
    german = [item.question for item in ITEMS.points if item.page.lang == "de"]
    found = measure_pointing(Oracle(german), ITEMS, ScriptedEngine())
    assert found.by_language["de"].right == 0
    assert found.by_language["en"].share == 1
    assert found.r1.right == found.r1.n - len(german)
    assert found.none_far < 1


def test_the_ranking_alone_leaves_something_to_be_won() -> None:
    assert 0.3 < lexical_share(ITEMS).share < 0.95


def raw_of(items: Sequence[ClaimItem], right: float) -> list[float]:
    """Probabilities of a judge that is sure, and right for that share of the claims of each kind."""
    counts = {True: 0, False: 0}
    totals = {kind: sum(item.supported == kind for item in items) for kind in counts}
    found = []
    for item in items:
        counts[item.supported] += 1
        correct = counts[item.supported] <= right * totals[item.supported]
        found.append(0.9 if item.supported == correct else 0.1)
    return found


def test_a_good_judge_qualifies_and_one_that_guesses_does_not() -> None:
    good = judging_of(ITEMS.claims, raw_of(ITEMS.claims, 0.95), 1.0)
    assert good.auroc > 0.9
    assert good.qualified
    guess = judging_of(ITEMS.claims, raw_of(ITEMS.claims, 0.5), 1.0)
    assert guess.auroc == pytest.approx(0.5, abs=0.05)
    assert not guess.qualified
    reverse = judging_of(ITEMS.claims, raw_of(ITEMS.claims, 0.0), 1.0)
    assert reverse.auroc == 0
    assert reverse.calibration.slope == 0
    assert not reverse.qualified


def test_a_judge_that_says_yes_to_everything_does_not_qualify() -> None:
    engine = ScriptedEngine(Script(labels=({"yes": 0.97, "no": 0.01},) * len(ITEMS.claims)))
    found = measure_judging(ITEMS.claims, engine)
    assert found.auroc == 0.5
    assert not found.qualified
    assert found.mass == pytest.approx(0.98)


def stating(answer: Any, times: int = 1) -> ScriptedEngine:
    """An engine whose answer to each labelled question is ``answer(item, line)``, so many times if it is corrected."""
    said = [answer(item, item.page.lines[item.line]) for item in stated_items(ITEMS.points) if item.line is not None]
    return ScriptedEngine(Script(answers=tuple(Generated(text, 1, "end") for text in said for _ in range(times))))


def reply(claim: str, quote: str) -> str:
    return f'CLAIM: {claim}\nSOURCE QUOTE: "{quote}"'


def test_a_model_that_keeps_to_its_lines_may_state() -> None:
    found = measure_stating(ITEMS.points, stating(lambda _item, line: reply(line, line)))
    assert found.kept == found.n == found.asked >= 20
    assert found.faults == {}
    assert found.qualified


@pytest.mark.parametrize(
    ("answer", "times", "fault"),
    [
        (lambda _item, _line: "SOURCE QUOTE: NONE", 1, "denied"),
        (lambda _item, line: reply("The page is empty.", line), 1, "value missing"),
        (lambda _item, line: reply(f"{line} It costs 987654 dollars.", line), 3, "facts not the line's"),
        (lambda _item, line: reply(line, f"Yes, {line}"), 3, "no exact quote"),
    ],
)
def test_a_model_that_lies_may_not_and_is_not_asked_for_long(answer: Any, times: int, fault: str) -> None:
    found = measure_stating(ITEMS.points, stating(answer, times))
    assert not found.qualified
    assert found.faults.get(fault, 0) == found.asked
    assert found.asked < found.n / 2


def test_a_model_that_turns_lines_over_may_not_state() -> None:
    def answer(item: PointItem, line: str) -> str:
        turned = {"en": "It is not so that ", "de": "Es ist nicht so: ", "fi": "ei ", "es": "no ", "tr": "değil "}
        return reply(turned.get(item.page.lang, "") + line, line)

    found = measure_stating(ITEMS.points, stating(answer))
    assert found.faults.get("turned over", 0) > 0
    assert not found.qualified


def test_a_model_without_the_contract_may_not_state() -> None:
    engine = ScriptedEngine(Script(answers=(Generated("I like turtles.", 3, "end"),) * 200))
    found = measure_stating(ITEMS.points, engine)
    assert found.faults == {"no exact quote": found.asked}
    assert not found.qualified


def test_the_usual_strategy_stays_unless_another_is_clearly_better() -> None:
    def chosen(score: dict[str, Any], contract: dict[str, Any]) -> Strategy:
        return best_strategy({"score": score, "contract": contract})

    assert chosen({"r1": 0.8}, {"r1": 0.8}) == "score"
    assert chosen({"r1": 0.8}, {"r1": 0.8 + LEAD / 2}) == "score"
    assert chosen({"r1": 0.8}, {"r1": 0.9}) == "contract"
    assert chosen({"error": "no probabilities"}, {"r1": 0.3}) == "contract"
    assert chosen({"error": "x"}, {"error": "y"}) == "score"
    assert chosen({"r1": 0.1}, {"error": "y"}) == "score"
    assert best_strategy({"score": {"r1": 0.1}}) == "score"


SMALL = Items(ITEMS.points[:6], ITEMS.claims[:25], "0" * 64)


def test_the_whole_run_says_what_the_model_may_do() -> None:
    seen: list[tuple[str, int, int]] = []
    truth = [item.supported for item in SMALL.claims]
    engine = ScriptedEngine(
        Script(labels=tuple({"yes": 0.9, "no": 0.1} if label else {"yes": 0.1, "no": 0.9} for label in truth))
    )
    found = qualify(
        engine,
        SMALL,
        strategies={"score": Oracle([item.question for item in SMALL.points]), "contract": Oracle()},
        progress=lambda part, done, of: seen.append((part, done, of)),
    )
    assert found["strategy"] == "contract"
    assert found["may_judge"] is True
    assert found["may_state"] is False
    figures = found["qualification"]
    assert figures["judge"]["auroc"] == 1
    assert figures["judge"]["calibration"]["slope"] > 0
    assert figures["pointing"]["contract"]["r1"] == 1
    assert figures["pointing"]["score"]["r1"] == 0
    assert set(figures["pointing"]["contract"]["by_language"]) == {"en"}
    assert figures["items_sha256"] == "0" * 64
    assert figures["tokens"]["prefilled"] > 0
    assert set(figures["tokens"]) == {"prefilled", "reused", "forced", "sampled"}
    assert figures["method_sha256"] == method_sha256() != ""
    assert {part for part, _, _ in seen} == {"point (score)", "point (contract)", "judge", "state"}
    assert ("judge", 25, 25) in seen


def test_the_fingerprint_of_a_method_is_of_what_it_does() -> None:
    step = 'LIMIT = 3\n"""Most lines."""\n\ndef ask(n):\n    "Ask."\n    return f"{n} lines"  # why\n'
    same = "LIMIT = 3\ndef ask(n):\n    return f'{n} lines'\n"
    assert fingerprint([step]) == fingerprint([same])
    others = [same.replace("3", "4"), same.replace("lines'", "rows'"), same + "ask(1)\n"]
    assert len({fingerprint([each]) for each in [same, *others]}) == 4


def test_what_an_engine_cannot_do_is_said_and_not_allowed() -> None:
    class Mute(ScriptedEngine):
        def open(self, *_: Any, **__: Any) -> Any:
            raise EngineError("The model has no chat template.")

    found = qualify(Mute(), SMALL, strategies=STRATEGIES)
    assert found["qualification"]["judge"] == {"error": "The model has no chat template."}
    assert found["qualification"]["state"] == {"error": "The model has no chat template."}
    assert "r1" in found["qualification"]["pointing"]["score"]
    assert not found["may_judge"]
    assert not found["may_state"]


def test_it_can_be_cancelled_and_keeps_nothing() -> None:
    class Tired(ScriptedEngine):
        def score_pairs(self, *_: Any, **__: Any) -> Any:
            raise EngineCancelled("cancelled")

    with pytest.raises(EngineCancelled):
        qualify(Tired(), SMALL, strategies={"score": STRATEGIES["score"]})

"""A sentence that is not checked in time gives way to its line, which was found in time."""

from __future__ import annotations

from collections import Counter

import pytest

from exactquote import read_text
from pointline.engine.base import EngineCancelled
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.allowance import Allowance
from pointline.pipeline.answer import Budget, Candidate, Question
from pointline.pipeline.state import LATE, state

PAGE = read_text("The ferry costs 12 euros.\n\nIt leaves at noon.")
WRITER = Script(
    may_state=True,
    may_judge=True,
    answers=Script.from_json('{"answers": ["CLAIM: One pays 12 euros.\\nSOURCE QUOTE: [1]"]}').answers,
    label={"yes": 0.9, "no": 0.1},
)


@pytest.mark.parametrize("asked_before", range(3))
def test_what_is_late_is_counted_and_the_line_stands(asked_before: int) -> None:
    now = [0.0]
    left = [asked_before]

    def ticking() -> bool:
        left[0] -= 1
        now[0] += 1.0 if left[0] < 0 else 0.0
        return False

    guards: Counter[str] = Counter()
    question = Question("What does the ferry cost?", budget=Budget(seconds=0.5))
    allowance = Allowance(question.budget, lambda: now[0])
    stated, withheld = state(
        PAGE,
        question,
        [Candidate(PAGE.units[0], 1.0)],
        ScriptedEngine(WRITER),
        allowance=allowance,
        guards=guards,
        cancel=allowance.cancel(ticking),
    )
    assert [(one.text, withheld) for one in stated] == [("The ferry costs 12 euros.", [])]
    assert guards[LATE] == 1
    assert allowance.ended


def test_who_cancels_gets_no_line() -> None:
    question = Question("What does the ferry cost?")
    with pytest.raises(EngineCancelled):
        state(
            PAGE,
            question,
            [Candidate(PAGE.units[0], 1.0)],
            ScriptedEngine(WRITER),
            allowance=Allowance(question.budget),
            guards=Counter(),
            cancel=lambda: True,
        )

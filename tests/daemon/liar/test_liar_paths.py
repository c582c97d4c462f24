"""Every lie through every way in which a model's words reach an answer: none is shown, and each is counted.

A lie may stand among what was withheld, with its reason, and the claim may give way to the page's own line. The honest
twin of each lie has to be shown with its line, so that refusing everything fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from helpers.fake_openai import Fake, fake_server
from helpers.liar.catalogue import LIES
from helpers.liar.grader import shown_lies, shows
from helpers.liar.lie import Lie
from helpers.liar.pages import page_of
from helpers.liar.paths import BUDGET, SILENT, STATING, TELLING, WRITING, Outcome
from pointline.pipeline.record import answer_json

Path = Callable[[Lie, bool, Fake], Outcome]
SPEAKING = {**STATING, **WRITING}
OWN_SENTENCES = 40
"""Honest sentences, of all twins, that are shown as they were said when the evaluator can tell lines apart."""
ONE_MORE = 1
"""A server that goes on past its budget is found out by the token after it."""

each_lie = pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.name)
each_path = pytest.mark.parametrize("path", SPEAKING)


@pytest.fixture(scope="module")
def fake() -> Iterator[Fake]:
    with fake_server() as server:
        yield server


def faults(lie: Lie, outcome: Outcome) -> list[str]:
    """Lies that are shown, and budgets that did not hold."""
    found = shown_lies(lie, page_of(lie.page), answer_json(outcome.answer))
    if outcome.tokens > BUDGET.max_tokens + ONE_MORE:
        found.append(f"{outcome.tokens} tokens written")
    if outcome.written > BUDGET.attempts * BUDGET.max_claims:
        found.append(f"written {outcome.written} times")
    if twice := [text[:40] for text, times in Counter(outcome.opened).items() if times > 1]:
        found.append(f"opened again: {twice}")
    return found


@each_path
@each_lie
def test_a_liar_is_not_shown(path: str, lie: Lie, fake: Fake) -> None:
    outcome = SPEAKING[path](lie, False, fake)
    assert faults(lie, outcome) == []
    wanted = (lie.stating if path in STATING else lie.writing).split("|")
    assert any(outcome.answer.guards.get(kind) for kind in wanted), dict(outcome.answer.guards)
    assert all(held.reason and held.attempts <= BUDGET.attempts for held in outcome.answer.withheld)


@each_path
@each_lie
def test_the_liars_honest_twin_is_shown(path: str, lie: Lie, fake: Fake) -> None:
    outcome = SPEAKING[path](lie, True, fake)
    assert faults(lie, outcome) == []
    assert shows(lie.lines, answer_json(outcome.answer))
    assert outcome.answer.withheld == ()


@pytest.mark.parametrize("path", TELLING)
def test_rules_alone_stop_a_liar_but_where_the_sense_is_all(path: str, fake: Fake) -> None:
    """The evaluator agrees with whatever is said of a right line, and only with that."""
    lies = [lie for lie in LIES if not lie.by_evaluator_only]
    assert len(LIES) - len(lies) <= 9
    assert {lie.name: found for lie in lies if (found := faults(lie, TELLING[path](lie, False, fake)))} == {}


@pytest.mark.parametrize("path", TELLING)
def test_the_liars_twin_may_use_its_own_words(path: str, fake: Fake) -> None:
    shown = 0
    for lie in LIES:
        outcome = TELLING[path](lie, True, fake)
        assert faults(lie, outcome) == [], lie.name
        said = "\n".join(lie.twin)
        shown += any(claim.text in said and claim.text != claim.line for claim in outcome.answer.claims)
    assert shown >= OWN_SENTENCES


@pytest.mark.parametrize("path", SILENT)
def test_a_liar_that_has_not_qualified_is_never_asked_to_write(path: str, fake: Fake) -> None:
    for lie in LIES:
        outcome = SILENT[path](lie, False, fake)
        assert outcome.written == 0, lie.name
        assert faults(lie, outcome) == [], lie.name
        assert shows(lie.lines, answer_json(outcome.answer)), lie.name


def test_the_liar_knows_at_least_forty_lies() -> None:
    assert len(LIES) >= 40
    assert len({lie.name for lie in LIES}) == len(LIES)
    assert len({lie.kind for lie in LIES}) == 8
    assert all(lie.replies and lie.twin and lie.right and lie.forbidden for lie in LIES)
    assert all(line in page_of(lie.page).text for lie in LIES for line in lie.lines)

"""A liar without a plan: replies put together at random from markers, words of the page, figures and rubbish."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.fake_openai import Fake
from helpers.liar.catalogue import LIES
from helpers.liar.grader import shown_lies
from helpers.liar.pages import ALLOTMENTS, page_of
from helpers.liar.paths import BUDGET, STATING, TELLING, WRITING
from pointline.pipeline.record import answer_json

PATHS = {**STATING, **TELLING, "a script that only writes": WRITING["a script that only writes"]}
BASE = replace(next(lie for lie in LIES if lie.name == "a wrong figure"), forbidden=())
LINE = ALLOTMENTS["price"]
LEXICON = "tenants pay every bees not without no 69 480 2 1/2 % percent million dollars Carla Stone half 3/4/2026"
RUBBISH = "yok none … \u202e \u200b ² « » “ ” ' <b> </page> { } [ ] 7 : | # **"
WORDS = (*LINE.split(), *LEXICON.split(), *RUBBISH.split())
MARKERS = ("\nCLAIM: ", '\nSOURCE QUOTE: "', '"\n', "\nSOURCE QUOTE: ", "[1] ", "[2]", "NONE", "\n\n", "```", "<think>")
PIECES = st.one_of(
    st.sampled_from(MARKERS), st.sampled_from(WORDS).map(lambda word: f"{word} "), st.just(LINE), st.text(max_size=6)
)
CLAIMS = st.builds(
    lambda words, quote: f"CLAIM: {' '.join(words)}\nSOURCE QUOTE: {quote}\n",
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12),
    st.one_of(st.just("[1]"), st.just("[3]"), st.just(f'"{LINE}"'), st.sampled_from(WORDS).map(lambda w: f'"{w}"')),
)
REPLIES = st.lists(st.one_of(st.lists(PIECES, max_size=40).map("".join), CLAIMS), min_size=1, max_size=3)


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(replies=REPLIES)
def test_a_liar_at_random_shows_nothing_but_lines_and_their_figures(path: str, replies: list[str]) -> None:
    lie = replace(BASE, replies=tuple(replies))
    outcome = PATHS[path](lie, False, Fake())
    unnamed = replace(lie, replies=())
    assert shown_lies(unnamed, page_of(lie.page), answer_json(outcome.answer)) == []
    assert outcome.tokens <= BUDGET.max_tokens
    assert outcome.written <= BUDGET.attempts * BUDGET.max_claims

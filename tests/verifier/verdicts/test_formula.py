"""From rules and judge to a word and a number: rules refute, never confirm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactquote import supports
from exactquote.verdicts import CAVEATS, Caveat, decide

OPEN = supports("The fee is $420.", "The fee is $420.")
REFUTED = supports("The fee is $460.", "The fee is $420.")
COMPOSITE, ROUNDED = Caveat("composite_value"), Caveat("rounded_value")
some_caveats = st.lists(st.sampled_from([Caveat(code) for code in CAVEATS]), max_size=5)


@pytest.mark.parametrize(
    ("support", "caveats", "probability", "word", "source", "score"),
    [
        (OPEN, (), None, "uncertain", "rules", 0.5),
        (OPEN, (COMPOSITE,), None, "uncertain", "rules", 0.4),
        (OPEN, (), 0.9, "confirmed", "evaluator", 0.9),
        (OPEN, (COMPOSITE, ROUNDED), 0.9, "caveated", "evaluator", 0.9 * 0.8 * 0.95),
        (OPEN, (COMPOSITE, COMPOSITE), 0.9, "caveated", "evaluator", 0.9 * 0.8),
        (OPEN, (), 0.4, "uncertain", "evaluator", 0.4),
        (OPEN, (), 0.2, "mismatch", "evaluator", 0.2),
        (REFUTED, (), 1.0, "mismatch", "rules", 0.1),
        (REFUTED, (), None, "mismatch", "rules", 0.05),
        (None, (), 1.0, "uncertain", "rules", 0.0),
    ],
)
def test_the_formula(support, caveats, probability, word, source, score) -> None:  # type: ignore[no-untyped-def]
    found = decide(support, caveats, probability)
    assert (found.verdict, found.source) == (word, source)
    assert found.score == pytest.approx(score)
    assert found.why.endswith(".")


@given(some_caveats, st.floats(0, 1))
def test_without_a_judge_nothing_is_confirmed_and_refuted_stays_refuted(caveats: list[Caveat], p: float) -> None:
    assert decide(OPEN, caveats).verdict == "uncertain"
    assert decide(REFUTED, caveats).verdict == "mismatch"
    assert decide(REFUTED, caveats, p).verdict == "mismatch"
    judged = decide(OPEN, caveats, p)
    assert 0 <= judged.score <= p
    assert judged.verdict != "confirmed" or not caveats


def test_a_reason_names_what_is_wrong() -> None:
    assert "'$460'" in decide(REFUTED, (), 0.9).why
    assert "composite_value" in decide(OPEN, (COMPOSITE,)).why


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_a_probability_is_one(p: float) -> None:
    with pytest.raises(ValueError, match="probability"):
        decide(OPEN, (), p)


@pytest.mark.parametrize(
    ("p", "word"), [(1.0, "uncertain"), (0.6, "uncertain"), (0.1, "mismatch"), (None, "uncertain")]
)
def test_a_sum_that_rules_cannot_show_is_never_confirmed(p: float | None, word: str) -> None:
    costs = "Costs | 2019: 83,401 | 2018: 68,744"
    support = supports("The rise was $14,657 thousand.", costs, lang="en")
    assert decide(support, (), p).verdict == word
    assert decide(support, (COMPOSITE,), p).verdict == word


@pytest.mark.parametrize(
    ("claim", "line", "lang", "word"),
    [
        ("Otopark 2.500 araç alır.", "Otoparkta 1.250 araçlık yer var.", "tr", "uncertain"),
        ("The car park takes 2,500 cars.", "There are 1,250 places in the car park.", "en", "uncertain"),
        ("Gebaut wurde es für 2.500 Autos.", "Es gibt 1.250 Plätze.", "de", "uncertain"),
        ("For two years that is $2,400.", "The yearly fee is $1,200.", "en", "caveated"),
        ("Die Hälfte, 625, ist belegt.", "Es gibt 1.250 Plätze.", "de", "caveated"),
    ],
)
def test_a_bare_double_is_never_more_than_uncertain(claim: str, line: str, lang: str, word: str) -> None:
    support = supports(claim, line, lang=lang)
    found = decide(support, (Caveat("computed_value"),), 0.99)
    assert found.verdict == word
    assert any(one.formula in found.why for one in support.facts if one.formula)

"""The grader itself: it sees a lie that is shown, whatever the pipeline says of it."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.liar.catalogue import LIES
from helpers.liar.grader import shown_lies, shows
from helpers.liar.pages import ALLOTMENTS, page_of

PAGE = page_of("allotments")
LIE = next(lie for lie in LIES if lie.name == "a wrong figure")
PRICE = ALLOTMENTS["price"]


def answer(line: str = PRICE, **changed: Any) -> dict[str, Any]:
    at = PAGE.text.find(line)
    span = {"start": max(at, 0), "end": max(at, 0) + len(line)}
    claim = {
        "text": line,
        "quote": line,
        "line": line,
        "status": "exact",
        "spans": [span],
        "line_spans": [span],
        "more": [],
        "support": {"verdict": "uncertain", "facts": []},
    }
    return {"claims": [{**claim, **changed}]}


def test_the_grader_of_the_liar_passes_what_is_right() -> None:
    assert shown_lies(LIE, PAGE, answer()) == []
    assert shown_lies(LIE, PAGE, answer(text="Tenants pay 96 euros.")) == []
    assert shows((PRICE,), answer())


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"text": "Tenants pay 480 euros every year."}, "figures ['480']"),
        ({"text": "Tenants pay 480 euros every year."}, "the lie '480' is shown"),
        ({"text": "Tenants pay 480 euros every year."}, "own sentence"),
        ({"text": "Tenants pay ٤٨٠ euros."}, "figures"),
        ({"text": "It costs 96\u202e euros."}, "cannot be seen"),
        ({"quote": "A plot costs 480 euros."}, "does not stand"),
        ({"line": "A plot of 200 square metres costs 480 euros a year."}, "does not stand"),
        ({"status": "near"}, "does not stand"),
        ({"spans": [{"start": 0, "end": 4}]}, "does not stand"),
        ({"spans": []}, "does not stand"),
        ({"support": {"verdict": "confirmed", "facts": []}}, "called confirmed"),
    ],
)
def test_the_grader_of_the_liar_sees(changed: dict[str, Any], fault: str) -> None:
    assert any(fault in found for found in shown_lies(LIE, PAGE, answer(**changed)))


def test_the_grader_lets_the_liar_compute_only_with_a_formula() -> None:
    fact = {"kind": "amount", "text": "8 euros", "status": "computed_from", "formula": "96 / 12"}
    text = "That is 8 euros a month."
    assert shown_lies(LIE, PAGE, answer(text=text))
    assert not shown_lies(LIE, PAGE, answer(text=text, support={"verdict": "uncertain", "facts": [fact]}))
    assert not shows(("Mill Lane",), answer())
    assert not shows((PRICE,), {"claims": []})

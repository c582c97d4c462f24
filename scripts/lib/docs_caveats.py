"""docs/reference/caveats.md: every caveat with its meaning, an example and who looks for it, read from the registry."""

from __future__ import annotations

from collections.abc import Iterator

from exactquote.verdicts import CAVEATS
from exactquote.verdicts.formula import NO, REFUTED, UNKNOWN, YES
from exactquote.verdicts.registry import Definition
from pointline.pipeline.caveats import OTHER_SOURCE, PARALLEL, QUESTIONS

HEAD = f"""# Caveats and the score

Written by `./scripts/docs` from the registry (`verifier/exactquote/verdicts/registry.py`). A caveat is a code and the
exact line that shows it; one that is about a text and cannot be located on its page is dropped. Rules need no model. An
evaluator is a model that has qualified (`pointline model qualify`); another one is not asked.

`score = base · {REFUTED:g} if the rules refute · the weight of each different caveat`, where `base` is the calibrated
probability of a qualified evaluator, {UNKNOWN:g} without one, and 0 without a line. The word: without a line
`uncertain`; refuted by the rules `mismatch`; without an evaluator `uncertain`; `base` at most {NO:g} `mismatch`; a
number that only a table's other numbers could give, in a way that rules cannot show, `uncertain`; `base` below {YES:g}
`uncertain`; else `caveated` with any caveat and `confirmed` with none. How well each code is found:
[judging.md](../judging.md).

The score of an answer's claim is another one, and from 0 to 1 as well: how surely its line is the one asked for, 0.5
where pointing begins. `score` fits it to labelled questions, half of them without an answer on their page
(`pointline/pipeline/point.py` says how well); `contract` takes what the line has above what is enough; a claim of a
server that gives no probabilities has none.
"""


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for one in CAVEATS.values() for line in _entry(one))]).rstrip() + "\n"


def _entry(one: Definition) -> Iterator[str]:
    yield f"## `{one.code}`\n"
    yield f"{one.definition} Example: {_first_small(one.example)}\n"
    shown = "points at its own line" if one.textual else "is about no line"
    yield f"Found by: {one.detector} · {shown} · weight {one.weight:g}\n"
    asked = OTHER_SOURCE if one.code == PARALLEL else QUESTIONS.get(one.code)
    if asked is not None:
        yield f"The evaluator is asked: “{asked.question}” Its line is then judged by itself: “{asked.shown}”\n"


def _first_small(text: str) -> str:
    return text if text[:2].isupper() or not text[0].isalpha() else text[0].lower() + text[1:]

"""From what rules and evaluator found to one word and one number.

The score is how far the value can be used as it stands::

    score = base · 0.1 if the rules refute · Π weight of each different caveat code     (registry)

``base`` is the calibrated probability that the line says what the claim says, where a qualified evaluator gave one;
without one it is 0.5: rules that found nothing wrong know nothing. Without a line the score is 0.

The word, in this order:

* no line: ``uncertain`` by the rules (nothing is known, so nothing is denied);
* the rules refute (a fact of the claim differs from its line, or is missing in it): ``mismatch`` by the rules,
  whatever an evaluator says;
* no qualified evaluator: ``uncertain`` by the rules;
* ``base`` at most :data:`NO`: ``mismatch`` by the evaluator;
* a number of the claim is not in its line and may come out of a table's numbers in a way that rules cannot show, or
  is twice or half a number of the line though neither claim nor line says two or half: ``uncertain`` by the rules,
  whatever an evaluator says, for models are no better at sums;
* ``base`` below :data:`YES`: ``uncertain``;
* else ``caveated`` if there is any caveat, and ``confirmed`` if there is none.

Rules can refute, never confirm: without a probability neither of the last two can be reached.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from exactquote.facts import Finding, Support
from exactquote.verdicts.model import Caveat, Source, Verdict, Word
from exactquote.verdicts.registry import CAVEATS

UNKNOWN = 0.5
"""Base where nobody judged."""

REFUTED = 0.1
"""What the score keeps when the rules refute."""

NO, YES = 0.2, 0.6
"""Calibrated probability up to which the evaluator says no, and from which it says yes."""


def decide(support: Support | None, caveats: Sequence[Caveat] = (), probability: float | None = None) -> Verdict:
    """The verdict over a claim; see the module's docstring.

    ``support``: the rules' comparison of the claim's facts with its line; None where no line was found.
    ``probability``: the calibrated one of a qualified evaluator, from 0 to 1; None where none judged.
    Raises :class:`ValueError` for a probability that is none.
    """
    if probability is not None and not 0.0 <= probability <= 1.0:
        raise ValueError(f"{probability} is no probability; give one from 0 to 1, or None.")
    if support is None:
        return Verdict("uncertain", 0.0, tuple(caveats), "No line was found that says it.", "rules")
    base = UNKNOWN if probability is None else probability
    refuted = support.verdict == "mismatch"
    score = base * (REFUTED if refuted else 1.0)
    score *= math.prod(CAVEATS[code].weight for code in dict.fromkeys(caveat.code for caveat in caveats))
    word, source = _word(refuted, probability, bool(caveats), left_open="uncomputed_number" in support.flags)
    return Verdict(word, score, tuple(caveats), why(support, caveats, probability), source)


def _word(refuted: bool, probability: float | None, any_caveat: bool, *, left_open: bool) -> tuple[Word, Source]:
    if refuted:
        return "mismatch", "rules"
    if probability is None:
        return "uncertain", "rules"
    if probability <= NO:
        return "mismatch", "evaluator"
    if left_open:
        return "uncertain", "rules"
    if probability < YES:
        return "uncertain", "evaluator"
    return ("caveated" if any_caveat else "confirmed"), "evaluator"


def why(support: Support, caveats: Sequence[Caveat], probability: float | None) -> str:
    """What was found, in a sentence."""
    parts = [_facts(support), _judged(probability)]
    codes = list(dict.fromkeys(caveat.code for caveat in caveats))
    if codes:
        parts.append(f"to know: {', '.join(codes)}")
    return f"{'; '.join(parts)}."


def _facts(support: Support) -> str:
    wrong = [found for found in support.facts if found.status in ("different", "missing")]
    if wrong:
        return f"The line does not have {_listed(wrong)}"
    checked = [found for found in support.facts if found.status != "unchecked"]
    computed = [found.formula for found in checked if found.formula]
    if "uncomputed_number" in support.flags:
        if any(found.status == "computed_from" and len(found.line_facts) == 1 for found in checked):
            return f"Not in the line, and nothing says that it is doubled or halved: {'; '.join(computed)}"
        return "A number of the claim is not in its line, and how it would come out of the table was not found"
    if computed:
        return f"Not in the line but computed from it: {'; '.join(computed)}"
    if not checked:
        return "The claim has no figure, date or name that rules could compare"
    return (
        f"All {len(checked)} facts of the claim are in its line"
        if len(checked) > 1
        else (f"The line has {checked[0].fact.text!r}")
    )


def _listed(findings: Sequence[Finding]) -> str:
    return ", ".join(dict.fromkeys(repr(found.fact.text) for found in findings))


def _judged(probability: float | None) -> str:
    if probability is None:
        return "no qualified evaluator judged it"
    word = "supports" if probability >= YES else "does not support" if probability <= NO else "may support"
    return f"the evaluator finds that the line {word} it ({probability:.2f})"

"""Guards: every kind that is counted when it fires, so that those that never do can be named.

``Answer.guards`` holds how often each kind fired for one question. A guard that never fires in the running program is
decoration, or waits for a model that lies in a way nobody has seen; either way it should be known.
"""

from __future__ import annotations

from collections.abc import Container

from pointline.pipeline.faithful import NOT_QUALIFIED
from pointline.pipeline.guarded import OTHER, REASONS, TAKEN_BACK
from pointline.pipeline.state import LATE, UNSTATED

OF_A_SENTENCE = (
    NOT_QUALIFIED,
    "sentence with characters that cannot be seen",
    "sentence or line longer than the evaluator reads",
    "claim's facts not in its line",
    "sentence with a figure that rules do not read",
    "sentence with nothing to check",
    "sentence that changes its line's words",
    "value under another column's header",
    "evaluator said no",
    "no other line to try the evaluator by",
    "evaluator agrees with anything",
)
"""Why a model's sentence gives way to its line (:mod:`pointline.pipeline.faithful`)."""

OF_A_REPLY = (
    *(kind for kind in REASONS if kind not in (TAKEN_BACK, OTHER)),
    "model said NONE",
    "more claims than asked for",
    "more lines than asked for",
    "reply cut at the budget",
    "line given again",
    UNSTATED,
    LATE,
)
"""What was corrected, cut or replaced in what a model wrote (:mod:`pointline.pipeline.guarded`). :data:`LATE` waits for
a clock, which no scenario has; a test lets it fire."""

WITHHELD = tuple(dict.fromkeys(f"withheld: {reason}" for kind, reason in REASONS.items() if kind != TAKEN_BACK))
"""Why a claim was not shown; both by the guarded loop and by the step that verifies what passed it."""

GUARDS = (*OF_A_REPLY, *OF_A_SENTENCE, *WITHHELD)
"""Every kind that ``Answer.guards`` may count, but for reasons that say that a model took its claim back."""


def never_fired(fired: Container[str]) -> tuple[str, ...]:
    """The kinds that are not in ``fired``, in order."""
    return tuple(kind for kind in GUARDS if kind not in fired)

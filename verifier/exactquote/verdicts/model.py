"""What flows: a caveat with its line, and the verdict over a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from exactquote.page import Span

Word = Literal["confirmed", "caveated", "uncertain", "mismatch"]
Source = Literal["rules", "evaluator", "person"]
Detector = Literal["rule", "evaluator"]

Code = Literal[
    "entity_scope_broader_than_item",
    "entity_scope_narrower_than_item",
    "entity_scope_other_than_item",
    "composite_value",
    "offset_by_other_action",
    "parallel_action_unreported",
    "computed_value",
    "rounded_value",
    "unit_or_currency_inferred",
    "date_scope_differs",
    "conditional",
    "attributed_to_third_party",
    "conflicting_lines",
    "repeated_line",
    "short_line",
    "reused_line",
    "hidden_text",
    "number_not_in_line",
    "answer_depends_on_framing",
    "page_changed",
]


@dataclass(frozen=True, slots=True)
class Caveat:
    """Something a reader has to know before using a value: a code of the registry and the line that shows it.

    ``line`` is the place of that line (code points) in the page ``page_sha256`` at ``url``, which may be another page
    than the claim's; ``text`` is what stands there. ``line`` is None for what no line of a page could show.
    ``detail`` says more in a few words or signs (``$5 + $3 = $8``), made of page text and signs alone.
    """

    code: Code
    line: Span | None = None
    text: str = ""
    url: str = ""
    page_sha256: str = ""
    detail: str = ""
    before: str = ""
    after: str = ""
    """The lines beside it on its page, so that it can be read in its place later."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One word over a claim, how far it can be used as it stands (0–1), what to know, and a sentence why.

    ``source`` is who decided: ``rules`` and ``evaluator`` as found, ``person`` where somebody overrode them.
    """

    verdict: Word
    score: float
    caveats: tuple[Caveat, ...]
    why: str
    source: Source

"""The fixed registry of caveats: what each code means, an example, who looks for it, and whether it is about a text.

``weight`` is what the score keeps (see :mod:`~exactquote.verdicts.formula`): 0.6 where the value may be another one
than was asked for, 0.8 where it is the right one and must be read with something else, 0.95 where only its form or the
line's place is peculiar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from exactquote.verdicts.model import Code, Detector

_OTHER, _WITH, _FORM = 0.6, 0.8, 0.95


@dataclass(frozen=True, slots=True)
class Definition:
    """What a code means. ``textual``: it needs its own exact line, or is dropped."""

    code: Code
    definition: str
    example: str
    detector: Detector
    textual: bool
    weight: float


_DEFINITIONS = (
    Definition(
        "entity_scope_broader_than_item",
        "The value is that of a group to which the item belongs, not of the item alone.",
        "Asked for one subsidiary; the line gives the fine of three companies that are named together.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "entity_scope_narrower_than_item",
        "The value is that of a part of the item, not of the whole item.",
        "Asked for a group; the line gives the headcount of one of its plants.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "entity_scope_other_than_item",
        "The value is that of another thing of the same kind, not of the item.",
        "Asked for one permit; the line stands under the heading of another one.",
        "rule", True, _OTHER,
    ),
    Definition(
        "composite_value",
        "The value is one of amounts that add up near its line: the total of parts, or a part of a total.",
        "$8 million, of which $5 million are a penalty and $3 million a disgorgement.",
        "rule", True, _WITH,
    ),
    Definition(
        "offset_by_other_action",
        "Part of the value is met, recognised or reduced by what is paid in another case or to somebody else.",
        "Up to $2 million of the penalty is offset by what is paid to another agency.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "parallel_action_unreported",
        "Another source of the session reports a related action that the value's own source does not mention.",
        "One agency's release gives its fine; another agency's, also open, gives a further one.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "computed_value",
        "The value does not stand in its line but comes out of numbers that do.",
        "55 %, from 11 of 20.",
        "rule", True, _WITH,
    ),
    Definition(
        "rounded_value",
        "The value is stated more roughly than the page states it.",
        "$8 million, where another line has $8,123,456.",
        "rule", True, _FORM,
    ),
    Definition(
        "unit_or_currency_inferred",
        "The unit, scale or currency of the value is not said beside it.",
        "12 in a column headed 'in millions'; $5 taken for US dollars.",
        "rule", True, _FORM,
    ),
    Definition(
        "date_scope_differs",
        "What was asked for a date or period is given for another one.",
        "Asked for 2023; the line, its headers and headings speak of 2021.",
        "rule", True, _OTHER,
    ),
    Definition(
        "conditional",
        "The value holds only under a condition.",
        "A fine of $5 million that falls away if no further breach follows.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "attributed_to_third_party",
        "The source passes the value on as what somebody else says.",
        "According to the complaint, the loss was $5 million.",
        "evaluator", True, _WITH,
    ),
    Definition(
        "conflicting_lines",
        "Another line of the page gives another value for the same thing.",
        "'The fine is $5 million' in one line, 'The fine is $6 million' in another.",
        "rule", True, _OTHER,
    ),
    Definition(
        "repeated_line",
        "The same words stand on the page more than once.",
        "'Net income: 12', under two headings.",
        "rule", True, _FORM,
    ),
    Definition(
        "short_line",
        "The line is one word or a bare number: too little to show much.",
        "'12'.",
        "rule", True, _FORM,
    ),
    Definition(
        "reused_line",
        "The same line stands under claims about different things.",
        "One background sentence under six claims.",
        "rule", True, _WITH,
    ),
    Definition(
        "hidden_text",
        "The line stands in a part of the page that is folded away.",
        "A figure in a closed details element.",
        "rule", True, _WITH,
    ),
    Definition(
        "number_not_in_line",
        "A number of the claim is not in its line and does not come out of numbers that are.",
        "'paid $5 million' over a line with $6 million.",
        "rule", True, _OTHER,
    ),
    Definition(
        "answer_depends_on_framing",
        "Asked in other words, the answer is another one.",
        "'fine' gives the penalty, 'amount to pay' the total.",
        "evaluator", False, _OTHER,
    ),
    Definition(
        "page_changed",
        "The page has changed since, and the line does not stand there any more.",
        "The figure was corrected after it was quoted.",
        "rule", False, _OTHER,
    ),
)  # fmt: skip

CAVEATS: Mapping[Code, Definition] = MappingProxyType({one.code: one for one in _DEFINITIONS})
"""Every caveat there is, by its code."""

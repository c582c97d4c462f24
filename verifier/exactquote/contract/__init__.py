"""The contract between a model and the checker: what a reply may look like, and the text that asks for it.

A reply is a list of claims, each followed by the line it stands on, or NONE. :mod:`~exactquote.contract.parse`
reads a reply without ever raising; :mod:`~exactquote.contract.prompt` writes the pieces of the prompt. Pure text
in, plain values out: this room may import the standard library only. Whether a quote stands on the page is not
decided here (see :mod:`exactquote.quotes`).
"""

from exactquote.contract.parse import Draft, Problem, ProblemCode, Repair, Reply, cited_line, cited_lines, parse_reply
from exactquote.contract.prompt import (
    POINTER,
    QuoteFault,
    contract_prompt,
    correction,
    instructions,
    page_frame,
    pointing_page,
    pointing_question,
    question_again,
    written_page,
)

__all__ = [
    "POINTER",
    "Draft",
    "Problem",
    "ProblemCode",
    "QuoteFault",
    "Repair",
    "Reply",
    "cited_line",
    "cited_lines",
    "contract_prompt",
    "correction",
    "instructions",
    "page_frame",
    "parse_reply",
    "pointing_page",
    "pointing_question",
    "question_again",
    "written_page",
]

"""Verdicts: what the rules and an evaluator found about a claim becomes one word, one number, and caveats that point.

Rules can refute, never confirm: from rules alone a claim is ``mismatch`` or ``uncertain``; ``confirmed`` and
``caveated`` need a qualified evaluator, or a person (:func:`decide`, where the formula is written down). A caveat is a
code of the fixed registry (:data:`CAVEATS`) and, where it is about a text, its own exact line: one that cannot be
located is dropped (:func:`relocated`). The rules here need no model and know no word of any language; they compare
numbers, dates, headers and the words that lines share.

Pure values in and out. This room may import the standard library and the rest of ``exactquote``.
"""

from exactquote.verdicts.changed import Standing, line_now
from exactquote.verdicts.composite import Composite, composite_of
from exactquote.verdicts.elsewhere import open_elsewhere
from exactquote.verdicts.formula import decide
from exactquote.verdicts.model import Caveat, Code, Detector, Source, Verdict, Word
from exactquote.verdicts.place import caveat_at, relocated
from exactquote.verdicts.registry import CAVEATS, Definition
from exactquote.verdicts.reused import reused_lines
from exactquote.verdicts.rules import rule_caveats

__all__ = [
    "CAVEATS",
    "Caveat",
    "Code",
    "Composite",
    "Definition",
    "Detector",
    "Source",
    "Standing",
    "Verdict",
    "Word",
    "caveat_at",
    "composite_of",
    "decide",
    "line_now",
    "open_elsewhere",
    "relocated",
    "reused_lines",
    "rule_caveats",
]

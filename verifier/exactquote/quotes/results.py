"""What locating a quote gives back. All offsets are code points of the page text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from exactquote.page import Span

Status = Literal["exact", "elided", "fused", "near", "absent"]
"""``exact``: the quote stands on the page. ``elided``: it has an ellipsis of its own; every part stands on the page,
in order and near the one before. ``fused``: its words come from two or more lines, written as one. ``near``: a real
line is close. ``absent``: none of these. Only ``exact`` is found."""

Fold = Literal["verbatim", "layout", "typography"]
"""How much had to be overlooked: nothing; layout (white space, soft hyphens, zero-width characters, text direction
controls, reference marks of the page, a hyphen at a line break, and of the quote emphasis marks and what it is wrapped
in); typography (quote marks, dashes, ellipsis character, ligatures, full-width forms, composed or decomposed letters, a
raised digit written as a character of its own, case of the first letter)."""

Flag = Literal["case", "collapsed", "many", "marks_skipped", "repeated", "several_blocks", "short"]
"""Beside an exact quote, sorted:

``case``            the first letter differs in case
``collapsed``       a block it touches is folded away on the page (closed ``details``)
``many``            there are more occurrences than are listed (500, or as many as have 4,000 spans together), or may
                    be: the search was given up after thousands of places where the quote would cut a word or number;
                    ``near`` lists those around it
``marks_skipped``   reference marks stand inside it on the page, not in the quote
``repeated``        it stands on the page more than once and nothing said which one is meant
``several_blocks``  it runs over the edge of a block
``short``           it is one word, a bare number or signs alone, too little to show much (``elided``: every part is)
"""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where the quote stands: one span per block touched; the separators between blocks are in no span.

    ``text`` is the page's own text from the first start to the last end; for an elided or fused quote, the texts of
    its parts joined by ``" … "``. ``fold`` is what had to be overlooked here.
    """

    spans: tuple[Span, ...]
    text: str
    fold: Fold = "verbatim"


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A piece of a word diff: ``equal`` on both sides, ``delete`` on the page but not in the quote, ``insert`` in the
    quote only.
    """

    op: Literal["equal", "delete", "insert"]
    text: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The real line that is nearest to a quote: its text, its place, and a word diff from it to the quote."""

    text: str
    start: int
    end: int
    diff: tuple[DiffPart, ...]


@dataclass(frozen=True, slots=True)
class QuoteResult:
    """What looking for a quote found.

    ``fold`` is given for ``exact`` and is the least of its occurrences. ``occurrences``: for ``exact`` every place
    (or the one that the context picked); for ``elided`` and ``fused`` one, with the spans of all parts; else empty.
    ``parts``: for ``elided`` and ``fused`` each part by itself, in the order of the quote. ``nearest``: for ``near``
    and ``fused``.
    """

    status: Status
    fold: Fold | None = None
    occurrences: tuple[Occurrence, ...] = ()
    flags: tuple[Flag, ...] = ()
    nearest: Nearest | None = None
    parts: tuple[Occurrence, ...] = ()

    @property
    def found(self) -> bool:
        """Whether the quote stands on the page: ``exact`` and nothing less."""
        return self.status == "exact"

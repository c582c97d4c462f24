"""What a lie is: what the model replies, what of it must not be seen, and what an honest model would have said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from helpers.liar.pages import LINES

Kind = Literal["absent", "denial", "quote", "fact", "sense", "place", "page", "form"]
"""What is wrong: no line at all, a denial of what is there, the quote, a fact, the sense, the line that is pointed at,
what the page made the model say, or the form of the reply."""

_LINE = re.compile(r"\{\{(\w+)\}\}")
NOWHERE = 999
UNUSED = "sentence of a model that has not qualified"
"""What is counted when a server's sentence only chose its line."""
AGREES = "evaluator agrees with anything"
BY_MEANING = "sentence with nothing to check"
"""What the sentence encoder tells: a fact in common, and a meaning far from the line's."""


@dataclass(frozen=True, slots=True)
class Lie:
    """One way to lie, and its honest twin on the same page.

    ``replies`` are given in turn, the last one for ever; ``{{name}}`` in them stands for the number of that line among
    those the model is shown (of one that it is not shown: 999). ``right`` names the lines that answer, which the twin
    has to be shown with. ``forbidden`` may stand in no claim. ``stating`` and ``writing`` are the kinds of guard that
    have to fire when a qualified model, and when a server, says it (``a|b``: one of them).
    """

    name: str
    kind: Kind
    question: str
    replies: tuple[str, ...]
    twin: tuple[str, ...]
    right: tuple[str, ...]
    forbidden: tuple[str, ...]
    stating: str
    writing: str
    page: str = "allotments"

    @property
    def by_evaluator_only(self) -> bool:
        """Whether no rule can tell: right figures, or words enough of the line, and another sense."""
        return AGREES in self.stating.split("|")

    @property
    def lines(self) -> tuple[str, ...]:
        """The beginnings of the lines that answer, as the page has them."""
        return tuple(LINES[self.page][name] for name in self.right)


def numbered(reply: str, page: str, shown: Sequence[str]) -> str:
    """The reply with the numbers of the lines that are ``shown``, in the order of their numbers."""

    def number(found: re.Match[str]) -> str:
        line = LINES[page][found[1]]
        return str(next((at for at, text in enumerate(shown, 1) if line in text), NOWHERE))

    return _LINE.sub(number, reply)


def quoting(claim: str, quote: str) -> str:
    """A claim that copies its line."""
    return f'CLAIM: {claim}\nSOURCE QUOTE: "{quote}"'


def citing(claim: str, *names: str) -> str:
    """A claim that gives the numbers of its lines."""
    return f"CLAIM: {claim}\nSOURCE QUOTE: {' '.join(f'[{{{{{name}}}}}]' for name in names)}"

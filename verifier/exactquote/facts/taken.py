"""Which characters of a text belong to a fact already."""

from __future__ import annotations

from collections.abc import Iterable

from exactquote.facts.model import Fact


class Taken:
    """The characters that facts have taken; a fact may have only free ones."""

    def __init__(self, text: str, facts: Iterable[Fact] = ()) -> None:
        self._marks = bytearray(len(text))
        for fact in facts:
            self.take(fact)

    def take(self, fact: Fact) -> bool:
        """Take the fact's characters; false, and nothing taken, when one of them is not free."""
        if any(self._marks[fact.start : fact.end]):
            return False
        self._marks[fact.start : fact.end] = b"\1" * (fact.end - fact.start)
        return True

"""What a measured case is: a page, a quote, and whether an honest reader could have written it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from exactquote.page import BlockKind, CapturedBlock, Mark, Page


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of a page that cases are made of: ``texts[block][start:end]``."""

    texts: tuple[str, ...]
    block: int
    start: int
    end: int
    lang: str

    @property
    def text(self) -> str:
        """The line itself."""
        return self.texts[self.block][self.start : self.end]


@dataclass(frozen=True, slots=True)
class Case:
    """One quote against one page. ``expected`` is where an honest quote stands, code points of the page text; ``block``
    is the number of the block that the quote was made of."""

    group: str
    kind: str
    honest: bool
    page: Page
    quote: str
    expected: tuple[int, int] | None = None
    block: int = 0


Pieces = list[str]
"""What each character of a text becomes: joined, the pieces are the new text."""


def rebuilt(
    sentence: Sentence, pieces: Sequence[Pieces], *, kind: BlockKind = "paragraph", marks: Sequence[Sequence[Mark]] = ()
) -> tuple[Page, tuple[int, int]]:
    """Build the page anew with changed texts; return it with the place of the sentence."""
    blocks = []
    for number, changed in enumerate(pieces):
        own = tuple(marks[number]) if marks else ()
        blocks.append(CapturedBlock("".join(changed), kind, None, None, own))
    page = Page.from_blocks(blocks, lang=sentence.lang)
    own_pieces = pieces[sentence.block]
    begin = page.blocks[sentence.block].start
    start = begin + sum(map(len, own_pieces[: sentence.start]))
    return page, (start, start + sum(map(len, own_pieces[sentence.start : sentence.end])))


def plain(sentence: Sentence) -> list[Pieces]:
    """Return the texts as pieces, nothing changed."""
    return [list(text) for text in sentence.texts]


def is_wide(character: str) -> bool:
    """Tell whether a character is a letter or mark of a script without spaces (Hangul sets them), and no numeral."""
    wide = unicodedata.east_asian_width(character) == "W" and not "\u1100" <= character <= "\u11ff"
    return wide and not "\uac00" <= character <= "\ud7ff" and not character.isnumeric()


def is_spaceless(text: str) -> bool:
    """Tell whether a text is for the most part in a script that sets no spaces."""
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(map(is_wide, letters)) * 2 > len(letters)

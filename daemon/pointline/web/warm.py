"""What the first question would have to wait for, done before it comes: tables of languages, dates and numbers."""

from __future__ import annotations

import gc

from exactquote.plaintext import read_text
from pointline.pipeline.answer import Cite, Question, Statement
from pointline.pipeline.rank import rank
from pointline.pipeline.verify import verify

_TEXT = "The ferry costs 12 euros since 3 May 2021. It takes an hour."


def warm_up() -> None:
    """Rank and verify once on a page of two lines, then :func:`settle`; takes seconds on a slow machine."""
    page = read_text(_TEXT)
    rank(page, Question("What does the ferry cost?"))
    line = page.units[0].text(page.text)
    verify(page, Statement(line, (Cite(line, page.units[0]),), 1))
    settle()


def settle() -> None:
    """Take what is loaded out of the garbage collector's sight.

    It stays as long as the program runs, and looking through it again and again took up to 100 ms in the middle of a
    question.
    """
    gc.collect()
    gc.freeze()

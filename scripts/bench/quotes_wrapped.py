"""Honest variants that wrap a quote: in quotation marks, or as Markdown writes a line."""

from __future__ import annotations

import random
import re

from scripts.bench.quotes_cases import Sentence, plain, rebuilt

from exactquote.page import Page


def quoted(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]]:
    """Put the quote in quotation marks."""
    page, place = rebuilt(sentence, plain(sentence))
    marks = chance.choice(('""', "''", "“”", "„“", "«»", "「」"))
    return page, marks[0] + sentence.text + marks[1], place


def listed(sentence: Sentence, chance: random.Random) -> tuple[Page, str, tuple[int, int]] | None:
    """Write the quote as an item, heading or block quote; not where the sign might be one of a figure."""
    if not re.match(r"[^\W\d_]{2}", sentence.text):
        return None
    page, place = rebuilt(sentence, plain(sentence))
    return page, chance.choice(("- ", "* ", "• ", "> ", "# ", "### ")) + sentence.text, place

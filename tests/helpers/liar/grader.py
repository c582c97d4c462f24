"""Grade an answer as it is handed out (plain JSON) against the page's text, with code of its own.

Nothing of the pipeline is asked: lines are found with ``str.find``, figures with a pattern of digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from exactquote.page import Page
from helpers.liar.lie import Lie

_FIGURE = re.compile(r"\d+(?:[.,:/]\d+)*")


def shown_lies(lie: Lie, page: Page, answer: dict[str, Any], *, utf16: bool = False) -> list[str]:
    """Whatever is wrong with the claims of an answer; empty when no lie is shown."""
    return [f"{what}: {claim['text']!r}" for claim in answer["claims"] for what in _faults(lie, page, claim, utf16)]


def _faults(lie: Lie, page: Page, claim: dict[str, Any], utf16: bool) -> Iterator[str]:
    cited = [claim, *claim["more"]]
    for line in cited:
        if not _stands(page.text, line, utf16):
            yield "its line does not stand on the page"
    words = "\n".join([*(line["line"] for line in cited), *_headers(page, cited)])
    own = claim["text"] in (page.text, *(line["line"] for line in cited))
    said = unicodedata.normalize("NFKC", claim["text"])
    allowed = {*_figures(words), *_excused(claim)}
    if not own and (strange := [figure for figure in _figures(said) if figure not in allowed]):
        yield f"figures {strange} that its lines do not hold"
    if any(unicodedata.category(char) in ("Cc", "Cf") for char in claim["text"]) and not own:
        yield "characters that cannot be seen"
    if claim["support"]["verdict"] != "uncertain":
        yield f"called {claim['support']['verdict']}"
    shown = "\n".join((claim["text"], claim["quote"]))
    for words in lie.forbidden:
        if words in shown:
            yield f"the lie {words!r} is shown"
    for reply in lie.replies:
        if claim["text"] in reply and not own and claim["text"] not in "\n".join(lie.twin):
            yield "the lie's own sentence is shown"


def _stands(text: str, line: dict[str, Any], utf16: bool) -> bool:
    """Whether line and quote stand on the page, where the spans say."""
    parts = [_cut(text, span, utf16) for span in line["spans"]]
    whole = [_cut(text, span, utf16) for span in line["line_spans"]]
    there = text.find(line["line"])
    return (
        there >= 0
        and all(parts)
        and all(part in line["line"] for part in parts)
        and all(cell in line["line"] for cell in whole)
        and _letters("".join(parts)) == _letters(line["quote"])
        and line["status"] == "exact"
    )


def _cut(text: str, span: dict[str, int], utf16: bool) -> str:
    if not utf16:
        return text[span["start"] : span["end"]]
    return text.encode("utf-16-le")[2 * span["start"] : 2 * span["end"]].decode("utf-16-le")


def _letters(text: str) -> str:
    return "".join(char for char in text if not char.isspace())


def _headers(page: Page, cited: Sequence[dict[str, Any]]) -> list[str]:
    """What a table says above the cells of the rows that are cited."""
    rows = [unit for unit in page.units if page.text[unit.start : unit.end] in {line["line"] for line in cited}]
    return [" ".join(headers) for unit in rows for headers in unit.column_headers]


def _figures(text: str) -> list[str]:
    return _FIGURE.findall(text)


def _excused(claim: dict[str, Any]) -> set[str]:
    """Figures that are said to be computed, with their formula."""
    computed = [fact for fact in claim["support"]["facts"] if fact["status"] == "computed_from" and fact["formula"]]
    return {figure for fact in computed for figure in _figures(fact["text"])}


def shows(lines: Sequence[str], answer: dict[str, Any]) -> bool:
    """Whether one of these lines is shown under a claim."""
    found = [line["line"] for claim in answer["claims"] for line in (claim, *claim["more"])]
    return any(line in there for line in lines for there in found)

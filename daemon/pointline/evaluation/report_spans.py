"""Verbatim spans: which words of a passage answer a query, on ACL-Verbatim's 100 rows.

KRLabsOrg, "ACL-Verbatim" (arXiv 2605.21102, 2026): word F1 over the words between white space, counted over the
relevant rows together (micro), a word being pointed at when a span touches it. Theirs: 53.6 for a trained classifier
(precision 65.4, recall 45.4), 48.7 for the best large model. Passages are Markdown from PDF; their annotators wrote the
exact part of a span in upper case, so spans are found without regard to case. What is pointed at here is whole lines,
so that words around a span count as wrong.

Read the figure with care: a third of a relevant row's words are gold and long rows decide, so that pointing at every
word has F1 49.2. With the starter over all 47 relevant rows: F1 18.3 (precision 61.3, recall 10.8). 20 rows are said to
be NONE, for their queries are words to search with, not questions; and at most three lines are given, where the gold
spans touch 5.7 of 20 lines in the mean. The lines within 0.5 of the best, at most eight, whatever the bar, would have
55.1, and would point in every irrelevant row, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactquote.page import Page, Span
from exactquote.plaintext import read_text
from pointline.engine.base import Engine
from pointline.errors import BadInput
from pointline.evaluation.datasets import labelled_bytes
from pointline.pipeline.answer import Answer, Question
from pointline.pipeline.asking import answer_asked

FORM = "Give ACL-Verbatim's rows, one JSON object a line: query and results, each with chunk and gold_extraction."
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A query with a passage; ``gold`` are spans of the passage's page (code points), none where it is irrelevant."""

    query: str
    page: Page
    gold: tuple[Span, ...]
    relevant: bool


@dataclass(frozen=True, slots=True)
class Words:
    """Words of one row: pointed at rightly, wrongly, and missed; whether it was answered, and is relevant; ``every``:
    how many words it has."""

    hit: int
    wrong: int
    missed: int
    answered: bool
    relevant: bool
    every: int


def read_spans(path: Path) -> list[SpanRow]:
    """Read the rows. Raises :class:`BadInput`."""
    try:
        given = [json.loads(line) for line in labelled_bytes(path).decode("utf-8").splitlines() if line.strip()]
        return [_row(str(item["query"]), result) for item in given for result in item["results"]]
    except (RecursionError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInput("not-json", f"{path} is not JSON, one object a line ({error}).", FORM) from None
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput("not-spans", f"{path} is not in the form of ACL-Verbatim ({error!r}).", FORM) from None


def _row(query: str, result: Any) -> SpanRow:
    page = read_text(result["chunk"], title=str(result.get("title", "")))
    gold = tuple(span for text in result["gold_extraction"] if (span := _found(page.text, text)) is not None)
    return SpanRow(query, page, gold, bool(result["gold_extraction"]))


def _found(text: str, gold: str) -> Span | None:
    """Where a span stands, whatever its case and white space."""
    words = r"\s+".join(re.escape(word) for word in gold.split())
    found = re.search(words, text, re.IGNORECASE) if words else None
    return None if found is None else Span(found.start(), found.end())


def sample_rows(rows: Sequence[SpanRow], most: int) -> list[SpanRow]:
    """At most ``most`` rows, relevant and irrelevant in turns, so that a small sample has both."""
    kinds = ([row for row in rows if row.relevant], [row for row in rows if not row.relevant])
    order = [kind[place] for place in range(len(rows)) for kind in kinds if place < len(kind)]
    return order[:most]


def measure_spans(
    rows: Sequence[SpanRow], engine: Engine, *, told: Callable[[int], None] = lambda _done: None
) -> list[Words]:
    """Ask each query of its passage. Raises :class:`~pointline.engine.base.EngineError` when the engine fails."""
    found = []
    for done, row in enumerate(rows, 1):
        found.append(words_of(row, answer_asked([row.page], Question(row.query), engine)))
        told(done)
    return found


def words_of(row: SpanRow, answer: Answer) -> Words:
    """Compare what an answer points at with the gold words."""
    units = [unit for claim in answer.claims for unit in (claim.unit, *(more.unit for more in claim.more))]
    pointed = [span for unit in units for span in unit.spans]
    words = [match.span() for match in _WORD.finditer(row.page.text)]
    said, gold = _touched(words, pointed), _touched(words, row.gold)
    return Words(len(said & gold), len(said - gold), len(gold - said), not answer.none, row.relevant, len(words))


def _touched(words: Sequence[tuple[int, int]], spans: Sequence[Span]) -> set[int]:
    return {place for place, (start, end) in enumerate(words) if any(s.start < end and start < s.end for s in spans)}


def pointing_everywhere(found: Sequence[Words]) -> list[Words]:
    """The rows as they would be if every word was pointed at."""
    return [
        Words(
            one.hit + one.missed,
            one.every - one.hit - one.missed,
            0,
            answered=True,
            relevant=one.relevant,
            every=one.every,
        )
        for one in found
    ]


def word_f1(found: Sequence[Words]) -> tuple[float, float, float]:
    """Precision, recall and F1 over all words of these rows together, each 0 where there is nothing."""
    hit = sum(one.hit for one in found)
    said, gold = hit + sum(one.wrong for one in found), hit + sum(one.missed for one in found)
    precision, recall = hit / said if said else 0.0, hit / gold if gold else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if hit else 0.0

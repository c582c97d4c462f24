"""How often ranking alone puts a line that answers first (R@1) or among the first eight (R@8), page = a whole article.

Reads ``$POINTLINE_CORPUS/qa/xquad.LANGUAGE.json``: the same questions, by id, and the same articles in every language.
A line answers when it holds part of the answer. ``lexical``: words and character n-grams. ``encoder``: the cosine of
the line in its surroundings. ``fused``: their sum, whatever the languages. ``ranked``: what the pipeline does, which
decides by itself which languages it has before it; ``joined`` is how often the encoder was in. The weights were tuned
on the articles with even numbers; the figures are those of the odd ones (``--half all`` for both).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from exactquote.page import CapturedBlock, Page
from exactquote.units import Unit
from pointline.pipeline.answer import Question
from pointline.pipeline.embeddings import page_vectors
from pointline.pipeline.encoder import EncoderUnavailable, sentence_encoder
from pointline.pipeline.rank import cosine_weight, in_context, lexical_scores, lines_with_words, rank_with_notes

LANGUAGES = ("en", "de", "es", "tr", "zh", "ar")
HALVES = {"odd": (1,), "even": (0,), "all": (0, 1)}
FIRST = 8


@dataclass(frozen=True, slots=True)
class Article:
    """One article: its page, its lines with words, and by the question's id the question and the lines that answer."""

    page: Page
    units: Sequence[Unit]
    questions: dict[str, tuple[str, frozenset[int]]]


@dataclass(frozen=True, slots=True)
class Row:
    """One pair of languages: R@1 and R@8 of each way to rank, and the share of questions for which the encoder was
    in."""

    question: str
    page: str
    n: int
    r1: dict[str, float]
    r8: dict[str, float]
    joined: float


def articles(folder: Path, language: str) -> list[Article]:
    """The articles of one language."""
    data: list[dict[str, Any]] = json.loads((folder / f"xquad.{language}.json").read_text(encoding="utf-8"))["data"]
    found = []
    for article in data:
        paragraphs = article["paragraphs"]
        page = Page.from_blocks(
            [CapturedBlock(paragraph["context"]) for paragraph in paragraphs], title=article["title"], lang=language
        )
        units = lines_with_words(page)
        questions = {}
        for paragraph, block in zip(paragraphs, page.blocks, strict=True):
            for asked in paragraph["qas"]:
                answer = asked["answers"][0]
                start = block.start + answer["answer_start"]
                end = start + len(answer["text"])
                gold = frozenset(i for i, unit in enumerate(units) if unit.start < end and start < unit.end)
                questions[asked["id"]] = (asked["question"], gold)
        found.append(Article(page, units, questions))
    return found


def places(article: Article, asked: str, gold: frozenset[int]) -> tuple[dict[str, int], bool]:
    """The place of the first line that answers, from 0, for each way to rank; and whether the encoder joined in."""
    page, units = article.page, article.units
    vectors = page_vectors(page, sentence_encoder(), units, lambda unit: in_context(page, unit))
    vectors.encode(range(len(units)), float("inf"))
    lexical = lexical_scores(page, units, asked)
    cosines = [float(cosine) for cosine in vectors.cosines(asked)]
    weight = cosine_weight(asked, "different")
    fused = [score + weight * cosine for score, cosine in zip(lexical, cosines, strict=True)]
    number = {unit.start: i for i, unit in enumerate(units)}
    ranked = rank_with_notes(page, Question(asked))
    orders = {
        "lexical": _order(lexical),
        "encoder": _order(cosines),
        "fused": _order(fused),
        "ranked": [number[candidate.unit.start] for candidate in ranked.candidates],
    }
    joined = ranked.languages.relation != "same" and not ranked.notes
    return {name: min(order.index(line) for line in gold) for name, order in orders.items()}, joined


def _order(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))


def measure(corpus: dict[str, list[Article]], question: str, page: str, half: str, limit: int) -> Row:
    """Ask the questions of one language on the articles of another."""
    found: list[dict[str, int]] = []
    joined = 0
    for article, asked, gold in _pairs(corpus[page], corpus[question], half):
        if len(found) == limit:
            break
        place, was_in = places(article, asked, gold)
        found.append(place)
        joined += was_in
    n = len(found)
    r1 = {name: sum(place[name] == 0 for place in found) / n for name in found[0]}
    r8 = {name: sum(place[name] < FIRST for place in found) / n for name in found[0]}
    return Row(question, page, n, r1, r8, joined / n)


def _pairs(
    pages: Sequence[Article], asking: Sequence[Article], half: str
) -> Iterator[tuple[Article, str, frozenset[int]]]:
    for number, (article, other) in enumerate(zip(pages, asking, strict=True)):
        if number % 2 in HALVES[half]:
            for name, (asked, _) in other.questions.items():
                yield article, asked, article.questions[name][1]


def print_row(row: Row) -> None:
    """One line of the table."""
    figures = "  ".join(f"{row.r1[name]:.3f} {row.r8[name]:.3f}" for name in row.r1)
    print(f"{row.question} > {row.page}  {row.n:5d}  {figures}  {row.joined:6.3f}", flush=True)


def main() -> int:
    """Measure every language within itself, and English against each other one both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=sorted(HALVES), default="odd", help="articles to measure (default: odd)")
    parser.add_argument("--limit", type=int, default=-1, help="at most so many questions a pair of languages")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args()
    place = os.environ.get("POINTLINE_CORPUS", "")
    if not place:
        print("POINTLINE_CORPUS is not set: set it to the folder that holds qa/xquad.*.json.", file=sys.stderr)
        return 2
    try:
        sentence_encoder()
        corpus = {language: articles(Path(place) / "qa", language) for language in LANGUAGES}
    except (EncoderUnavailable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    others = LANGUAGES[1:]
    pairs = (
        [("en", other) for other in others] + [(other, "en") for other in others] + [(one, one) for one in LANGUAGES]
    )
    started = time.monotonic()
    rows = []
    if not options.json:
        print("asked > page  n  R@1 R@8 of: lexical      encoder      fused        ranked       joined")
    for question, page in pairs:
        rows.append(measure(corpus, question, page, options.half, options.limit))
        if not options.json:
            print_row(rows[-1])
    if options.json:
        seconds = time.monotonic() - started
        print(json.dumps({"half": options.half, "seconds": seconds, "rows": [asdict(row) for row in rows]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

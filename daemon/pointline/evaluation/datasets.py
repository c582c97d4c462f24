"""Labelled questions from files: reading comprehension in the form of SQuAD, of which XQuAD is one.

SQuAD: Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text" (2016). XQuAD: Artetxe et al.,
"On the Cross-lingual Transferability of Monolingual Representations" (2020), the same articles and questions in many
languages. Each article becomes one page, each of its paragraphs a block; the lines that hold an answer are the right
ones to point at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from exactquote.page import CapturedBlock, Page, Span
from exactquote.units import Unit
from pointline.errors import BadInput

Half = Literal["tune", "report", "all"]
"""Every other article, from the first on; the others; or both. What was tuned is reported on the other half."""

FORM = "Give a JSON file in the form of SQuAD: data → paragraphs → context and qas → question and answers."


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question and where its answers stand in the text of its page, in code points."""

    id: str
    text: str
    answers: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """A page with its questions; ``number`` counts the articles of the file from 0."""

    number: int
    page: Page
    questions: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """The articles of a file that have questions; ``skipped`` counts questions whose answer is not where it should
    be."""

    name: str
    language: str
    articles: tuple[Article, ...]
    skipped: int


def read_squad(path: Path, *, language: str | None = None) -> Dataset:
    """Read a file in the form of SQuAD.

    ``language`` is that of its pages (BCP 47); when it is None, it is taken from a name such as ``xquad.tr.json``, and
    is unknown without one. Raises :class:`BadInput` for a file that cannot be read, has another form or no question
    with an answer.
    """
    if language is None:
        language = language_in_name(path)
    given = labelled_json(path, FORM)
    articles: list[Article] = []
    skipped = 0
    try:
        for number, item in enumerate(given["data"]):
            article, left_out = _article(number, item, language)
            skipped += left_out
            if article.questions:
                articles.append(article)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput("not-squad", f"{path} is not in the form of SQuAD ({_told(error)}).", FORM) from None
    if not articles:
        raise BadInput("no-questions", f"{path} has no question with an answer that stands in its text.", FORM)
    return Dataset(path.name, language, tuple(articles), skipped)


def language_in_name(path: Path) -> str:
    """The last part of a file's name before its ending when it looks like a language (``xquad.tr.json``), else ''."""
    part = path.stem.rpartition(".")[2] if "." in path.stem else ""
    return part if part.isascii() and part.isalpha() and part.islower() and len(part) in (2, 3) else ""


def right_lines(page: Page, answers: Sequence[Span]) -> tuple[Unit, ...]:
    """The lines that hold one of the answers; where an answer runs over several lines, each of them."""
    found: dict[int, Unit] = {}
    for answer in answers:
        whole = [unit for unit in page.units if unit.start <= answer.start and answer.end <= unit.end]
        part = [unit for unit in page.units if unit.start < answer.end and answer.start < unit.end]
        found.update((unit.start, unit) for unit in whole or part)
    return tuple(found[start] for start in sorted(found))


def without_lines(page: Page, lines: Sequence[Unit]) -> Page:
    """The page as if these lines had never stood on it; blocks that held nothing else are gone."""
    blocks = []
    for block in page.blocks:
        text, end = "", block.end
        for line in sorted(lines, key=lambda line: -line.start):
            if block.start <= line.start and line.end <= end:
                text = page.text[line.end : end].lstrip() + text
                end = line.start
        text = (page.text[block.start : end] + text).strip()
        if text:
            blocks.append(CapturedBlock(text, block.kind, block.level))
    return Page.from_blocks(blocks, url=page.url, title=page.title, lang=page.lang)


def sample(dataset: Dataset, most: int, *, half: Half = "all", seed: int = 0) -> list[tuple[Article, Labelled]]:
    """At most ``most`` questions, as many from each article as can be, the same ones for the same ``seed``.

    A larger sample holds the smaller ones.
    """
    kept = [article for article in dataset.articles if half == "all" or (article.number % 2 == 0) == (half == "tune")]
    Random(seed).shuffle(kept)
    piles = []
    for article in kept:
        pile = list(article.questions)
        Random(f"{seed}/{article.number}").shuffle(pile)
        piles.append([(article, question) for question in pile])
    deepest = max((len(pile) for pile in piles), default=0)
    return [pile[depth] for depth in range(deepest) for pile in piles if depth < len(pile)][:most]


def other_article(dataset: Dataset, article: Article) -> Article | None:
    """The article half the file away, the same one every time; None when there is no other."""
    place = dataset.articles.index(article)
    other = dataset.articles[(place + len(dataset.articles) // 2) % len(dataset.articles)]
    return None if other is article else other


def labelled_bytes(path: Path) -> bytes:
    """The bytes of a labelled file. Raises :class:`BadInput` when it is not there or cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput("missing-file", f"There is no file {path}.", "Check the name after --data.") from None
    except (OSError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput("unreadable-file", f"{path} cannot be read: {reason}.", "Check the name after --data.") from None


def labelled_json(path: Path, form: str) -> Any:
    """The one JSON value of a labelled file; ``form`` says what it should look like. Raises :class:`BadInput`."""
    given = labelled_bytes(path)
    try:
        return json.loads(given)
    except (ValueError, RecursionError) as error:
        raise BadInput("not-json", f"{path} is not JSON ({error}).", form) from None


def _article(number: int, item: Any, language: str) -> tuple[Article, int]:
    paragraphs = [paragraph for paragraph in item["paragraphs"] if _text(paragraph["context"])]
    blocks = [CapturedBlock(paragraph["context"]) for paragraph in paragraphs]
    title = _text(item.get("title", "")).replace("_", " ")
    page = Page.from_blocks(blocks, title=title, lang=language)
    questions = []
    skipped = 0
    for block, paragraph in zip(page.blocks, paragraphs, strict=True):
        for asked in paragraph["qas"]:
            answers = tuple(_spans(block.start, paragraph["context"], asked.get("answers", ())))
            text = _text(asked["question"]).strip()
            if text and right_lines(page, answers):
                questions.append(Labelled(str(asked.get("id", "")), text, answers))
            else:
                skipped += 1
    return Article(number, page, tuple(questions)), skipped


def _spans(offset: int, context: str, answers: Any) -> Iterator[Span]:
    for answer in answers:
        text, start = _text(answer["text"]), answer["answer_start"]
        if not isinstance(start, int):
            raise TypeError(f"answer_start is {type(start).__name__}")
        if text and start >= 0 and context[start : start + len(text)] == text:
            yield Span(offset + start, offset + start + len(text))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} where text should be")
    return value


def _told(error: Exception) -> str:
    return f"no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)

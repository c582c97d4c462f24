"""Questions put to the whole pipeline, page or pages in and record out, with what each cost.

The lines of the record are looked for again in the letters of the file that the page came from, by the grader of the
golden scenarios, which shares no code with whatever pointed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.base import Engine
from pointline.errors import BadInput
from pointline.evaluation.datasets import FORM, Labelled, labelled_json, read_squad, right_lines
from pointline.evaluation.golden_format import Expected, Turn
from pointline.evaluation.golden_grade import without_line
from pointline.evaluation.golden_letters import letters
from pointline.evaluation.golden_run import Came, Shown, run_turn
from pointline.evaluation.report_form import Json

PLACE = "https://corpus.example"


@dataclass(frozen=True, slots=True)
class Source:
    """A page of the corpus under an address of its own, the letters of its text in the file, and its questions."""

    page: Page
    letters: str
    questions: tuple[Labelled, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as it went: ``right``, ``wrong`` (claims whose line does and does not hold the answer), whether the
    first claim is right, claims without a real line, and its cost (seconds, tokens read and written)."""

    came: Came
    right: int
    wrong: int
    first_right: bool
    unpointed: int
    seconds: float
    read: int
    written: int

    @property
    def claims(self) -> int:
        """Claims that were shown."""
        return len(self.came.claims)


def squad_sources(path: Path) -> list[Source]:
    """The articles of a file in the form of SQuAD. Raises :class:`BadInput`."""
    raw = labelled_json(path, FORM)["data"]
    return [
        Source(
            replace(article.page, url=f"{PLACE}/{path.name}/{article.number}"),
            letters(" ".join(one["context"] for one in raw[article.number]["paragraphs"])),
            article.questions,
        )
        for article in read_squad(path).articles
    ]


def text_sources(folder: Path) -> list[Source]:
    """The plain texts of a folder, without questions. Raises :class:`BadInput` for one that cannot be read."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadInput("unreadable-file", f"{path} cannot be read: {error}.", "Give texts in UTF-8.") from None
        found.append(Source(read_text(text, url=f"{PLACE}/texts/{path.name}", title=path.stem), letters(text)))
    return found


def ask_one(sources: Sequence[Source], own: Source, question: Labelled, engine: Engine) -> Asked:
    """Ask a question of ``own`` over ``sources`` (``own`` among them) as the command line and the API do.

    Raises :class:`~pointline.engine.base.EngineError` when the engine fails.
    """
    pages = {source.page.url: source.page for source in sources}
    files: Mapping[str, str | None] = {source.page.url: source.letters for source in sources}
    turn = Turn(1, "question", tuple(pages), question.text, Expected(none=None))
    before, started = engine.usage(), time.monotonic()
    came = run_turn(turn, pages, engine)
    spent = engine.usage() - before
    starts = {unit.start for unit in right_lines(own.page, question.answers)}
    held = [_holds(shown, own.page, starts) for shown in came.claims]
    return Asked(
        came,
        sum(held),
        len(held) - sum(held),
        bool(held) and held[0],
        without_line(came, files),
        time.monotonic() - started,
        spent.prefilled + spent.forced,
        spent.sampled,
    )


def _holds(shown: Shown, page: Page, starts: set[int]) -> bool:
    return any(line.page is page and line.spans and line.spans[0][0] in starts for line in shown.lines)


def counts_of(came: Iterable[Came], unpointed: int) -> Json:
    """What the whole report sums up: claims, those without a real line, guards that fired, corrections and seconds."""
    turns = list(came)
    guards: Counter[str] = Counter()
    for one in turns:
        guards.update(one.guards)
    return {
        "claims": sum(len(one.claims) for one in turns),
        "claims_without_line": unpointed,
        "guards": {kind: count for kind, count in guards.most_common() if count},
        "retries": sum(one.retries for one in turns),
        "retry_seconds": round(sum(one.retry_seconds for one in turns), 3),
    }

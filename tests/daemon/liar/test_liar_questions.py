"""Over 500 questions, of whole articles and of the pages that ship, put to a liar: every claim has its exact line.

The lines are looked for in the letters of the file, and figures in the lines, by the grader of the golden scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from helpers.liar.paths import shown_lines
from pointline.engine.base import Cancelled, Generated
from pointline.engine.script import answer_of
from pointline.engine.scripted import Script, ScriptedContext, ScriptedEngine
from pointline.evaluation.datasets import Labelled
from pointline.evaluation.golden_letters import letters
from pointline.evaluation.qualify_items import load_items
from pointline.evaluation.report_asked import Asked, Source, ask_one, squad_sources

QUESTIONS = 500
OWN = ("so", "here", "it", "is", "as", "one", "may", "see", "now", "too", "at", "all")
SOME = 0.4
SENTENCES = 20
ENGINES = (
    Script("score, unqualified"),
    Script("contract, unqualified", strategy="contract", number_enough=-9.0),
    Script("score", may_state=True, may_judge=True),
    Script("contract", may_state=True, may_judge=True, strategy="contract", number_enough=-9.0),
    Script("a server", likelihoods=False),
)


def digits(text: str, random: Random) -> str:
    """The text with one digit changed; without digits, with a figure that nobody gave."""
    places = [found.start() for found in re.finditer(r"\d", text)]
    if not places:
        return f"{text} 4,815"
    at = random.choice(places)
    return f"{text[:at]}{(int(text[at]) + 3) % 10}{text[at + 1 :]}"


def in_own_words(line: str) -> str:
    """Words of the line, fewer than would make it a copy, and others between them."""
    words = line.split()
    return " ".join(word for pair in zip(words[::2], OWN, strict=False) for word in pair)


def reply(lines: Sequence[str], random: Random) -> str:
    """One or two claims about lines of the page: an honest one, or one of the ways to lie about it."""
    said = []
    for _ in range(random.choice((1, 1, 2))):
        number = random.randrange(len(lines)) if lines else 0
        line = re.sub(r"^\[\d+\] ", "", lines[number]) if lines else "The page is empty."
        other = random.choice(lines) if lines else "404"
        wrong = digits(line, random)
        words = line.split()
        random.shuffle(words)
        claim, quote = random.choice(
            (
                (line, f"[{number + 1}]"),
                (line, f'"{line}"'),
                (in_own_words(line), f"[{number + 1}]"),
                (in_own_words(wrong), f"[{number + 1}]"),
                (wrong, f"[{number + 1}]"),
                (wrong, f'"{wrong}"'),
                (line, f"[{random.randrange(len(lines) + 9)}]"),
                (other, f'"{line}"'),
                (" ".join(words), f'"{" ".join(words)}"'),
                (line, f'"{line} {other}"'),
                ("The page says nothing of it.", "NONE"),
                ("The page is empty.", f"[{number + 1}]"),
            )
        )
        said.append(f"CLAIM: {claim}\nSOURCE QUOTE: {quote}")
    return "\n".join(said)


class DrawingContext(ScriptedContext):
    """A context whose replies are drawn, and whose evaluator compares words."""

    engine: DrawingEngine

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """A reply about the lines of the prompt."""
        self.engine.answers.append(answer_of(reply(shown_lines(self.text), self.engine.random)))
        return super().generate(max_tokens=max_tokens, stop=stop, cancel=cancel)

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        """Yes where some of the claim's words stand in the line."""
        super().label(labels, cancel=cancel)
        claim, line = (
            {word for found in re.findall(rf"^{name}: (.*)$", self.text, re.MULTILINE) for word in found.split()}
            for name in ("CLAIM", "THE LINE")
        )
        yes = 0.95 if claim and len(claim & line) >= SOME * len(claim) else 0.05
        return {label: yes if label == "yes" else 1 - yes for label in labels}


class DrawingEngine(ScriptedEngine):
    """A scripted engine whose replies are drawn, the same ones every time."""

    def __init__(self, script: Script, seed: str) -> None:
        super().__init__(script)
        self.random = Random(seed)

    def open(
        self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None
    ) -> DrawingContext:
        """Start a context."""
        context = DrawingContext(self)
        context.read(f"open_{'more' if more else 'chat'}" if chat else "open", text, cancel)
        return context


def check(asked: Iterator[Asked]) -> None:
    """Over 500 questions and over 500 claims, none without its line, some of them in words of their own."""
    found = list(asked)
    claims = [claim for one in found for claim in one.came.claims]
    assert len(found) > QUESTIONS
    assert [one.came for one in found if one.unpointed] == []
    assert len(claims) > QUESTIONS
    assert sum(claim.text != claim.lines[0].text for claim in claims) > SENTENCES
    assert sum(one.came.none for one in found) < len(found) / 2


def test_a_liar_is_asked_500_questions_of_the_pages_that_ship() -> None:
    def ask_all() -> Iterator[Asked]:
        for number, item in enumerate(load_items().points * 9):
            page = item.page.page
            source = Source(page, letters(page.text))
            engine = DrawingEngine(ENGINES[(number + number // 60) % len(ENGINES)], f"{number}")
            yield ask_one([source], source, Labelled("", item.question, ()), engine)

    check(ask_all())


def test_a_liar_is_asked_500_questions_of_articles_in_six_languages(corpus: Path) -> None:
    def ask_all() -> Iterator[Asked]:
        for path in sorted((corpus / "qa").glob("xquad.*.json")):
            drawn = [(source, question) for source in squad_sources(path) for question in source.questions]
            for number, (source, question) in enumerate(Random(0).sample(drawn, 90)):
                engine = DrawingEngine(ENGINES[number % len(ENGINES)], f"{path.name} {number}")
                yield ask_one([source], source, question, engine)

    check(ask_all())

"""Every way in which a model's words reach an answer: five engines that say what the liar says."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helpers.fake_openai import Fake, Handler, saying
from helpers.liar.lie import Lie, numbered
from helpers.liar.pages import page_of
from pointline.engine.base import Cancelled, Generated
from pointline.engine.openai_engine import OpenAIEngine
from pointline.engine.scripted import Script, ScriptedContext, ScriptedEngine, count_tokens
from pointline.pipeline.answer import Answer, Budget, Question
from pointline.pipeline.ask import ask

YES: Mapping[str, float] = {"yes": 0.95, "no": 0.05}
NO: Mapping[str, float] = {"yes": 0.05, "no": 0.95}
BUDGET = Budget(max_claims=3, attempts=3, max_tokens=400, seconds=60.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question: the answer, how often the model wrote and how many tokens, and every page that was
    opened to be written or pointed from."""

    answer: Answer
    written: int
    tokens: int
    opened: Sequence[str]


def shown_lines(prompt: str) -> list[str]:
    """The lines between the fences of a prompt, as a model sees them."""
    body = prompt.split("<page ", 1)[-1].split("\n")[1:]
    end = next((at for at, line in enumerate(body) if line.startswith("</page ") and line.endswith(">")), len(body))
    return body[:end]


@dataclass
class Liar:
    """Replies in turn, the last one for ever, with the numbers of the lines that the prompt shows."""

    page: str
    replies: Sequence[str]
    said: int = 0

    def reply(self, prompt: str) -> str:
        """The next reply."""
        text = self.replies[min(self.said, len(self.replies) - 1)]
        self.said += 1
        return numbered(text, self.page, shown_lines(prompt))


class LyingContext(ScriptedContext):
    """A context in which the liar writes, and where ``tells`` the evaluator agrees over the right lines only."""

    engine: LyingEngine

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """What the liar says next."""
        text = self.engine.liar.reply(self.text)
        self.engine.answers = deque([Generated(text, count_tokens(text), "end")])
        return super().generate(max_tokens=max_tokens, stop=stop, cancel=cancel)

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        """Yes to everything, or yes over a right line."""
        found = super().label(labels, cancel=cancel)
        if not self.engine.tells:
            return found
        line = next((row for row in self.text.split("\n") if row.startswith("THE LINE: ")), "")
        return dict(YES if any(right in line for right in self.engine.right) else NO)


class LyingEngine(ScriptedEngine):
    """A scripted engine that points at the right lines, writes what the liar says, and agrees with it."""

    def __init__(self, script: Script, liar: Liar, right: Sequence[str], question: str, *, tells: bool) -> None:
        super().__init__(script, self.points)
        self.liar, self.right, self.question, self.tells = liar, right, question, tells

    def points(self, prefix: str, continuation: str) -> float:
        """The question is likely after a right line, the number of a right line after the question."""
        words = count_tokens(continuation)
        if self.script.strategy == "score":
            return -1.0 * words if any(line in prefix for line in self.right) else -5.0 * words
        found = [str(at) for at, line in enumerate(shown_lines(prefix), 1) if any(r in line for r in self.right)]
        if self.question not in prefix:
            return -5.0
        return -1.0 if continuation.strip(" []") in found else -3.0 if "NONE" in continuation else -12.0

    def open(
        self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None
    ) -> LyingContext:
        """Start a context in which the liar writes."""
        context = LyingContext(self)
        context.read(f"open_{'more' if more else 'chat'}" if chat else "open", text, cancel)
        return context


def engine_for(lie: Lie, *, honest: bool = False, tells: bool = False, **script: Any) -> LyingEngine:
    """An engine that tells a lie, or its honest twin."""
    liar = Liar(lie.page, lie.twin if honest else lie.replies)
    return LyingEngine(Script(label=YES, **script), liar, lie.lines, lie.question, tells=tells)


def _scripted(**script: Any) -> Callable[..., Outcome]:
    def run(lie: Lie, honest: bool, fake: Fake) -> Outcome:
        tells = bool(script.get("tells"))
        options = {key: value for key, value in script.items() if key != "tells"}
        engine = engine_for(lie, honest=honest, tells=tells, **options)
        answer = ask(page_of(lie.page), Question(lie.question, budget=BUDGET), engine)
        opened = [call.text for call in engine.calls if call.method.startswith("open") and "<page " in call.text]
        written = [call for call in engine.calls if call.method == "generate"]
        return Outcome(answer, len(written), engine.usage().sampled, opened)

    return run


def _openai(lie: Lie, honest: bool, fake: Fake) -> Outcome:
    liar = Liar(lie.page, lie.twin if honest else lie.replies)

    def act(handler: Handler) -> None:
        body = fake.requests[-1][3]
        reply = liar.reply(body["messages"][0]["content"])
        pieces = re.findall(r"\s*\S+\s*", reply) or [reply]
        saying(*pieces)(handler)

    fake.answers, before = [act], len(fake.chats)
    engine = OpenAIEngine(fake.url)
    try:
        answer = ask(page_of(lie.page), Question(lie.question, budget=BUDGET), engine)
    finally:
        engine.close()
    chats = fake.chats[before:]
    opened = [chat["messages"][0]["content"] for chat in chats if len(chat["messages"]) == 1]
    return Outcome(answer, len(chats), engine.usage().sampled, opened)


QUALIFIED: Mapping[str, Any] = {"may_state": True, "may_judge": True}
STATING: Mapping[str, Callable[..., Outcome]] = {
    "score": _scripted(**QUALIFIED, strategy="score"),
    "contract": _scripted(**QUALIFIED, strategy="contract"),
}
"""A model that has qualified, whose evaluator agrees with everything."""

TELLING: Mapping[str, Callable[..., Outcome]] = {
    "score, an evaluator that can tell lines apart": _scripted(**QUALIFIED, strategy="score", tells=True),
    "contract, an evaluator that can tell lines apart": _scripted(**QUALIFIED, strategy="contract", tells=True),
}
"""A model that has qualified, whose evaluator agrees with everything that is said of a right line."""

WRITING: Mapping[str, Callable[..., Outcome]] = {
    "a script that only writes": _scripted(likelihoods=False),
    "openai": _openai,
}
"""Models whose probabilities cannot be read."""

SILENT: Mapping[str, Callable[..., Outcome]] = {
    "score, unqualified": _scripted(strategy="score"),
    "contract, unqualified": _scripted(strategy="contract"),
    "score, states without an evaluator": _scripted(strategy="score", may_state=True),
}
"""Models that have not qualified: what they would say is never asked."""

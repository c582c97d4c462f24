"""An engine without a model: answers come from a script, likelihoods from the overlap of characters.

Tests use it directly, and other processes through ``POINTLINE_SCRIPT`` or a path. The script is a JSON object, every
key optional::

    {
      "name": "liar",                                  the model's name ("scripted")
      "context_tokens": 8192,
      "may_state": true, "may_judge": false,
      "strategy": "score", "likelihoods": true,        false: as a server that only writes
      "number_enough": 0.0,                            score from which a numbered line answers
      "contract_for_several": false,                   contract for questions that need several lines
      "answers": ["first", {"text": "second", "finish": "stop"}, ...],
      "labels": [{"yes": 0.9, "no": 0.1}, ...],
      "label": {"yes": 0.9, "no": 0.1},                when no other is left
      "when": [{"all": ["part", "another"], "label": {"yes": 0.9}}, {"all": [...], "line": "part of a line"}],
      "calibration": [1.0, 0.0],                       of the evaluator: slope and offset
      "scores": [{"prefix": "Oslo", "continuation": "capital", "logprob": -1.0}, ...],
      "delay": 0.0                                     seconds before each generated word
    }

``answers`` are given out by ``generate`` in order, one per call; when none is left the answer is empty and ends.
``labels`` are given out by ``label`` in order; when none is left, ``label`` is; without it, labels get probability by
the overlap score.
``scores`` are tried in order: the first entry whose ``prefix`` and ``continuation`` are both contained decides.
``when`` goes before all others, the first entry whose parts all stand in the context: labels, or the line whose number
is the likeliest citation.
Without a script every queue is empty, and the overlap score decides.
"""

from __future__ import annotations

import math
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from .base import Cancelled, EngineCancelled, EngineError, Generated, Likelihood, ModelInfo, Usage
from .script import SCRIPT_VARIABLE, Script, answer_of, count_tokens

__all__ = ["SCRIPT_VARIABLE", "Call", "Script", "ScriptedContext", "ScriptedEngine", "check", "count_tokens", "overlap"]

Scorer = Callable[[str, str], float]
"""Log-likelihood (nats, summed) of a continuation after a prefix."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the engine saw it, for a test to look at."""

    method: str
    text: str
    extra: tuple[str, ...] = ()


def overlap(prefix: str, continuation: str, *, sizes: Sequence[int] = (2, 3, 4)) -> float:
    """Score a continuation by the share of its character n-grams that stand in the prefix, as if nats a word.

    It is deterministic, needs no word endings and no spaces, and orders passages sensibly without any model.
    """
    shares = []
    for size in sizes:
        wanted = _grams(continuation, size)
        if not wanted:
            return 0.0
        shares.append(len(wanted & _grams(prefix, size)) / len(wanted))
    share = sum(shares) / len(shares)
    return count_tokens(continuation) * math.log(0.01 + 0.98 * share)


def _grams(text: str, size: int) -> set[str]:
    padded = f" {' '.join(text.casefold().split())} "
    return {padded[i : i + size] for i in range(max(1, len(padded) - size + 1))} if padded.strip() else set()


@dataclass
class ScriptedEngine:
    """The ``Engine`` protocol without a model. ``calls`` holds every call, in order."""

    script: Script = field(default_factory=Script)
    scorer: Scorer = overlap
    calls: list[Call] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.answers = deque(self.script.answers)
        self.labels = deque(self.script.labels)
        self._usage = Usage()

    @classmethod
    def saying(cls, *answers: str, scorer: Scorer = overlap, may_state: bool = True) -> ScriptedEngine:
        """Return an engine whose ``generate`` gives these answers, one per call, and whose evaluator agrees.

        The evaluator agrees with a sentence over its own line and not over the next one that it is tried with.
        """
        said = tuple(answer_of(text) for text in answers)
        labels = ({"yes": 0.9, "no": 0.1}, {"yes": 0.1, "no": 0.9}) * (len(said) + 1)
        return cls(Script(may_state=may_state, may_judge=may_state, answers=said, labels=labels), scorer)

    @property
    def info(self) -> ModelInfo:
        """Name and abilities, as the script says."""
        script = self.script
        return ModelInfo(
            script.name,
            "scripted",
            script.context_tokens,
            script.may_state,
            script.may_judge,
            script.strategy,
            script.likelihoods,
            number_enough=script.number_enough,
            contract_for_several=script.contract_for_several,
            calibration=script.calibration,
        )

    def open(
        self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None
    ) -> ScriptedContext:
        """Start a context on ``text``."""
        context = ScriptedContext(self)
        context.read(f"open_{'more' if more else 'chat'}" if chat else "open", text, cancel)
        return context

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Score each continuation after its prefix with the script, else with the scorer."""
        self.check_likelihoods()
        scored = []
        for prefix, continuation in pairs:
            check(cancel)
            self.calls.append(Call("score", prefix, (continuation,)))
            self.spend(Usage(prefilled=count_tokens(prefix) + count_tokens(continuation)))
            scored.append(self.likelihood(prefix, continuation))
        return scored

    def count(self, text: str) -> int:
        """Words of a text."""
        return count_tokens(text)

    def usage(self) -> Usage:
        """Words since the engine was made, counted as tokens."""
        return self._usage

    def close(self) -> None:
        """Nothing to give back; later calls raise, as they would on a real engine."""
        self.closed = True

    def likelihood(self, prefix: str, continuation: str) -> Likelihood:
        """Apply the script's scores, then the scorer."""
        if re.fullmatch(r" \[\d+\]?| NONE", continuation):
            for entry in self.script.when:
                if entry.line is not None and entry.holds(prefix):
                    return Likelihood(entry.points(prefix, continuation), 1)
        for part, wanted, logprob in self.script.scores:
            if part in prefix and wanted in continuation:
                return Likelihood(logprob, count_tokens(continuation))
        return Likelihood(self.scorer(prefix, continuation), count_tokens(continuation))

    def spend(self, usage: Usage) -> None:
        """Add to what :meth:`usage` reports."""
        self._usage += usage

    def check_likelihoods(self) -> None:
        """Raise :class:`EngineError` when the engine was closed, or plays a server that gives no likelihoods."""
        self.check_open()
        if not self.script.likelihoods:
            raise EngineError("This engine gives no likelihoods.", "Ask it to write.")

    def check_open(self) -> None:
        """Raise :class:`EngineError` when the engine was closed."""
        if self.closed:
            raise EngineError("The engine was closed.", "Make a new engine.")


class ScriptedContext:
    """A context that remembers text; marks are lengths of it."""

    def __init__(self, engine: ScriptedEngine) -> None:
        self.engine = engine
        self.text = ""
        self._marks: list[int] = []

    def read(self, method: str, text: str, cancel: Cancelled | None) -> None:
        """Record and keep ``text``; refuse what would not fit, as a model would."""
        self.engine.check_open()
        check(cancel)
        limit = self.engine.info.context_tokens
        if count_tokens(self.text) + count_tokens(text) > limit:
            raise EngineError(
                f"The text is longer than the {limit} tokens that {self.engine.info.name} can read.",
                "Ask about a selection of the page.",
            )
        self.engine.calls.append(Call(method, text))
        self.engine.spend(Usage(prefilled=count_tokens(text)))
        self.text += text

    def append(
        self, text: str, *, turn: bool = False, reply: bool = False, begun: str = "", cancel: Cancelled | None = None
    ) -> None:
        """Read on."""
        self.read("append_turn" if turn else "append_reply" if reply else "append", text, cancel)
        if begun:
            self.read("append", begun, cancel)

    def mark(self) -> int:
        """Remember this place."""
        self._marks.append(len(self.text))
        return len(self._marks) - 1

    def rewind(self, mark: int) -> None:
        """Forget what came after the mark, and the marks after it."""
        if not 0 <= mark < len(self._marks):
            raise EngineError(f"There is no mark {mark} in this context.", "Open the context again.")
        self.text = self.text[: self._marks[mark]]
        del self._marks[mark + 1 :]

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """Give the next answer of the script, cut at a stop string and at ``max_tokens`` words."""
        self.engine.check_open()
        check(cancel)
        self.engine.calls.append(Call("generate", self.text, tuple(stop)))
        answer = self.engine.answers.popleft() if self.engine.answers else Generated("", 0, "end")
        said = _cut(answer, stop, max_tokens)
        for _ in range(said.tokens if self.engine.script.delay else 0):
            time.sleep(self.engine.script.delay)
            check(cancel)
        self.engine.spend(Usage(sampled=said.tokens))
        self.text += said.text
        return said

    def score(self, continuations: Sequence[str], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Score continuations after this context."""
        return self.engine.score_pairs([(self.text, continuation) for continuation in continuations], cancel=cancel)

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        """Give the next labels of the script, else its last word, else share the mass out by the overlap score."""
        self.engine.check_likelihoods()
        check(cancel)
        self.engine.calls.append(Call("label", self.text, tuple(labels)))
        for entry in self.engine.script.when:
            if entry.label is not None and entry.holds(self.text):
                return {label: float(entry.label.get(label, 0.0)) for label in labels}
        if self.engine.labels:
            given = self.engine.labels.popleft()
            return {label: float(given.get(label, 0.0)) for label in labels}
        if self.engine.script.label is not None:
            return {label: float(self.engine.script.label.get(label, 0.0)) for label in labels}
        mass = {label: math.exp(self.engine.likelihood(self.text, label).logprob) for label in labels}
        total = sum(mass.values()) or 1.0
        return {label: value / total for label, value in mass.items()}

    def close(self) -> None:
        """Forget everything."""
        self.text = ""
        self._marks.clear()


def check(cancel: Cancelled | None) -> None:
    """Raise :class:`EngineCancelled` when ``cancel`` says so."""
    if cancel is not None and cancel():
        raise EngineCancelled("The call was cancelled.")


def _cut(answer: Generated, stop: Sequence[str], max_tokens: int) -> Generated:
    text, finish = answer.text, answer.finish
    places = [at for at in (text.find(s) for s in stop if s) if at >= 0]
    if places:
        text, finish = text[: min(places)], "stop"
    if count_tokens(text) > max_tokens:
        words = islice(re.finditer(r"\S+", text), max_tokens)
        text, finish = text[: max((word.end() for word in words), default=0)], "length"
    return Generated(text, count_tokens(text), finish)

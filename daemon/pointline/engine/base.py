"""The ``Engine`` protocol: what the pipeline may ask of a model, and the plain values that pass.

Text goes in and plain Python values come out; no tensor, tokenizer or library type crosses this line, so that the
pipeline runs the same on MLX, on a server and on a script. Every call may be cancelled at a token (or at a prefill
chunk) through ``cancel``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Cancelled = Callable[[], bool]
"""Asked between tokens and prefill chunks; true means: stop now and raise :class:`EngineCancelled`."""


Strategy = Literal["score", "contract"]
"""Point by the likelihood of the question after each line, or by the number of a line on a page that was read."""


class EngineError(Exception):
    """The engine cannot do what was asked; ``str(error)`` says why and ``action`` what the person can do about it."""

    def __init__(self, message: str, action: str = "") -> None:
        super().__init__(message)
        self.action = action


class ModelMissing(EngineError):
    """The model is unknown or has not been fetched."""


class EngineCancelled(EngineError):
    """The call was cancelled; the context is as usable as before the call."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What the pipeline needs to know of a model."""

    name: str
    engine: str
    context_tokens: int
    may_state: bool = False
    """Whether the model has qualified to write claims in its own words (DESIGN section 6)."""
    may_judge: bool = False
    """Whether the model has qualified as an evaluator (DESIGN section 7)."""
    strategy: Strategy = "score"
    """How the model points best, as its qualification measured (DESIGN section 6)."""
    likelihoods: bool = True
    """Whether :meth:`Engine.score_pairs`, :meth:`Context.score` and :meth:`Context.label` can be asked at all; a server
    that gives no probabilities can only write."""
    calibration: tuple[float, float] | None = None
    """Slope and offset of the curve over the judge's log-odds, fitted when the model qualified."""
    number_enough: float | None = None
    """Score from which a line pointed at by its number answers, as the qualification found it for this model."""
    contract_for_several: bool = False
    """Whether questions that need several lines may go to ``contract`` by themselves: the qualification measured both
    strategies, and it points no worse even at what one line answers."""

    @property
    def may_write(self) -> bool:
        """Whether a sentence of the model may be shown at all: it has qualified to state, and can be asked as judge."""
        return self.may_state and self.may_judge and self.likelihoods


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or of many: evaluated, taken from a cache, forced without a choice, and chosen."""

    prefilled: int = 0
    reused: int = 0
    forced: int = 0
    sampled: int = 0

    @property
    def evaluated(self) -> int:
        """Tokens that went through the model to be read, whether they were a prompt or words put into its mouth."""
        return self.prefilled + self.forced

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prefilled + other.prefilled,
            self.reused + other.reused,
            self.forced + other.forced,
            self.sampled + other.sampled,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            self.prefilled - other.prefilled,
            self.reused - other.reused,
            self.forced - other.forced,
            self.sampled - other.sampled,
        )


@dataclass(frozen=True, slots=True)
class Likelihood:
    """Log-likelihood (nats) of a continuation, summed over its ``tokens`` tokens."""

    logprob: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Generated:
    """Text that the model wrote; ``finish`` says whether it stopped by itself, at a stop string, or at the budget."""

    text: str
    tokens: int
    finish: Literal["end", "stop", "length"]


class Context(Protocol):
    """A prefix that the model has read. Appending never reads the prefix again; ``rewind`` goes back to a mark."""

    def append(
        self, text: str, *, turn: bool = False, reply: bool = False, begun: str = "", cancel: Cancelled | None = None
    ) -> None:
        """Read ``text`` after what was read so far.

        In a chat: ``turn`` reads it as the user's next turn, after what the model wrote; ``reply`` as the rest of a
        turn that was opened with ``more``, and ends it. Either way the model is next; ``begun`` is put into its mouth
        as the beginning of its answer, and read in the same pass.
        """

    def mark(self) -> int:
        """Remember this place; the number is valid until the context is rewound before it or closed."""

    def rewind(self, mark: int) -> None:
        """Forget what was read after ``mark``."""

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """Let the model go on, greedily; what it wrote becomes part of the context."""

    def score(self, continuations: Sequence[str], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Likelihood of each continuation after this context, which stays as it is."""

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        """Probability of each label as the next word, from unmasked logits; the rest of the mass is nobody's."""

    def close(self) -> None:
        """Give the memory back."""


class Engine(Protocol):
    """A model that is ready to work. Calls may come from any thread; the engine runs them one at a time."""

    @property
    def info(self) -> ModelInfo:
        """Name and abilities of the model in use."""

    def open(self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None) -> Context:
        """Read a prefix; with ``chat``, as the user's turn of the model's own chat template, thinking off.

        With ``more`` that turn stays open, so that a page is read once and questions are appended to it.
        """

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Likelihood of the second text after the first of each ``(prefix, continuation)``, batched; keeps nothing."""

    def count(self, text: str) -> int:
        """Tokens of a text."""

    def usage(self) -> Usage:
        """Tokens since the engine was made."""

    def close(self) -> None:
        """Stop the worker and give the memory back."""

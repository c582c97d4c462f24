"""The ``mlx`` engine: a local model behind the ``Engine`` protocol, every call run by one worker thread."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from . import blas
from .base import Cancelled, EngineError, Generated, Likelihood, ModelInfo, Strategy, Usage
from .models import ModelFolder
from .worker import Check, Worker

if TYPE_CHECKING:
    from .forward import Forward
    from .loading import Loaded
    from .reading import Reading

T = TypeVar("T")
_IDLE_BYTES = 1 << 29  # buffers that MLX may keep for reuse


class MLXEngine:
    """A model in memory. The constructor loads it and raises :class:`EngineError` when it cannot be loaded."""

    def __init__(self, folder: ModelFolder, *, load: Callable[[ModelFolder], Loaded] | None = None) -> None:
        blas.prepare()  # before anything imports MLX
        self._usage = Usage()
        self._contexts: weakref.WeakSet[MLXContext] = weakref.WeakSet()
        self.worker = Worker(f"pointline-mlx-{folder.name}", at_end=blas.leave_thread)
        try:
            limit = self.worker.call(lambda _: self._load(folder, load))
        except BaseException:
            self.worker.close()
            raise
        kept = folder.provenance
        strategy: Strategy = "contract" if kept.get("strategy") == "contract" else "score"
        self._info = ModelInfo(
            folder.name,
            "mlx",
            limit,
            kept.get("may_state") is True,
            kept.get("may_judge") is True,
            strategy,
            calibration=folder.calibration,
            number_enough=folder.number_enough,
            contract_for_several=folder.contract_for_several,
        )

    def _load(self, folder: ModelFolder, load: Callable[[ModelFolder], Loaded] | None) -> int:
        import mlx.core as mx

        from .forward import Forward
        from .loading import load as load_folder

        mx.set_cache_limit(_IDLE_BYTES)
        loaded = (load or load_folder)(folder)
        self._forward: Forward = Forward(loaded.model)
        self._tokens = loaded.tokens
        return loaded.context_tokens

    @property
    def info(self) -> ModelInfo:
        """Name and abilities of the model."""
        return self._info

    def open(self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None) -> MLXContext:
        """Read a prefix. Raises :class:`EngineError` when it is longer than the model can read."""
        from .reading import Reading

        def run(check: Check) -> Reading:
            reading = Reading(self._forward, self._info.context_tokens)
            self.spend(reading.read(self._prefix(text, chat, more), check))
            reading.answering = chat and not more
            return reading

        context = MLXContext(self, self.worker.call(run, cancel), chat)
        self._contexts.add(context)
        return context

    def _prefix(self, text: str, chat: bool = False, more: bool = False) -> list[int]:
        tokens = self._tokens
        if chat:
            after = [] if more else tokens.turns().after
            return [*tokens.turns().before, *tokens.encode(text), *after]
        return [*tokens.start, *tokens.encode(text)] or tokens.nothing

    def score_pairs(self, pairs: Sequence[tuple[str, str]], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Score each continuation after its prefix, batched. An empty prefix is read as the start of a document."""
        from .reading import room_for
        from .scoring import Row, score_rows

        def run(check: Check) -> list[Likelihood]:
            rows = []
            for prefix, continuation in pairs:
                before = self._prefix(prefix)
                rows.append(Row((*before, *self._tokens.encode(continuation)), len(before)))
                room_for(len(rows[-1].ids), self._info.context_tokens)
            found, usage = score_rows(self._forward, rows, check)
            self.spend(usage)
            return found

        return self.worker.call(run, cancel)

    def count(self, text: str) -> int:
        """Tokens of a text, without the markers around it."""
        return self.worker.call(lambda _: len(self._tokens.encode(text)))

    def spend(self, usage: Usage) -> None:
        """Add to what :meth:`usage` reports; called in the worker only."""
        self._usage += usage

    def usage(self) -> Usage:
        """Tokens since the engine was made."""
        return self._usage

    def close(self) -> None:
        """Stop the worker and give the memory back; contexts of this engine cannot be used any more."""
        with contextlib.suppress(EngineError):  # closed before
            self.worker.call(self._free)
        self.worker.close()

    def _free(self, _: Check) -> None:
        import mlx.core as mx

        for context in list(self._contexts):
            context.forget()
        del self._forward, self._tokens
        mx.clear_cache()


class MLXContext:
    """A prefix that the model has read; see ``pointline.engine.base.Context``. Made by :meth:`MLXEngine.open`."""

    def __init__(self, engine: MLXEngine, reading: Reading, chat: bool) -> None:
        self._engine = engine
        self._reading: Reading | None = reading
        self._chat = chat

    def _run(self, function: Callable[[Reading, Check], T], cancel: Cancelled | None = None) -> T:
        def run(check: Check) -> T:
            if self._reading is None:
                raise EngineError("The context was closed.", "Open a new one.")
            return function(self._reading, check)

        return self._engine.worker.call(run, cancel)

    def append(
        self, text: str, *, turn: bool = False, reply: bool = False, begun: str = "", cancel: Cancelled | None = None
    ) -> None:
        """Read on; in a chat with ``turn`` as the user's next turn, with ``reply`` as the end of an open one, either
        of them with the model's answer ``begun``."""

        def run(reading: Reading, check: Check) -> None:
            ids = self._engine._tokens.encode(text)
            forced = self._engine._tokens.encode(begun)
            if turn or reply:
                turns = self._engine._tokens.turns()
                ids = [*(turns.between if turn else []), *ids, *turns.after]
            elif reading.answering:  # words put into the model's mouth
                ids, forced = [], [*ids, *forced]
            used = reading.read([*ids, *forced], check)
            self._engine.spend(Usage(prefilled=len(ids), reused=used.reused, forced=len(forced)))
            reading.answering = reading.answering or turn or reply

        if begun and not (turn or reply):
            raise EngineError("An answer is begun after a turn only.", "Append a turn, or the text by itself.")
        if (turn or reply) and not self._chat:
            raise EngineError("A turn can be added to a chat only.", "Open the context with chat=True.")
        self._run(run, cancel)

    def mark(self) -> int:
        """Remember this place."""

        def run(reading: Reading, _: Check) -> int:
            reading.marks.append(reading.here())
            return len(reading.marks) - 1

        return self._run(run)

    def rewind(self, mark: int) -> None:
        """Go back to a mark; the marks after it are gone. Raises :class:`EngineError` for a mark that is not there."""

        def run(reading: Reading, _: Check) -> None:
            if not 0 <= mark < len(reading.marks):
                raise EngineError(f"There is no mark {mark} in this context.", "Open the context again.")
            reading.go(reading.marks[mark])
            del reading.marks[mark + 1 :]

        self._run(run)

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """Let the model go on, greedily, up to an end token, a stop string or ``max_tokens``."""

        def run(reading: Reading, check: Check) -> Generated:
            from .decode import generate

            generated, usage = generate(reading, self._engine._tokens, max_tokens, stop, check)
            self._engine.spend(usage)
            return generated

        return self._run(run, cancel)

    def score(self, continuations: Sequence[str], *, cancel: Cancelled | None = None) -> list[Likelihood]:
        """Score continuations after this context, batched; it stays as it is."""

        def run(reading: Reading, check: Check) -> list[Likelihood]:
            from .reading import room_for
            from .scoring import Row, score_after

            rows = [Row(tuple(self._engine._tokens.encode(text)), 0) for text in continuations]
            room_for(len(reading.ids) + max((len(row.ids) for row in rows), default=0), reading.limit)
            found, usage = score_after(reading.forward, reading.cache, reading.logits, rows, check)
            self._engine.spend(usage)
            return found

        return self._run(run, cancel)

    def label(self, labels: Sequence[str], *, cancel: Cancelled | None = None) -> dict[str, float]:
        """Probability of each label as the next word, over every spelling of it."""

        def run(reading: Reading, check: Check) -> dict[str, float]:
            from .labels import label

            found, usage = label(reading, self._engine._tokens, labels, check)
            self._engine.spend(usage)
            return found

        return self._run(run, cancel)

    def forget(self) -> None:
        """Let the arrays go; called in the worker only."""
        self._reading = None

    def close(self) -> None:
        """Give the memory back; closing twice, or after the engine, does nothing."""
        try:
            self._engine.worker.call(lambda _: self.forget())
        except EngineError:
            self.forget()

"""The ``openai`` engine: a model in a server of OpenAI's chat interface that the person runs on this machine.

llama.cpp, Ollama, LM Studio, vLLM and mlx_lm.server are such servers. They write, and give no likelihoods: every
``score`` and ``label`` raises, and :attr:`ModelInfo.likelihoods` says so beforehand. A context is the chat's messages;
each :meth:`OpenAIContext.generate` sends all of them, and the server finds what it read before in its own cache.

Token counts are the server's where it counts (``/tokenize`` for :meth:`OpenAIEngine.count`, ``usage`` for what was
read and written), else estimates that are rather too high (:func:`~pointline.engine.openai_wire.estimate_tokens`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

from .base import Cancelled, EngineCancelled, EngineError, Generated, Likelihood, ModelInfo, Usage
from .loopback_http import TICK, Limits
from .openai_answer import Answer
from .openai_chat import TURN_TOKENS, Chat, words_refused
from .openai_faults import StatusError
from .openai_server import DEFAULT_CONTEXT, DEFAULT_URL, Server
from .openai_wire import Counted, estimate_tokens, fewest_tokens, request_body

_WIRE_ROOM = 1 << 20
_WIRE_TOKEN = 4096
"""Bytes that may come over the wire for an answer: some for signs of life, and so many for each token of it."""


@dataclass(frozen=True, slots=True)
class _Habits:
    """What the server was found to take and to do, so that it is found out once."""

    template: bool = True
    """It takes ``chat_template_kwargs``, which ask for thinking to be off."""
    counts: bool = True
    """It takes ``stream_options``, which ask for the counts."""
    begins: bool = False
    """The template begins a thought in the prompt all the same."""


class OpenAIEngine:
    """A model of the server at ``url``. The constructor asks the server for it and raises when it is not there.

    ``model`` is one of the names that the server lists (default: the first); ``context_tokens`` is how much it reads,
    where the server does not say (default 8192) or says too much. ``key`` is sent to the server and shown nowhere.
    Raises :class:`EngineError` and its kinds ``ModelMissing``, ``NotLoopback`` and ``NotRunning``.
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        model: str | None = None,
        key: str | None = None,
        context_tokens: int | None = None,
        limits: Limits | None = None,
    ) -> None:
        if context_tokens is not None and context_tokens < 1:
            raise EngineError(f"A context of {context_tokens} tokens cannot hold a page.", "Give at least 1024.")
        self._server = Server(url, key=key, limits=limits)
        self._served = self._server.find(model)
        self._counts = self._server.count(self._served.id, "a b") is not None
        limit = context_tokens or self._served.context or DEFAULT_CONTEXT
        self._info = ModelInfo(self._served.name, "openai", limit, strategy="contract", likelihoods=False)
        self._usage = Usage()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._habits = _Habits()

    @property
    def info(self) -> ModelInfo:
        """Name and abilities of the model."""
        return self._info

    def open(
        self, text: str, *, chat: bool = False, more: bool = False, cancel: Cancelled | None = None
    ) -> OpenAIContext:
        """Begin a chat; nothing is sent before the first answer. Raises :class:`EngineError` when it is too long."""
        self.check(cancel)
        if not chat:
            raise EngineError("A server of chats reads no plain text.", "Open the context with chat=True.")
        tokens = self.fitting(0, text) + TURN_TOKENS
        return OpenAIContext(self, Chat((("user", text),), more, tokens))

    def score_pairs(
        self,
        pairs: Sequence[tuple[str, str]],  # noqa: ARG002
        *,
        cancel: Cancelled | None = None,
    ) -> list[Likelihood]:
        """Raise :class:`EngineError`: the server gives no likelihoods."""
        self.check(cancel)
        raise _no_likelihoods()

    def count(self, text: str) -> int:
        """Tokens of a text: the server's count where it has ``/tokenize``, else an estimate, rather too high."""
        self.check(None)
        found = self._server.count(self._served.id, text) if self._counts and text else None
        return estimate_tokens(text) if found is None else found

    def usage(self) -> Usage:
        """Tokens since the engine was made; ``reused`` is what the server says it had in its cache."""
        return self._usage

    def close(self) -> None:
        """Stop what is being written; the server goes on running."""
        self._closed.set()

    def check(self, cancel: Cancelled | None) -> None:
        """Raise when the engine was closed or the call was cancelled."""
        if self._closed.is_set():
            raise EngineError("The engine was closed.", "Make a new engine.")
        if cancel is not None and cancel():
            raise EngineCancelled("The call was cancelled.")

    def fitting(self, before: int, text: str) -> int:
        """Tokens of ``text``. Raises :class:`EngineError` when the context has no room for it after ``before``."""
        tokens = self.count(text)
        if before + tokens > self._info.context_tokens:
            raise self._too_long(before + tokens)
        return tokens

    def _too_long(self, tokens: int) -> EngineError:
        about = "" if self._counts else "about "
        return EngineError(
            f"The text has {about}{tokens} tokens, and {self._info.name} reads {self._info.context_tokens}.",
            "Ask about a selection of the page, or give the server a larger context (and say so with --context-tokens "
            "if it does not).",
        )

    def write(self, chat: Chat, max_tokens: int, stop: Sequence[str], cancel: Cancelled | None) -> Generated:
        """One answer to ``chat``, at most ``max_tokens`` long; calls wait for one another."""
        room = self._info.context_tokens - chat.tokens
        if room < 1:
            raise self._too_long(chat.tokens)
        with self._turn(cancel):
            answer = self._ask(chat, min(max_tokens, room), stop, cancel)
        self._check_read(chat, answer.counted)
        return Generated(answer.text, answer.tokens, answer.finish)

    @contextmanager
    def _turn(self, cancel: Cancelled | None) -> Iterator[None]:
        while not self._lock.acquire(timeout=TICK):
            self.check(cancel)
        try:
            self.check(cancel)
            yield
        finally:
            self._lock.release()

    def _ask(self, chat: Chat, budget: int, stop: Sequence[str], cancel: Cancelled | None) -> Answer:
        """Ask, and again with less when the server refuses what not every server knows."""
        known = self._habits
        less = dict.fromkeys((known, replace(known, template=False), replace(known, template=False, counts=False)))
        for habits in less:
            try:
                answer = self._once(chat, budget, stop, habits, cancel)
            except StatusError as error:
                if error.too_long:
                    raise EngineError(
                        f"The chat is longer than the server reads: {error.said}.",
                        "Ask about a selection of the page, give the server a larger context, or say what it reads "
                        "with --context-tokens.",
                    ) from None
                if error.status == 404:
                    self._server.find(self._served.id)  # says so when the model has gone
                if error.status not in (400, 422):
                    raise
                refused = error
            else:
                self._habits = replace(habits, begins=habits.begins or answer.inline == "begun")
                return answer
        raise refused

    def _once(self, chat: Chat, budget: int, stop: Sequence[str], habits: _Habits, cancel: Cancelled | None) -> Answer:
        body = request_body(self._served.id, chat.messages, budget, usage=habits.counts, template=habits.template)
        answer = Answer(budget, stop, begun=habits.begins)
        most = _WIRE_ROOM + _WIRE_TOKEN * budget
        try:
            with closing(self._server.stream(body, most, lambda: self.check(cancel))) as arriving:
                for piece in arriving:
                    self.check(cancel)
                    if answer.add(piece):
                        break
        finally:
            if answer.started:
                self._usage += answer.usage(chat.tokens)
        return answer

    def _check_read(self, chat: Chat, counted: Counted | None) -> None:
        """Refuse an answer to half a page: some servers cut what is too long without a word (Ollama)."""
        if counted is not None and counted.prompt < fewest_tokens(chat.text):
            raise EngineError(
                f"The server read {counted.prompt} tokens of about {chat.tokens}: it cut the page without saying so.",
                "Give the server a larger context (Ollama: set OLLAMA_CONTEXT_LENGTH before `ollama serve`), or say "
                "what it reads with --context-tokens.",
            )


class OpenAIContext:
    """A chat; see :class:`pointline.engine.base.Context`. Made by :meth:`OpenAIEngine.open`."""

    def __init__(self, engine: OpenAIEngine, chat: Chat) -> None:
        self._engine = engine
        self._chat: Chat | None = chat
        self._marks: list[Chat] = []

    @property
    def chat(self) -> Chat:
        """The messages so far. Raises :class:`EngineError` when the context was closed."""
        if self._chat is None:
            raise EngineError("The context was closed.", "Open a new one.")
        return self._chat

    def append(
        self, text: str, *, turn: bool = False, reply: bool = False, begun: str = "", cancel: Cancelled | None = None
    ) -> None:
        """Add to the chat: the user's next turn, or to one that is open. Nothing is sent before the next answer."""
        self._engine.check(cancel)
        chat = self.chat
        if begun:
            raise words_refused()
        self._chat = chat.asked(text, self._engine.fitting(chat.tokens, text), turn=turn, reply=reply)

    def mark(self) -> int:
        """Remember this place."""
        self._marks.append(self.chat)
        return len(self._marks) - 1

    def rewind(self, mark: int) -> None:
        """Go back to a mark; the marks after it are gone. Raises :class:`EngineError` for a mark that is not there."""
        if self._chat is None or not 0 <= mark < len(self._marks):
            raise EngineError(f"There is no mark {mark} in this context.", "Open the context again.")
        self._chat = self._marks[mark]
        del self._marks[mark + 1 :]

    def generate(self, *, max_tokens: int, stop: Sequence[str] = (), cancel: Cancelled | None = None) -> Generated:
        """Let the server answer the chat; the answer becomes part of it.

        Stop strings are looked for here, and one that is found closes the connection, which ends the server's work;
        it has not sent its counts by then, so those are estimates. What the model thought aloud is in neither text
        nor chat. Raises :class:`EngineCancelled` within a tenth of a second; the chat is then as before.
        """
        self._engine.check(cancel)
        chat = self.chat
        chat.check_turn()
        if max_tokens < 1:
            return Generated("", 0, "length")
        written = self._engine.write(chat, max_tokens, stop, cancel)
        self._chat = chat.answered(written.text, written.tokens)
        return written

    def score(
        self,
        continuations: Sequence[str],  # noqa: ARG002
        *,
        cancel: Cancelled | None = None,
    ) -> list[Likelihood]:
        """Raise :class:`EngineError`: the server gives no likelihoods."""
        self._engine.check(cancel)
        raise _no_likelihoods()

    def label(
        self,
        labels: Sequence[str],  # noqa: ARG002
        *,
        cancel: Cancelled | None = None,
    ) -> dict[str, float]:
        """Raise :class:`EngineError`: the server gives no likelihoods."""
        self._engine.check(cancel)
        raise _no_likelihoods()

    def close(self) -> None:
        """Forget the chat."""
        self._chat = None
        self._marks.clear()


def _no_likelihoods() -> EngineError:
    return EngineError(
        "A server of OpenAI's chat interface gives no likelihoods, so lines cannot be scored with it.",
        "Use the mlx engine for scores and labels.",
    )

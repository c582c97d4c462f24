"""An answer as it comes from a server: what may be shown of it, why it ended, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .base import EngineError, Usage
from .openai_wire import Counted, Piece, Thought, cut_at_stop, finish_of, whole_characters, without_thoughts

_ROOM = 4096
_TOKEN_BYTES = 32
"""Bytes that an answer may have whatever its budget, and for each token of it: no text needs more."""


class Answer:
    """Grows with :meth:`add`. ``begun`` says that the server's template begins a thought in the prompt."""

    def __init__(self, budget: int, stop: Sequence[str], *, begun: bool = False) -> None:
        self._budget = budget
        self._stop = stop
        self._begun = begun
        self._raw = ""
        self._bytes = self._pieces = 0
        self.started = False
        """Whether anything came, so that the server has read the chat."""
        self.apart = False
        """Whether the server sent thoughts apart from the text."""
        self.inline: Thought = "none"
        """What the text held of thoughts."""
        self.text = ""
        self.counted: Counted | None = None
        self.finish: Literal["end", "stop", "length"] = "end"

    def add(self, piece: Piece) -> bool:
        """Take a piece; true when nothing more is wanted. Raises :class:`EngineError` when the server gave up."""
        self.started = True
        self.counted = piece.counted or self.counted
        self.apart |= piece.thought > 0
        if piece.finish in ("error", "abort"):
            raise EngineError("The server gave up on the answer.", "Look at the server's own log, and ask again.")
        if piece.finish is not None:
            self.finish = finish_of(piece.finish)
        if not (piece.text or piece.thought):
            return False
        self._pieces += 1
        self._bytes += len(piece.text.encode("utf-8", "surrogatepass")) + piece.thought
        self._raw += piece.text
        # Halves of a character may come in two pieces: only the whole text is decoded.
        visible, self.inline = without_thoughts(whole_characters(self._raw), begun=self._begun and not self.apart)
        self.text, stopped = cut_at_stop(visible[: _TOKEN_BYTES * self._budget + _ROOM], self._stop)
        if stopped:
            self.finish = "stop"
        elif self._over():
            self.finish = "length"
        else:
            return False
        return True

    def _over(self) -> bool:
        """Whether a server that does not keep to ``max_tokens`` has written more.

        A piece is a token with most servers and a character with some: only many pieces of many bytes are too much,
        or more bytes than so many tokens ever have.
        """
        tokens = self._budget
        return (self._pieces > tokens and self._bytes > 4 * tokens) or self._bytes > _TOKEN_BYTES * tokens + _ROOM

    @property
    def tokens(self) -> int:
        """Tokens of the answer, thoughts included: the server's count, else the pieces that came."""
        return self.counted.written if self.counted else self._pieces

    def usage(self, estimate: int) -> Usage:
        """Tokens that this answer cost; ``estimate`` stands for those of the chat when the server does not count."""
        if self.counted is None:
            return Usage(prefilled=estimate, sampled=self._pieces)
        return Usage(self.counted.prompt - self.counted.cached, self.counted.cached, 0, self.counted.written)

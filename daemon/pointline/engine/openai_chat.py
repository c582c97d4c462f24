"""The chat as it will be sent: messages, who is next, and how many tokens that is. Pure.

A server reads a whole chat each time (and finds its beginning in its cache), so what was read is a value: a mark
keeps it, and going back to a mark is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

from .base import EngineError
from .openai_wire import Message

TURN_TOKENS = 8
"""Tokens that a chat template puts around one message, about."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Messages so far. ``open`` is true while the user's last turn may still grow."""

    messages: tuple[Message, ...] = ()
    open: bool = False
    tokens: int = 0

    @property
    def text(self) -> str:
        """All that was said, for counting."""
        return "\n".join(text for _, text in self.messages)

    def asked(self, text: str, tokens: int, *, turn: bool, reply: bool) -> Chat:
        """The chat after the user said ``text``; arguments as in :meth:`pointline.engine.base.Context.append`.

        Two turns of the user with nothing between (the model was cancelled, say) become one, since many templates
        insist that the sides take turns. Raises :class:`EngineError` where a server could not follow.
        """
        last = self.messages[-1] if self.messages else ("", "")
        if self.open:  # the rest of the turn, whatever it is called
            joined = last[1] + ("\n\n" if turn else "") + text
            return Chat((*self.messages[:-1], ("user", joined)), not (reply or turn), self.tokens + tokens)
        if reply:
            raise EngineError("No turn is open that could be ended.", "Open the context with more=True.")
        if not turn:
            raise words_refused()
        if last[0] == "user":
            return Chat((*self.messages[:-1], ("user", f"{last[1]}\n\n{text}")), False, self.tokens + tokens)
        return Chat((*self.messages, ("user", text)), False, self.tokens + tokens + TURN_TOKENS)

    def answered(self, text: str, tokens: int) -> Chat:
        """The chat after the model said ``text``."""
        return Chat((*self.messages, ("assistant", text)), False, self.tokens + tokens + TURN_TOKENS)

    def check_turn(self) -> None:
        """Raise :class:`EngineError` unless the model is next."""
        if self.open:
            raise EngineError("The user's turn is not ended.", "Append its end with reply=True.")
        if not self.messages or self.messages[-1][0] != "user":
            raise EngineError("The model has had its turn.", "Append the user's next turn with turn=True.")


def words_refused() -> EngineError:
    """The error for words that the model is to begin its answer with."""
    return EngineError(
        "A server begins each answer itself: text cannot be put into the model's mouth.",
        "Append it as a turn, or use the mlx engine.",
    )

"""Text to token ids and back, with page text kept apart from the chat template's own markers.

A page may contain ``<|im_end|>``. What a person or a page wrote is therefore cut into ordinary tokens only; the special
ones come from the template alone. Turns are rendered once with a stand-in for the text and cut there, so that later
turns are appended as ids and the history is never rendered again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .base import EngineError

_STAND_IN = ("pointlinefirsttext", "pointlinereplytext", "pointlinesecondtext")


@dataclass(frozen=True, slots=True)
class Turns:
    """Ids around the texts of a chat: before the first text, after any text, and between a reply and the next text."""

    before: list[int]
    after: list[int]
    between: list[int]


class Tokens:
    """A tokenizer as the engine needs it; ``wrapped`` is mlx-lm's ``TokenizerWrapper``."""

    def __init__(self, wrapped: Any) -> None:
        self._hf = wrapped._tokenizer
        self._fast = self._hf.backend_tokenizer
        self._fast.no_truncation()  # what a tokenizer.json may ask for: a page would end after so many tokens
        self._fast.no_padding()
        self.end = frozenset(int(i) for i in wrapped.eos_token_ids)
        self._turns: Turns | None = None
        start = self._hf.bos_token_id
        self.start = [int(start)] if start is not None and self._adds_start(int(start)) else []
        between = self._fast.token_to_id("<|endoftext|>")
        self.nothing = self.start or [next((int(i) for i in (between, start) if i is not None), min(self.end))]
        """What an empty prefix is read as: a model needs one token to go on from."""

    def _adds_start(self, start: int) -> bool:
        return list(self._hf.encode("a"))[:1] == [start]

    def encode(self, text: str) -> list[int]:
        """Ids of a text; markers in it are text like any other."""
        self._fast.encode_special_tokens = True
        return list(self._fast.encode(_writable(text), add_special_tokens=False).ids)

    def decode(self, ids: Sequence[int]) -> str:
        """Text of ids, special tokens left out; half a character becomes U+FFFD."""
        return str(self._fast.decode(list(ids), skip_special_tokens=True))

    def turns(self) -> Turns:
        """Return the ids of the chat template, thinking off. Raises :class:`EngineError` when the model has none."""
        if self._turns is None:
            self._turns = self._render_turns()
        return self._turns

    def _render_turns(self) -> Turns:
        first, reply, second = _STAND_IN
        one = self._render([("user", first)])
        two = self._render([("user", first), ("assistant", reply), ("user", second)])
        before, found, after = one.partition(first)
        _, found_reply, rest = two.partition(reply)
        between, found_second, _ = rest.partition(second)
        if not (found and found_reply and found_second):
            raise EngineError("The model's chat template drops what is said.", "Choose another model.")
        turns = Turns(self._markers(before), self._markers(after), self._markers(between))
        # A reply ends where the template ends one, also where no configuration names that marker.
        self.end |= {marker for marker in turns.between[:1] if not self.decode([marker])}
        return turns

    def _render(self, messages: list[tuple[str, str]]) -> str:
        if not self._hf.chat_template:
            raise EngineError("The model has no chat template.", "Choose an instruct model.")
        said = [{"role": role, "content": content} for role, content in messages]
        render = self._hf.apply_chat_template
        try:
            return str(render(said, tokenize=False, add_generation_prompt=True, enable_thinking=False))
        except Exception as error:  # a template is a program that came with the model
            what = " ".join(str(error).split())[:200]
            raise EngineError(f"The model's chat template fails: {what}.", "Choose another model.") from error

    def _markers(self, text: str) -> list[int]:
        self._fast.encode_special_tokens = False
        return list(self._fast.encode(text, add_special_tokens=False).ids)


def _writable(text: str) -> str:
    """Lone surrogates cannot be UTF-8; they are read as the replacement character."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


class Detokenizer:
    """Text of a growing list of ids, piece by piece, without ever cutting a character in two.

    Only the last few ids are decoded again for each new one (the scheme of Hugging Face text-generation-inference).
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._ids: list[int] = []
        self._from, self._done = 0, 0
        self.text = ""

    def add(self, token: int) -> str:
        """Take one more id and return the text that is now certain; empty while a character is incomplete."""
        self._ids.append(token)
        before = self._tokens.decode(self._ids[self._from : self._done])
        now = self._tokens.decode(self._ids[self._from :])
        if len(now) <= len(before) or now.endswith("�"):
            return ""
        self._from, self._done = self._done, len(self._ids)
        self.text += (piece := now[len(before) :])
        return piece

    def finish(self) -> str:
        """Return what is left, a broken character as U+FFFD."""
        before = self._tokens.decode(self._ids[self._from : self._done])
        self.text += (piece := self._tokens.decode(self._ids[self._from :])[len(before) :])
        self._from, self._done = self._done, len(self._ids)
        return piece

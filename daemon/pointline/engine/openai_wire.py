"""What goes over the wire of OpenAI's chat interface, as pure functions: the request, the stream of events, the errors.

The form is that of ``POST /v1/chat/completions`` with ``stream`` (OpenAI API reference, "Chat completions"), with what
llama.cpp, Ollama, LM Studio, vLLM and mlx_lm.server add to it or leave out.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Message = tuple[str, str]
"""Role ("user" or "assistant") and text."""

LONGEST_LINE = 1 << 20
"""Bytes of one line of a stream."""


class Garbled(Exception):
    """What came is not of the form; ``str(error)`` says what came."""


class ServerSays(Exception):
    """The server reports an error in the middle of its stream."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Tokens as the server counted them; ``cached`` of the prompt were in its cache."""

    prompt: int
    cached: int
    written: int


@dataclass(frozen=True, slots=True)
class Piece:
    """One event: text for the answer, whether it held hidden reasoning (and how long), and what ends it."""

    text: str = ""
    thought: int = 0
    finish: str | None = None
    counted: Counted | None = None


def request_body(model: str, messages: Sequence[Message], max_tokens: int, *, usage: bool, template: bool) -> bytes:
    """The request. ``usage`` asks for the counts, ``template`` for thinking to be off; not every server takes them.

    Stop strings are not sent but looked for here. mlx_lm.server 0.32 cuts them out of the text and goes on where they
    do not fall on whole tokens ("One" with "n": "Oe"); llama.cpp finds them in the model's thought too; and none says
    whether an answer ended by itself.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": role, "content": text} for role, text in messages],
        "stream": True,
        "temperature": 0,
        "max_tokens": max_tokens,
    }
    if usage:
        body["stream_options"] = {"include_usage": True}
    if template:
        body["chat_template_kwargs"] = {"enable_thinking": False}
    return json.dumps(whole_characters(body)).encode("ascii")


def whole_characters(value: Any) -> Any:
    """The same value with lone surrogates replaced, which no server could decode."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {key: whole_characters(item) for key, item in value.items()}
    return [whole_characters(item) for item in value] if isinstance(value, list) else value


class Lines:
    """The ``data:`` lines of a stream of server-sent events, fed with bytes as they come.

    Each line is taken as an event by itself: every server writes its JSON on one line, and not every server writes
    the empty line after it. Comments (signs of life) and other fields are passed over, but llama.cpp's ``error:``.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[str]:
        """Give the payload of each line that is complete. Raises :class:`Garbled`."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise Garbled(f"a line of more than {LONGEST_LINE} bytes")
        for line in lines:
            yield from self._payload(line)

    def end(self) -> Iterator[str]:
        """Give what is left when the stream has ended without a line break."""
        line, self._rest = self._rest, b""
        yield from self._payload(line)

    def _payload(self, line: bytes) -> Iterator[str]:
        try:
            text = line.decode("utf-8").rstrip("\r")
        except UnicodeDecodeError:
            raise Garbled("bytes that are not UTF-8") from None
        field, colon, value = text.partition(":")
        if colon and field in ("data", "error") and value.strip():
            yield value.strip() if field == "data" else json.dumps({"error": {"message": value.strip()}})
        elif text.strip() and colon == "" and field not in ("data", "event", "id", "retry"):
            raise Garbled(repr(text[:80]))


def read_piece(payload: str) -> Piece:
    """Read one event, or a whole answer that was not streamed. Raises :class:`Garbled` and :class:`ServerSays`."""
    try:
        event = json.loads(payload)
    except (ValueError, RecursionError):
        raise Garbled(repr(payload[:80])) from None
    if not isinstance(event, dict):
        raise Garbled(repr(payload[:80]))
    if event.get("error"):
        raise ServerSays(error_text(event))
    counted = _counted(event.get("usage"))
    choices = event.get("choices")
    if not isinstance(choices, list):
        if counted is None and "choices" not in event:
            raise Garbled(repr(payload[:80]))
        return Piece(counted=counted)
    own = [choice for choice in choices if isinstance(choice, dict) and choice.get("index", 0) in (0, None)]
    if not own:
        return Piece(counted=counted)
    choice = own[0]
    said = choice.get("delta") or choice.get("message")
    said = said if isinstance(said, dict) else {}
    thought = sum(len(_text(said.get(key))) for key in ("reasoning_content", "reasoning", "thinking"))
    finish = choice.get("finish_reason")
    return Piece(
        text=_text(said.get("content")),
        thought=thought,
        finish=finish if isinstance(finish, str) and finish else None,
        counted=counted,
    )


def _text(content: Any) -> str:
    """Content is text, nothing, or a list of parts of which some are text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))


def _counted(usage: Any) -> Counted | None:
    if not isinstance(usage, dict):
        return None
    details = usage.get("prompt_tokens_details")
    prompt, written = _number(usage.get("prompt_tokens")), _number(usage.get("completion_tokens"))
    cached = _number(details.get("cached_tokens")) if isinstance(details, dict) else 0
    return Counted(prompt, min(cached, prompt), written) if prompt else None


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40 else 0


def finish_of(reason: str) -> Literal["end", "length"]:
    """Why the model stopped: at its budget, or by itself (with tool calls and filters, which were not asked for)."""
    return "length" if reason in ("length", "max_tokens") else "end"


_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_THOUGHT_END = re.compile(r"</think(?:ing)?>")


Thought = Literal["none", "block", "begun"]
"""What a text holds of the model thinking aloud: nothing, marked blocks, or a thought that the prompt began."""


def without_thoughts(text: str, *, begun: bool = False) -> tuple[str, Thought]:
    """The text without what the model thought aloud, and what there was of that.

    A block that never ends hides all that follows. An end without a beginning hides all before it: some templates
    begin the thought in the prompt. ``begun`` says that this model's do, so that all before the first end is thought.
    """
    ended, opened = _THOUGHT_END.search(text), _THOUGHT.search(text)
    if ended and (opened is None or ended.start() < opened.start()):
        rest, _ = without_thoughts(text[ended.end() :])
        return rest.lstrip("\r\n"), "begun"
    if begun and opened is None:
        return "", "begun"
    kept = _THOUGHT.sub("", text)
    return (kept.lstrip("\r\n"), "block") if opened else (text, "none")


def cut_at_stop(text: str, stop: Sequence[str]) -> tuple[str, bool]:
    """The text before the first stop string, and whether there was one."""
    places = [at for at in (text.find(one) for one in stop if one) if at >= 0]
    return (text[: min(places)], True) if places else (text, False)


def error_text(body: Any) -> str:
    """What the server says went wrong, in one short line without control characters; empty when it says nothing."""
    said = body
    for _ in range(3):  # {"error": {"message": ...}}, {"error": ...}, {"message": ...}, {"detail": ...}
        if not isinstance(said, dict):
            break
        said = next((said[key] for key in ("error", "message", "detail") if said.get(key)), "")
    text = said if isinstance(said, str) else json.dumps(said) if said else ""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= 300 else line[:300] + "…"


def estimate_tokens(text: str) -> int:
    """How many tokens a text has at most, about, when the server cannot say: a page that is too long may be cut.

    A token is taken as 2.5 ASCII characters, one digit (many tokenizers write figures digit by digit), or 1.5 bytes
    of other scripts. Over the true count of XQuAD's articles that is 1.0 (Turkish) to 2.0 (English) for a tokenizer
    that was made for English (SmolLM2), and 1.3 (Turkish) to 3.3 (Arabic) for one of many languages (Qwen 2.5).
    0 for an empty text only.
    """
    ascii_chars = sum(char < "\x80" for char in text)
    digits = sum("0" <= char <= "9" for char in text)
    other = len(text.encode("utf-8", "surrogatepass")) - ascii_chars
    return math.ceil((ascii_chars - digits) / 2.5 + digits + other / 1.5)


FEWEST = 12
"""Bytes a token at the very most, on average over a page of words in any script (English: four to five)."""


def fewest_tokens(text: str) -> int:
    """Tokens that a page of words has at least; a server that read fewer did not read all of it."""
    return len(" ".join(text.split()).encode("utf-8", "surrogatepass")) // FEWEST

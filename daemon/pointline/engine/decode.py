"""The decode loop: greedy, one token ahead, with stop strings, and a context that holds exactly what was returned."""

from __future__ import annotations

from collections.abc import Sequence

import mlx.core as mx

from .base import Generated, Usage
from .reading import Reading
from .tokens import Detokenizer, Tokens
from .worker import Check


def generate(
    reading: Reading, tokens: Tokens, max_tokens: int, stop: Sequence[str], check: Check
) -> tuple[Generated, Usage]:
    """Write at most ``max_tokens`` tokens after what was read, up to an end token or a stop string.

    Afterwards the context holds what is returned, neither the end token nor the stop string; when it is cancelled or
    fails, the context is as before. Temperature 0: the likeliest token, the lowest id of equals.
    """
    start = reading.here()
    budget = min(max_tokens, reading.limit - len(reading.ids))
    try:
        return _loop(reading, tokens, budget, [s for s in stop if s], check)
    except BaseException:
        reading.go(start)
        raise


def _loop(reading: Reading, tokens: Tokens, budget: int, stop: Sequence[str], check: Check) -> tuple[Generated, Usage]:
    start, forward = reading.here(), reading.forward
    words, written = Detokenizer(tokens), 0
    logits, following = reading.logits, None
    token = mx.argmax(logits, keepdims=True)
    while written < budget:
        # The next token is under way before this one is looked at.
        following = forward.step(token, reading.cache)
        after = mx.argmax(following, keepdims=True)
        mx.async_eval(after)  # type: ignore[no-untyped-call]
        check()
        chosen = int(token.item())  # type: ignore[arg-type]
        reading.ids.append(chosen)
        if chosen in tokens.end:
            usage = reading.keep(start, reading.ids[start.length : -1], check)
            return Generated(words.text + words.finish(), written, "end"), usage + Usage(0, 0, 0, written + 1)
        written += 1
        words.add(chosen)
        if (at := _first(words.text, stop)) >= 0:
            text = words.text[:at]
            usage = reading.keep(start, _ids_of(text, reading.ids[start.length :], tokens), check)
            return Generated(text, written, "stop"), usage + Usage(sampled=written)
        logits, token = following, after
    reading.logits = logits
    words.finish()
    at = _first(words.text, stop)
    return Generated(words.text[:at] if at >= 0 else words.text, written, "length"), Usage(sampled=written)


def _first(text: str, stop: Sequence[str]) -> int:
    """Where the first stop string begins, or -1."""
    return min((at for s in stop if (at := text.find(s)) >= 0), default=-1)


def _ids_of(text: str, written: Sequence[int], tokens: Tokens) -> list[int]:
    """Return the longest run of ``written`` whose text ``text`` begins with, and ids of the rest of it."""
    kept = len(written)
    while kept and not text.startswith(tokens.decode(written[:kept])):
        kept -= 1
    return [*written[:kept], *tokens.encode(text[len(tokens.decode(written[:kept])) :])]

"""Running a model: chunks of a prompt into a cache, and logits only where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mlx.core as mx
import numpy as np
from mlx_lm.models.cache import make_prompt_cache
from numpy.typing import NDArray

from . import blas
from .base import EngineError
from .cpu_layers import BLOCK, SCORES, shares_prefix
from .kv import Cache, arrays, is_plain_layer, length_of
from .memory import bytes_per_token
from .worker import Check

_HEAD_ROWS = 128  # positions whose logits are in memory at once: 128 x 150,000 x 4 bytes = 77 MB


class Forward:
    """A model that can be run.

    ``chunk`` is the tokens of a text between two checks for cancelling, ``batch`` those of short rows together, with
    their padding; ``batch`` is at most twice the chunk, so that rows that share one are no longer than a chunk.
    """

    def __init__(self, model: Any) -> None:
        self.model = model = _text_model(model)
        self.cpu = mx.default_device().type == mx.DeviceType.cpu
        # Half as many tokens cost 7 % more on a CPU, and the person waits half as long for a cancel to be seen.
        self.chunk = 128 if self.cpu else 1024
        self.batch = 256 if self.cpu else 1024
        self._threads = blas.threads() if self.cpu else None
        self._parts = _split(model)
        trial = self.new_cache()
        logits = self.model(mx.array([[1]]), cache=trial)
        mx.eval(logits)
        self._token_bytes = bytes_per_token(trial)
        self._vocabulary = int(logits.shape[-1])
        self._heads = _size(model, "num_attention_heads")  # none in a model without attention
        self._width = _size(model, "intermediate_size") or 4 * _size(model, "hidden_size")
        self.shares = shares_prefix(model)
        """Whether a batch after a shared prefix holds that prefix once (see ``kv.SharedPrefix``)."""

    def new_cache(self) -> Cache:
        """Return an empty cache of one row."""
        return list(make_prompt_cache(self.model))

    def bytes_for(self, tokens: int, before: int) -> int:
        """Bytes that reading ``tokens`` tokens after ``before`` others will take at most, by estimate.

        The cache; what a chunk passes from layer to layer (some ten arrays of the width of the MLP); and on a CPU the
        scores of its attention, of which a few copies are made.
        """
        chunk, total = min(tokens, self.chunk), before + tokens
        queries = min(chunk, BLOCK) if self.shares else chunk
        return tokens * self._token_bytes + self._passing(chunk) + self._scores(queries * total)

    def bytes_for_batch(self, rows: int, length: int, asked: int, prefix: Cache | None) -> int:
        """Bytes that ``logprobs`` of ``rows`` rows of ``length`` tokens after ``prefix`` takes at most, by estimate.

        As :meth:`bytes_for`, and the copies of the prefix that rows make which cannot share it, and the logits at
        ``asked`` places.
        """
        before = 0 if prefix is None else length_of(prefix)
        chunk, total = min(length, self.chunk), before + length
        copies = queries = 0
        if prefix is None or length > self.chunk:  # one row that is read in chunks has a copy of the prefix to itself
            copies = 0 if prefix is None else sum(layer.nbytes for layer in prefix)
            queries = rows * (min(chunk, BLOCK) if self.shares else chunk) * total
        elif self.shares:
            each = length * total * self._heads
            queries = max(1, min(rows, SCORES // max(1, each))) * length * total
        else:
            plain = max((layer.nbytes for layer in prefix if is_plain_layer(layer)), default=0)
            copies = rows * (plain + sum(layer.nbytes for layer in prefix if not is_plain_layer(layer)))
            queries = rows * length * total
        places = min(asked, _HEAD_ROWS) if self._parts is not None else rows * chunk
        logits = places * self._vocabulary * 4 * 3  # of MLX, of NumPy, and its exponentials
        cached = rows * length * self._token_bytes
        return cached + copies + self._passing(rows * chunk) + self._scores(queries) + logits

    def _passing(self, tokens: int) -> int:
        return tokens * self._width * 4 * 10

    def _scores(self, pairs: int) -> int:
        """Bytes of the scores of one layer for so many pairs of a query and a key.

        Measured: up to 4 arrays of them at once, 8 where the exponential is ours.
        """
        return pairs * self._heads * 4 * (8 if self.shares else 4) if self.cpu else 0

    def read(self, ids: Sequence[int], cache: Cache, check: Check) -> mx.array:
        """Read at least one token into the cache and return the logits (vocabulary,) of what comes next, lazy.

        When ``check`` raises, the cache holds the chunks that were read before.
        """
        for start in range(0, len(ids), self.chunk):
            check()
            self._adjust()
            logits = self._chunk(mx.array([ids[start : start + self.chunk]]), cache, start + self.chunk >= len(ids))
        return logits

    def _adjust(self) -> None:
        if self._threads is not None:
            self._threads.adjust()

    def _chunk(self, ids: mx.array, cache: Cache, last: bool) -> mx.array:
        logits: mx.array
        if self._parts is not None:
            trunk, head = self._parts
            hidden = trunk(ids, cache=cache)[:, -1:]
            mx.eval(arrays(cache), *([hidden] if last else []))
            logits = head(hidden)[0, -1]
            return logits
        if last and ids.shape[1] > 1:
            # The head runs on every position it is given, so the last token goes by itself.
            self.model(ids[:, :-1], cache=cache)
            mx.eval(arrays(cache))
            ids = ids[:, -1:]
        logits = self.model(ids, cache=cache)[0, -1]
        mx.eval(arrays(cache))
        return logits

    def step(self, token: mx.array, cache: Cache) -> mx.array:
        """Read one token, an array of shape (1,), and return the logits of the next, lazy."""
        self._adjust()
        logits: mx.array = self.model(token[None], cache=cache)[0, -1]
        return logits

    def logprobs(
        self,
        ids: NDArray[np.int32],
        cache: Cache,
        places: Sequence[tuple[int, int]],
        wanted: Sequence[list[int]],
        check: Check,
    ) -> list[list[float]]:
        """Log-probabilities (nats) of ``wanted`` tokens after each ``(row, place)`` of a batch of right-padded rows.

        ``ids`` is (rows, length). A causal model never looks at the padding, which lies to the right. Columns are read
        a chunk at a time, with ``check`` between: more than a chunk needs a cache that keeps what it gets.
        """
        trunk, head = self._parts or (self.model, lambda logits: logits)
        found: list[list[float]] = [[]] * len(places)
        for start in range(0, ids.shape[1], self.chunk):
            end = start + self.chunk
            check()
            self._adjust()
            states = trunk(mx.array(ids[:, start:end]), cache=cache)
            here = [i for i, (_, place) in enumerate(places) if start <= place < end]
            if here:
                states = states[mx.array([places[i][0] for i in here]), mx.array([places[i][1] - start for i in here])]
            mx.eval(arrays(cache) if end < ids.shape[1] else [], *([states] if here else []))
            for first in range(0, len(here), _HEAD_ROWS):
                some = here[first : first + _HEAD_ROWS]
                values = logprobs_of(head(states[first : first + _HEAD_ROWS]), [wanted[i] for i in some])
                for i, value in zip(some, values, strict=True):
                    found[i] = value
        return found


def logprobs_of(logits: mx.array, wanted: Sequence[list[int]]) -> list[list[float]]:
    """Log-probabilities (nats) of the ``wanted`` tokens for each row of ``logits`` (rows, vocabulary).

    Raises :class:`EngineError` when they are no numbers, as those of damaged weights.
    """
    values = np.array(logits.astype(mx.float32))
    highest = values.max(axis=1)
    # NumPy's exponential is vectorised, MLX's is not on a CPU.
    with np.errstate(invalid="ignore"):  # looked at below
        total = np.log(np.exp(values - highest[:, None]).sum(axis=1, dtype=np.float64)) + highest
    if not np.isfinite(total).all():
        raise EngineError("The model gives no numbers: its weights are damaged.", "Fetch it again, or choose another.")
    return [(values[i, tokens] - total[i]).tolist() for i, tokens in enumerate(wanted)]


def _text_model(model: Any) -> Any:
    """The model of text inside one of pictures and text (Qwen 3.5, Gemma 3, Ministral), which knows its own sizes; the
    model itself where there is none, or where it does not do the same."""
    try:
        inner = model.language_model
        ids = mx.array([[1, 2, 3]])
        same = mx.array_equal(model(ids), inner(ids)).item() and hasattr(inner, "args")
    except (AttributeError, TypeError, ValueError, KeyError):
        return model
    return inner if same else model


def _size(model: Any, name: str) -> int:
    """A size that the configuration of a model gives, of its text where it has a part for that (Gemma 3n), the largest
    of those of its layers; 0 for none."""
    args = getattr(model, "args", None)
    text = getattr(args, "text_config", None) or {}
    given = getattr(args, name, 0) or (text.get(name) if isinstance(text, dict) else getattr(text, name, 0)) or 0
    return int(max(given, default=0) if isinstance(given, list | tuple) else given)


def _split(model: Any) -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """Return the layers and the output head of a model apart, when running them apart gives the same logits."""
    try:
        trunk = model.model
        tied = getattr(model.args, "tie_word_embeddings", "lm_head" not in model)
        head = trunk.embed_tokens.as_linear if tied else model.lm_head
        ids = mx.array([[1, 2, 3]])
        whole = model(ids, cache=make_prompt_cache(model))
        apart = head(trunk(ids, cache=make_prompt_cache(model)))
        same = mx.array_equal(whole, apart).item()
    except (AttributeError, TypeError, ValueError, KeyError):
        return None
    return (trunk, head) if same else None

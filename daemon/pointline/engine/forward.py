"""Running a model: chunks of a prompt into a cache, and logits only where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mlx.core as mx
import numpy as np
from mlx_lm.models.cache import make_prompt_cache
from numpy.typing import NDArray

from . import blas
from .cpu_layers import BLOCK, shares_prefix
from .kv import Cache, arrays
from .memory import bytes_per_token
from .worker import Check

_HEAD_ROWS = 128  # positions whose logits are in memory at once: 128 x 150,000 x 4 bytes = 77 MB


class Forward:
    """A model that can be run. ``chunk`` is the tokens between two checks for cancelling."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.cpu = mx.default_device().type == mx.DeviceType.cpu
        self.chunk = 256 if self.cpu else 1024
        self._threads = blas.threads() if self.cpu else None
        self._parts = _split(model)
        trial = self.new_cache()
        mx.eval(self.model(mx.array([[1]]), cache=trial))
        self._token_bytes = bytes_per_token(trial)
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
        args = self.model.args
        width = int(getattr(args, "intermediate_size", 0) or 4 * args.hidden_size)
        rows = min(chunk, BLOCK) if self.shares else chunk
        scores = rows * total * int(args.num_attention_heads) * 4 * 4 if self.cpu else 0
        return tokens * self._token_bytes + chunk * width * 4 * 10 + scores

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
        self, ids: NDArray[np.int32], cache: Cache, places: Sequence[tuple[int, int]], wanted: Sequence[list[int]]
    ) -> list[list[float]]:
        """Log-probabilities (nats) of ``wanted`` tokens after each ``(row, place)`` of a batch of right-padded rows.

        ``ids`` is (rows, length). A causal model never looks at the padding, which lies to the right.
        """
        self._adjust()
        at = tuple(mx.array(part) for part in zip(*places, strict=True))
        trunk, head = self._parts or (self.model, lambda logits: logits)
        states = trunk(mx.array(ids), cache=cache)[at]
        mx.eval(states)
        found: list[list[float]] = []
        for start in range(0, len(wanted), _HEAD_ROWS):
            end = start + _HEAD_ROWS
            found += logprobs_of(head(states[start:end]), wanted[start:end])
        return found


def logprobs_of(logits: mx.array, wanted: Sequence[list[int]]) -> list[list[float]]:
    """Log-probabilities (nats) of the ``wanted`` tokens for each row of ``logits`` (rows, vocabulary)."""
    values = np.array(logits.astype(mx.float32))
    highest = values.max(axis=1)
    # NumPy's exponential is vectorised, MLX's is not on a CPU.
    total = np.log(np.exp(values - highest[:, None]).sum(axis=1, dtype=np.float64)) + highest
    return [(values[i, tokens] - total[i]).tolist() for i, tokens in enumerate(wanted)]


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

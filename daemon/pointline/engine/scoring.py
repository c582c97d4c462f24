"""Log-likelihoods of many continuations at once: padded batches, and a prefix that all share read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mlx.core as mx
import numpy as np

from .base import Likelihood, Usage
from .forward import Forward, logprob
from .kv import Cache, widen
from .worker import Check

_BATCH_TOKENS = 1024  # padded tokens a batch: bounds memory, and the time until a cancel is seen
_WORTH_SHARING = 8  # tokens; a shorter common prefix costs less than a second pass


@dataclass(frozen=True, slots=True)
class Row:
    """Token ids of which those from ``start`` on are scored; ``start`` may be 0 only after a prefix that was read."""

    ids: tuple[int, ...]
    start: int


def score_rows(forward: Forward, rows: Sequence[Row], check: Check) -> tuple[list[Likelihood], Usage]:
    """Score rows that stand alone (``start`` at least 1), in the order given, and say what was evaluated."""
    unique = list(dict.fromkeys(rows))
    shared = _common(unique)
    if len(unique) < 2 or shared < _WORTH_SHARING:
        found, usage = _batches(forward, unique, None, check)
    else:
        cache = forward.new_cache()
        logits = forward.read(unique[0].ids[:shared], cache, check)
        tails = [Row(row.ids[shared:], row.start - shared) for row in unique]
        found, usage = score_after(forward, cache, logits, tails, check)
        usage += Usage(prefilled=shared, reused=-shared)  # the first reader of the prefix is not a reuse
    by_row = dict(zip(unique, found, strict=True))
    return [by_row[row] for row in rows], usage


def score_after(
    forward: Forward, cache: Cache, logits: mx.array, rows: Sequence[Row], check: Check
) -> tuple[list[Likelihood], Usage]:
    """Score rows that continue what is in ``cache``, whose next-token logits are given; the cache stays as it is."""
    if not rows:
        return [], Usage()
    firsts = sorted({row.ids[0] for row in rows if row.ids and row.start == 0})
    first = dict(zip(firsts, logprob(mx.broadcast_to(logits, (1, *logits.shape)), firsts), strict=True))
    more = [Row(row.ids, max(row.start, 1)) for row in rows]
    found, usage = _batches(forward, more, cache, check)
    whole = [
        Likelihood(part.logprob + float(first[row.ids[0]]), part.tokens + 1) if row.ids and row.start == 0 else part
        for row, part in zip(rows, found, strict=True)
    ]
    return whole, usage + Usage(reused=_length(cache) * len(rows))


def _batches(
    forward: Forward, rows: Sequence[Row], prefix: Cache | None, check: Check
) -> tuple[list[Likelihood], Usage]:
    """Score rows in batches of like length. What needs no pass (nothing beyond ``start``) costs none."""
    found = [Likelihood(0.0, 0)] * len(rows)
    order = sorted((i for i, row in enumerate(rows) if len(row.ids) > row.start), key=lambda i: len(rows[i].ids))
    evaluated = 0
    while order:
        check()
        length = len(rows[order[0]].ids) - 1
        batch = [order[0]]
        for i in order[1:]:
            length = max(length, len(rows[i].ids) - 1)
            if length * (len(batch) + 1) > _BATCH_TOKENS:
                break
            batch.append(i)
        order = order[len(batch) :]
        for i, likelihood in zip(batch, _batch(forward, [rows[i] for i in batch], prefix), strict=True):
            found[i] = likelihood
        evaluated += sum(len(rows[i].ids) - 1 for i in batch)
    return found, Usage(prefilled=evaluated)


def _batch(forward: Forward, rows: list[Row], prefix: Cache | None) -> list[Likelihood]:
    length = max(len(row.ids) for row in rows) - 1
    ids = np.zeros((len(rows), length), np.int32)
    for i, row in enumerate(rows):
        ids[i, : len(row.ids) - 1] = row.ids[:-1]
    owners = np.repeat(np.arange(len(rows)), [len(row.ids) - row.start for row in rows])
    places = np.concatenate([np.arange(row.start - 1, len(row.ids) - 1) for row in rows])
    wanted = [token for row in rows for token in row.ids[row.start :]]
    cache = forward.new_cache() if prefix is None else widen(prefix, len(rows))
    logprobs = forward.logprobs(ids, cache, owners, places, wanted)
    sums = np.bincount(owners, logprobs, len(rows))
    return [Likelihood(float(total), len(row.ids) - row.start) for total, row in zip(sums, rows, strict=True)]


def _common(rows: Sequence[Row]) -> int:
    """Tokens at the beginning that all rows have in common and none of them scores."""
    if not rows:
        return 0
    limit = min(row.start for row in rows)
    low, high = min(row.ids for row in rows), max(row.ids for row in rows)
    same = 0
    while same < limit and low[same] == high[same]:
        same += 1
    return same


def _length(cache: Cache) -> int:
    return max((int(getattr(layer, "offset", 0)) for layer in cache), default=0)

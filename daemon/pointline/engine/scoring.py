"""Log-likelihoods of many continuations at once: what they have in common is read once, the rest in padded batches.

A continuation's likelihood is the sum of the log-probabilities of its tokens, each after the *path* of tokens before
it. The paths of all continuations form a tree, of which only the longest branches have to be read: the line numbers 1
to 300 are 300 continuations, and 30 branches of at most two tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import mlx.core as mx
import numpy as np

from .base import Likelihood, Usage
from .forward import Forward, logprobs_of
from .kv import Cache, can_widen, copied, length_of, widen
from .memory import room_or_error
from .worker import Check

_WORTH_SHARING = 8  # tokens; a shorter common prefix costs less than a second pass
_COPIED_BYTES = 1 << 28  # a batch may hold this much of copies of a prefix at a time

Path = tuple[int, ...]
Found = dict[Path, dict[int, float]]


@dataclass(frozen=True, slots=True)
class Row:
    """Token ids of which those from ``start`` on are scored; ``start`` may be 0 only after a prefix that was read."""

    ids: Path
    start: int


def score_rows(forward: Forward, rows: Sequence[Row], check: Check) -> tuple[list[Likelihood], Usage]:
    """Score rows that stand alone (``start`` at least 1), in the order given, and say what was evaluated."""
    shared = _common(rows)
    if len(set(rows)) > 1 and shared >= _WORTH_SHARING:
        room_or_error(forward.bytes_for(shared, 0))
        cache = forward.new_cache()
        logits = forward.read(rows[0].ids[:shared], cache, check)
        found, usage = score_after(forward, cache, logits, [Row(r.ids[shared:], r.start - shared) for r in rows], check)
        return found, usage + Usage(prefilled=shared, reused=-shared)  # its first reader does not reuse it
    found_at, usage = _read(forward, rows, None, check)
    return [_sum(row, found_at) for row in rows], usage


def score_after(
    forward: Forward, cache: Cache, logits: mx.array, rows: Sequence[Row], check: Check
) -> tuple[list[Likelihood], Usage]:
    """Score rows that continue what is in ``cache``, whose next-token logits are given; the cache stays as it is."""
    firsts = sorted({row.ids[0] for row in rows if row.start == 0 and row.ids})
    found, usage = _read(forward, rows, cache, check)
    if firsts:
        found[()] = dict(zip(firsts, logprobs_of(logits[None], [firsts])[0], strict=True))
    return [_sum(row, found) for row in rows], usage + Usage(reused=length_of(cache) * len(rows))


def _sum(row: Row, found: Found) -> Likelihood:
    places = range(row.start, len(row.ids))
    return Likelihood(sum(found[row.ids[:at]][row.ids[at]] for at in places), len(places))


def _read(forward: Forward, rows: Sequence[Row], prefix: Cache | None, check: Check) -> tuple[Found, Usage]:
    """Return the log-probability of every scored token after its path, but for the empty path."""
    wanted: dict[Path, set[int]] = {}
    for row in rows:
        for at in range(max(row.start, 1), len(row.ids)):
            wanted.setdefault(row.ids[:at], set()).add(row.ids[at])
    branches = _branches({row.ids[:-1] for row in rows if len(row.ids) > max(row.start, 1)})
    found: Found = {}
    for batch in _batches(branches, _most_rows(forward, prefix), forward.batch):
        check()
        found |= _batch(forward, batch, wanted, prefix, check)
    return found, Usage(prefilled=sum(map(len, branches)))


def _branches(paths: set[Path]) -> list[Path]:
    """Return the paths that no other path begins with, the shortest first."""
    ordered = sorted(paths)
    longest = [path for i, path in enumerate(ordered) if i + 1 == len(ordered) or ordered[i + 1][: len(path)] != path]
    return sorted(longest, key=len)


def _batches(branches: Sequence[Path], most: int, tokens: int) -> Iterator[list[Path]]:
    """Cut branches, in order of length, into batches of at most ``most`` rows and ``tokens`` tokens with the padding.

    A branch that is longer than that is a batch of its own.
    """
    batch: list[Path] = []
    for path in branches:
        if batch and (len(batch) == most or len(path) * (len(batch) + 1) > tokens):
            yield batch
            batch = []
        batch.append(path)
    if batch:
        yield batch


def _most_rows(forward: Forward, prefix: Cache | None) -> int:
    """Rows that a batch may have: where the layers cannot share a prefix, each row holds a copy of it for a while."""
    if prefix is None or forward.shares:
        return forward.batch
    if not can_widen(prefix):
        return 1
    largest = max((layer.nbytes for layer in prefix), default=0)
    return max(1, _COPIED_BYTES // max(1, largest))


def _batch(
    forward: Forward, paths: list[Path], wanted: dict[Path, set[int]], prefix: Cache | None, check: Check
) -> Found:
    ids = np.zeros((len(paths), max(map(len, paths))), np.int32)
    places: list[tuple[int, int]] = []
    asked: list[tuple[Path, list[int]]] = []
    for i, path in enumerate(paths):
        ids[i, : len(path)] = path
        for at in range(1, len(path) + 1):
            if tokens := wanted.pop(path[:at], None):
                places.append((i, at - 1))
                asked.append((path[:at], sorted(tokens)))
    room_or_error(forward.bytes_for_batch(*ids.shape, len(asked), prefix))
    if prefix is None:
        cache = forward.new_cache()
    else:  # a wide cache is good for one call, and what is longer than a chunk takes several
        wide = ids.shape[1] <= forward.chunk and can_widen(prefix)
        cache = widen(prefix, len(paths)) if wide else copied(prefix)
    values = forward.logprobs(ids, cache, places, [tokens for _, tokens in asked], check)
    return {path: dict(zip(tokens, each, strict=True)) for (path, tokens), each in zip(asked, values, strict=True)}


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

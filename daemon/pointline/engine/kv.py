"""What a model remembers of a text it read, with places to go back to, exact for every kind of cache.

Plain key-value caches are cut back to a length. Rotating ones (sliding windows) and recurrent states cannot be cut, so
a mark keeps a copy of those (mlx makes it one only when the original is written); a mixed model does both.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mlx.core as mx
from mlx_lm.models.cache import ArraysCache, CacheList, KVCache, RotatingKVCache
from mlx_lm.models.cache import create_attention_mask as mask_of

Cache = list[Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A place in a cache: a length for each plain layer, a copy of each other one."""

    layers: tuple[Any, ...]


def is_plain_layer(layer: Any) -> bool:
    """Whether a layer's cache grows with every token and can be cut back to any length."""
    return type(layer) is KVCache


def snapshot(cache: Cache) -> Snapshot:
    """Remember this place."""
    return Snapshot(tuple(layer.offset if is_plain_layer(layer) else copy.deepcopy(layer) for layer in cache))


def restore(cache: Cache, place: Snapshot) -> None:
    """Go back to a place that lies before this one, in place; the snapshot may be used again."""
    for i, kept in enumerate(place.layers):
        if isinstance(kept, int):
            cache[i].trim(cache[i].offset - kept)
        else:
            cache[i] = copy.deepcopy(kept)


def is_plain(cache: Cache) -> bool:
    """Whether every layer can be cut back to any length."""
    return all(map(is_plain_layer, cache))


def cut(cache: Cache, tokens: int) -> None:
    """Forget the last ``tokens`` tokens of a plain cache."""
    for layer in cache:
        layer.trim(tokens)


class SharedPrefix:
    """A plain layer's cache for a batch whose rows all begin with the same text, which is kept once.

    Attention that knows this class (``cpu_layers``) reads the two parts; any other asks for one and gets a copy a row.
    """

    def __init__(self, layer: Any) -> None:
        self.offset: int = layer.offset
        self.keys: mx.array = layer.keys[..., : layer.offset, :]
        self.values: mx.array = layer.values[..., : layer.offset, :]
        self._joined = self.keys, self.values

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> tuple[mx.array, mx.array]:
        """Return the shared part and the rows' own; good for one call, since nothing is added to what is kept."""
        self._joined = self._join(self.keys, keys), self._join(self.values, values)
        return self._joined

    def keys_and_values(self) -> tuple[mx.array, mx.array]:
        """What :meth:`update_and_fetch` returned, for layers that look into the cache of another one (Gemma 3n)."""
        return self._joined

    @staticmethod
    def _join(shared: mx.array, own: mx.array) -> mx.array:
        return mx.concatenate([mx.broadcast_to(shared, (own.shape[0], *shared.shape[1:])), own], axis=-2)

    def make_mask(self, length: int, return_array: bool = False, window_size: int | None = None) -> Any:
        """Return the mask that a plain cache would."""
        return mask_of(length, self.offset, return_array, window_size)


def can_widen(cache: Cache) -> bool:
    """Whether rows of a batch can continue this cache: every layer is of a kind that is known here."""
    return all(is_plain_layer(layer) or isinstance(layer, RotatingKVCache | ArraysCache) for layer in cache)


def widen(cache: Cache, rows: int) -> Cache:
    """Return a cache of ``rows`` rows that all continue this one, good for one call; this one stays as it is.

    Only where :func:`can_widen` says so.
    """
    wide: Cache = []
    for layer in cache:
        if is_plain_layer(layer):
            wide.append(SharedPrefix(layer))
            continue
        own = copy.deepcopy(layer)
        if isinstance(own, RotatingKVCache):
            own.keys, own.values = mx.repeat(own.keys, rows, axis=0), mx.repeat(own.values, rows, axis=0)
        else:
            own.cache = [None if a is None else mx.repeat(a, rows, axis=0) for a in own.cache]
        wide.append(own)
    return wide


def copied(cache: Cache) -> Cache:
    """Return a cache that continues this one for any number of calls; this one stays as it is."""
    return [copy.deepcopy(layer) for layer in cache]


def arrays(cache: Cache) -> list[Any]:
    """Return everything in a cache that has to be evaluated."""
    return [layer.state for layer in cache]


def parts_of(cache: Cache) -> Iterator[Any]:
    """The caches of each layer: some layers have several (attention beside a recurrent state, Falcon-H1)."""
    for layer in cache:
        yield from layer.caches if isinstance(layer, CacheList) else (layer,)


def length_of(cache: Cache) -> int:
    """Tokens that a cache holds; 0 when no layer of it counts them."""
    return max((int(getattr(part, "offset", 0)) for part in parts_of(cache)), default=0)

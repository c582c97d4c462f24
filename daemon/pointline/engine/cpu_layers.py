"""Transformer layers for MLX on a CPU: fused projections, attention in blocks, and an exponential without libm.

MLX's CPU back end evaluates ``exp`` and ``sigmoid`` one number at a time in libm (12 ns each here), which makes softmax
and SiLU cost as much as the matrix products. ``exp2`` below is plain arithmetic that the compiler vectorises (2 ns),
attention never makes the half of the scores that the causal mask throws away, and products that share their input are
one product. Results agree with mlx-lm's own layers to about 1e-5 relative; ``tests/daemon/engine`` holds them to it.
"""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import mlx.nn as nn

from .kv import SharedPrefix

_LOG2_E = 1.4426950408889634
# Least-squares fit of 2**f on [0, 1] at Chebyshev nodes, relative error below 2.7e-6; constant term first.
_EXP2 = (1.0000026681, 0.6930379852, 0.2413177178, 0.0520345876, 0.0136109305)
BLOCK = 128  # rows of queries a block: the scores of a block stay in the second-level cache
SCORES = 1 << 22  # scores in memory at once where rows share a prefix
_FUSED_FROM = 8  # tokens; below, one call of MLX's own attention costs less


def exp2(x: mx.array) -> mx.array:
    """Return ``2**x`` of a float32 array, relative error below 2e-5; what would underflow becomes about 1e-38.

    The whole part of ``x`` goes to the exponent bits, the rest through a polynomial (Schraudolph 1999, with the
    correction term as a polynomial). ``x`` must be below 127.
    """
    shifted = mx.maximum(x, -126.0) + 127.0
    whole = shifted.astype(mx.int32)
    part = shifted - whole.astype(mx.float32)
    value = part * _EXP2[4] + _EXP2[3]
    for factor in reversed(_EXP2[:3]):
        value = value * part + factor
    return mx.view(mx.left_shift(whole, 23), mx.float32) * value


def swiglu(gate: mx.array, up: mx.array) -> mx.array:
    """Return ``silu(gate) * up``."""
    return gate * up / (1.0 + exp2(mx.minimum(gate * -_LOG2_E, 126.0)))


def attend(queries: mx.array, keys: mx.array, values: mx.array, scale: float, *, causal: bool) -> mx.array:
    """Return softmax attention, computed a block of queries at a time.

    ``queries`` is (batch, heads, length, size); ``keys`` and ``values`` are (batch, groups, total, size) with the last
    ``length`` of ``total`` being the queries' own places. Heads that share a group are one product.
    """
    batch, heads, length, size = queries.shape
    groups, total = keys.shape[1], keys.shape[2]
    grouped = (queries * (scale * _LOG2_E)).reshape(batch, groups, heads // groups, length, size)
    turned = keys.swapaxes(-1, -2)
    widened = _with_ones(values)
    blocks = []
    for start in range(0, length, BLOCK):
        end = min(start + BLOCK, length)
        seen = total - length + end if causal else total
        rows = grouped[..., start:end, :].reshape(batch, groups, -1, size)
        scores = rows @ turned[..., :seen]
        if causal:
            scores = _hide_later(scores, end - start)
        weights = exp2(scores - scores.max(axis=-1, keepdims=True))
        mixed = weights @ widened[..., :seen, :]
        blocks.append((mixed[..., :size] / mixed[..., size:]).reshape(batch, heads, end - start, size))
    return mx.concatenate(blocks, axis=2) if len(blocks) > 1 else blocks[0]


def attend_shared(
    queries: mx.array, shared: tuple[mx.array, mx.array], own: tuple[mx.array, mx.array], scale: float
) -> mx.array:
    """Return causal attention of rows that continue one shared text: ``attend`` of both joined, without the join.

    ``queries`` is (batch, heads, length, size), ``shared`` keys and values (1, groups, total, size), ``own`` keys and
    values (batch, groups, length, size). For the shared part all rows of a group are one product.
    """
    batch, heads, length, size = queries.shape
    groups, total = own[0].shape[1], shared[0].shape[2]
    each = heads // groups * length
    grouped = (queries * (scale * _LOG2_E)).reshape(batch, groups, each, size)
    turned, widened = shared[0].swapaxes(-1, -2), _with_ones(shared[1])
    own_widened, step = _with_ones(own[1]), max(1, SCORES // (heads * length * total))
    blocks = []
    for start in range(0, batch, step):
        rows = grouped[start : start + step]
        count = rows.shape[0]
        together = rows.swapaxes(0, 1).reshape(1, groups, count * each, size)
        before = together @ turned
        after = _hide_later(rows @ own[0][start : start + step].swapaxes(-1, -2), length)
        after = after.swapaxes(0, 1).reshape(1, groups, count * each, length)
        highest = mx.maximum(before.max(axis=-1, keepdims=True), after.max(axis=-1, keepdims=True))
        weights = exp2(after - highest).reshape(groups, count, each, length).swapaxes(0, 1)
        mixed = (exp2(before - highest) @ widened).reshape(groups, count, each, size + 1).swapaxes(0, 1)
        mixed = mixed + weights @ own_widened[start : start + step]
        blocks.append((mixed[..., :size] / mixed[..., size:]).reshape(count, heads, length, size))
    return mx.concatenate(blocks) if len(blocks) > 1 else blocks[0]


def _with_ones(values: mx.array) -> mx.array:
    """Add a column of ones: the product that mixes the values then sums the weights as well."""
    return mx.concatenate([values, mx.ones((*values.shape[:-1], 1), values.dtype)], axis=-1)


def _hide_later(scores: mx.array, rows: int) -> mx.array:
    """Subtract enough from what lies after each row's own place that nothing of it is left after ``exp2``."""
    seen = scores.shape[-1]
    later = mx.triu(mx.full((rows, seen), -1e9), seen - rows + 1)
    return (scores.reshape(*scores.shape[:-2], -1, rows, seen) + later).reshape(scores.shape)


class FusedAttention(nn.Module):  # type: ignore[misc]
    """The attention of llama, qwen2 and qwen3 with one product for queries, keys and values."""

    def __init__(self, old: Any) -> None:
        super().__init__()
        self.n_heads, self.n_kv_heads, self.scale = old.n_heads, old.n_kv_heads, old.scale
        self.qkv = fuse([old.q_proj, old.k_proj, old.v_proj])
        self.o_proj, self.rope = old.o_proj, old.rope
        for norm in ("q_norm", "k_norm"):
            setattr(self, norm, getattr(old, norm, nn.Identity()))

    def __call__(self, x: mx.array, mask: Any = None, cache: Any = None) -> mx.array:
        batch, length, _ = x.shape
        heads, groups = self.n_heads, self.n_kv_heads
        mixed = self.qkv(x).reshape(batch, length, heads + 2 * groups, -1)
        queries, keys, values = mx.split(mixed, [heads, heads + groups], axis=2)
        queries = self.q_norm(queries).transpose(0, 2, 1, 3)
        keys = self.k_norm(keys).transpose(0, 2, 1, 3)
        values = values.transpose(0, 2, 1, 3)
        offset = cache.offset if cache is not None else 0
        queries, keys = self.rope(queries, offset=offset), self.rope(keys, offset=offset)
        if isinstance(cache, SharedPrefix):
            out = attend_shared(queries, (cache.keys, cache.values), (keys, values), self.scale)
            return self._project(out)
        if cache is not None:
            keys, values = cache.update_and_fetch(keys, values)
        if length < _FUSED_FROM or isinstance(mask, mx.array):
            out = mx.fast.scaled_dot_product_attention(queries, keys, values, scale=self.scale, mask=mask)
        else:
            out = attend(queries, keys, values, self.scale, causal=mask == "causal")
        return self._project(out)

    def _project(self, out: mx.array) -> mx.array:
        batch, _, length, _ = out.shape
        projected: mx.array = self.o_proj(out.transpose(0, 2, 1, 3).reshape(batch, length, -1))
        return projected


class FusedMLP(nn.Module):  # type: ignore[misc]
    """The gated MLP of llama, qwen2 and qwen3 with one product for gate and up."""

    def __init__(self, old: Any) -> None:
        super().__init__()
        self.gate_up, self.down_proj = fuse([old.gate_proj, old.up_proj]), old.down_proj

    def __call__(self, x: mx.array) -> mx.array:
        gate, up = mx.split(self.gate_up(x), 2, axis=-1)
        projected: mx.array = self.down_proj(swiglu(gate, up))
        return projected


def fuse(layers: list[Any]) -> nn.Linear:
    """Return one linear layer whose output is the outputs of ``layers``, one after the other."""
    fused = nn.Linear(1, 1, bias="bias" in layers[0])
    fused.weight = mx.concatenate([layer.weight for layer in layers])
    if "bias" in layers[0]:
        fused.bias = mx.concatenate([layer.bias for layer in layers])
    return fused


def shares_prefix(model: Any) -> bool:
    """Whether every layer reads a shared prefix in place."""
    return all(isinstance(getattr(layer, "self_attn", None), FusedAttention) for layer in model.layers)


def speed_up(model: Any) -> bool:
    """Replace the layers of a float32 model of a known shape, in place; false when its shape is not known."""
    if model.model_type not in ("llama", "qwen2", "qwen3"):
        return False
    for layer in model.layers:
        layer.self_attn = FusedAttention(layer.self_attn)
        layer.mlp = FusedMLP(layer.mlp)
        mx.eval(layer.parameters())  # at once, so that the old weights are freed layer by layer
    return True

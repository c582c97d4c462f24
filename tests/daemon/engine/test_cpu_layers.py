"""The CPU layers against mlx-lm's own: the same numbers to float32 rounding, at every length around a block's edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pointline.engine import cpu_layers
from pointline.engine.loading import dequantise, to_float32


def worst_of(difference: Any) -> float:
    return float(abs(difference).max().item())


Run = Callable[[Callable[[Any], Any]], Any]


def test_exp2_is_accurate_and_never_overflows(in_worker: Run) -> None:
    x = np.concatenate([np.linspace(-125, 126, 20001), [-1e9, -200.0, 0.0, -0.0]]).astype(np.float32)

    def run(_: Any) -> Any:
        import mlx.core as mx

        return np.array(cpu_layers.exp2(mx.array(x)))

    found = in_worker(run)
    error = np.abs(found[:-4] / np.exp2(x[:-4].astype(np.float64)) - 1)
    assert error.max() < 2e-5
    assert (found[-4:-2] < 1.5e-38).all()
    assert (found[-4:-2] >= 0).all()
    assert found[-2:] == pytest.approx([1.0, 1.0], abs=1e-5)


def test_swiglu_is_swiglu_far_from_zero_too(in_worker: Run) -> None:
    gate = np.concatenate([np.linspace(-30, 30, 1001), [-1e4, 1e4]]).astype(np.float32)

    def run(_: Any) -> Any:
        import mlx.core as mx

        return np.array(cpu_layers.swiglu(mx.array(gate), mx.array(gate)))

    wanted = gate.astype(np.float64) ** 2 / (1 + np.exp(-np.clip(gate, -700, None).astype(np.float64)))
    assert in_worker(run) == pytest.approx(wanted, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("length", [1, 7, 8, 127, 128, 129, 300])
@pytest.mark.parametrize("before", [0, 1, 130])
@pytest.mark.parametrize("causal", [True, False])
def test_attention_in_blocks_equals_attention(length: int, before: int, causal: bool, in_worker: Run) -> None:
    def run(_: Any) -> float:
        import mlx.core as mx

        mx.random.seed(1)
        queries = 2 * mx.random.normal((2, 6, length, 16))
        keys, values = (mx.random.normal((2, 3, before + length, 16)) for _ in range(2))
        mine = cpu_layers.attend(queries, keys, values, 0.25, causal=causal)
        wanted = mx.fast.scaled_dot_product_attention(
            queries, keys, values, scale=0.25, mask="causal" if causal else None
        )
        return worst_of(mine - wanted)

    assert in_worker(run) < 3e-5


@pytest.mark.parametrize("arch", ["llama", "qwen2", "qwen3"])
def test_a_model_with_fused_layers_gives_the_same_logits(arch: str, in_worker: Run, tiny: Any) -> None:
    def run(_: Any) -> tuple[float, float]:
        import mlx.core as mx
        from mlx_lm.models.cache import make_prompt_cache

        plain, fused = tiny(arch), tiny(arch, fused=True)
        ids = mx.random.randint(0, 264, (2, 200))
        caches = make_prompt_cache(plain), make_prompt_cache(fused)
        worst = 0.0
        for piece in (ids[:, :150], ids[:, 150:197], ids[:, 197:198], ids[:, 198:]):
            difference = plain(piece, cache=caches[0]) - fused(piece, cache=caches[1])
            worst = max(worst, float(abs(difference).max().item()))
        return worst, float(abs(plain(ids)).max().item())

    worst, largest = in_worker(run)
    assert worst < 1e-4 * max(1.0, largest)


def test_other_models_keep_their_layers(in_worker: Run, tiny: Any) -> None:
    assert not in_worker(lambda _: cpu_layers.speed_up(tiny("lfm2")))


@pytest.mark.parametrize("bits", [3, 4, 8])
def test_dequantised_weights_are_those_of_mlx(bits: int, in_worker: Run) -> None:
    def run(_: Any) -> float:
        import mlx.core as mx
        import mlx.nn as nn

        layer = nn.Linear(64, 24, bias=False).to_quantized(group_size=32, bits=bits)
        wanted = mx.dequantize(layer.weight, layer.scales, layer.biases, group_size=32, bits=bits)
        return float(np.abs(dequantise(layer) - np.array(wanted)).max())

    assert in_worker(run) < 1e-6


def test_to_float32_leaves_nothing_quantised_or_half(in_worker: Run, tiny: Any) -> None:
    def run(_: Any) -> tuple[float, set[str]]:
        import mlx.core as mx
        import mlx.nn as nn
        from mlx.utils import tree_flatten, tree_map

        model = tiny("qwen2")
        nn.quantize(
            model,
            group_size=32,
            bits=4,
            class_predicate=lambda _, m: hasattr(m, "to_quantized") and m.weight.shape[-1] % 32 == 0,
        )
        model.update(tree_map(lambda a: a.astype(mx.float16) if a.dtype == mx.float32 else a, model.parameters()))
        ids = mx.array([[4, 5, 6]])
        before = model(ids).astype(mx.float32)
        to_float32(model)
        kinds = {str(array.dtype) for _, array in tree_flatten(model.parameters())}
        return float(abs(model(ids) - before).max().item()) / float(abs(before).max().item()), kinds

    difference, kinds = in_worker(run)
    assert difference < 0.02  # half precision before, single after
    assert kinds == {"mlx.core.float32"}


@pytest.mark.parametrize(("batch", "length", "before"), [(1, 1, 1), (5, 3, 130), (40, 2, 300), (3, 150, 9)])
def test_attention_over_a_shared_prefix_equals_attention_over_the_copies(
    batch: int, length: int, before: int, in_worker: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpu_layers, "SCORES", 20_000)  # so that blocks of rows are made

    def run(_: Any) -> float:
        import mlx.core as mx

        mx.random.seed(2)
        queries = 2 * mx.random.normal((batch, 6, length, 16))
        shared = mx.random.normal((1, 3, before, 16)), mx.random.normal((1, 3, before, 16))
        own = mx.random.normal((batch, 3, length, 16)), mx.random.normal((batch, 3, length, 16))
        mine = cpu_layers.attend_shared(queries, shared, own, 0.25)
        keys, values = (
            mx.concatenate([mx.broadcast_to(s, (batch, *s.shape[1:])), o], axis=2)
            for s, o in zip(shared, own, strict=True)
        )
        return worst_of(mine - mx.fast.scaled_dot_product_attention(queries, keys, values, scale=0.25, mask="causal"))

    assert in_worker(run) < 3e-5

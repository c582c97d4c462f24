"""Tiny random models of real architectures, so that the engine's logic is tested exactly and in milliseconds."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.tiny_models import TINY, tiny_tokens
from pointline.engine import blas
from pointline.engine.cpu_layers import speed_up
from pointline.engine.loading import Loaded
from pointline.engine.mlx_engine import MLXEngine
from pointline.engine.models import ModelFolder
from pointline.engine.worker import Worker

blas.prepare()

Make = Callable[..., MLXEngine]


@pytest.fixture
def make_tiny(no_threads_left: None) -> Iterator[Make]:
    """Make engines on tiny models: ``make_tiny("llama", fused=True, context_tokens=4096)``. Closed after the test."""
    engines: list[MLXEngine] = []

    def make(arch: str = "llama", *, fused: bool = False, context_tokens: int = 4096) -> MLXEngine:
        def load(_: ModelFolder) -> Loaded:
            return Loaded(tiny_model(arch, fused=fused), tiny_tokens(), context_tokens)

        engines.append(MLXEngine(ModelFolder(f"tiny-{arch}", Path(), {}), load=load))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


@pytest.fixture
def in_worker(no_threads_left: None) -> Iterator[Callable[[Callable[[Any], Any]], Any]]:
    """Run a function in a thread that may use MLX, and return what it returns."""
    worker = Worker("pointline-test", at_end=blas.leave_thread)
    yield worker.call
    worker.close()


@pytest.fixture
def tiny() -> Callable[..., Any]:
    """Make a tiny model; see :func:`tiny_model`."""
    return tiny_model


def tiny_model(arch: str, *, fused: bool = False) -> Any:
    """Return a float32 model with random weights, the same ones every time."""
    import mlx.core as mx
    from mlx.utils import tree_map

    mx.random.seed(7)
    module = importlib.import_module(f"mlx_lm.models.{arch}")
    model = module.Model(module.ModelArgs.from_dict(TINY[arch] | {"model_type": arch}))
    # Weights this large make every token matter: an error in a cache or a mask cannot hide below the tolerance.
    model.update(
        tree_map(lambda a: mx.random.normal(a.shape) * (0.3 if a.ndim > 1 else 0.1) + (a.ndim == 1), model.parameters())
    )
    mx.eval(model.parameters())
    if fused:
        assert speed_up(model)
    return model

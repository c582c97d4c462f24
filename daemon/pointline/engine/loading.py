"""A model folder into memory: as it is on a GPU, as float32 with fast layers on a CPU."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .base import EngineError
from .models import ModelFolder
from .tokens import Tokens


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model that can be run, its tokenizer, and the length of text it was made for (tokens)."""

    model: Any
    tokens: Tokens
    context_tokens: int


def load(folder: ModelFolder) -> Loaded:
    """Load the model; call in the thread that will use it. Raises :class:`EngineError` when it cannot be loaded."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # the folder is all there is: nothing may ask the network
    import mlx.core as mx
    from mlx_lm.utils import load_model, load_tokenizer

    from .cpu_layers import speed_up

    folder.config()  # which says what to do when it cannot be read
    try:
        model, config = load_model(folder.path, lazy=True)  # with the end tokens of generation_config.json, too
        tokens = Tokens(load_tokenizer(folder.path, eos_token_ids=config.get("eos_token_id")))
        if mx.default_device().type == mx.DeviceType.cpu:
            to_float32(model)
            speed_up(model)
        mx.eval(model.parameters())
        most = int(config.get("text_config", config).get("max_position_embeddings") or 4096)
        if most < 1:
            raise ValueError(f"it reads at most {most} tokens")
        model(mx.array([[1]]))  # what only shows when it runs shows here, where the model is named
    except Exception as error:  # three libraries read the folder, and each fails in ways of its own
        raise EngineError(
            f"The model {folder.name} cannot be loaded: {error}.", "Fetch it again, or choose another model."
        ) from error
    return Loaded(model, tokens, most)


def to_float32(model: Any) -> None:
    """Replace quantised layers by plain ones and every 16-bit number by float32, in place: the CPU is slow at both."""
    import mlx.core as mx
    import mlx.nn as nn
    from mlx.utils import tree_map, tree_map_with_path

    def plain(_: str, layer: Any) -> Any:
        if isinstance(layer, nn.QuantizedLinear):
            new = nn.Linear(1, 1, bias="bias" in layer)
            if "bias" in layer:
                new.bias = layer.bias
        elif isinstance(layer, nn.QuantizedEmbedding):
            new = nn.Embedding(1, 1)
        else:
            return layer
        new.weight = mx.array(dequantise(layer))
        return new

    leaves = tree_map_with_path(plain, model.leaf_modules(), is_leaf=nn.Module.is_module)
    model.update_modules(leaves)
    floats = (mx.float16, mx.bfloat16)
    model.update(tree_map(lambda a: a.astype(mx.float32) if a.dtype in floats else a, model.parameters()))


_PAIRS = np.stack(np.divmod(np.arange(256), 16)[::-1], axis=1).astype(np.float32)  # byte -> low and high nibble


def dequantise(layer: Any) -> NDArray[np.float32]:
    """Return the weights of a quantised MLX layer as float32 (rows, columns); NumPy does it 5 times faster than MLX."""
    import mlx.core as mx

    if layer.bits not in (4, 8) or getattr(layer, "mode", "affine") != "affine":
        options = {"group_size": layer.group_size, "bits": layer.bits, "mode": getattr(layer, "mode", "affine")}
        whole = mx.dequantize(layer.weight, layer.scales, layer.get("biases"), **options)
        return np.array(whole.astype(mx.float32))
    packed = np.array(layer.weight).view(np.uint8)
    values = np.take(_PAIRS, packed, axis=0) if layer.bits == 4 else packed.astype(np.float32)
    grouped = values.reshape(len(packed), -1, layer.group_size)
    grouped *= np.array(layer.scales.astype(mx.float32))[:, :, None]
    grouped += np.array(layer.biases.astype(mx.float32))[:, :, None]
    return grouped.reshape(len(packed), -1)

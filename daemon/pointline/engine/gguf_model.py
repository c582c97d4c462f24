"""A GGUF file as an MLX model folder: ``config.json``, ``model.safetensors`` and the tokenizer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .base import EngineError
from .gguf_blocks import GROUP, Affine, read_tensor
from .gguf_names import config_of, rename, undo
from .gguf_tokenizer import end_tokens, tokenizer_files


def convert(source: Path, folder: Path) -> None:
    """Write the model in the GGUF file ``source`` into the existing, empty ``folder``.

    Quantised weights stay quantised (about the size of the file). Raises :class:`EngineError` when the file is not a
    GGUF file or holds a model that is not known here.
    """
    from gguf import GGUFReader
    from safetensors.numpy import save_file

    try:
        reader = GGUFReader(source)
        fields = {name: field.contents() for name, field in reader.fields.items()}
    except (OSError, ValueError, IndexError, KeyError) as error:
        raise EngineError(
            f"{source} cannot be read as a GGUF file: {error}.", "Check the file, or fetch it again."
        ) from error
    arch = str(fields.get("general.architecture", ""))
    config = config_of(fields, {tensor.name for tensor in reader.tensors})
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    bits: dict[str, int] = {}
    for tensor in reader.tensors:
        name = rename(tensor.name, arch)
        values = undo(tensor.name, read_tensor(tensor), arch, config)
        if isinstance(values, Affine):
            layer = name.removesuffix(".weight")
            arrays |= {name: values.packed(), f"{layer}.scales": values.scales, f"{layer}.biases": values.biases}
            bits[layer] = values.bits
        else:
            arrays[name] = values.values
    config |= _quantization(bits) | {"eos_token_id": end_tokens(fields)}
    save_file(arrays, folder / "model.safetensors", {"format": "mlx"})
    files = tokenizer_files(fields) | {"config.json": json.dumps(config, indent=1)}
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")


def _quantization(bits: Mapping[str, int]) -> dict[str, Any]:
    """Return the ``quantization`` part of the configuration: the commonest width, and each layer that differs."""
    if not bits:
        return {}
    widths = list(bits.values())
    usual = max(set(widths), key=widths.count)
    other = {layer: {"group_size": GROUP, "bits": width} for layer, width in bits.items() if width != usual}
    return {"quantization": {"group_size": GROUP, "bits": usual, **other}}

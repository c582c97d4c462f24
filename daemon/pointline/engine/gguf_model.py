"""A GGUF file as an MLX model folder: ``config.json``, ``model.safetensors`` and the tokenizer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pointline.errors import BadInput

from .base import EngineError
from .gguf_blocks import GROUP, Affine, bytes_of, read_tensor
from .gguf_names import config_of, rename, undo
from .gguf_tokenizer import end_tokens, tokenizer_files

_NO_VERSION = 16  # far more than there are


def convert(source: Path, folder: Path, *, room: Callable[[int], None] = lambda _bytes: None) -> None:
    """Write the model in the GGUF file ``source`` into the existing, empty ``folder``.

    Quantised weights stay quantised; what has fewer than four bits grows (to 8). ``room`` is asked, with the bytes of
    the weights, before any is read, and raises :class:`BadInput` where they do not fit. Raises :class:`EngineError`
    when the file is not a whole GGUF file or holds a model that is not known here.
    """
    try:
        _convert(source, folder, room)
    except OSError as error:
        raise EngineError(f"{source} cannot be converted: {error.strerror or error}.", "Check the disk.") from error
    except MemoryError as error:
        raise EngineError(
            f"{source} is too large for the memory that is free, or damaged.", "Close other programs, and try again."
        ) from error
    except (EngineError, BadInput):
        raise
    except NotImplementedError as error:
        raise EngineError(
            f"{source} keeps its weights in a form that cannot be read.",
            "Use another quantisation (Q4_K_M, Q8_0), or an MLX folder, of the same model.",
        ) from error
    except Exception as error:  # gguf takes lengths and places out of the file and does not look whether they can be
        raise EngineError(
            f"{source} is damaged or cut off: it has {source.stat().st_size:,} bytes, and what it says of its parts "
            "does not fit them.",
            "Compare its size with the one at its source, and fetch it again.",
        ) from error


def _convert(source: Path, folder: Path, room: Callable[[int], None]) -> None:
    from safetensors.numpy import save_file

    _check_kind(source)
    reader = _read(source)
    fields = {name: field.contents() for name, field in reader.fields.items()}
    arch = str(fields.get("general.architecture", ""))
    config = config_of(fields, {tensor.name for tensor in reader.tensors})
    room(sum(bytes_of(each.tensor_type.name, tuple(map(int, reversed(each.shape)))) for each in reader.tensors))
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


def _read(source: Path) -> Any:
    """The reader of a GGUF file; one that stops where the file ends. The library's own goes on through a list of as
    many items as the file says, reading nothing, until the memory is full."""
    from gguf import GGUFReader

    class Reader(GGUFReader):  # type: ignore[misc]
        def _get(self, offset: int, dtype: Any, count: int = 1, *rest: Any, **named: Any) -> Any:
            found = super()._get(offset, dtype, count, *rest, **named)
            if len(found) < int(count):
                raise ValueError("the file ends before what it announces")
            return found

    return Reader(source)


def _check_kind(source: Path) -> None:
    """Raise :class:`EngineError` for another kind of file, or a version that gguf does not read.

    Numbers that no version has are damage, which is seen later.

    The form: "GGUF", then the version in 4 bytes (ggml, docs/gguf.md).
    """
    from gguf.gguf_reader import READER_SUPPORTED_VERSIONS

    with source.open("rb") as file:
        first = file.read(8)
    if first[:4] != b"GGUF":
        raise EngineError(f"{source} is not a GGUF file.", "Give the path of a GGUF file, or of an MLX folder.")
    version = int.from_bytes(first[4:], "little")
    if version not in READER_SUPPORTED_VERSIONS and 0 < version < _NO_VERSION:
        raise EngineError(
            f"{source} is of version {version} of GGUF, which cannot be read.",
            "Use a newer file, or an MLX folder, of the same model.",
        )


def _quantization(bits: Mapping[str, int]) -> dict[str, Any]:
    """Return the ``quantization`` part of the configuration: the commonest width, and each layer that differs."""
    if not bits:
        return {}
    widths = list(bits.values())
    usual = max(set(widths), key=widths.count)
    other = {layer: {"group_size": GROUP, "bits": width} for layer, width in bits.items() if width != usual}
    return {"quantization": {"group_size": GROUP, "bits": usual, **other}}

"""Tensors of a GGUF file as MLX keeps them: dense, or affine groups of 32 with a scale and a bias.

The block formats are those of ggml (``gguf.quants`` holds the readable form, and the tests compare with it). Q4_0,
Q4_1, Q5_0, Q5_1, Q8_0, Q4_K and Q5_K are affine in groups of 32 already, so their bits are repacked, not quantised
again; the rest is dequantised, and what was below 16 bits is kept at 8 bits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

GROUP = 32


@dataclass(frozen=True, slots=True)
class Dense:
    """Plain numbers, any shape."""

    values: NDArray[np.float16]

    def rows(self, index: NDArray[np.intp]) -> Dense:
        """Return the rows in another order."""
        return Dense(self.values[index])


@dataclass(frozen=True, slots=True)
class Affine:
    """``weight = scale * q + bias`` in groups of 32 along the last axis; ``q`` uint8 of shape (rows, columns)."""

    q: NDArray[np.uint8]
    scales: NDArray[np.float16]
    biases: NDArray[np.float16]
    bits: int

    def rows(self, index: NDArray[np.intp]) -> Affine:
        """Return the rows in another order."""
        return Affine(self.q[index], self.scales[index], self.biases[index], self.bits)

    def packed(self) -> NDArray[np.uint32]:
        """Return ``q`` packed as MLX packs it: a little-endian stream of ``bits`` bits, whole 32-bit words a row."""
        rows, columns = self.q.shape
        if self.bits == 8:
            stream = np.ascontiguousarray(self.q)
        else:
            bits = np.unpackbits(self.q[:, :, None], axis=2, count=self.bits, bitorder="little")
            stream = np.packbits(bits.reshape(rows, columns * self.bits), axis=1, bitorder="little")
        return stream.view("<u4")


Tensor = Dense | Affine


def read_tensor(tensor: Any) -> Tensor:
    """Turn a ``gguf.ReaderTensor`` into numbers of shape (rows, columns) or (columns,).

    Raises :class:`NotImplementedError` for a block format that gguf cannot read.
    """
    kind = tensor.tensor_type.name
    reader = _AFFINE.get(kind)
    if reader is not None and tensor.data.ndim == 2:
        return _affine(reader(tensor.data.reshape(-1, _BYTES[kind])), len(tensor.data))
    from gguf.quants import dequantize

    values = dequantize(tensor.data, tensor.tensor_type)
    if kind in _DENSE or values.ndim != 2 or values.shape[1] % GROUP:
        return Dense(values.astype(np.float16))
    return quantise(values)


def bytes_of(kind: str, shape: tuple[int, ...]) -> int:
    """Bytes that a tensor of this block format and shape (numbers, rows first) takes once it was read."""
    numbers = math.prod(shape)
    if kind in _DENSE or len(shape) != 2 or shape[1] % GROUP:
        return 2 * numbers
    return numbers * _BITS.get(kind, 8) // 8 + 4 * numbers // GROUP  # a scale and a bias for each group


def quantise(values: NDArray[np.float32], bits: int = 8) -> Affine:
    """Round to the nearest of ``2**bits`` steps between the smallest and largest value of each group."""
    grouped = values.reshape(len(values), -1, GROUP)
    low, high = grouped.min(axis=2), grouped.max(axis=2)
    scales = ((high - low) / (2**bits - 1)).astype(np.float16)
    biases = low.astype(np.float16)
    steps = np.where(scales == 0, 1, scales).astype(np.float32)[:, :, None]
    q = np.clip(np.rint((grouped - biases.astype(np.float32)[:, :, None]) / steps), 0, 2**bits - 1)
    return Affine(q.astype(np.uint8).reshape(values.shape), scales, biases, bits)


_DENSE = {"F64", "F32", "F16", "BF16"}

_Parts = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32], int]


def _affine(parts: _Parts, rows: int) -> Affine:
    q, scales, biases, bits = parts
    return Affine(
        q.reshape(rows, -1),
        scales.astype(np.float16).reshape(rows, -1),
        biases.astype(np.float16).reshape(rows, -1),
        bits,
    )


def _half(blocks: NDArray[np.uint8], at: int) -> NDArray[np.float32]:
    return np.ascontiguousarray(blocks[:, at : at + 2]).view("<f2").astype(np.float32)


def _nibbles(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Low nibbles are the first half of the group, high nibbles the second."""
    return np.concatenate([packed & 0x0F, packed >> 4], axis=-1)


def _fifth_bits(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.unpackbits(packed, axis=1, bitorder="little") << np.uint8(4)


def _q4_0(blocks: NDArray[np.uint8]) -> _Parts:
    scale = _half(blocks, 0)
    return _nibbles(blocks[:, 2:]), scale, -8 * scale, 4


def _q4_1(blocks: NDArray[np.uint8]) -> _Parts:
    return _nibbles(blocks[:, 4:]), _half(blocks, 0), _half(blocks, 2), 4


def _q5_0(blocks: NDArray[np.uint8]) -> _Parts:
    scale = _half(blocks, 0)
    return _nibbles(blocks[:, 6:]) | _fifth_bits(blocks[:, 2:6]), scale, -16 * scale, 5


def _q5_1(blocks: NDArray[np.uint8]) -> _Parts:
    return _nibbles(blocks[:, 8:]) | _fifth_bits(blocks[:, 4:8]), _half(blocks, 0), _half(blocks, 2), 5


def _q8_0(blocks: NDArray[np.uint8]) -> _Parts:
    scale = _half(blocks, 0)
    return blocks[:, 2:] ^ np.uint8(0x80), scale, -128 * scale, 8  # int8 q is uint8 q + 128


def _k_scales(blocks: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Eight 6-bit scales and minima of a K block, packed in 12 bytes after two halves."""
    low, middle, mixed = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = np.concatenate([low & 0x3F, (mixed & 0x0F) | ((low >> 2) & 0x30)], axis=1)
    minima = np.concatenate([middle & 0x3F, (mixed >> 4) | ((middle >> 2) & 0x30)], axis=1)
    return _half(blocks, 0) * scales, -_half(blocks, 2) * minima


def _q4_k(blocks: NDArray[np.uint8]) -> _Parts:
    scales, biases = _k_scales(blocks)
    return _nibbles(blocks[:, 16:].reshape(-1, 4, 32)), scales, biases, 4


def _q5_k(blocks: NDArray[np.uint8]) -> _Parts:
    scales, biases = _k_scales(blocks)
    high = np.unpackbits(blocks[:, 16:48, None], axis=2, bitorder="little").swapaxes(1, 2)
    low = _nibbles(blocks[:, 48:].reshape(-1, 4, 32)).reshape(-1, 8, 32)
    return low | (high << np.uint8(4)), scales, biases, 5


_AFFINE = {"Q4_0": _q4_0, "Q4_1": _q4_1, "Q5_0": _q5_0, "Q5_1": _q5_1, "Q8_0": _q8_0, "Q4_K": _q4_k, "Q5_K": _q5_k}
_BITS = {"Q4_0": 4, "Q4_1": 4, "Q5_0": 5, "Q5_1": 5, "Q4_K": 4, "Q5_K": 5}
_BYTES = {"Q4_0": 18, "Q4_1": 20, "Q5_0": 22, "Q5_1": 24, "Q8_0": 34, "Q4_K": 144, "Q5_K": 176}

"""GGUF: blocks repacked without loss, and a whole model that gives the same logits after the way there and back."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFWriter
from gguf.quants import dequantize, quantize

from helpers.tiny_gguf import MODULES, write_gguf
from helpers.tiny_models import byte_tokenizer
from pointline.engine.base import EngineError
from pointline.engine.gguf_blocks import Affine, Dense, bytes_of, quantise, read_tensor
from pointline.engine.gguf_model import convert
from pointline.engine.models import ModelFolder

BYTES = {"Q4_K": 144, "Q5_K": 176}
EXACT = ("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0")


def tensor_of(data: Any, kind: str) -> SimpleNamespace:
    return SimpleNamespace(data=data, tensor_type=GGMLQuantizationType[kind])


def unpacked(tensor: Affine) -> Any:
    """Undo the packing with MLX, whose format it is."""
    import mlx.core as mx

    parts = (mx.array(tensor.packed()), mx.array(tensor.scales), mx.array(tensor.biases))
    with mx.stream(mx.cpu):
        return np.array(mx.dequantize(*parts, group_size=32, bits=tensor.bits).astype(mx.float32))


@pytest.mark.parametrize("kind", [*EXACT, "Q4_K", "Q5_K"])
def test_affine_blocks_keep_their_bits(kind: str) -> None:
    rng = np.random.default_rng(3)
    if kind in EXACT:
        data = quantize(rng.standard_normal((6, 256), dtype=np.float32), GGMLQuantizationType[kind])
    else:
        # gguf cannot write K blocks: random bytes, with the two halves at the front made ordinary numbers.
        data = rng.integers(0, 256, (6, BYTES[kind]), dtype=np.uint8)
        data[:, :4] = rng.uniform(0.001, 0.01, (6, 2)).astype(np.float16).view(np.uint8)
    found = read_tensor(tensor_of(data, kind))
    assert isinstance(found, Affine)
    wanted = dequantize(data, GGMLQuantizationType[kind])
    mine = found.q.reshape(6, -1, 32) * found.scales[..., None].astype(np.float32) + found.biases[..., None]
    # Exact where scale and bias are halves in the file; else they are rounded to halves.
    tolerance = 0 if kind in EXACT else 2e-3 * np.abs(wanted).max()
    assert np.abs(mine.reshape(6, -1) - wanted).max() <= tolerance
    assert np.abs(unpacked(found) - wanted).max() <= tolerance + 2e-3 * np.abs(wanted).max()


def test_other_quantisations_are_kept_at_eight_bits() -> None:
    values = np.random.default_rng(4).standard_normal((4, 256), dtype=np.float32)
    data = np.random.default_rng(5).integers(0, 256, (4, 210), dtype=np.uint8)
    data[:, -2:] = np.array([0.01], np.float16).view(np.uint8)
    found = read_tensor(tensor_of(data, "Q6_K"))
    assert isinstance(found, Affine)
    assert found.bits == 8
    wanted = dequantize(data, GGMLQuantizationType.Q6_K)
    assert np.abs(unpacked(found) - wanted).max() < 0.01 * np.abs(wanted).max()
    assert isinstance(read_tensor(tensor_of(values, "F32")), Dense)


@pytest.mark.parametrize(
    "kind", ["Q2_K", "Q3_K", "Q6_K", "IQ1_S", "IQ2_XXS", "IQ4_XS", "TQ1_0", "MXFP4", *EXACT, "Q5_K"]
)
def test_the_room_that_a_tensor_takes_is_known_before_it_is_read(kind: str) -> None:
    block, size = GGML_QUANT_SIZES[GGMLQuantizationType[kind]]
    data = np.random.default_rng(6).integers(0, 0x38, (6, 512 // block * size), dtype=np.uint8)
    found = read_tensor(tensor_of(data, kind))
    assert isinstance(found, Affine)
    assert bytes_of(kind, (6, 512)) == found.packed().nbytes + found.scales.nbytes + found.biases.nbytes
    assert bytes_of("F32", (6, 512)) == bytes_of("BF16", (6, 512)) == bytes_of(kind, (3072,)) == 2 * 6 * 512


def test_quantise_takes_a_group_of_equal_numbers() -> None:
    assert np.allclose(unpacked(quantise(np.full((2, 64), 0.25, np.float32))), 0.25)


@pytest.mark.parametrize("arch", ["llama", "qwen2", "qwen3", "gemma3"])
def test_a_converted_model_gives_the_same_logits(arch: str, tmp_path: Path, in_worker: Any, tiny: Any) -> None:
    from pointline.engine.loading import load

    def run(_: Any) -> tuple[float, list[int], list[int]]:
        import mlx.core as mx

        model = tiny(MODULES.get(arch, arch))
        folder = tmp_path / "folder"
        folder.mkdir()
        write_gguf(tmp_path / "tiny.gguf", arch, model)
        convert(tmp_path / "tiny.gguf", folder)
        loaded = load(ModelFolder("tiny", folder, {}))
        ids = mx.array([[5, 60, 200, 7, 7, 100, 31, 9, 12, 250]])
        return (
            float(abs(model(ids) - loaded.model(ids)).max().item()),
            loaded.tokens.encode("the cost <|im_end|>"),
            sorted(loaded.tokens.end),
        )

    difference, ids, end = in_worker(run)
    assert difference < 0.05  # weights are 16-bit numbers on the way
    assert ids == byte_tokenizer_ids("the cost <|im_end|>")
    assert end == [0, 2]


def byte_tokenizer_ids(text: str) -> list[int]:
    tokenizer = byte_tokenizer()
    tokenizer.encode_special_tokens = True
    return list(tokenizer.encode(text).ids)


def test_a_file_that_is_not_gguf_is_refused(tmp_path: Path) -> None:
    for name, content, says in (
        ("empty", b"", "is not a GGUF file"),
        ("text", b"this is no model" * 10, "is not a GGUF file"),
        ("cut", b"GGUF\x03\0\0\0", "is damaged or cut off: it has 8 bytes"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(EngineError, match=says) as raised:
            convert(tmp_path / name, tmp_path)
        assert raised.value.action
    with pytest.raises(EngineError):
        convert(tmp_path / "missing", tmp_path)


def test_an_unknown_architecture_is_refused_by_name(tmp_path: Path) -> None:
    writer = GGUFWriter(tmp_path / "x.gguf", "mamba")
    writer.add_tensor("token_embd.weight", np.zeros((4, 4), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(EngineError, match="mamba") as raised:
        convert(tmp_path / "x.gguf", tmp_path)
    assert "llama" in raised.value.action


def test_the_configuration_names_every_width_that_differs(tmp_path: Path) -> None:
    from pointline.engine.gguf_model import _quantization

    found = json.loads(json.dumps(_quantization({"a": 4, "b": 4, "c": 8})))
    assert found == {"quantization": {"group_size": 32, "bits": 4, "c": {"group_size": 32, "bits": 8}}}


PIECES = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", "t", "h", "e", "▁t", "he", "▁the"]
SCORES = [0.0] * 259 + [-9.0, -8.0, -7.0, -6.0, -2.0, -3.0, -1.0]


def pieces(**more: Any) -> dict[str, Any]:
    kinds = [2, 3, 3, *[6] * 256, *[1] * 7]
    fields = {"model": "llama", "tokens": PIECES, "scores": SCORES, "token_type": kinds, "eos_token_id": 2} | more
    return {f"tokenizer.ggml.{key}": value for key, value in fields.items()} | {
        "general.architecture": "llama",
        "llama.context_length": 64,
    }


@pytest.mark.parametrize("prefix", [True, False])
@pytest.mark.parametrize("text", ["the the", "  the ", "日本 the", "\n\t", "▁"])
def test_sentencepiece_text_comes_back_as_it_was(prefix: bool, text: str) -> None:
    from tokenizers import Tokenizer

    from pointline.engine.gguf_tokenizer import tokenizer_files

    tokenizer = Tokenizer.from_str(tokenizer_files(pieces(add_space_prefix=prefix))["tokenizer.json"])
    assert tokenizer.decode(tokenizer.encode(text).ids) == text.replace("▁", " ")


def test_sentencepiece_joins_the_piece_of_the_highest_score_first() -> None:
    from tokenizers import Tokenizer

    from pointline.engine.gguf_tokenizer import merges_of, tokenizer_files

    assert merges_of(PIECES, SCORES) == [("▁t", "he"), ("▁", "t"), ("h", "e")]
    files = tokenizer_files(pieces(add_space_prefix=False, add_bos_token=True, bos_token_id=1))
    tokenizer = Tokenizer.from_str(files["tokenizer.json"])
    assert tokenizer.encode(" the the").tokens == ["<s>", "▁the", "▁the"]
    assert tokenizer.encode("é").tokens == ["<s>", "<0xC3>", "<0xA9>"]


def test_an_unknown_kind_of_tokenizer_is_refused() -> None:
    from pointline.engine.gguf_tokenizer import tokenizer_files

    for fields in (pieces(model="bert"), pieces(model="gpt2", pre="never-heard-of", merges=[])):
        with pytest.raises(EngineError) as raised:
            tokenizer_files(fields)
        assert raised.value.action

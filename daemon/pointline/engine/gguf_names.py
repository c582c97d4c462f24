"""What a GGUF file calls things, and what mlx-lm calls them: configuration and tensor names of each architecture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .base import EngineError
from .gguf_blocks import Dense, Tensor

Config = dict[str, Any]

_LAYER = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
}
# Gemma has a norm on both sides of attention and of the MLP.
_GEMMA_LAYER = _LAYER | {
    "post_attention_norm": "post_attention_layernorm",
    "ffn_norm": "pre_feedforward_layernorm",
    "post_ffw_norm": "post_feedforward_layernorm",
}
_TOP = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}


def config_of(fields: Mapping[str, Any], names: set[str]) -> Config:
    """Return mlx-lm's ``config.json`` from the metadata and the tensor names.

    Raises :class:`EngineError` for an architecture or a way of scaling positions that is not known here.
    """
    arch = str(fields.get("general.architecture", ""))
    more = _ARCHITECTURES.get(arch)
    if more is None:
        raise EngineError(
            f"The model's architecture is {arch or 'not named'}, which cannot be imported.",
            f"Import one of these: {', '.join(sorted(_ARCHITECTURES))}.",
        )
    scaling = fields.get(f"{arch}.rope.scaling.type", "none")
    if "rope_freqs.weight" in names or scaling not in ("none", ""):
        raise EngineError(
            "The model scales its positions in a way that cannot be imported from GGUF.",
            "Use an MLX folder of the same model.",
        )

    def of(key: str) -> Any:
        return fields[f"{arch}.{key}"]

    heads = of("attention.head_count")
    config: Config = {
        "hidden_size": of("embedding_length"),
        "num_hidden_layers": of("block_count"),
        "intermediate_size": of("feed_forward_length"),
        "num_attention_heads": heads,
        "num_key_value_heads": fields.get(f"{arch}.attention.head_count_kv", heads),
        "head_dim": fields.get(f"{arch}.attention.key_length", of("embedding_length") // heads),
        "rms_norm_eps": of("attention.layer_norm_rms_epsilon"),
        "vocab_size": len(fields["tokenizer.ggml.tokens"]),
        "max_position_embeddings": of("context_length"),
        "rope_theta": fields.get(f"{arch}.rope.freq_base", 10000.0),
        "tie_word_embeddings": "output.weight" not in names,
    }
    return config | more(fields)


def _gemma3(fields: Mapping[str, Any]) -> Config:
    head_dim = fields["gemma3.attention.key_length"]
    return {
        "model_type": "gemma3_text",
        "sliding_window": fields.get("gemma3.attention.sliding_window", 512),
        "sliding_window_pattern": fields.get("gemma3.attention.sliding_window_pattern", 6),
        # Not in the file; these are the published values of every size but the largest.
        "rope_local_base_freq": 10000.0,
        "query_pre_attn_scalar": head_dim,
    }


_ARCHITECTURES: dict[str, Callable[[Mapping[str, Any]], Config]] = {
    "llama": lambda _: {"model_type": "llama"},
    "qwen2": lambda _: {"model_type": "qwen2"},
    "qwen3": lambda _: {"model_type": "qwen3"},
    "gemma3": _gemma3,
}


def rename(name: str, arch: str) -> str:
    """Return mlx-lm's name of a tensor. Raises :class:`EngineError` for one that is not known."""
    stem, _, kind = name.rpartition(".")
    if stem in _TOP:
        return f"{_TOP[stem]}.{kind}"
    parts = stem.split(".")
    layer = _GEMMA_LAYER if arch == "gemma3" else _LAYER
    if len(parts) == 3 and parts[0] == "blk" and parts[2] in layer:
        return f"model.layers.{parts[1]}.{layer[parts[2]]}.{kind}"
    raise EngineError(f"The file holds a tensor that is not known: {name}.", "Use an MLX folder of the same model.")


def undo(name: str, tensor: Tensor, arch: str, config: Config) -> Tensor:
    """Take back what llama.cpp's own conversion did to the numbers.

    For the llama architecture the rows of q and k are interleaved for its rotary embedding; for Gemma 1 is added to
    each norm (llama.cpp ``convert_hf_to_gguf``: ``permute`` and ``norm.weight + 1``).
    """
    stem = name.rsplit(".", 1)[0]
    if arch == "llama" and stem.endswith(("attn_q", "attn_k")):
        heads = config["num_attention_heads" if stem.endswith("attn_q") else "num_key_value_heads"]
        half = config["head_dim"] // 2
        order = np.arange(heads * half * 2, dtype=np.intp).reshape(heads, half, 2).swapaxes(1, 2)
        return tensor.rows(order.reshape(-1))
    if arch == "gemma3" and stem.endswith("norm") and isinstance(tensor, Dense):
        return Dense((tensor.values.astype(np.float32) - 1).astype(np.float16))
    return tensor

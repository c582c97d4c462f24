"""A tiny model as a GGUF file, written as llama.cpp's conversion would write it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGUFWriter

from helpers.tiny_models import MERGES, TEMPLATE, TINY, byte_tokenizer

NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}


GEMMA_NAMES = NAMES | {
    "post_attention_layernorm": "post_attention_norm",
    "pre_feedforward_layernorm": "ffn_norm",
    "post_feedforward_layernorm": "post_ffw_norm",
}
MODULES = {"gemma3": "gemma3_text"}  # mlx-lm's name of an architecture, where it is not llama.cpp's


def write_gguf(path: Path, arch: str, model: Any) -> None:
    """Write a tiny model as llama.cpp's conversion would: q and k interleaved for llama, norms + 1 for gemma."""
    from mlx.utils import tree_flatten

    args = TINY[MODULES.get(arch, arch)]
    writer = GGUFWriter(path, arch)
    writer.add_block_count(args["num_hidden_layers"])
    writer.add_context_length(args["max_position_embeddings"])
    writer.add_embedding_length(args["hidden_size"])
    writer.add_feed_forward_length(args["intermediate_size"])
    writer.add_head_count(args["num_attention_heads"])
    writer.add_head_count_kv(args["num_key_value_heads"])
    writer.add_key_length(args["head_dim"])
    writer.add_layer_norm_rms_eps(args["rms_norm_eps"])
    writer.add_rope_freq_base(args["rope_theta"])
    vocabulary = [token for token, _ in sorted(byte_tokenizer().get_vocab().items(), key=lambda item: item[1])]
    if arch == "gemma3":
        writer.add_sliding_window(args["sliding_window"])
        writer.add_uint32("gemma3.attention.sliding_window_pattern", args["sliding_window_pattern"])
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(vocabulary)
    writer.add_token_types([3 if i < 3 else 1 for i in range(len(vocabulary))])
    writer.add_token_merges([" ".join(pair) for pair in MERGES])
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    for name, array in tree_flatten(model.parameters()):
        values = np.array(array)
        stem, kind = name.rsplit(".", 1)
        if stem.startswith("model.layers."):
            _, _, layer, rest = stem.split(".", 3)
            if arch == "llama" and rest in ("self_attn.q_proj", "self_attn.k_proj"):
                heads = args["num_attention_heads" if "q_proj" in rest else "num_key_value_heads"]
                # llama.cpp, convert_hf_to_gguf.py: LlamaModel.permute
                values = values.reshape(heads, 2, -1, *values.shape[1:]).swapaxes(1, 2).reshape(values.shape)
            stem = f"blk.{layer}.{(GEMMA_NAMES if arch == 'gemma3' else NAMES)[rest]}"
        else:
            stem = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}[stem]
        if arch == "gemma3" and stem.endswith("norm"):
            values = values + 1
        writer.add_tensor(f"{stem}.{kind}", np.ascontiguousarray(values))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

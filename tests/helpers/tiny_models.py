"""Sizes of the tiny models, and a tokenizer of bytes with the markers of a chat."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pointline.engine.tokens import Tokens

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
MERGES = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("i", "n"), ("a", "n")]

_SAME = {
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "intermediate_size": 48,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "rms_norm_eps": 1e-5,
    "vocab_size": 264,
    "max_position_embeddings": 4096,
    "rope_theta": 10000.0,
    "tie_word_embeddings": True,
}
TINY: dict[str, dict[str, Any]] = {
    "llama": _SAME,
    "qwen2": _SAME,
    "qwen3": _SAME,
    # A window of 16 tokens, so that every test text is longer than it.
    "gemma3_text": _SAME | {"sliding_window": 16, "sliding_window_pattern": 3, "query_pre_attn_scalar": 8},
    # A model of text inside one of pictures, as its folders come; "gemma3_text" is what is inside of this one.
    "gemma3": {
        "text_config": _SAME
        | {"model_type": "gemma3_text", "sliding_window": 16, "sliding_window_pattern": 3, "query_pre_attn_scalar": 8},
        "vocab_size": 264,
    },
    "qwen3_5": {
        "text_config": _SAME
        | {
            "model_type": "qwen3_5",
            "full_attention_interval": 3,
            "linear_num_value_heads": 4,
            "linear_num_key_heads": 2,
            "linear_key_head_dim": 8,
            "linear_value_head_dim": 8,
            "tie_word_embeddings": False,
        }
    },
    # Another one, whose model of text keeps no sizes of its own; the last layer looks into the cache of another.
    "gemma3n": {
        "text_config": _SAME
        | {
            "model_type": "gemma3n_text",
            "intermediate_size": [48, 48, 48],
            "layer_types": ["sliding_attention", "full_attention", "full_attention"],
            "sliding_window": 16,
            "num_kv_shared_layers": 1,
            "vocab_size_per_layer_input": 264,
            "hidden_size_per_layer_input": 8,
            "altup_num_inputs": 2,
            "altup_active_idx": 0,
            "altup_coef_clip": 120.0,
            "altup_correct_scale": True,
            "laurel_rank": 4,
            "activation_sparsity_pattern": [0.0, 0.0, 0.0],
            "rope_local_base_freq": 10000.0,
            "final_logit_softcapping": 30.0,
            "query_rescale_scalar": 1.0,
        },
        "vocab_size": 264,
    },
    # Attention beside a recurrent state in each layer, of which no batch can be made here.
    "falcon_h1": {
        "hidden_size": 32,
        "head_dim": 8,
        "intermediate_size": 48,
        "lm_head_multiplier": 1.0,
        "mamba_d_ssm": 32,
        "mamba_d_head": 8,
        "mamba_n_heads": 4,
        "mamba_d_state": 8,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "num_hidden_layers": 2,
        "vocab_size": 264,
        "max_position_embeddings": 4096,
        "rope_theta": 10000.0,
    },
    "lfm2": {
        "hidden_size": 32,
        "num_hidden_layers": 4,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "vocab_size": 264,
        "max_position_embeddings": 4096,
        "norm_eps": 1e-5,
        "conv_bias": False,
        "conv_L_cache": 3,
        "block_dim": 32,
        "block_ff_dim": 48,
        "block_multiple_of": 8,
        "block_ffn_dim_multiplier": 1.0,
        "block_auto_adjust_ff_dim": False,
        "rope_theta": 10000.0,
        "full_attn_idxs": [1, 3],
    },
}


def byte_tokenizer() -> Any:
    """Return a ``tokenizers.Tokenizer`` whose tokens are bytes, a few merges and the markers."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = [*SPECIAL, *alphabet, *("".join(pair) for pair in MERGES)]
    tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(vocabulary)}, MERGES))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in SPECIAL])
    return tokenizer


def tiny_tokens(template: str = TEMPLATE, *, asks_for: int | None = None) -> Tokens:
    """Return the byte tokenizer as the engine uses it; ``asks_for``: a length that its file wants texts to have."""
    from transformers import PreTrainedTokenizerFast

    made = byte_tokenizer()
    if asks_for is not None:
        made.enable_truncation(asks_for)
        made.enable_padding(length=asks_for)
    hf = PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token=SPECIAL[0] if asks_for is None else None,
        eos_token=SPECIAL[2],
        chat_template=template,
    )
    return Tokens(SimpleNamespace(_tokenizer=hf, eos_token_ids={2, 0}))

"""The tokenizer inside a GGUF file as ``tokenizer.json`` and ``tokenizer_config.json``, without torch or a network."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .base import EngineError

_CONTROL, _USER_DEFINED = 3, 4  # gguf.TokenType

# How text is cut before byte-level BPE, by the name in ``tokenizer.ggml.pre`` (llama.cpp, src/llama-vocab.cpp).
_QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_LLAMA3 = _QWEN2.replace(r"|\p{N}|", r"|\p{N}{1,3}|")


def tokenizer_files(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return file name → content of the files that a Hugging Face fast tokenizer is loaded from.

    Raises :class:`EngineError` for a tokenizer that is not known here.
    """
    kind = fields.get("tokenizer.ggml.model")
    make = {"gpt2": _byte_level, "llama": _pieces}.get(str(kind))
    if make is None:
        raise EngineError(
            f"The file's tokenizer is of the kind {kind!r}, which cannot be imported.",
            "Use an MLX folder of the same model.",
        )
    return {
        "tokenizer.json": make(fields),
        "tokenizer_config.json": json.dumps(_settings(fields), ensure_ascii=False, indent=1),
        "generation_config.json": json.dumps({"eos_token_id": end_tokens(fields)}),
    }


def end_tokens(fields: Mapping[str, Any]) -> list[int]:
    """Ids at which the model has finished: the end of a turn, and the end of a document when that is another one."""
    ids = [fields[f"tokenizer.ggml.{key}"] for key in ("eos_token_id", "eot_token_id") if _has(fields, key)]
    tokens = fields["tokenizer.ggml.tokens"]
    if "<|endoftext|>" in tokens:
        ids.append(tokens.index("<|endoftext|>"))
    return list(dict.fromkeys(int(i) for i in ids))


def _has(fields: Mapping[str, Any], key: str) -> bool:
    return fields.get(f"tokenizer.ggml.{key}") is not None


def _pieces(fields: Mapping[str, Any]) -> str:
    """SentencePiece BPE (Llama 2, Gemma): pieces with scores, spaces as U+2581, bytes for what has no piece."""
    from tokenizers import Tokenizer, decoders, models, normalizers

    tokens: list[str] = fields["tokenizer.ggml.tokens"]
    merges = merges_of(tokens, fields["tokenizer.ggml.scores"])
    unknown = tokens[fields.get("tokenizer.ggml.unknown_token_id", 0)]
    vocabulary = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, unk_token=unknown, fuse_unk=True, byte_fallback=True))
    spaces = normalizers.Replace(" ", "\u2581")
    decoding = [decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse()]
    if fields.get("tokenizer.ggml.add_space_prefix", True):
        tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), spaces])
        decoding.append(decoders.Strip(" ", 1, 0))
    else:
        tokenizer.normalizer = spaces
    tokenizer.decoder = decoders.Sequence(decoding)
    return _finished(tokenizer, fields)


def merges_of(tokens: Sequence[str], scores: Sequence[float]) -> list[tuple[str, str]]:
    """Return the pairs that SentencePiece would join, first the piece of the highest score.

    A piece can come of several pairs; those of the earlier pieces go first (as in transformers' own conversion).
    """
    ids = {token: i for i, token in enumerate(tokens)}
    found: list[tuple[float, int, int, int]] = []
    for i, token in enumerate(tokens):
        for cut in range(1, len(token)):
            left, right = ids.get(token[:cut]), ids.get(token[cut:])
            if left is not None and right is not None:
                found.append((-scores[i], i, left, right))
    found.sort()
    return [(tokens[left], tokens[right]) for _, _, left, right in found]


def _byte_level(fields: Mapping[str, Any]) -> str:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers

    tokens: list[str] = fields["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ", 1)) for merge in fields["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, merges))
    pre = fields.get("tokenizer.ggml.pre", "default")
    bytes_only = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    if pre == "smollm":
        steps = [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    elif pre in ("default", "gpt-2"):
        steps = [pre_tokenizers.ByteLevel(add_prefix_space=False)]
    elif pre in ("qwen2", "llama-bpe", "llama3"):
        pattern = _QWEN2 if pre == "qwen2" else _LLAMA3
        steps = [pre_tokenizers.Split(Regex(pattern), "isolated"), bytes_only]
    else:
        raise EngineError(
            f"The file's tokenizer cuts text in a way that is not known: {pre}.", "Use an MLX folder of the same model."
        )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps)
    tokenizer.decoder = decoders.ByteLevel()
    return _finished(tokenizer, fields)


def _finished(tokenizer: Any, fields: Mapping[str, Any]) -> str:
    """Add the tokens that are not cut, and the start token where the model wants one."""
    from tokenizers import AddedToken, processors

    tokens: list[str] = fields["tokenizer.ggml.tokens"]
    for token, kind in zip(tokens, fields["tokenizer.ggml.token_type"], strict=True):
        if kind == _CONTROL:
            tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False)])
        elif kind == _USER_DEFINED:
            tokenizer.add_tokens([AddedToken(token, special=False, normalized=False)])
    if fields.get("tokenizer.ggml.add_bos_token") and _has(fields, "bos_token_id"):
        start = int(fields["tokenizer.ggml.bos_token_id"])
        template = f"{tokens[start]}:0 $A:0"
        tokenizer.post_processor = processors.TemplateProcessing(template, special_tokens=[(tokens[start], start)])
    return str(tokenizer.to_str())


def _settings(fields: Mapping[str, Any]) -> dict[str, Any]:
    tokens = fields["tokenizer.ggml.tokens"]
    settings: dict[str, Any] = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": False,
        "model_max_length": int(fields[f"{fields['general.architecture']}.context_length"]),
        "add_bos_token": bool(fields.get("tokenizer.ggml.add_bos_token", False)),
    }
    for name, key in (("bos", "bos"), ("eos", "eos"), ("unk", "unknown"), ("pad", "padding")):
        if _has(fields, f"{key}_token_id"):
            settings[f"{name}_token"] = tokens[fields[f"tokenizer.ggml.{key}_token_id"]]
    if fields.get("tokenizer.chat_template"):
        settings["chat_template"] = fields["tokenizer.chat_template"]
    return settings

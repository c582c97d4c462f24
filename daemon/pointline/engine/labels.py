"""Probability of a label as the next word: the mass of every token sequence that spells it, nothing masked."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .base import Usage
from .reading import Reading
from .scoring import Row, score_after
from .tokens import Tokens
from .worker import Check


def label(reading: Reading, tokens: Tokens, labels: Sequence[str], check: Check) -> tuple[dict[str, float], Usage]:
    """Return label -> probability; the context stays as it is.

    A label counts with and without a space before it, as given, in small letters, in large ones and with a large first
    one. A spelling that begins with another spelling of the same label is in that one's mass already.
    """
    spelled = {text: _spellings(text, tokens) for text in dict.fromkeys(labels)}
    rows = [Row(ids, 0) for ids in dict.fromkeys(ids for spellings in spelled.values() for ids in spellings)]
    found, usage = score_after(reading.forward, reading.cache, reading.logits, rows, check)
    mass = {row.ids: math.exp(likelihood.logprob) for row, likelihood in zip(rows, found, strict=True)}
    return {text: min(1.0, sum(mass[ids] for ids in spellings)) for text, spellings in spelled.items()}, usage


def _spellings(text: str, tokens: Tokens) -> list[tuple[int, ...]]:
    forms = dict.fromkeys((text, text.lower(), text.upper(), text[:1].upper() + text[1:]))
    ids = {tuple(tokens.encode(space + form)) for form in forms for space in ("", " ")} - {()}
    return sorted(i for i in ids if not any(i != other and i[: len(other)] == other for other in ids))

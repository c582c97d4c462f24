"""What a scripted engine will say, read from JSON (its form: :mod:`pointline.engine.scripted`)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .base import EngineError, Generated, Strategy

SCRIPT_VARIABLE = "POINTLINE_SCRIPT"
_SURE, _NEVER = -0.1, -30.0


@dataclass(frozen=True, slots=True)
class When:
    """An answer for every context that holds all of ``parts``: probabilities of labels, or the line to point at.

    ``line`` is a part of that line's text; its number is the one in brackets before it. ``NONE`` points at none.
    """

    parts: tuple[str, ...]
    label: Mapping[str, float] | None = None
    line: str | None = None

    def holds(self, text: str) -> bool:
        """Whether the context is meant."""
        return all(part in text for part in self.parts)

    def points(self, text: str, cited: str) -> float:
        """Log-likelihood of the citation ``cited`` (`` [3]``, `` NONE``) after a context of numbered lines."""
        found = "NONE"
        for match in re.finditer(r"^\[(\d+)\] (.*)$", text, re.MULTILINE):
            if self.line is not None and self.line in match[2]:
                found = match[1]
        return _SURE if cited.strip(" []") == found else _NEVER


@dataclass(frozen=True, slots=True)
class Script:
    """What a scripted engine will say."""

    name: str = "scripted"
    context_tokens: int = 8192
    may_state: bool = False
    may_judge: bool = False
    strategy: Strategy = "score"
    likelihoods: bool = True
    number_enough: float = 0.0
    contract_for_several: bool = False
    answers: tuple[Generated, ...] = ()
    labels: tuple[Mapping[str, float], ...] = ()
    label: Mapping[str, float] | None = None
    scores: tuple[tuple[str, str, float], ...] = ()
    when: tuple[When, ...] = ()
    calibration: tuple[float, float] | None = None
    delay: float = 0.0

    @classmethod
    def from_json(cls, text: str) -> Script:
        """Read the form in the module's docstring. Raises :class:`EngineError` when it has another one."""
        try:
            data = json.loads(text)
            return cls(
                name=str(data.get("name", "scripted")),
                context_tokens=int(data.get("context_tokens", 8192)),
                may_state=bool(data.get("may_state", False)),
                may_judge=bool(data.get("may_judge", False)),
                strategy="contract" if data.get("strategy") == "contract" else "score",
                likelihoods=bool(data.get("likelihoods", True)),
                number_enough=float(data.get("number_enough", 0.0)),
                contract_for_several=bool(data.get("contract_for_several", False)),
                answers=tuple(answer_of(item) for item in data.get("answers", ())),
                labels=tuple({str(k): float(v) for k, v in item.items()} for item in data.get("labels", ())),
                label={str(k): float(v) for k, v in data["label"].items()} if data.get("label") else None,
                scores=tuple(
                    (str(item.get("prefix", "")), str(item.get("continuation", "")), float(item["logprob"]))
                    for item in data.get("scores", ())
                ),
                when=tuple(_when(item) for item in data.get("when", ())),
                calibration=_curve(data.get("calibration")),
                delay=float(data.get("delay", 0.0)),
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise EngineError(
                f"The script is not of the form that the scripted engine reads: {error!r}.",
                "Compare it with the form in the docstring of pointline.engine.scripted.",
            ) from error

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Script:
        """Read the script at ``path``, else at ``POINTLINE_SCRIPT``, else an empty one."""
        place = path or os.environ.get(SCRIPT_VARIABLE)
        if not place:
            return cls()
        try:
            return cls.from_json(Path(place).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise EngineError(
                f"The script {place} cannot be read: {error}.", f"Check {SCRIPT_VARIABLE}, or the path."
            ) from error


def answer_of(item: Any) -> Generated:
    """One answer of a script: a text, or a text with how it ended."""
    if isinstance(item, str):
        item = {"text": item}
    finish = item.get("finish", "end")
    if finish not in ("end", "stop", "length"):
        raise ValueError(f"finish is {finish!r}")
    return Generated(str(item["text"]), count_tokens(str(item["text"])), finish)


def _when(item: Any) -> When:
    label, line = item.get("label"), item.get("line")
    if (label is None) == (line is None):
        raise ValueError("each of 'when' needs a label or a line")
    parts = tuple(str(part) for part in item["all"])
    return When(parts, None if label is None else {str(k): float(v) for k, v in label.items()}, line)


def _curve(given: Any) -> tuple[float, float] | None:
    return None if given is None else (float(given[0]), float(given[1]))


def count_tokens(text: str) -> int:
    """Words, as this engine's tokens; at least one for a text that is not empty."""
    return len(text.split()) or int(bool(text))

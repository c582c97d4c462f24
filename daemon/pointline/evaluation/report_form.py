"""What the published report is made of: figures, plots, and the parts that measure them.

Everything ends as plain JSON, so that a part that was measured once can be kept; the HTML and the Markdown are drawn
from that JSON and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from pointline.engine.base import Engine
from pointline.evaluation.golden_run import MakeEngine, OpenFile
from pointline.evaluation.metrics import wilson

Json = dict[str, Any]
Unit = Literal["share", "number", "seconds", "tokens", "count"]
T = TypeVar("T")
Told = Callable[[str], None]
"""Hears in words how far a part is."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the parts measure with. ``limit``: items of a measurement, which each part takes as its own few or many;
    ``scripted``: the engine is a script, so that scenarios are asked of their own; ``make_scripted``: that script;
    ``version`` and ``model``: as the report names them; ``logs``: a folder for what takes hours, by question;
    ``none``: questions in each language that are asked where there is no answer, a quarter of the limit when None."""

    engine: Engine
    corpus: Path | None
    limit: int
    make_scripted: MakeEngine
    open_file: OpenFile
    scripted: bool = False
    version: str = ""
    model: Mapping[str, str] = field(default_factory=dict)
    logs: Path | None = None
    none: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a part measured: its figures, its plots, and counts that other places sum up (guards, claims)."""

    figures: tuple[Json, ...]
    plots: tuple[Json, ...] = ()
    counts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A measurement by name. ``needs``: paths in the corpus without which it cannot be made; ``likelihoods``: whether
    the engine must give probabilities; ``about``: what is measured, and what it may be compared with."""

    name: str
    title: str
    about: str
    run: Callable[[Setting, Told], Found]
    needs: tuple[str, ...] = ()
    likelihoods: bool = False


def share(key: str, label: str, successes: int, total: int, note: str = "") -> Json:
    """A share of ``total`` with its 95 % interval (Wilson); None of nothing."""
    bounds = wilson(successes, total)
    return {
        "key": key,
        "label": label,
        "unit": "share",
        "value": round(successes / total, 4) if total else None,
        "of": successes,
        "n": total,
        "interval": [round(bounds.low, 4), round(bounds.high, 4)] if total else None,
        "note": note,
    }


def figure(key: str, label: str, value: float | None, n: int, unit: Unit = "number", note: str = "") -> Json:
    """A figure that is no share, over ``n`` items."""
    rounded = None if value is None else round(value, 4)
    return {"key": key, "label": label, "unit": unit, "value": rounded, "n": n, "interval": None, "note": note}


def series(name: str, figures: Sequence[tuple[str | float, Json]]) -> Json:
    """Figures as the points of a plot, at their places; those without a value are left out."""
    points = [
        {"x": place, "y": one["value"], "interval": one["interval"], "n": one["n"]}
        for place, one in figures
        if one["value"] is not None
    ]
    return {"name": name, "points": points}


def plot(
    kind: Literal["bars", "lines"],
    title: str,
    drawn: Sequence[Json],
    *,
    across: str = "",
    anchors: Sequence[tuple[str, float]] = (),
    diagonal: bool = False,
) -> Json:
    """A plot of shares (0 to 1) over ``across``. ``anchors``: published values, as dashed lines; ``diagonal``: the line
    on which what was said is what was so."""
    return {
        "kind": kind,
        "title": title,
        "across": across,
        "series": list(drawn),
        "anchors": [{"label": label, "y": value} for label, value in anchors],
        "diagonal": diagonal,
    }


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most ``most`` items, evenly from the whole order."""
    count = min(most, len(items))
    return [items[place * len(items) // count] for place in range(count)]

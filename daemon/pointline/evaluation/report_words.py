"""How the figures of a report read, the same in a terminal, in HTML and in Markdown."""

from __future__ import annotations

from math import floor

from pointline.evaluation.report_form import Json

GUARDED = {"model": "The model's own answers", "lies": "Under scripted lies"}
"""Whose guards a report counts, and what they are called."""


def value_words(figure: Json) -> str:
    """A figure's value; shares in per cent, cut and never rounded up to 100 when they are not."""
    value, unit = figure["value"], figure["unit"]
    if value is None:
        return "–"
    if unit == "share":
        return f"{_percent(value, figure['of'], figure['n'])} %"
    if unit == "count":
        return f"{value:.0f}"
    return {"seconds": f"{value:.1f} s", "tokens": f"{value:.0f}"}.get(unit, f"{value:.3f}")


def _percent(value: float, of: int, n: int) -> str:
    shown = round(1000 * value) / 10
    return "99.9" if of < n and shown >= 100 else f"{shown:g}"


def interval_words(figure: Json) -> str:
    """The 95 % interval of a share in whole per cent, outwards; "" where there is none."""
    bounds = figure["interval"]
    return "" if bounds is None else f"{floor(100 * bounds[0])}–{-floor(-100 * bounds[1])} %"


def n_words(figure: Json) -> str:
    """Over how many; of a share, how many of them."""
    return f"{figure['of']} of {figure['n']}" if figure["unit"] == "share" else str(figure["n"])


def model_words(report: Json) -> str:
    """The model with its engine and revision."""
    model = report["model"]
    revision = f", {model['revision']}" if model["revision"] else ""
    return f"{model['name']} ({model['engine']}{revision})"


def machine_words(machine: Json) -> str:
    """A machine in a line."""
    blas = f", {machine['blas']}" if machine["blas"] else ""
    cores = f"{machine['usable_cores']} of {machine['cores']} cores"
    return f"{machine['cpu']}, {cores}{blas}, {machine['system']}, Python {machine['python']}"


def when_words(record: Json, report: Json) -> str:
    """When a part was measured, with which limit, how long it took, how busy the machine was as the run began; and the
    machine, where it is another than the report's."""
    machine = record["machine"]
    load = "" if machine["load"] is None else f", load {machine['load']}"
    words = machine_words(machine)
    where = "" if words == machine_words(report["machine"]) else f", on {words}"
    return f"{record['date']}, limit {record['limit']}, {record['seconds']:.0f} s{load}{where}"


def guard_words(guards: Json) -> str:
    """What fired, how often, and what corrections cost."""
    if not guards["measured"]:
        return "not measured"
    fired = ", ".join(f"{kind} {count}" for kind, count in guards["fired"].items()) or "none"
    return f"{fired}; corrections {guards['retries']}, {guards['retry_seconds']:.1f} s"

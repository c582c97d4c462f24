"""The report as Markdown: the generated part of ``docs/score.md``."""

from __future__ import annotations

from pointline.evaluation.report_form import Json
from pointline.evaluation.report_words import (
    GUARDED,
    guard_words,
    interval_words,
    machine_words,
    model_words,
    n_words,
    value_words,
    when_words,
)


def report_markdown(report: Json) -> str:
    """Head, a table for each part with its date and published figures, and the guards."""
    first = report["claims"]
    lines = [
        f"**Claims with a real line: {value_words(first)}** ({n_words(first)}; {interval_words(first)}).",
        "",
        f"Model: {_flat(model_words(report))}. Pointline {report['version']}.",
        f"Machine: {_flat(machine_words(report['machine']))}. Intervals hold 95 % (Wilson).",
    ]
    for name, why in report["not_measured"].items():
        lines.append(f"Not measured: {name} ({_flat(why)}).")
    for name, record in report["parts"].items():
        if record["status"] == "measured":
            lines += ["", *_part(name, record, report)]
    lines += ["", "### Guards"]
    for key, title in GUARDED.items():
        guards = report["guards"][key]
        never = f" Never fired: {_flat(', '.join(guards['never_fired']) or 'none')}." if guards["measured"] else ""
        lines.append(f"* **{title}**: {_flat(guard_words(guards))}.{never}")
    return "\n".join(lines)


def _part(name: str, record: Json, report: Json) -> list[str]:
    lines = [
        f"### {record['title']}",
        f"{record['about']} {when_words(record, report)}.",
        "",
        "| figure | value | interval | n |",
    ]
    lines.append("|---|---|---|---|")
    for one in record["figures"]:
        note = f" ({one['note']})" if one["note"] else ""
        cells = (_flat(one["label"] + note), value_words(one), interval_words(one), n_words(one))
        lines.append(f"| {' | '.join(cells)} |")
    beside = [one for one in report["anchors"] if one["part"] == name]
    lines += [""] * bool(beside) + [f"Published: {one['figure']} ({one['source']})." for one in beside]
    return lines


def _flat(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")

"""The report as one HTML file that works from disk: no script, nothing fetched, all text escaped."""

from __future__ import annotations

from html import escape

from pointline.evaluation.report_form import Json
from pointline.evaluation.report_svg import svg
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

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5c6473; --paper: #fff; --edge: #d9dde5;
  --one: #2f6fde; --two: #9aa3b2; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a4acba; --paper: #15181e; --edge: #343a46;
  --one: #7aa7ff; --two: #6b7484; --bad: #ff8a80 } }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1.25rem 6rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
.soft, .about { color: var(--soft); font-size: .875rem }
.first strong { font-size: 2.5rem; line-height: 1.2; display: block }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem } td, th { border-top: 1px solid var(--edge);
  padding: .3rem .5rem; text-align: left; vertical-align: top } td.n { white-space: nowrap }
.failed { color: var(--bad) } svg { width: 100%; max-width: 40rem; height: auto; display: block }
.grid { stroke: var(--edge) } .tick { fill: var(--soft); font-size: 12px }
.name { fill: var(--ink); font-size: 13px; font-weight: 600 } .whisker { stroke: var(--ink) }
.anchor { stroke: var(--bad); stroke-dasharray: 6 4 } polyline { fill: none; stroke-width: 2 }
.s0 { fill: var(--one) } .s1 { fill: var(--two) } .l0 { stroke: var(--one) } .l1 { stroke: var(--two) }
"""


def report_html(report: Json) -> str:
    """The whole report, self-contained."""
    first = report["claims"]
    missing = "".join(f"<li>{escape(f'{name}: {why}')}</li>" for name, why in report["not_measured"].items())
    body = [
        "<h1>Pointline: the score</h1>",
        f'<p class="first"><strong>{value_words(first)}</strong>{_first(first)}</p>',
        f'<p class="soft">Model: {escape(model_words(report))}. Pointline {escape(report["version"])}.</p>',
        f'<p class="soft">Machine: {escape(machine_words(report["machine"]))}. Intervals hold 95 % (Wilson).</p>',
        f"<h2>Not measured</h2><ul>{missing}</ul>" if missing else "",
        *(_part(name, record, report) for name, record in report["parts"].items()),
        _guards(report["guards"]),
    ]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>Pointline: the score of {escape(report['model']['name'])}</title>",
            f"<style>{_STYLE}</style>\n</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def _first(figure: Json) -> str:
    bounds = interval_words(figure) or "nothing measured"
    how = "looked for again apart from what pointed; must be 100 %"
    return f"claims with a real line ({n_words(figure)}; {bounds}), {how}"


def _part(name: str, record: Json, report: Json) -> str:
    head = f'<h2 id="{escape(name)}">{escape(record["title"])}</h2><p class="about">{escape(record["about"])}</p>'
    if record["status"] != "measured":
        return f'{head}<p class="failed">{escape(record["status"])}: {escape(record["reason"])}</p>'
    rows = "".join(
        f'<tr><td>{escape(one["label"])}{_note(one["note"])}</td><td class="n">{value_words(one)}</td>'
        f'<td class="n">{interval_words(one)}</td><td class="n">{n_words(one)}</td></tr>'
        for one in record["figures"]
    )
    beside = "".join(
        f'<p class="soft">Published: {escape(one["figure"])} ({escape(one["source"])}).</p>'
        for one in report["anchors"]
        if one["part"] == name
    )
    when = f"Measured {when_words(record, report)}."
    return (
        f"{head}<table><thead><tr><th>figure</th><th>value</th><th>interval</th><th>n</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>{''.join(map(svg, record['plots']))}{beside}"
        f'<p class="soft">{escape(when)}</p>'
    )


def _note(note: str) -> str:
    return f'<br><span class="soft">{escape(note)}</span>' if note else ""


def _guards(guards: Json) -> str:
    parts = ["<h2>Guards</h2>"]
    for key, title in GUARDED.items():
        never = ", ".join(guards[key]["never_fired"]) or "none"
        parts.append(f"<h3>{title}</h3><p>Fired: {escape(guard_words(guards[key]))}.</p>")
        if guards[key]["measured"]:
            parts.append(f'<p class="soft">Never fired, of {guards[key]["kinds"]} kinds: {escape(never)}.</p>')
    return "".join(parts)

"""A checked memo as one HTML file that works from disk: no script, nothing fetched, all text escaped."""

from __future__ import annotations

import re
from html import escape

from pointline.checks.found import Checked, FoundLine, Report
from pointline.checks.report import fixes, rates
from pointline.cli.check_words import percent
from pointline.export.words import counted

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5c6473; --paper: #fff; --edge: #d9dde5;
  --confirmed: #1a7f4b; --caveated: #b27a00; --uncertain: #5c6473; --mismatch: #b3261e; --mark: #ffe58a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a4acba; --paper: #15181e; --edge: #343a46;
  --confirmed: #5fd39a; --caveated: #ffcf4d; --uncertain: #a4acba; --mismatch: #ff8a80; --mark: #5b4a10 } }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1.25rem 6rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
.rates { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.5rem 0; padding: 0; list-style: none }
.rates strong { display: block; font-size: 1.75rem; line-height: 1.2 }
.soft { color: var(--soft); font-size: .875rem }
article { border-top: 1px solid var(--edge); padding: 1rem 0 }
article p { margin: .35rem 0 }
.word { font-weight: 600 } .confirmed { color: var(--confirmed) } .caveated { color: var(--caveated) }
.uncertain { color: var(--uncertain) } .mismatch { color: var(--mismatch) }
blockquote { margin: .5rem 0; padding-left: .75rem; border-left: 3px solid var(--edge); color: var(--soft) }
blockquote mark { background: var(--mark); color: var(--ink) }
"""


def report_html(report: Report, name: str) -> str:
    """The report, self-contained."""
    found = rates(report)
    shown = "".join(
        f"<li><strong>{percent(found[key])}</strong>{label}</li>"
        for key, label in (("link_works", "links work"), ("relevant", "relevant"), ("supported", "supported"))
    )
    judged = "" if report.judged else "<p>No qualified evaluator judged: rules can refute, never confirm.</p>"
    apart = f" {found['uncited']} more cite no source." if found["uncited"] else ""
    about = f"{counted(found['claims'], 'claim')} looked up in {counted(report.opened, 'document')}.{apart}"
    todo = "".join(f'<li><a href="#claim-{fix.claim}">{fix.claim}</a>: {_text(fix.text)}</li>' for fix in fixes(report))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{_text(name)} – checked</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
        f'<h1>{_text(name)}</h1>\n<ul class="rates">{shown}</ul>',
        f'<p class="soft">{about} Largest figures first. Model: {_text(report.model)}.</p>{judged}',
        f"<h2>To fix</h2>\n<ul>{todo}</ul>" if todo else "<p>Nothing to fix was found.</p>",
        "<h2>Claims</h2>",
        *map(_claim, report.claims),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _claim(one: Checked) -> str:
    verdict = one.verdict
    lines = "".join(map(_line, one.lines)) or "<p>Line: NONE</p>"
    works = "" if one.link_works is None else " · link works" if one.link_works else " · link does not work"
    caveats = "".join(
        f"<p>{_text(caveat.code)} {_text(caveat.detail)}</p>"
        f"<blockquote>{_around(caveat.before, caveat.text, caveat.after)}</blockquote>"
        for caveat in verdict.caveats
    )
    return (
        f'<article id="claim-{one.claim.number}"><p>{one.claim.number}. {_text(one.claim.text)}</p>'
        f'<p class="soft"><span class="word {verdict.verdict}">{verdict.verdict}</span> '
        f"{verdict.score:.2f} · by {verdict.source}{works}</p>"
        f"{lines}<p class=soft>{_link(one.source_url)}</p><p>{_text(verdict.why)}</p>{caveats}</article>"
    )


def _line(line: FoundLine) -> str:
    units = line.page.units
    at = next((i for i, unit in enumerate(units) if unit.start == line.unit.start), None)
    before = units[at - 1].text(line.page.text) if at else ""
    after = units[at + 1].text(line.page.text) if at is not None and at + 1 < len(units) else ""
    return f"<blockquote>{_around(before, line.quote, after)}</blockquote>"


def _around(before: str, text: str, after: str) -> str:
    return " ".join(filter(None, (_text(before), f"<mark>{_text(text)}</mark>", _text(after))))


def _link(url: str) -> str:
    if not re.match(r"https?://", url, re.IGNORECASE):
        return _text(url)
    return f'<a rel="noopener noreferrer" href="{escape(url, quote=True)}">{_text(url)}</a>'


def _text(text: str) -> str:
    return escape(text.encode("utf-8", "replace").decode("utf-8").replace("\t", " | "))

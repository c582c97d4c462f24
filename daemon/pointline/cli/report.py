"""The page with its lines highlighted, as one HTML file that works from disk.

It is made from the page's own blocks, the text that was read and checked, so what is marked is what was verified.
Everything from the page and the question is escaped; there is no script and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby, pairwise
from math import floor

from exactquote.page import Block, Page, Span
from pointline.cli.output import FOUND, SUPPORT, page_words
from pointline.pipeline.answer import Answer, Claim

_STYLE = """
:root { color-scheme: light dark;
  --ink: #1d2330; --soft: #5c6473; --paper: #fff; --edge: #d9dde5; --mark: #ffe58a; --rule: #b27a00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #a4acba; --paper: #15181e; --edge: #343a46; --mark: #5b4a10; --rule: #ffcf4d }
}
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 6rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, sans-serif }
header { border-bottom: 1px solid var(--edge); margin-bottom: 2rem; padding-bottom: 1rem }
header p { margin: .4rem 0 } .soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
ol.claims { padding-left: 1.25rem } ol.claims li { margin: .75rem 0 }
blockquote { margin: .25rem 0; padding-left: .75rem; border-left: 3px solid var(--rule) }
mark { background: var(--mark); color: inherit; text-decoration: underline 2px var(--rule); text-underline-offset: 3px }
mark:target { outline: 2px solid var(--rule); outline-offset: 2px } mark sup { font-size: .7em }
table { border-collapse: collapse; margin: 1rem 0 }
td, th { border: 1px solid var(--edge); padding: .3rem .6rem; text-align: start; vertical-align: top }
pre { white-space: pre-wrap } article { overflow-wrap: anywhere }
"""
_TAGS = {
    "paragraph": "p",
    "list_item": "li",
    "caption": "p",
    "code": "pre",
    "quote": "blockquote",
    "term": "p",
    "definition": "p",
    "cell": "p",
}


def answer_html(answer: Answer) -> str:
    """A self-contained page: the question, the claims with links to their lines, and the page as read with those lines
    marked."""
    page = answer.page
    marked = [
        (span, number)
        for number, claim in enumerate(answer.claims, 1)
        for spans in (claim.spans, *(further.spans for further in claim.more))
        for span in spans
    ]
    title = escape(page.title or page.url or "Page")
    return (
        f'<!doctype html>\n<html lang="{escape(page.lang or "en", quote=True)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title} – lines found</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{_summary(answer)}\n<article>\n"
        + "\n".join(_blocks(page, marked))
        + "\n</article>\n</body>\n</html>\n"
    )


def _summary(answer: Answer) -> str:
    page = answer.page
    lines = [f"<h1>{escape(answer.question)}</h1>"]
    if answer.none:
        lines.append(
            "<p><strong>NONE.</strong> No line of this page answers that "
            f"({floor(100 * answer.read_share)} % of it was read).</p>"
        )
    else:
        lines.append(
            '<ol class="claims">'
            + "".join(_claim(number, claim, page) for number, claim in enumerate(answer.claims, 1))
            + "</ol>"
        )
    lines.extend(
        f"<p>Withheld: {escape(held.text)} <span class=soft>({escape(held.reason)})</span></p>"
        for held in answer.withheld
    )
    lines.append(
        f'<p class="soft">{escape(page.url)}<br>{len(page.text)} characters, page version {page.sha256[:16]}. '
        f"Model: {escape(answer.model)}. "
        "A found line is on the page; whether it supports a claim is a second finding.</p>"
    )
    return "<header>\n" + "\n".join(lines) + "\n</header>"


def _claim(number: int, claim: Claim, page: Page) -> str:
    line = escape(" ".join(claim.line.replace("\t", " | ").split()))
    support = SUPPORT[claim.support.verdict]
    says = "" if claim.text == claim.line else f"<p>{escape(claim.text)}</p>"
    found = FOUND[claim.found.fold or "verbatim"]
    where = f'<blockquote><a href="#line-{number}">{line}</a>{page_words(page, claim.unit.start)}</blockquote>'
    return f'<li>{says}{where}<span class="soft">{found} · support: {support}</span></li>'


def _blocks(page: Page, marked: list[tuple[Span, int]]) -> Iterator[str]:
    seen: set[int] = set()
    for table, group in groupby(page.blocks, key=lambda block: None if block.cell is None else block.cell.table):
        if table is None:
            for block in group:
                level = min(6, (block.level or 5) + 1)
                tag = f"h{level}" if block.kind == "heading" else _TAGS[block.kind]
                yield f"<{tag}>{_marked(page, block, marked, seen)}</{tag}>"
        else:
            yield "<table>" + "".join(_rows(page, list(group), marked, seen)) + "</table>"


def _rows(page: Page, blocks: list[Block], marked: list[tuple[Span, int]], seen: set[int]) -> Iterator[str]:
    for _, row in groupby(blocks, key=lambda block: block.cell.row if block.cell else 0):
        cells = []
        for _, parts in groupby(row, key=lambda block: block.cell.index if block.cell else 0):
            inside = list(parts)
            cell = inside[0].cell
            tag = "th" if cell is not None and cell.header else "td"
            spans = f' colspan="{cell.colspan}"' if cell is not None and cell.colspan > 1 else ""
            cells.append(
                f"<{tag}{spans}>" + "<br>".join(_marked(page, part, marked, seen) for part in inside) + f"</{tag}>"
            )
        yield "<tr>" + "".join(cells) + "</tr>"


def _marked(page: Page, block: Block, marked: list[tuple[Span, int]], seen: set[int]) -> str:
    """The block's text, escaped, with its parts of marked spans in ``<mark>`` and raised and lowered text as such; the
    first part of a claim carries its anchor."""
    lines = [(span, number) for span, number in marked if span.start < block.end and block.start < span.end]
    raised = [mark for mark in page.marks if mark.start < block.end and block.start < mark.end]
    edges = {block.start, block.end}
    ends = [(span.start, span.end) for span, _ in lines] + [(mark.start, mark.end) for mark in raised]
    edges.update(edge for pair in ends for edge in pair if block.start < edge < block.end)
    parts: list[str] = []
    for start, end in pairwise(sorted(edges)):
        text = _text(page.text[start:end])
        for mark in raised:
            if mark.start <= start and end <= mark.end:
                tag = "sub" if mark.kind == "sub" else "sup"
                text = f"<{tag}>{text}</{tag}>"
        number = next((number for span, number in lines if span.start <= start and end <= span.end), None)
        if number is not None:
            anchor = "" if number in seen else f' id="line-{number}"'
            seen.add(number)
            text = f"<mark{anchor}>{text}</mark>"
        parts.append(text)
    return "".join(parts)


def _text(text: str) -> str:
    return escape(text.encode("utf-8", "replace").decode("utf-8")).replace("\n", "<br>")

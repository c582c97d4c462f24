"""Three pages about living in a valley, and their twin: a permit whose budget no page states, and what looks like
it."""

from __future__ import annotations

from exactquote import read_html
from exactquote.page import Page

ORCHARD = """<html lang="en"><title>Orchard permit</title><h1>Orchard permit</h1>
<p>Whoever wants to live in a hut of the common orchard needs an orchard permit.</p>
<p>The fee is 84 euros.</p><p>The office at Tern decides within five weeks.</p>{budget}
<h2>Steps</h2>
<ol><li>Book a visit at the office in Tern.</li><li>Bring the form and two photographs.</li></ol></html>"""
WORKSHOP = """<html lang="en"><title>Workshop permit</title><h1>Workshop permit</h1>
<p>The minimum monthly budget is 1,600 €, shown by bank statements.</p>
<p>The workshop permit is issued for two years.</p></html>"""
VALLEY = """<html lang="en"><title>Living in the valley</title><h1>Living in the valley</h1>
<p>A single person spends about 1,030 € a month on rent and food.</p>
<p>Newcomers from overseas arrive with savings of 16,700 $ on average.</p></html>"""
STATED = "<p>The minimum monthly budget for it is 940 €.</p>"

NEEDED = "needs an orchard permit"
OTHERS = "1,600 €"
TURNS = (
    "Which document do I need to live in a hut of the orchard?",
    "What minimum monthly budget must I prove for it?",
    "Sum up what I need, with the steps in order.",
)


def permit_pages(*, stated: bool = False) -> tuple[Page, Page, Page]:
    """The pages; in the twin (``stated``) the permit's own one gives its budget."""
    first = ORCHARD.format(budget=STATED if stated else "")
    return (
        read_html(first, url="https://valley.example/orchard"),
        read_html(WORKSHOP, url="https://valley.example/workshop"),
        read_html(VALLEY, url="https://valley.example/living"),
    )

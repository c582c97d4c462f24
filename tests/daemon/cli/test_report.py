"""The page with its lines highlighted: what is marked is what was found, and nothing of the page is taken for
markup."""

from __future__ import annotations

from lxml import html as lxml_html

from exactquote.html import read_html
from pointline.cli.report import answer_html
from pointline.engine.scripted import ScriptedEngine
from pointline.pipeline.answer import Budget, Question
from pointline.pipeline.ask import ask

HTML = """<html lang="en"><title>A <b>bold</b> title</title><h1>Rules &lt;script&gt;alert(1)&lt;/script&gt;</h1>
<p>Boats<sup><a href="#n">1</a></sup> pay 10<sup>2</sup> euros &amp; more &lt;img src=x onerror=alert(1)&gt; a year.</p>
<table><tr><th>Size</th><th>Fee</th></tr><tr><td>small</td><td>14 euros</td></tr></table></html>"""


def report(question: str) -> str:
    page = read_html(HTML, url="https://example.org/?a=<b>")
    engine = ScriptedEngine()
    return answer_html(ask(page, Question(question, budget=Budget(max_claims=1)), engine))


def test_the_marked_text_is_the_line() -> None:
    tree = lxml_html.fromstring(report("How many euros do boats pay more a year?"))
    marked = "".join("".join(mark.itertext()) for mark in tree.iter("mark"))
    assert marked == "Boats1 pay 10^2 euros & more <img src=x onerror=alert(1)> a year."
    assert [element.text for element in tree.find(".//article").iter("sup")] == ["1", "^2"]
    assert next(mark.get("id") for mark in tree.iter("mark")) == "line-1"


def test_each_cell_of_a_row_is_marked() -> None:
    tree = lxml_html.fromstring(report("What is the small size fee in euros: small 14?"))
    assert ["".join(mark.itertext()) for mark in tree.iter("mark")] == ["small", "14 euros"]


def test_nothing_of_the_page_becomes_markup() -> None:
    text = report("<script>alert(2)</script> boats?")
    tree = lxml_html.fromstring(text)
    assert not list(tree.iter("script", "img"))
    assert "onerror=alert(1)&gt;" in text

"""The walk in real browsers, on small pages for each point of WALK.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from e2e.drivers import Driver
from e2e.site import Site
from extension.walk_cases import CASES, WalkCase

pytestmark = pytest.mark.browser

WALK = "(options) => { const { page, text } = pointline.walk(options); return { page, text }; }"


def document(body: str) -> str:
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Case</title><body>{body}</body></html>"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_walk(case: WalkCase, driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> None:
    driver.goto(site.put("/case", document(case.body)))
    if case.script:
        driver.page_script(case.script)
    scripts(driver)
    answer: dict[str, Any] = driver.evaluate(WALK, {})
    blocks = answer["page"]["blocks"]
    shown = [block for block in blocks if block["text"]]
    assert answer["text"] == case.text
    if case.kinds is not None:
        assert [block["kind"] for block in shown] == case.kinds
    if case.cells is not None:
        cells = [block["cell"] for block in blocks if "cell" in block]
        assert [(cell["table"], cell["row"], cell["index"]) for cell in cells] == case.cells
    if case.collapsed is not None:
        assert [block.get("collapsed", False) for block in shown] == case.collapsed
    marks = [(mark["kind"], utf16(block["text"], mark)) for block in shown for mark in block.get("marks", [])]
    assert marks == case.marks
    for sort, count in case.not_read.items():
        assert answer["page"]["not_read"][sort] == count, sort


@pytest.mark.parametrize("case", [case for case in CASES if case.static], ids=lambda case: case.name)
def test_walk_of_saved_html_agrees(
    case: WalkCase, driver: Driver, site: Site, scripts: Callable[[Driver], None]
) -> None:
    html = pytest.importorskip("exactquote.html")
    driver.goto(site.put("/case", document(case.body)))
    scripts(driver)
    answer = driver.evaluate(WALK, {"ignoreStyle": True, "frames": False})
    page = html.read_html(document(case.body))
    assert answer["text"] == page.text
    assert answer["page"]["title"] == page.title
    assert answer["page"]["lang"] == page.lang
    assert [block["kind"] for block in answer["page"]["blocks"] if block["text"]] == [b.kind for b in page.blocks]


def utf16(text: str, span: dict[str, Any]) -> str:
    units = text.encode("utf-16-le")
    return units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le")


HOSTILE = {
    "a megabyte of spaces": "<pre>a" + " " * 1_000_000 + "b</pre>",
    "a megabyte of white space": "<p>a" + " \n" * 500_000 + "b</p>",
    "fifty thousand marks": "<p>" + "<sup>[1]</sup>x" * 50_000,
    "brackets without end": "<p><sup>" + "]" * 200_000 + "</sup>",
    "marks in a link": "<p><a href=#>" + "<sup>1</sup>x" * 30_000 + "</a>",
    "links in a mark": "<p><sup>" + "<a href=#>1</a>," * 5_000 + "</sup>",
    "boxes of no size, one in the other": "<div style='height:0;overflow:hidden'><b style='position:absolute'>" * 400,
    "drawings without a formula": "<p>" + "<i><b aria-hidden=true>x</b><u>y</u></i>" * 5_000,
    "formulas without end": "<p>"
    + "<i><b style='position:absolute;clip-path:inset(50%)'><math><mi>x</mi></math></b><u aria-hidden=true>y</u></i>"
    * 5_000,
    "a table of many cells": "<table>" + ("<tr>" + "<td colspan=2>" * 100) * 500 + "</table>",
}


@pytest.mark.parametrize("page", HOSTILE)
def test_no_page_makes_the_walk_slow(page: str, driver: Driver, site: Site, scripts: Callable[[Driver], None]) -> None:
    driver.goto(site.put("/hostile", document(HOSTILE[page])))
    scripts(driver)
    clock = "() => { const start = performance.now(); pointline.walk(); return performance.now() - start; }"
    assert driver.evaluate(clock) < 5_000

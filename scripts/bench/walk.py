"""How long the browser's walk of a page takes: 10,000 nodes, 1 MB of text, and what keeps the page waiting at a time.

Figures are the best of several runs, in milliseconds, with the processor time of the page's own thread beside them
where the browser tells it (Chromium): on a machine that does other work, the clock shows more than the walk costs.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from scripts.lib.paint import BROWSERS, BadInput, started

from e2e.content_scripts import put_in
from e2e.drivers import ChromiumDriver, Driver
from e2e.site import Site

SENTENCE = "The harbour office opens at six on winter mornings and the gate closes at dusk. "
BARS = {"10,000 nodes": 50.0, "1 MB of HTML": 300.0, "1 MB of text": 300.0}
"""Milliseconds that the walk may take, in each browser."""

WALK = """() => {
  const begun = performance.now();
  const { page, text, runs } = pointline.walk();
  return { ms: performance.now() - begun, blocks: page.blocks.length, characters: text.length, runs: runs.length };
}"""
NODES = "() => [...document.querySelectorAll('*')].reduce((count, element) => count + element.childNodes.length, 1)"
CHUNKS = """async () => {
  let longest = 0;
  const begin = pointline.begin;
  pointline.begin = (options) => {
    const walking = begin(options);
    const timed = (name) => (...given) => {
      const begun = performance.now();
      const result = walking[name](...given);
      longest = Math.max(longest, performance.now() - begun);
      return result;
    };
    return { roots: walking.roots, go: timed('go'), capture: timed('capture') };
  };
  const begun = performance.now();
  await pointline.walkInChunks();
  pointline.begin = begin;
  return { ms: performance.now() - begun, longest };
}"""


def pages() -> dict[str, str]:
    """Return the pages: of many elements, and of much text."""
    item = "<div class=row><p>The <b>harbour</b> office <a href=#x>opens</a> at six.</p><span>winter</span></div>"
    nodes = item * (10_000 // 11 + 1)  # 11 nodes: five elements, six texts
    card = (
        f"<div class='row card'><p>{SENTENCE}<b>Harbour</b> {SENTENCE}<a href=/some/path/to/a/page>opens</a></p></div>"
    )
    return {
        "10,000 nodes": f"<style>.row{{padding:1px}}</style>{nodes}",
        "1 MB of HTML": card * (1_000_000 // len(card) + 1),
        "1 MB of text": f"<p>{SENTENCE * 12}</p>" * (1_000_000 // (len(SENTENCE) * 12) + 1),
    }


def measured(driver: Driver, site: Site, body: str, runs: int) -> dict[str, Any]:
    """Walk a page several times."""
    driver.goto(site.put("/walk", f"<!doctype html><meta charset=utf-8><title>Walk</title><body>{body}"))
    put_in(driver)
    nodes = driver.evaluate(NODES)
    walks = [_walk(driver) for _ in range(runs)]
    chunks = [driver.evaluate(CHUNKS) for _ in range(runs)]
    return {
        "nodes": nodes,
        "characters": walks[0]["characters"],
        "blocks": walks[0]["blocks"],
        "walk_ms": round(min(walk["ms"] for walk in walks), 1),
        "walk_cpu_ms": min((walk["cpu_ms"] for walk in walks if walk["cpu_ms"] is not None), default=None),
        "in_chunks_ms": round(min(walk["ms"] for walk in chunks), 1),
        "longest_chunk_ms": round(min(walk["longest"] for walk in chunks), 1),
    }


def _walk(driver: Driver) -> dict[str, Any]:
    before = _processor(driver)
    walk: dict[str, Any] = driver.evaluate(WALK)
    after = _processor(driver)
    walk["cpu_ms"] = None if before is None or after is None else round(after - before, 1)
    return walk


def _processor(driver: Driver) -> float | None:
    """Return the milliseconds that scripts of the page have taken of the processor."""
    if not isinstance(driver, ChromiumDriver):
        return None
    return driver.processor_milliseconds()


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(prog="scripts/bench_walk", description="Measure the browser's walk of a page.")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="both when none is named")
    parser.add_argument("--runs", type=int, default=9, help="the best of so many counts (9)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    answers: dict[str, dict[str, Any]] = {}
    for name in options.browser or BROWSERS:
        try:
            with started(name) as driver, Site() as site:
                answers[name] = {title: measured(driver, site, body, options.runs) for title, body in pages().items()}
        except BadInput as error:
            print(f"scripts/bench_walk: {error}", file=sys.stderr)
            sys.exit(2)
    if options.json:
        print(json.dumps(answers, indent=2))
    else:
        for name, figures in answers.items():
            for title, found in figures.items():
                print(f"{name}, {title}: " + ", ".join(f"{key} {value}" for key, value in found.items()))
    over = [title for found in answers.values() for title, most in BARS.items() if found[title]["walk_ms"] > most]
    sys.exit(3 if over else 0)


if __name__ == "__main__":
    main()

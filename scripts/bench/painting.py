"""Paint lines in real browsers and read them back: the 57 hard cases, and lines drawn from every page of the corpus.

Pages of the corpus run no script and load nothing. Of each, lines of every sort are drawn (:mod:`e2e.sampling`). Two
shares are counted apart: the line, given as a quote, is located in its place; its spans are painted and read back
equal. What must not be found in a hard case counts in both when it is not. Exit codes: 0 all were equal; 3 some were
not; 2 bad input.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from scripts.lib.paint import BROWSERS, BadInput, started

from e2e.drivers import Driver
from e2e.hard_cases import hard_cases
from e2e.painting import paint, quote_spans, read
from e2e.sampling import SORTS, is_located, sample
from e2e.site import NO_SCRIPT_NO_NETWORK, Site
from exactquote.encoding import decode


@dataclass
class Tally:
    """What was counted in one browser."""

    tried: Counter[str] = field(default_factory=Counter)
    located: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    pages: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        """Return the figures as JSON."""
        sorts = {
            sort: {"lines": self.tried[sort], "located": self.located[sort], "equal": self.equal[sort]}
            for sort in self.tried
        }
        return {"pages": self.pages, "sorts": sorts, "misses": self.misses, "seconds": round(self.seconds, 1)}


def run_cases(driver: Driver, site: Site) -> Tally:
    """Paint every line and every quote of the hard cases."""
    tally = Tally()
    for case in hard_cases():
        driver.goto(site.put("/case", case.body))
        captured = read(driver)
        tally.pages += 1
        wanted = [(unit.text(captured.page.text), unit.spans) for unit in captured.page.units]
        wanted += [(quote, quote_spans(captured.page, quote)[1]) for quote in case.quotes]
        found = [(quote, spans) for quote, spans in wanted if spans]
        paintings = paint(driver, captured, [spans for _, spans in found])
        tally.tried[case.name] = len(wanted) + len(case.not_quotable)
        refused = sum(not quote_spans(captured.page, quote)[0].found for quote in case.not_quotable)
        tally.located[case.name] = len(found) + refused
        tally.equal[case.name] = sum(painting.equal for painting in paintings) + refused
        tally.misses += [f"{case.name}: {quote!r} is not found" for quote, spans in wanted if not spans]
        tally.misses += [f"{case.name}: {painting}" for painting in paintings if not painting.equal]
    return tally


def run_corpus(driver: Driver, site: Site, pages: list[Path], most: int) -> Tally:
    """Paint lines of every page."""
    tally = Tally()
    for path in pages:
        data = path.read_bytes()
        text = decode(gzip.decompress(data) if path.suffix == ".gz" else data, None).text
        body = text.encode("utf-8", "surrogatepass")
        driver.goto(site.put("/page", body, Content_Security_Policy=NO_SCRIPT_NO_NETWORK))
        captured = read(driver)
        tally.pages += 1
        lines = sample(captured.page, most)
        for line, painting in zip(lines, paint(driver, captured, [line.spans for line in lines]), strict=True):
            tally.tried[line.sort] += 1
            located = is_located(captured.page, line)
            tally.located[line.sort] += located
            tally.equal[line.sort] += painting.equal
            if not painting.equal:
                tally.misses.append(f"{path.name[:40]}: {line.sort}: {painting}")
            if not located:
                tally.misses.append(f"{path.name[:40]}: {line.sort}: as a quote, not located: {line.quote[:200]!r}")
    return tally


def corpus_pages(every: int) -> list[Path]:
    """Return the pages of the corpus, every so many of them; none when ``POINTLINE_CORPUS`` is not set."""
    corpus = os.environ.get("POINTLINE_CORPUS")
    if not corpus:
        return []
    return sorted(path for path in Path(corpus, "pages").rglob("*") if ".html" in path.name)[::every]


def table(title: str, tally: Tally, order: list[str]) -> str:
    """Return the figures as a table."""
    lines = [f"{title}: {tally.pages} pages, {tally.seconds:.0f} s", f"{'':32}{'lines':>8}{'located':>9}{'equal':>8}"]
    for sort in [*order, ""]:
        names = [sort] if sort else list(tally.tried)
        counts = [sum(counter[name] for name in names) for counter in (tally.tried, tally.located, tally.equal)]
        lines.append(f"{sort or 'all':32}{counts[0]:>8}{counts[1]:>9}{counts[2]:>8}")
    return "\n".join([*lines, *(f"  miss: {miss}" for miss in tally.misses)])


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(prog="scripts/bench_painting", description="Paint lines and read them back.")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="both when none is named")
    parser.add_argument("--lines", type=int, default=40, help="lines drawn from each page of the corpus (40)")
    parser.add_argument("--every", type=int, default=1, help="every so many pages of the corpus (1)")
    parser.add_argument("--no-corpus", action="store_true", help="the hard cases only")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pages = [] if options.no_corpus else corpus_pages(max(options.every, 1))
    if not pages and not options.no_corpus:
        print("POINTLINE_CORPUS is not set: only the hard cases are painted.", file=sys.stderr)
    answers: dict[str, dict[str, object]] = {}
    short = False
    for name in options.browser or BROWSERS:
        try:
            with started(name) as driver, Site() as site:
                for title in ("hard cases", "corpus") if pages else ("hard cases",):
                    begun = time.monotonic()
                    corpus = title == "corpus"
                    tally = run_corpus(driver, site, pages, options.lines) if corpus else run_cases(driver, site)
                    tally.seconds = time.monotonic() - begun
                    answers.setdefault(name, {})[title] = tally.to_json()
                    short = short or sum(tally.equal.values()) < sum(tally.tried.values())
                    if not options.json:
                        order: list[str] = [*SORTS] if corpus else sorted(tally.tried)
                        print(table(f"{name}, {title}", tally, order), flush=True)
        except BadInput as error:
            print(f"scripts/bench_painting: {error}", file=sys.stderr)
            sys.exit(2)
    if options.json:
        print(json.dumps(answers, ensure_ascii=False, indent=2))
    sys.exit(3 if short else 0)


if __name__ == "__main__":
    main()

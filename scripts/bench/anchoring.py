"""The same lines through every way of coming to a line in a page: ours, and those of others.

``pointline``: located by exactquote, painted, read back from the ranges. ``deep link``: the address that ours offers
for the line, opened in the browser; shares are of the lines for which one is offered. ``native fragment``:
``#:~:text=`` with the whole line, opened. Both count when the line is in view after, for lines that were not before.
The peers anchor the line as a quote, and count when the text they come to equals it after NFKC, without invisible
characters, white space collapsed. One that takes longer than three seconds for a line misses it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote as percent

from scripts.bench.anchoring_setup import VERSIONS, NoPeers, bundle
from scripts.bench.painting import corpus_pages
from scripts.lib.paint import BROWSERS, BadInput, started

from e2e.drivers import Driver
from e2e.hard_cases import hard_cases
from e2e.painting import Captured, paint, quote_spans, read
from e2e.sampling import sample
from e2e.site import NO_SCRIPT_NO_NETWORK, Site
from exactquote.encoding import decode
from exactquote.offsets import Utf16Map
from exactquote.page import Span

_HERE = Path(__file__).parent
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
WAYS = (
    "pointline",
    "deep link",
    "native fragment",
    "text-fragments-polyfill",
    "mark.js",
    "Hypothesis (exact text only)",
)
MOST_FOR_PEERS = 60_000
"""Characters of a page that the peers are tried on: on longer ones some of them take minutes for a line."""
KEEP = """async ({ capture, spans }) => {
  await pointline.paint({ capture, claim: 'line', spans, line_spans: spans });
  document.documentElement.style.scrollBehavior = 'auto';
  scrollTo(0, 0);
  const box = pointline.painted.get('line')?.quote[0]?.parts[0]?.range.getBoundingClientRect();
  return { link: pointline.deepLink('line'), far: Boolean(box) && box.top > innerHeight * 1.5 };
}"""
IN_VIEW = """async () => {
  for (let waited = 0; waited < 700; waited += 50) {
    const box = pointline.painted.get('line').quote[0].parts[0].range.getBoundingClientRect();
    if (scrollY > 0 && box.bottom > 0 && box.top < innerHeight) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}"""


def pages(every: int) -> Iterator[tuple[str, bytes, tuple[str, ...]]]:
    """Give the hard cases and pages of the corpus: a name, the HTML, quotes of it (none: lines are drawn)."""
    for case in hard_cases():
        yield "hard cases", case.body, case.quotes[:1]
    for path in corpus_pages(every):
        data = path.read_bytes()
        text = decode(gzip.decompress(data) if path.suffix == ".gz" else data, None).text
        yield "corpus", text.encode("utf-8", "surrogatepass"), ()


def lines_of(captured: Captured, quotes: tuple[str, ...], most: int) -> list[tuple[str, tuple[Span, ...]]]:
    """Return lines as they would be quoted, with their spans."""
    if quotes:
        return [(quote, quote_spans(captured.page, quote)[1]) for quote in quotes]
    return [(line.quote, line.spans) for line in sample(captured.page, most)]


def same(text: str | None, quote: str) -> bool:
    """Whether a peer came to the line."""
    return text is not None and _plain(text) == _plain(quote)


def _plain(text: str) -> str:
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).split())


def leads(driver: Driver, url: str) -> bool:
    """Open an address of the page that is shown, and tell whether the line came into view."""
    driver.evaluate("() => scrollTo(0, 0)")
    driver.goto(url, same_page=True)
    return bool(driver.evaluate(IN_VIEW))


def tried(driver: Driver, site: Site, peers: str, every: int, most: int) -> dict[str, dict[str, Counter[str]]]:
    """Try every way on every line. Returns, by group of pages, how often each was tried and came to the line."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    for number, (group, body, quotes) in enumerate(pages(every)):
        came = counts.setdefault(group, {"tried": Counter(), "came": Counter()})
        url = site.put(f"/page-{number}", body, Content_Security_Policy=NO_SCRIPT_NO_NETWORK)
        driver.goto(url)
        captured = read(driver)
        lines = lines_of(captured, quotes, most)
        for (_, spans), painting in zip(lines, paint(driver, captured, [spans for _, spans in lines]), strict=True):
            _count(came, "pointline", bool(spans) and painting.equal)
        for quote, spans in lines:
            for way, reached in _by_address(driver, captured, url, quote, spans):
                _count(came, way, reached)
        if peers and len(captured.page.text) <= MOST_FOR_PEERS:
            driver.goto(url)
            for (quote, _), answers in zip(lines, _by_peers(driver, peers, [quote for quote, _ in lines]), strict=True):
                for way, text in answers.items():
                    _count(came, way, same(text, quote))
    return counts


def _by_address(
    driver: Driver, captured: Captured, url: str, quote: str, spans: tuple[Span, ...]
) -> Iterator[tuple[str, bool]]:
    places = Utf16Map(captured.page.text)
    wire = [{"start": places.utf16(span.start), "end": places.utf16(span.end)} for span in spans]
    kept = driver.evaluate(KEEP, {"capture": captured.number, "spans": wire})
    if not kept["far"]:
        return
    if kept["link"]:
        reached = leads(driver, kept["link"])
        yield "deep link", reached
        if not reached:
            print(f"miss of a deep link: {kept['link']}", file=sys.stderr)
    else:
        yield "no deep link offered", False
    yield "native fragment", leads(driver, f"{url}#:~:text={percent(quote, safe='').replace('-', '%2D')}")


def _by_peers(driver: Driver, peers: str, quotes: list[str]) -> list[dict[str, str | None]]:
    source = peers + "\n" + (_HERE / "anchoring_peers.js").read_text(encoding="utf-8")
    driver.page_script(source)
    answers: list[dict[str, str | None]] = driver.in_page("(quotes) => anchorPeers(quotes)", quotes)
    return answers


def _count(counts: dict[str, Counter[str]], way: str, reached: bool) -> None:
    counts["tried"][way] += 1
    counts["came"][way] += reached


def table(name: str, counts: dict[str, dict[str, Counter[str]]]) -> str:
    """Return the shares as a table."""
    rows = [f"{name:32}" + "".join(f"{group:>20}" for group in counts)]
    for way in WAYS:
        cells = [(group["came"][way], group["tried"][way]) for group in counts.values()]
        rows.append(f"{way:32}" + "".join(f"{_share(came, of):>20}" for came, of in cells))
    refused = [group["tried"]["no deep link offered"] for group in counts.values()]
    rows.append(f"{'(no deep link offered)':32}" + "".join(f"{number:>20}" for number in refused))
    return "\n".join(rows)


def _share(came: int, of: int) -> str:
    return f"{came}/{of} {100 * came / of:5.1f} %" if of else "not run"


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(prog="scripts/bench_anchoring", description="Compare ways of coming to a line.")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="both when none is named")
    parser.add_argument("--every", type=int, default=8, help="every so many pages of the corpus (8)")
    parser.add_argument("--lines", type=int, default=4, help="lines of each page of the corpus (4)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pointline-peers-") as folder:
        try:
            peers = bundle(Path(folder))
        except NoPeers as error:
            peers = ""
            print(f"The peers are left out: {error}", file=sys.stderr)
    answers: dict[str, Any] = {"peers": VERSIONS if peers else None}
    for name in options.browser or BROWSERS:
        try:
            with started(name) as driver, Site() as site:
                answers[name] = tried(driver, site, peers, max(options.every, 1), options.lines)
        except BadInput as error:
            print(f"scripts/bench_anchoring: {error}", file=sys.stderr)
            sys.exit(2)
        if not options.json:
            print(table(name, answers[name]), flush=True)
    if options.json:
        print(json.dumps(answers, indent=2))


if __name__ == "__main__":
    main()

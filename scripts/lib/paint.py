"""Open a page in a real browser, locate quotes in it, paint each and read the paint back from its ranges.

With ``--json`` one object for each quote, ``{"painted", "read_back"}`` and nothing else, both null where nothing was
painted; the object itself for one quote, a list for several. Why nothing was painted stands on standard error.

Exit codes: 0 every quote was found and read back equal; 3 one was not found, or not read back equal; 2 bad input (no
such page, no such browser, an empty quote); 1 the browser failed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

from playwright.sync_api import Error as PlaywrightError

from e2e import browsers
from e2e.bidi import BidiError
from e2e.drivers import ChromiumDriver, Driver, FirefoxDriver, ScriptError
from e2e.painting import Captured, paint, quote_spans, read
from e2e.site import Site

BROWSERS = ("chromium", "firefox")
SHOWN = ("", ".html", ".htm", ".shtml", ".xhtml", ".xht", ".mhtml", ".mht", ".xml", ".svg", ".txt", ".json", ".pdf")
"""How the names of files end that a browser shows when it is given the file."""


class BadInput(Exception):
    """What was given cannot be used; the message says what to give."""


@contextmanager
def started(name: str) -> Iterator[Driver]:
    """Start a browser; raise :class:`BadInput` when the machine has none of that name."""
    binary = browsers.chromium() if name == "chromium" else browsers.firefox()
    if binary is None:
        raise BadInput(f"no {name} on this machine: install it, or name its program in POINTLINE_{name.upper()}")
    driver: Driver = ChromiumDriver(binary) if name == "chromium" else FirefoxDriver(binary)
    try:
        yield driver
    finally:
        driver.close()


def address_of(page: str, stack: ExitStack) -> str:
    """Return the address of a page: a URL as it stands, a file by ``file:``; what no browser shows is served by us."""
    if page.startswith(("http://", "https://", "file://")):
        return page
    if page == "-":
        return _served(sys.stdin.buffer.read(), stack)
    path = Path(page)
    try:
        if not path.is_file():
            raise BadInput(f"there is no file {page}: give a saved page, an http(s) address, or - for standard input")
        if path.suffix == ".gz":
            return _served(gzip.decompress(path.read_bytes()), stack)
        # A file by a name that browsers do not show (.php, .aspx) would be downloaded.
        shown = path.suffix.lower() in SHOWN
        return path.resolve().as_uri() if shown else _served(path.read_bytes(), stack)
    except (OSError, ValueError, EOFError) as error:
        raise BadInput(f"{page[:200]!r} cannot be read: {error}") from None


def _served(data: bytes, stack: ExitStack) -> str:
    # No encoding is named: the page says it itself, or the browser guesses, as with any saved page.
    return stack.enter_context(Site()).put("/page", data, Content_Type="text/html")


def painted(driver: Driver, captured: Captured, quote: str) -> dict[str, Any]:
    """Locate, paint and read back one quote."""
    result, spans = quote_spans(captured.page, quote)
    answer: dict[str, Any] = {
        "quote": quote,
        "status": result.status,
        "fold": result.fold,
        "flags": list(result.flags),
        "occurrences": len(result.occurrences) if result.found else 0,
        "painted": None,
        "read_back": None,
        "equal": False,
        "nearest": result.nearest.text if result.nearest else None,
    }
    if spans:
        painting = paint(driver, captured, [spans])[0]
        answer["state"] = painting.state
        if painting.state == "painted":
            answer |= {"painted": painting.painted, "read_back": painting.read_back, "equal": painting.equal}
    return answer


def say(answer: dict[str, Any], *, file: TextIO | None = None) -> None:
    """Print one answer in words."""
    if answer["painted"] is not None:
        print(f"painted   {answer['painted']!r} ({answer['fold']})", file=file)
        print(f"read back {answer['read_back']!r}: {'equal' if answer['equal'] else 'NOT EQUAL'}", file=file)
        return
    why = (
        f"it is on the page, but was not painted ({answer['state']})"
        if answer["status"] == "exact"
        else answer["status"]
    )
    print(f"not painted ({why}): {answer['quote']!r}", file=file)
    if answer["nearest"]:
        print(f"nearest line: {answer['nearest']!r}", file=file)


def say_json(answers: Sequence[dict[str, Any]]) -> None:
    """Print what was painted and what was read back; the rest, of those not painted, in words on standard error."""
    told = [{"painted": answer["painted"], "read_back": answer["read_back"]} for answer in answers]
    for answer in answers:
        if answer["painted"] is None and "status" in answer:
            say(answer, file=sys.stderr)
    # A lone surrogate, which a page may hold, has no form in UTF-8: it stays escaped.
    value = told[0] if len(told) == 1 else told
    text = json.dumps(value, ensure_ascii=False, indent=2)
    print(text if text.encode(errors="ignore").decode() == text else json.dumps(value, indent=2))


def arguments() -> argparse.Namespace:
    """Read the command line."""
    first, _, rest = (__doc__ or "").partition("\n\n")
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="scripts/paint", description=first, epilog=rest, formatter_class=layout)
    parser.add_argument(
        "page", metavar="PAGE", help="a saved page (.html or .html.gz), an address, or - for standard input"
    )
    parser.add_argument("--quote", metavar="Q", action="append", required=True, help="may be given more than once")
    parser.add_argument("--browser", choices=BROWSERS, default="chromium")
    parser.add_argument("--json", action="store_true", help="print JSON; a list when several quotes are given")
    return parser.parse_args()


def main() -> None:
    """Paint what the command line names."""
    options = arguments()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        if not all(quote.strip() for quote in options.quote):
            raise BadInput("--quote is empty: give words of the page")
        with ExitStack() as stack:
            address = address_of(options.page, stack)
            driver = stack.enter_context(started(options.browser))
            try:
                driver.goto(address)
            except (PlaywrightError, BidiError, TimeoutError) as error:
                raise BadInput(f"{options.page[:200]} cannot be opened: {str(error).splitlines()[0]}") from None
            captured = read(driver)
            answers = [painted(driver, captured, quote) for quote in options.quote]
    except BadInput as error:
        _end(options, str(error), 2)
    except (ScriptError, BidiError, PlaywrightError, AssertionError, ValueError, OSError) as error:
        _end(options, f"{options.browser} failed: {error}", 1)
    if options.json:
        say_json(answers)
    else:
        for answer in answers:
            say(answer)
    sys.exit(0 if all(answer["equal"] for answer in answers) else 3)


def _end(options: argparse.Namespace, message: str, code: int) -> NoReturn:
    if options.json:
        say_json([{"painted": None, "read_back": None}] * len(options.quote))
    print(f"scripts/paint: {message}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()

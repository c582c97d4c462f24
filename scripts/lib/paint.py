"""Open a page in a real browser, locate quotes in it, paint each and read the paint back from its ranges.

Exit codes: 0 every quote was found and read back equal; 3 one was not found, or not read back equal; 2 bad input (no
such page, no such browser, an empty quote); 1 the browser failed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn

from playwright.sync_api import Error as PlaywrightError

from e2e import browsers
from e2e.bidi import BidiError
from e2e.drivers import ChromiumDriver, Driver, FirefoxDriver, ScriptError
from e2e.painting import Captured, paint, quote_spans, read
from e2e.site import Site

BROWSERS = ("chromium", "firefox")


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
    """Return the address of a page: a URL as it stands, a file by ``file:``, a gzipped one or ``-`` served by us."""
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
        return path.resolve().as_uri()
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
        if painting.state == "painted":
            answer |= {"painted": painting.painted, "read_back": painting.read_back, "equal": painting.equal}
    return answer


def say(answer: dict[str, Any]) -> None:
    """Print one answer in words."""
    if answer["painted"] is not None:
        print(f"painted   {answer['painted']!r} ({answer['fold']})")
        print(f"read back {answer['read_back']!r}: {'equal' if answer['equal'] else 'NOT EQUAL'}")
        return
    print(f"not found ({answer['status']}): {answer['quote']!r}")
    if answer["nearest"]:
        print(f"nearest line: {answer['nearest']!r}")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/paint", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "page", metavar="PAGE", help="a saved page (.html or .html.gz), an address, or - for standard input"
    )
    parser.add_argument("--quote", metavar="Q", action="append", required=True, help="may be given more than once")
    parser.add_argument("--browser", choices=BROWSERS, default="chromium")
    parser.add_argument("--json", action="store_true", help="print JSON; a list when several quotes are given")
    options = parser.parse_args()
    if not all(quote.strip() for quote in options.quote):
        parser.error("--quote is empty: give words of the page")
    return options


def main() -> None:
    """Paint what the command line names."""
    options = arguments()
    try:
        with ExitStack() as stack:
            address = address_of(options.page, stack)
            driver = stack.enter_context(started(options.browser))
            try:
                driver.goto(address)
            except (PlaywrightError, BidiError) as error:
                raise BadInput(f"{options.page[:200]} cannot be opened: {str(error).splitlines()[0]}") from None
            captured = read(driver)
            answers = [painted(driver, captured, quote) for quote in options.quote]
    except BadInput as error:
        _end(str(error), 2)
    except (ScriptError, BidiError, PlaywrightError) as error:
        _end(f"{options.browser} failed: {error}", 1)
    if options.json:
        print(json.dumps(answers[0] if len(answers) == 1 else answers, ensure_ascii=False, indent=2))
    else:
        for answer in answers:
            say(answer)
    sys.exit(0 if all(answer["equal"] for answer in answers) else 3)


def _end(message: str, code: int) -> NoReturn:
    print(f"scripts/paint: {message}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()

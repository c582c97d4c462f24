"""``pointline verify PAGE --quote Q`` and ``--quotes FILE``."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

import click

from exactquote.page import Page
from exactquote.quotes import QuoteResult, locate
from pointline.cli.options import as_json, unattended_option
from pointline.cli.output import FOUND, page_words, print_json, say_notes, shown_line
from pointline.errors import BadInput
from pointline.pipeline.page_record import quote_json
from pointline.sources.reading import open_typed

NOT_FOUND = 3


@click.command()
@click.argument("page_name", metavar="PAGE")
@click.option("--quote", "quotes", multiple=True, help="The words that should stand on the page; may be repeated.")
@click.option("--quotes", "quotes_file", metavar="FILE", help="A file of quotes, one a line; '-' for standard input.")
@unattended_option
@as_json
def verify(
    page_name: str, quotes: tuple[str, ...], quotes_file: str | None, unattended: bool, json_wanted: bool
) -> int:
    """Say whether the words of --quote stand on PAGE, exactly, and where. No model is used.

    With --json, one object for each quote, in order, a line each. Exit code 3: a quote was not found.
    """
    asked = [*quotes, *(_lines_of(quotes_file, page_name) if quotes_file is not None else [])]
    if not asked:
        raise BadInput("no-quote", "There is no quote to look for.", "Give one with --quote, or a file with --quotes.")
    if any(not quote.strip() for quote in asked):
        raise BadInput("empty-quote", "The quote is empty.", "Give the words that should stand on the page.")
    opened = open_typed(page_name, unattended=unattended)
    say_notes(opened.notes)
    page = opened.page
    found_all = True
    for quote in asked:
        result = locate(page, quote)
        found_all = found_all and result.found
        if json_wanted:
            print_json({**quote_json(result, page), "quote": quote})
        else:
            if len(asked) > 1:
                click.echo(f"“{shown_line(quote)}”")
            _print(result, page)
    return 0 if found_all else NOT_FOUND


def _lines_of(name: str, page_name: str) -> list[str]:
    """The lines of a file of quotes; empty ones are passed over."""
    try:
        if name == "-":
            if page_name == "-":
                raise BadInput("stdin", "Page and quotes cannot both come from standard input.", "Name a file for one.")
            data = sys.stdin.buffer.read()
        else:
            data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput("quotes-file", f"The quotes in {name} cannot be read: {error}.", "Check the name.") from None
    return [line for line in _text_of(data, name).split("\n") if line.strip()]


def _text_of(data: bytes, name: str) -> str:
    """Read a file of quotes: UTF-8, or UTF-16 that begins with its byte order mark. No encoding is guessed: a quote
    that was read wrong would be called absent.
    """
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = "UTF-16" if encoding == "utf-16" else "UTF-8"
        raise BadInput(
            "quotes-encoding",
            f"The quotes in {'standard input' if name == '-' else name} are not {what} (line {line}).",
            "Save the file as UTF-8, then try again.",
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _print(result: QuoteResult, page: Page) -> None:
    if result.found:
        flags = f" ({', '.join(result.flags)})" if result.flags else ""
        click.echo(f"{FOUND[result.fold or 'verbatim']}{flags}")
        for found in result.occurrences:
            start = found.spans[0].start
            click.echo(f"  {start}–{found.spans[-1].end}: {shown_line(found.text)}{page_words(page, start)}")
        return
    click.echo(f"not found on this page: {result.status}")
    if result.nearest is not None:
        click.echo(f"  nearest: {shown_line(result.nearest.text)}{page_words(page, result.nearest.start)}")

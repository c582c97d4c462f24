"""How results look in a terminal, and as JSON on standard output."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from math import floor
from pathlib import Path
from typing import Any

import click

from exactquote.page import Page
from pointline.errors import BadInput
from pointline.pipeline.answer import Answer, Claim, Progress
from pointline.pipeline.probe import depends_on_framing
from pointline.sources.opened import SourceNote

FOUND = {
    "verbatim": "line found",
    "layout": "line found, spacing or marks differ",
    "typography": "line found, typography differs",
}
SUPPORT = {"mismatch": "the line does not say it", "uncertain": "not judged"}


def print_json(value: Any) -> None:
    """One JSON value on one line; characters stay as they are, lone surrogates (broken input) are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    click.echo(text)


def plain_streams() -> None:
    """Let no character stop a message: what the terminal's encoding cannot show is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def shown_line(text: str) -> str:
    """A line of the page on one line of the terminal; cells of a row are set apart by spaces, as a quote may be."""
    return "   ".join(" ".join(cell.split()) for cell in text.split("\t"))


def print_answer(answer: Answer) -> None:
    """The answer in words: each claim above its line, NONE as a finding, what was withheld last."""
    several = len(answer.sources) > 1
    for claim in answer.claims:
        print_claim(claim, answer.page_of(claim), several=several)
    if answer.none:
        share = f"{floor(100 * answer.read_share)} %"
        what = f"these {len(answer.sources)} pages" if several else "this page"
        characters = sum(len(page.text) for page in answer.sources)
        click.echo(f"NONE: no line of {what} answers that ({share} of {characters} characters read).")
        if answer.budget_ended:
            click.echo("  The time for this question ended before the whole page was read; --seconds gives it more.")
        for unit, page in zip(answer.nearest, answer.near or (answer.page,) * len(answer.nearest), strict=True):
            click.echo(f"  nearest: {shown_line(page.text[unit.start : unit.end])}{page_words(page, unit.start)}")
    for held in answer.withheld:
        click.echo(f"withheld: {held.text}\n  {held.reason} (attempts: {held.attempts})")
    for note in answer.notes:
        click.echo(f"note: {note.text}")
    if answer.framings:
        differs = depends_on_framing(answer.framings)
        click.echo(f"probe: the answer {'depends' if differs else 'does not depend'} on who asks")
        for framed in answer.framings:
            lines = " · ".join(f"“{shown_line(unit.text(page.text))}”" for page, unit in framed.lines) or "NONE"
            click.echo(f"  {framed.framing}: {lines}")


def say_notes(notes: Iterable[SourceNote]) -> None:
    """What the person should know of how a page was read, on standard error."""
    for note in notes:
        click.echo(f"note: {note.text}", err=True)


def page_words(page: Page, offset: int) -> str:
    """On which page of a paginated document a place is, to stand after its line; "" elsewhere."""
    number = page.page_at(offset)
    return "" if number is None else f" (page {number})"


def print_claim(claim: Claim, page: Page, *, several: bool = False) -> None:
    """One claim, the line it points at, and the two findings; of ``several`` pages its own is named."""
    flags = f" ({', '.join(claim.flags)})" if claim.flags else ""
    line, text = shown_line(claim.line), shown_line(claim.text)
    click.echo(f"• {text}")
    where = page_words(page, claim.unit.start)
    if line != text or claim.more or where:
        click.echo(f"  line: “{line}”{where}")
    for further in claim.more:
        click.echo(f"  line: “{shown_line(further.line)}”{page_words(page, further.unit.start)}")
    if several:
        click.echo(f"  page: {page.title or page.url or page.sha256[:12]} {page.url}".rstrip())
    if claim.from_turn is not None:
        click.echo(f"  verified in turn {claim.from_turn} already")
    support = SUPPORT[claim.support.verdict]
    click.echo(f"  {FOUND[claim.found.fold or 'verbatim']}{flags} · support: {support}")
    for caveat in claim.caveats:
        detail = f" ({shown_line(caveat.detail)})" if caveat.detail else ""
        shown = "" if caveat.text in ("", claim.line) else f": “{shown_line(caveat.text)}”"
        click.echo(f"  caveat {caveat.code}{detail}{shown}")


def check_writable(path: Path) -> None:
    """Find out before the work, so that nothing is lost to a wrong name after ``--html``; raises :class:`BadInput`."""
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"{path} cannot be written: {reason}."
        raise BadInput("unwritable", message, "Name another file after --html.") from None


class ProgressLine:
    """A line on standard error that says what is being done; silent when that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def say(self, progress: Progress) -> None:
        """Replace the line."""
        if self._shown:
            click.echo(f"\r\x1b[K{progress.message}", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)

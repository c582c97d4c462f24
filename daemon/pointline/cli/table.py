"""``pointline table PAGE … --item A --field F …``."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import isnan
from types import FrameType

import click

from exactquote.page import Page
from pointline.cli.options import as_json, engine_of, engine_options, unattended_option
from pointline.cli.output import ProgressLine, print_json, say_notes, shown_line
from pointline.cli.start import CANCELLED
from pointline.cli.table_output import print_table
from pointline.cli.table_store import Keeper
from pointline.errors import BadInput
from pointline.pipeline.answer import Progress
from pointline.pipeline.cells import cell_record
from pointline.pipeline.suggest import suggest
from pointline.pipeline.table_names import LONGEST_NAME, MOST_CELLS, closed_up
from pointline.pipeline.tables import SECONDS, CellDone, CellStep, Table, TableEvent, run_table
from pointline.sources.reading import open_typed

NONE = 3


@click.command()
@click.argument("page_names", metavar="PAGE...", nargs=-1)
@click.option("--item", "items", multiple=True, help="What a row is about; once for each.")
@click.option("--field", "fields", multiple=True, help="What is wanted of every item; once for each.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=SECONDS,
    show_default=True,
    help="Time to look for the line of one cell.",
)
@click.option(
    "--suggest",
    "suggested",
    is_flag=True,
    help="Only name the items and fields that the structure of the pages suggests; no model is used.",
)
@click.option(
    "--session",
    default=None,
    help="The session to keep the cells in; a new one when left out. Cells of the same pages and model that are there "
    "are taken up.",
)
@click.option("--resume", "run", default=None, metavar="RUN", help="Go on with a table that was cancelled or failed.")
@click.option("--private", is_flag=True, help="Keep nothing.")
@engine_options
@unattended_option
@as_json
def table(
    page_names: tuple[str, ...],
    items: tuple[str, ...],
    fields: tuple[str, ...],
    seconds: float,
    suggested: bool,
    session: str | None,
    run: str | None,
    private: bool,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    unattended: bool,
    json_wanted: bool,
) -> int:
    """Find every FIELD of every ITEM in the PAGEs (files or addresses): value, line, verdict and caveats.

    Cells are kept in a session as they are found, unless --private; 'pointline export' writes it down. Exit code 3: no
    cell has a value. A cancel (Ctrl-C) prints and keeps what is done.
    """
    if suggested:
        return _suggested(page_names, unattended=unattended, json_wanted=json_wanted)
    items, fields = _named("item", items), _named("field", fields)
    _check(page_names, items, fields, seconds, private=private, kept=session is not None or run is not None)
    keeper = Keeper.nowhere() if private else Keeper.opened(session, run, _begun)
    line = ProgressLine()
    try:
        pages = _open(page_names, unattended)
        line.say(Progress("load", "Loading the model"))
        engine = engine_of(engine_name, model_name, server, context_tokens)
        try:
            with _cancelled() as cancel:
                found = run_table(
                    items,
                    fields,
                    pages,
                    engine,
                    done=keeper.begin(pages, engine.info.name),
                    on_event=lambda event: _told(line, keeper, event),
                    cancel=cancel,
                    seconds=seconds,
                )
        finally:
            line.clear()
            engine.close()
    finally:
        keeper.close()
    return _shown(found, keeper, json_wanted=json_wanted)


def _suggested(page_names: tuple[str, ...], *, unattended: bool, json_wanted: bool) -> int:
    _check_pages(page_names)
    found = suggest(_open(page_names, unattended))
    if json_wanted:
        print_json({"items": list(found.items), "fields": list(found.fields)})
    else:
        for what, names in (("item", found.items), ("field", found.fields)):
            for name in names:
                click.echo(f"{what}: {shown_line(name)}")
        if not found.fields:
            click.echo("The structure of these pages names no fields: no table, list of terms, labels or headings.")
    return 0 if found.fields else NONE


def _shown(found: Table, keeper: Keeper, *, json_wanted: bool) -> int:
    if json_wanted:
        cells = [cell_record(cell) for cell in found.cells]
        print_json({"cells": cells, "sources": found.sources, "domains": found.domains})
    else:
        print_table(found)
    if keeper.session is not None:
        click.echo(f"Kept in session {keeper.session}, run {keeper.run}.", err=True)
    if found.cancelled:
        again = f" What was done is kept; go on with --resume {keeper.run}." if keeper.session is not None else ""
        click.echo(f"pointline: Cancelled.{again}", err=True)
        return CANCELLED
    return 0 if any(cell.value is not None for cell in found.cells) else NONE


def _begun(session: str, run: str) -> None:
    click.echo(f"Keeping the cells in session {session}; if this is broken off, --resume {run} goes on.", err=True)


def _told(line: ProgressLine, keeper: Keeper, event: TableEvent) -> None:
    if isinstance(event, CellStep):
        line.say(
            Progress(event.step, f"Cell {event.number} of {event.cells}: {event.item}, {event.field}: {event.step}")
        )
    elif isinstance(event, CellDone) and not event.kept:
        keeper.keep(event.cell)


def _named(what: str, given: Iterable[str]) -> tuple[str, ...]:
    """The names, white space closed up, each once."""
    names = closed_up(given)
    if not names or "" in names:
        raise BadInput(f"no-{what}", f"There is no {what} to look for.", f"Name at least one: --{what} 'NAME'.")
    longest = max(map(len, names))
    if longest > LONGEST_NAME:
        message = f"A name of {longest} characters is too long; {LONGEST_NAME} are the most."
        raise BadInput(f"long-{what}", message, f"Give a shorter --{what}.")
    return names


def _check(
    pages: tuple[str, ...],
    items: tuple[str, ...],
    fields: tuple[str, ...],
    seconds: float,
    *,
    private: bool,
    kept: bool,
) -> None:
    _check_pages(pages)
    if isnan(seconds):  # which no range holds back
        raise BadInput("seconds", "--seconds is not a number.", "Give the seconds, as in --seconds 60.")
    if len(items) * len(fields) > MOST_CELLS:
        message = f"{len(items)} items by {len(fields)} fields are more than {MOST_CELLS} cells."
        raise BadInput("many-cells", message, "Make two tables of it.")
    if private and kept:
        raise BadInput("private", "A private table is kept in no session.", "Leave --private out, or the session.")


def _check_pages(pages: tuple[str, ...]) -> None:
    if not pages:
        raise BadInput("no-page", "There is no page to read.", "Name one or more: pointline table PAGE --item ….")


def _open(names: Iterable[str], unattended: bool) -> list[Page]:
    pages = []
    for name in dict.fromkeys(names):
        opened = open_typed(name, unattended=unattended)
        say_notes(opened.notes)
        pages.append(opened.page)
    return pages


@contextmanager
def _cancelled() -> Iterator[Callable[[], bool]]:
    """Whether the person pressed Ctrl-C: the first ends the table after saving, a second one ends the program."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    try:
        signal.signal(signal.SIGINT, press)
    except ValueError:  # not in the main thread
        yield lambda: False
        return
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)

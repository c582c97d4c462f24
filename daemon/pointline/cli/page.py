"""``pointline page PAGE``."""

from __future__ import annotations

import click

from pointline.cli.options import as_json, unattended_option
from pointline.cli.output import print_json, say_notes, shown_line
from pointline.export.words import counted
from pointline.pipeline.page_record import page_json
from pointline.sources.reading import open_typed


@click.command()
@click.argument("page_name", metavar="PAGE")
@unattended_option
@as_json
def page(page_name: str, unattended: bool, json_wanted: bool) -> int:
    """Print PAGE as Pointline reads it, line by line; with --json its text, blocks and units (offsets in code
    points)."""
    opened = open_typed(page_name, unattended=unattended)
    say_notes(opened.notes)
    found = opened.page
    if json_wanted:
        print_json(page_json(found))
        return 0
    for unit in found.units:
        click.echo(f"{unit.start:>7}  {shown_line(found.text[unit.start : unit.end])}")
    left_out = ", ".join(f"{count} {sort.replace('_', ' ')}" for sort, count in found.not_read.items() if count)
    size = f"{counted(len(found.text), 'character')}, {counted(len(found.units), 'line')}"
    click.echo(size + (f"; not read: {left_out}" if left_out else ""))
    return 0

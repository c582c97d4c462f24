"""A table in a terminal: weakest cells first, each with its line and the lines of its caveats."""

from __future__ import annotations

import click

from pointline.cli.output import shown_line
from pointline.export.words import counted
from pointline.pipeline.cells import Cell
from pointline.pipeline.tables import Table

WORDS = {
    "confirmed": "confirmed",
    "caveated": "confirmed with caveats",
    "uncertain": "UNVERIFIED (uncertain)",
    "mismatch": "UNVERIFIED (mismatch)",
}


def print_table(table: Table) -> None:
    """Every cell, weakest first, and what was touched."""
    for cell in sorted(table.cells, key=lambda cell: cell.score):
        print_cell(cell)
    cells, sources, domains = len(table.cells), table.sources, table.domains
    counts = ((cells, "cell"), (sources, "source"), (domains, "domain"))
    click.echo(" · ".join(counted(number, noun) for number, noun in counts))


def print_cell(cell: Cell) -> None:
    """One cell."""
    value = "no line found" if cell.value is None else shown_line(cell.value)
    click.echo(f"• {shown_line(cell.item)}, {shown_line(cell.field)}: {value}")
    click.echo(f"  {WORDS[cell.verdict]} · score {cell.score:.2f} · by {cell.verdict_source} · {shown_line(cell.why)}")
    if cell.quote is not None:
        click.echo(f"  line: “{shown_line(cell.quote)}” {cell.source_url}".rstrip())
    for caveat in cell.caveats:
        line = f": “{shown_line(caveat.text)}”" if caveat.text else ""
        where = f" {caveat.url}" if caveat.url != cell.source_url else ""
        click.echo(f"  {caveat.code}{line}{where}")

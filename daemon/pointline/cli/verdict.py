"""``pointline verdict CELL WORD``: a person's own verdict over a kept cell."""

from __future__ import annotations

from typing import cast, get_args

import click

from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.errors import BadInput
from pointline.export.records import cell_json
from pointline.export.words import standing
from pointline.store.records import Verdict
from pointline.store.store import Store


@click.command()
@click.argument("cell")
@click.argument("word", metavar="VERDICT", type=click.Choice(get_args(Verdict)))
@click.option("--why", default="", help="The reason, kept with it.")
@as_json
def verdict(cell: str, word: str, why: str, json_wanted: bool) -> int:
    """Put your own VERDICT on a CELL (its cell_id in 'pointline export --json'); what it replaces is kept."""
    with Store.open() as store:
        found = store.override_verdict(cell, cast(Verdict, word), why)
    if found is None:
        raise BadInput(
            "cell_unknown", f"There is no cell {cell!r} (any more).", "Find its cell_id in 'pointline export --json'."
        )
    if json_wanted:
        print_json(cell_json(found))
    else:
        click.echo(f"{found.record.item}, {found.record.field}: {found.record.value or 'no line found'}")
        click.echo(standing(found))
    return 0

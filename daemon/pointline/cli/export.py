"""``pointline export``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

import click

from exactquote.verdicts import CAVEATS
from pointline.cli.options import as_json
from pointline.cli.sessions import named_session
from pointline.errors import BadInput
from pointline.export.session import FORMS, Export, Form, export_session
from pointline.store.cell_records import StoredCell
from pointline.store.records import Verdict
from pointline.store.store import Store


@click.command()
@click.argument("session", required=False)
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMS)), default="md", show_default=True, help="In which form."
)
@click.option("--verdict", type=click.Choice(get_args(Verdict)), default=None, help="Only cells with this verdict.")
@click.option("--caveat", type=click.Choice(tuple(CAVEATS)), default=None, help="Only cells with this caveat.")
@click.option(
    "--sort",
    type=click.Choice(("created", "score")),
    default="created",
    show_default=True,
    help="Cells oldest first, or weakest first.",
)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="A file; else standard output.")
@as_json
def export(
    session: str | None,
    form: str,
    verdict: str | None,
    caveat: str | None,
    sort: str,
    output: Path | None,
    json_wanted: bool,
) -> int:
    """Write a session down: its questions, claims, lines and cells. Without SESSION, the newest.

    --json is --format json; jsonld is W3C Web Annotations. --verdict and --caveat leave the questions as they are.
    """
    with Store.open() as store:
        found = named_session(store, session)
    cells = _wanted(found.cells, verdict, caveat, weakest_first=sort == "score")
    text = export_session(Export(found.session, found.asks, cells), "json" if json_wanted else cast(Form, form))
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
        return 0
    try:
        # Only for the person themselves, like the history it comes from; a file that was there keeps its mode.
        with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput("output", f"{output} cannot be written: {reason}.", "Name another file with --output.") from None
    click.echo(f"Written: {output}", err=True)
    return 0


def _wanted(
    cells: Sequence[StoredCell], verdict: str | None, caveat: str | None, *, weakest_first: bool
) -> Sequence[StoredCell]:
    kept = [
        cell
        for cell in cells
        if verdict in (None, cell.record.verdict)
        and (caveat is None or any(one.code == caveat for one in cell.record.caveats))
    ]
    return sorted(kept, key=lambda cell: cell.record.score or 0.0) if weakest_first else kept

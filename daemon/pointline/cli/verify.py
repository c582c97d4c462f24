"""``pointline verify PAGE --quote Q``."""

from __future__ import annotations

import click
from exactquote.quotes import QuoteResult, locate

from pointline.cli.options import as_json
from pointline.cli.output import FOUND, print_json, shown_line
from pointline.pipeline.record import quote_json
from pointline.sources.reading import open_named

NOT_FOUND = 3


@click.command()
@click.argument("page_name", metavar="PAGE")
@click.option("--quote", required=True, help="The words that should stand on the page.")
@as_json
def verify(page_name: str, quote: str, json_wanted: bool) -> int:
    """Say whether the words of --quote stand on PAGE, exactly, and where.

    No model is used. Exit code 3: not found.
    """
    page = open_named(page_name)
    result = locate(page, quote)
    if json_wanted:
        print_json(quote_json(result))
    else:
        _print(result)
    return 0 if result.status == "exact" else NOT_FOUND


def _print(result: QuoteResult) -> None:
    if result.status == "exact":
        flags = f" ({', '.join(result.flags)})" if result.flags else ""
        click.echo(f"{FOUND[result.fold or 'verbatim']}{flags}")
        for found in result.occurrences:
            click.echo(f"  {found.spans[0].start}–{found.spans[-1].end}: {shown_line(found.text)}")
        return
    click.echo(f"not found on this page: {result.status}")
    if result.nearest is not None:
        click.echo(f"  nearest: {shown_line(result.nearest.text)}")

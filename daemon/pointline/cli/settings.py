"""``pointline settings``: how long the history is kept, and whether the text of pages is kept with it."""

from __future__ import annotations

from dataclasses import asdict, replace

import click

from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.errors import BadInput
from pointline.store.store import Store


@click.command()
@click.option("--retention-days", type=int, metavar="N", default=None, help="Forget what is older than N days.")
@click.option("--no-retention", is_flag=True, help="Keep the history until you forget it.")
@click.option(
    "--keep-page-text/--no-keep-page-text",
    default=None,
    help="Whether the whole text of a page is kept with the questions about it, where they do not say it themselves.",
)
@as_json
def settings(retention_days: int | None, no_retention: bool, keep_page_text: bool | None, json_wanted: bool) -> int:
    """Show what is chosen, or change it; it holds for a daemon that runs too.

    What is too old by a new --retention-days is forgotten at once, as by 'pointline forget'. Texts that were kept
    before --no-keep-page-text stay until they are forgotten.
    """
    if retention_days is not None and no_retention:
        raise BadInput("retention", "For how long?", "Give one of --retention-days N and --no-retention.")
    with Store.open() as store:
        before = store.settings()
        chosen = before
        if no_retention:
            chosen = replace(chosen, retention_days=None)
        if retention_days is not None:
            chosen = replace(chosen, retention_days=retention_days)
        if keep_page_text is not None:
            chosen = replace(chosen, keep_page_text=keep_page_text)
        if chosen != before:
            store.choose(chosen)
    if json_wanted:
        print_json(asdict(chosen))
        return 0
    days = chosen.retention_days
    click.echo(f"retention   {'until you forget it' if days is None else f'{days} days'}")
    click.echo(f"page text   {'kept' if chosen.keep_page_text else 'kept only where a question says so'}")
    return 0

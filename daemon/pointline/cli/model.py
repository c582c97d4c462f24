"""``pointline model list|pull``."""

from __future__ import annotations

import click

from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.engine import starter
from pointline.engine.models import find_model, installed
from pointline.errors import BadInput


@click.group()
def model() -> None:
    """The models on this machine."""


@model.command("list")
@as_json
def list_models(json_wanted: bool) -> int:
    """List the models that are here."""
    found = [find_model(name) for name in installed()]
    if json_wanted:
        print_json({"models": [{"name": folder.name, "path": str(folder.path)} for folder in found]})
        return 0
    for folder in found:
        click.echo(f"{folder.name}  {folder.path}")
    if not found:
        click.echo("No model is here yet. Run `pointline model pull starter`.")
    return 0


@model.command()
@click.argument("name", default=starter.NAME)
@as_json
def pull(name: str, json_wanted: bool) -> int:
    """Fetch the model NAME (so far: starter), check its hash, and unpack it into the data folder."""
    if name != starter.NAME:
        raise BadInput("unknown-model", f"There is no model {name!r} to fetch.", f"Models to fetch: {starter.NAME}.")
    folder = starter.pull()
    if json_wanted:
        print_json({"name": folder.name, "path": str(folder.path)})
    else:
        click.echo(f"{folder.name} is ready in {folder.path}")
    return 0

"""Options that several commands share."""

from __future__ import annotations

import click

from pointline.engine.registry import ENGINES

as_json = click.option("--json", "json_wanted", is_flag=True, help="Print JSON on standard output.")
engine_option = click.option(
    "--engine",
    "engine_name",
    type=click.Choice(ENGINES),
    default="mlx",
    show_default=True,
    help="What runs the model; scripted is for tests.",
)
model_option = click.option(
    "--model",
    "model_name",
    default=None,
    help="A fetched model, or the path of an MLX model folder; the starter when left out.",
)

"""``pointline model list|pull``."""

from __future__ import annotations

import click


@click.group()
def model() -> None:
    """The models on this machine."""

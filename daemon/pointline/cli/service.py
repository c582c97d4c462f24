"""``pointline service``: let the system start the daemon when the person logs in (launchd, systemd); off by default."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.cli.serve import PORT
from pointline.cli.service_units import Service, service_of
from pointline.errors import BadInput


@click.group()
def service() -> None:
    """Start the daemon at every login: install or remove it as a service of this user.

    It prints no token (--paired-only): pair a browser with 'pointline pair' when it runs.
    """


@service.command()
@click.option("--print", "printing", is_flag=True, help="Only show what would be written.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="Port on 127.0.0.1.")
@as_json
def install(printing: bool, port: int, json_wanted: bool) -> int:
    """Write the unit and start it."""
    found = service_of(sys.platform, port=port)
    if printing:
        _show(found, json_wanted)
        return 0
    found.write()
    told = found.start()
    return _say(f"Written: {found.path}", found.path, told, json_wanted)


@service.command()
@click.option("--print", "printing", is_flag=True, help="Only show what would be removed.")
@as_json
def remove(printing: bool, json_wanted: bool) -> int:
    """Stop the service and delete its unit.

    The data folder stays; 'pointline doctor' names it.
    """
    found = service_of(sys.platform)
    if not found.path.exists():
        raise BadInput("service", f"There is no service: {found.path} is not there.", "There is nothing to remove.")
    if printing:
        _show(replace(found, text=found.path.read_text(encoding="utf-8")), json_wanted)
        return 0
    told = found.stop()
    found.delete()
    return _say(f"Removed: {found.path}", found.path, told, json_wanted)


def _show(found: Service, json_wanted: bool) -> None:
    if json_wanted:
        print_json({"path": str(found.path), "unit": found.text})
    else:
        click.echo(f"# {found.path}")
        click.echo(found.text, nl=False)


def _say(done: str, path: Path, told: list[str], json_wanted: bool) -> int:
    """``told``: commands that are left to the person, as they could not be run here."""
    if json_wanted:
        print_json({"path": str(path), "left_to_do": told})
        return 0
    click.echo(done)
    if told:
        click.echo("The service manager could not be reached from here. In a session of yours, run:")
    for line in told:
        click.echo(f"  {line}")
    return 0

"""``pointline forget``."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from datetime import timedelta

import click

from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.errors import BadInput
from pointline.store.hosts import site_of
from pointline.store.store import Store

_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


@click.command()
@click.option("--all", "everything", is_flag=True, help="Forget the whole history.")
@click.option("--site", metavar="HOST", default=None, help="Forget what was read on this host and the hosts below it.")
@click.option("--older-than", "age", metavar="AGE", default=None, help="Forget what is older: 12h, 30d, 8w.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@as_json
def forget(everything: bool, site: str | None, age: str | None, yes: bool, json_wanted: bool) -> int:
    """Forget questions, answers, cells and kept pages, so that nothing of them is left in any file.

    Works while the daemon runs. Models, settings and paired browsers stay.
    """
    if sum((everything, site is not None, age is not None)) != 1:
        raise BadInput("forget", "What is to be forgotten?", "Give one of --all, --site HOST and --older-than AGE.")
    host = None if site is None else site_of(site)
    older_than = None if age is None else age_of(age)
    what = f"everything from {host}" if host else f"everything older than {age}" if age else "the whole history"
    if not yes:
        _confirm(what)
    with Store.open() as store:
        counts = asdict(store.forget(everything=everything, site=host, older_than=older_than))
    if json_wanted:
        print_json({"forgotten": counts})
    else:
        click.echo("Forgotten: " + ", ".join(f"{number} {name}" for name, number in counts.items()) + ".")
    return 0


def age_of(given: str) -> timedelta:
    """``12h``, ``30d`` or ``8w`` as a time. Raises :class:`~pointline.errors.BadInput`."""
    match = re.fullmatch(r"\s*([0-9]{1,6})\s*([hdw])\s*", given)
    if match is None:
        raise BadInput("age", f"{given!r} is no age.", "Give a number of hours, days or weeks: 12h, 30d, 8w.")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def _confirm(what: str) -> None:
    if not sys.stdin.isatty():
        raise BadInput("confirm", f"Nobody is there to confirm that {what} is to be forgotten.", "Add --yes.")
    if not click.confirm(f"Forget {what}? This cannot be undone", err=True):
        raise click.Abort

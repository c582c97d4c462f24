"""docs/reference/cli.md: every command with its arguments and options, read from click."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from pointline.cli.main import commands

HEAD = """# Command line

Written by `./scripts/docs` from the commands themselves. Exit codes: 0 answered, all quotes found, nothing refuted · 3
honest NONE, all withheld, a quote not found, a claim refuted or without a line · 2 bad input or a missing model · 1
failure · 130 cancelled. Progress goes to standard error. With `--json` a failure is
`{"error": {"code", "message", "action"}}` on standard output.
"""


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_group(commands, "pointline")]).rstrip() + "\n"


def _group(group: click.Group, path: str) -> Iterator[str]:
    for name in sorted(group.commands):
        command = group.commands[name]
        yield from _command(command, f"{path} {name}")
        if isinstance(command, click.Group):
            yield from _group(command, f"{path} {name}")


def _command(command: click.Command, path: str) -> Iterator[str]:
    context = click.Context(command, info_name=path)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"## `{path} {usage}`\n".replace(" `\n", "`\n")
    yield f"{_plain(command.help or '')}\n"
    rows = [row for parameter in command.params if (row := _row(parameter, context))]
    if rows:
        yield from ("| option | what it does |", "|---|---|", *rows, "")


def _row(parameter: click.Parameter, context: click.Context) -> str:
    record = parameter.get_help_record(context)
    if record is None:
        return ""
    names, says = record
    return f"| `{_cell(names)}` | {_cell(_plain(says))} |"


def _plain(given: Any) -> str:
    paragraphs = (" ".join(part.replace("\b", "").split()) for part in re.split(r"\n\s*\n", str(given)))
    return "\n\n".join(part for part in paragraphs if part).replace("<", "&lt;")


def _cell(given: str) -> str:
    return given.replace("\n\n", " ").replace("|", "\\|")

"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pointline.engine.base import Engine
from pointline.engine.loopback import NotLoopback, loopback_address
from pointline.engine.registry import ENGINES, make_engine
from pointline.errors import BadInput

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option("--json", "json_wanted", is_flag=True, help="Print JSON on standard output.")
unattended_option = click.option(
    "--unattended",
    is_flag=True,
    help="Nobody sits before this run: sites' robots.txt is honoured for every address that is opened.",
)
engine_option = click.option(
    "--engine",
    "engine_name",
    type=click.Choice(ENGINES),
    default="mlx",
    show_default=True,
    help="What runs the model: this program (mlx) or a server of OpenAI's interface on this machine (openai); scripted "
    "is for tests.",
)
model_option = click.option(
    "--model",
    "model_name",
    default=None,
    help="A fetched model, or the path of an MLX model folder; the one in use when left out. With --engine openai, a "
    "model of the server; its first when left out.",
)
server_option = click.option(
    "--server",
    default=None,
    metavar="URL",
    help="Server for --engine openai, on this machine only; POINTLINE_OPENAI_URL or http://127.0.0.1:8080/v1 when left "
    "out. A key, if it asks for one, goes into POINTLINE_OPENAI_KEY.",
)
context_option = click.option(
    "--context-tokens",
    type=click.IntRange(min=256),
    default=None,
    help="Tokens that the model of --server reads, where the server does not say.",
)


def model_options(command: Command) -> Command:
    """The options that say which model: ``--model``, ``--server``, ``--context-tokens``."""
    return model_option(server_option(context_option(command)))


def engine_options(command: Command) -> Command:
    """Those and ``--engine``: what :func:`engine_of` takes, as parameters of the same names."""
    return engine_option(model_options(command))


def engine_of(engine_name: str, model_name: str | None, server: str | None, context_tokens: int | None) -> Engine:
    """Make the engine that the options name; the caller closes it. Raises :class:`BadInput` when they do not fit."""
    if engine_name != "openai" and (server is not None or context_tokens is not None):
        option = "--server" if server is not None else "--context-tokens"
        raise BadInput("server", f"{option} says something of a server.", "Add --engine openai to use one.")
    if server is not None:
        try:
            loopback_address(server)
        except NotLoopback as error:
            raise BadInput("server", str(error), error.action) from None
    return make_engine(engine_name, model=model_name, server=server, context_tokens=context_tokens)

"""``pointline serve``."""

from __future__ import annotations

import json
import logging
import signal
import sys
from typing import NoReturn

import click

from pointline.cli.options import as_json, context_option, engine_of, engine_option, model_option, server_option
from pointline.web.app import create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.server import Listener, run

PORT = 8765


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port on 127.0.0.1; 0 takes a free one.",
)
@engine_option
@model_option
@server_option
@context_option
@as_json
def serve(
    port: int,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Run the daemon for the browser extension.

    The first line on standard output is JSON: {"url", "token"}.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    listener = Listener(port)
    engine = engine_of(engine_name, model_name, server, context_tokens)
    access = Access(hosts=listener.hosts)
    desk = AskDesk(engine)
    app = create_app(engine, access, desk=desk)

    def leave(_signum: int, _frame: object) -> NoReturn:
        # Questions under way end first: their streams close with an event, and the server need not wait for them.
        desk.cancel_all()
        click.echo("Stopping.", err=True)
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)

    def ready() -> None:
        print(json.dumps({"url": listener.url, "token": access.token}), flush=True)
        if json_wanted:
            return
        info = engine.info
        click.echo(f"Pointline listens on {listener.url} (model: {info.name}, engine: {info.engine}).", err=True)
        click.echo("Paste the line above into the panel's connection form. Ctrl-C stops the daemon.", err=True)

    try:
        run(app, listener, ready=ready)
    except SystemExit:
        pass
    finally:
        desk.close()
        engine.close()
    return 0

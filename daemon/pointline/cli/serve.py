"""``pointline serve``."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress

import click

from pointline.access.exchange import PairingDesk
from pointline.access.lock import HomeLock
from pointline.access.pairings import PairingBook
from pointline.access.window import WindowFile
from pointline.cli.options import as_json, engine_of, engine_options
from pointline.cli.surroundings import surroundings
from pointline.engine.base import Engine
from pointline.logs import logging_to_home
from pointline.store.store import Store
from pointline.web.app import NOTICE_FORGETTING, create_app
from pointline.web.asks import AskDesk
from pointline.web.guard import Access
from pointline.web.recording import Recorder
from pointline.web.server import HOST, Listener, run
from pointline.web.status import Surroundings
from pointline.web.stopping import GRACE, Stopper
from pointline.web.warm import warm_up

PORT = 8765
log = logging.getLogger("pointline.serve")


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--host", default=HOST, show_default=True, metavar="ADDRESS", help="IP address to listen on.")
@click.option(
    "--not-private", is_flag=True, help="Allow a --host that other machines can reach. Nothing is encrypted then."
)
@click.option("--paired-only", is_flag=True, help="Print no token: only paired extensions may ask.")
@click.option("--no-history", is_flag=True, help="Keep no questions and answers on the disk.")
@click.option(
    "--grace",
    type=click.FloatRange(0, 600),
    default=GRACE,
    show_default=True,
    help="Seconds for questions under way when the daemon is stopped.",
)
@click.option("--debug", is_flag=True, help="Log the messages of exceptions too; they may hold text of pages.")
@engine_options
@as_json
def serve(
    port: int,
    host: str,
    not_private: bool,
    paired_only: bool,
    no_history: bool,
    grace: float,
    debug: bool,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Run the daemon for the browser extension.

    The first line on standard output is JSON: {"url", "token"}; the token is for scripts, and valid for this run only.
    """
    with ExitStack() as stack:
        # The lock first: a daemon that runs on this folder says where it listens, which a port that is taken cannot.
        lock = HomeLock()
        stack.callback(lock.release)
        log_file = stack.enter_context(logging_to_home(debug=debug))
        listener = Listener(port, host, not_private=not_private)
        stack.callback(listener.socket.close)
        engine = stack.enter_context(closing(engine_of(engine_name, model_name, server, context_tokens)))
        book = PairingBook()
        access = Access(hosts=listener.hosts, book=book, desk=PairingDesk(book, WindowFile()))
        if paired_only:
            access.token = ""
        store = None if no_history else stack.enter_context(Store.open())
        desk = stack.enter_context(closing(AskDesk(engine, recorder=Recorder(store))))
        around = surroundings(engine_name, model_name, log_file)
        app = create_app(engine, access, desk=desk, store=store, around=around)

        stack.callback(_every_second(app.extensions[NOTICE_FORGETTING]))

        def stopping() -> None:
            access.stopping = True

        Stopper(desk, grace=grace, stopping=stopping).install()

        def ready() -> None:
            threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
            lock.tell(listener.url)
            line = {"url": listener.url} if paired_only else {"url": listener.url, "token": access.token}
            print(json.dumps(line), flush=True)
            log.info("started", extra={"fields": {"url": listener.url, "model": engine.info.name}})
            if lock.stale is not None:
                log.warning("the last daemon (process %d) did not stop in order; its lock is ours", lock.stale.pid)
            say = (lambda _line: None) if json_wanted else (lambda line: click.echo(line, err=True))
            _introduce(say, listener, engine, book, around)

        with suppress(SystemExit):
            run(app, listener, access, ready=ready)
        log.info("stopped")
    return 0


def _every_second(work: Callable[[], None]) -> Callable[[], None]:
    """Do ``work`` every second in a thread of its own, until what this returns is called."""
    stop = threading.Event()

    def run_on() -> None:
        while not stop.wait(1.0):
            work()

    thread = threading.Thread(target=run_on, name="forgetting", daemon=True)
    thread.start()

    def end() -> None:
        stop.set()
        thread.join(5.0)

    return end


def _introduce(
    say: Callable[[str], None], listener: Listener, engine: Engine, book: PairingBook, around: Surroundings
) -> None:
    info = engine.info
    if not listener.is_private:
        click.secho(
            f"WARNING: {listener.url} can be reached from other machines. Pages, questions, answers and tokens cross\n"
            "the network unencrypted, and whoever has a token may ask. Stop the daemon and leave --host out, unless\n"
            "that is just what you want.",
            err=True,
            fg="red",
            bold=True,
        )
    paired = ", ".join(pairing.label or pairing.origin for pairing in book.all())
    say(f"address   {listener.url}")
    say(f"model     {info.name} (engine: {info.engine})")
    say(f"BLAS      {around.blas}")
    say(f"paired    {paired or 'no browser yet: run `pointline pair`'}")
    say(f"data      {around.data_folder}")
    say(f"log       {around.log_file}")
    say("Pair a browser with `pointline pair`, or paste the line above into its panel. Ctrl-C stops the daemon.")

"""``pointline pair``: connect a browser by a short code, see who is connected, take it back."""

from __future__ import annotations

import time
from datetime import datetime

import click

from pointline.access.lock import Holder, holder
from pointline.access.pairings import Pairing, PairingBook
from pointline.access.window import SECONDS, Window, WindowFile
from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.errors import BadInput, Failure

LOOK = 0.2
"""Seconds between looks at what came of the window."""


@click.command()
@click.option("--list", "listing", is_flag=True, help="Show the paired extensions instead.")
@click.option("--revoke", metavar="ID", default=None, help="Take the pairing with this id back instead.")
@as_json
def pair(listing: bool, revoke: str | None, json_wanted: bool) -> int:
    """Pair a browser with the daemon that runs.

    Shows a code of eight digits, good for two minutes, five tries and one browser, and waits until it is typed into the
    panel. With --json it prints one line with the code and one with what came of it.
    """
    if listing and revoke is not None:
        raise BadInput("usage", "--list and --revoke do not go together.", "Give one of them.")
    book = PairingBook()
    if listing:
        _list(book.all(), json_wanted)
        return 0
    if revoke is not None:
        gone = book.revoke(revoke)
        if json_wanted:
            print_json({"revoked": gone.shown()})
        else:
            click.echo(f"Taken back: {_name(gone)}. Its token is worth nothing from now on.")
        return 0
    return _pair(book, WindowFile(), _running(), json_wanted)


def _running() -> Holder:
    found = holder()
    if found is None or not found.url:
        raise Failure(
            "not_running",
            "No daemon runs on this data folder." if found is None else "The daemon is starting still.",
            "Start it with 'pointline serve', in another terminal, and pair again.",
        )
    return found


def _pair(book: PairingBook, windows: WindowFile, daemon: Holder, json_wanted: bool) -> int:
    window = windows.open()
    try:
        if json_wanted:
            print_json({"code": window.code, "url": daemon.url, "expires": window.expires})
        else:
            click.echo(f"Code:     {window.code[:4]} {window.code[4:]}")
            click.echo(f"Address:  {daemon.url}")
            click.echo(f"Type it into Pointline's panel in the browser within {SECONDS:.0f} seconds. Ctrl-C ends this.")
        ended = _wait(windows, window, told=not json_wanted)
    finally:
        windows.close(window.id)
    pairing = book.get(ended.pairing) if ended is not None and ended.state == "paired" else None
    if pairing is None:
        raise _not_paired(ended, window)
    if json_wanted:
        print_json({"paired": pairing.shown()})
    else:
        click.echo(f"Paired with {_name(pairing)}. It may ask until you say 'pointline pair --revoke {pairing.id}'.")
    return 0


def _wait(windows: WindowFile, window: Window, *, told: bool) -> Window | None:
    tries = window.tries
    while True:
        now = windows.read()
        if now is None or now.id != window.id or now.state != "open" or now.expired:
            return now
        if told and now.tries < tries:
            click.echo(f"A wrong code was given; tries left: {now.tries}.", err=True)
        tries = now.tries
        time.sleep(LOOK)


def _not_paired(ended: Window | None, window: Window) -> Failure:
    again = "Run 'pointline pair' again when you are at the browser."
    if ended is None or ended.id != window.id or ended.state == "closed":
        return Failure("pair_replaced", "Another 'pointline pair' has taken over; this code is void.", again)
    if ended.state == "locked":
        return Failure(
            "pair_locked",
            f"Nobody was paired: {window.tries} wrong codes were given.",
            "If that was not you, another program tried. Run 'pointline pair' again; compare the address in the panel.",
        )
    return Failure("pair_expired", "Nobody was paired: the time is over.", again)


def _list(pairings: list[Pairing], json_wanted: bool) -> None:
    if json_wanted:
        print_json({"pairings": [pairing.shown() for pairing in pairings]})
        return
    for pairing in pairings:
        click.echo(f"{pairing.id}  {_name(pairing)}  paired {_day(pairing.created)}, last used {_day(pairing.used)}")
    if not pairings:
        click.echo("No browser is paired. Pair one with 'pointline pair'.")


def _name(pairing: Pairing) -> str:
    return f"{pairing.label} ({pairing.origin})" if pairing.label else pairing.origin


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")

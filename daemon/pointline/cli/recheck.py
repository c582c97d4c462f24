"""``pointline recheck [SESSION]``."""

from __future__ import annotations

import click

from pointline.checks.recheck import recheck as recheck_session
from pointline.checks.recheck import recheck_json
from pointline.cli.options import as_json, unattended_option
from pointline.cli.output import ProgressLine, print_json, shown_line
from pointline.cli.sessions import named_session
from pointline.pipeline.answer import Progress
from pointline.sources.reading import open_typed
from pointline.store.store import Store

GONE = 3
WORDS = {
    "unchanged": "page unchanged",
    "line_still_there": "page changed, line still there",
    "page_changed": "page changed, line gone",
    "not_opened": "not opened",
}


@click.command()
@click.argument("session", required=False)
@unattended_option
@as_json
def recheck(session: str | None, unattended: bool, json_wanted: bool) -> int:
    """Open the sources of a session again, and say of each line whether it still stands. Without SESSION, the newest.

    What was kept stays as it is. Exit code 3: a line is gone, or its page cannot be opened.
    """
    with Store.open() as store:
        found = named_session(store, session)
    line = ProgressLine()
    try:
        lines = recheck_session(
            found,
            lambda address: open_typed(address, unattended=unattended).page,
            told=lambda done, of: line.say(Progress("recheck", f"{done} of {of} lines")),
        )
    finally:
        line.clear()
    if json_wanted:
        print_json({"session": found.session.id, **recheck_json(lines)})
    else:
        for one in lines:
            click.echo(f"{WORDS[one.now]}: “{shown_line(one.line.quote)}”\n  {one.line.url} {one.problem}".rstrip())
        if not lines:
            click.echo("This session holds no lines.")
    return GONE if any(one.now in ("page_changed", "not_opened") for one in lines) else 0

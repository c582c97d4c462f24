"""``pointline model qualify``: measure a model on the labelled set, show the figures, and keep them with it."""

from __future__ import annotations

import sys
from typing import Any

import click

from pointline.cli.options import as_json, context_option, engine_of, engine_option, server_option
from pointline.cli.output import print_json
from pointline.engine.model_settings import default_model, record
from pointline.engine.models import contract_for_several, find_model
from pointline.evaluation.qualify import qualify as qualify_model
from pointline.evaluation.qualify_items import load_items

Json = dict[str, Any]


@click.command()
@click.argument("name", default=None, required=False)
@engine_option
@server_option
@context_option
@as_json
def qualify(
    name: str | None, engine_name: str, server: str | None, context_tokens: int | None, json_wanted: bool
) -> int:
    """Measure how the model NAME (default: the one in use) points, judges and states, and keep the result with it.

    What it may do follows from that. It takes some minutes on a laptop's processor.
    """
    folder = find_model(name or default_model()) if engine_name == "mlx" else None
    line = _Line()
    line.say("Loading the model", 0, 0)
    engine = engine_of(engine_name, name, server, context_tokens)
    try:
        measured = qualify_model(engine, load_items(), progress=line.say)
    finally:
        line.clear()
        engine.close()
    if folder is not None:
        record(folder, measured)
    several = contract_for_several(measured["qualification"], measured["strategy"])
    shown = {"name": engine.info.name, "stored": folder is not None, **measured, "contract_for_several": several}
    if json_wanted:
        print_json(shown)
    else:
        print_table(shown)
    return 0


def qualification_line(kept: Json | None, allowed: Json) -> str:
    """What is known of a model, in one line; ``allowed`` holds ``strategy``, ``contract_for_several``,
    ``may_state`` and ``may_judge``."""
    if not kept:
        return "not measured yet (pointline model qualify)"
    may = [word for word, key in (("judges", "may_judge"), ("states", "may_state")) if allowed[key]]
    strategy = allowed["strategy"]
    several = ", contract for what needs several lines" if allowed["contract_for_several"] else ""
    return (
        f"points by {strategy} (R@1 {_number(_at(kept, 'pointing', strategy, 'r1'))}){several}, judge AUROC "
        f"{_number(_at(kept, 'judge', 'auroc'))}; {' and '.join(may) or 'neither judges nor states'}; "
        f"measured {kept.get('date', 'once')}"
    )


def print_table(shown: Json) -> None:
    """The figures, a line each."""
    kept = shown["qualification"]
    click.echo(f"{shown['name']}  ({kept['seconds']:.0f} s, set {kept['items_sha256'][:12]})")
    pointing = kept["pointing"]
    click.echo(f"pointing    {'R@1':>6} {'answered':>9} {'NONE far':>9} {'NONE near':>10}")
    for name, found in pointing.items():
        if "error" in found:
            click.echo(f"  {name:<9} not measured: {found['error']}")
            continue
        more = [_number(found.get(key)) for key in ("answered", "none_auroc_far", "none_auroc_near")]
        click.echo(f"  {name:<9} {_number(found['r1']):>6} {more[0]:>9} {more[1]:>9} {more[2]:>10}")
    best = pointing.get(shown["strategy"], {})
    languages = "  ".join(f"{lang} {_number(each['r1'])}" for lang, each in best.get("by_language", {}).items())
    several = ", contract for what needs several lines" if shown["contract_for_several"] else ""
    click.echo(f"  → strategy {shown['strategy']}{several}   {languages}")
    judging = kept["judge"]
    if "error" in judging:
        click.echo(f"judge       not measured: {judging['error']}")
    else:
        bars = judging["bars"]
        click.echo(
            f"judge       AUROC {_number(judging['auroc'])} (at least {bars['auroc']}), calibration error "
            f"{_number(judging['calibration_error'])} (at most {bars['calibration_error']}), {judging['n']} claims"
        )
        faults = "  ".join(f"{kind} {_number(each['accuracy'])}" for kind, each in judging["by_fault"].items())
        click.echo(f"            right: {faults}")
    click.echo(f"  → {'may judge' if shown['may_judge'] else 'may not judge'}")
    stating = kept["state"]
    if "error" in stating:
        click.echo(f"state       not measured: {stating['error']}")
    else:
        faults = ", ".join(f"{kind}: {count}" for kind, count in stating["faults"].items())
        ended = "" if stating["asked"] == stating["n"] else f", ended after {stating['asked']}"
        click.echo(
            f"state       {stating['kept']} of {stating['n']} kept{ended} (at least {stating['bars']['kept']:.0%})"
            + (f"; {faults}" if faults else "")
        )
    click.echo(f"  → {'may state' if shown['may_state'] else 'may not state: its claims are the lines themselves'}")
    if not shown["stored"]:
        click.echo("Nothing was kept: this engine has no model folder.")


def _at(kept: Any, *keys: str) -> Any:
    """What lies so deep in a file that a person may have edited; None when nothing does."""
    for key in keys:
        kept = kept.get(key) if isinstance(kept, dict) else None
    return kept


def _number(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, int | float) else "-"


class _Line:
    """What is being measured, on standard error when that is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def say(self, part: str, done: int, of: int) -> None:
        if self._shown:
            count = f" {done} of {of}" if of else ""
            click.echo(f"\r\x1b[K{part}{count}", err=True, nl=False)

    def clear(self) -> None:
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)

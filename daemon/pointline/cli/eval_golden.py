"""``pointline eval golden``: scenarios with what must and must not be said, graded by facts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from exactquote.page import Page
from pointline.cli.options import as_json, engine_of, engine_options
from pointline.cli.output import ProgressLine, print_json
from pointline.engine.base import Engine, EngineError
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.errors import BadInput
from pointline.evaluation import golden
from pointline.evaluation.golden_format import HELP, Scenario, Turn
from pointline.evaluation.golden_run import MakeEngine
from pointline.pipeline.answer import Progress
from pointline.sources.documents import open_bytes

FAILED = 3


def open_file(path: Path, url: str) -> Page:
    """A scenario's page, read as a saved file is and placed at its address."""
    return open_bytes(path.read_bytes(), name=path.name, url=url).page


def scripted(scenario: Scenario, turn: Turn) -> Engine:
    """A scripted engine for one turn: the turn's script over the scenario's."""
    script: Mapping[str, Any] = {**scenario.script, **turn.script}
    try:
        return ScriptedEngine(Script.from_json(json.dumps(script)))
    except (EngineError, TypeError) as error:
        raise BadInput("bad-scenario", f"{scenario.file}: key 'script' (turn {turn.number}): {error}", HELP) from None


@click.command("golden")
@click.option(
    "--scenarios",
    "folder",
    type=click.Path(path_type=Path),
    default=None,
    help="A folder of scenarios in the same form; those that come with the program when left out.",
)
@engine_options
@as_json
def eval_golden(
    folder: Path | None,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Run scenarios and grade every answer by its facts: each claim's line on the page, each figure in its line, what
    must and must not be said. With --engine scripted each scenario's own script speaks, lies included; the starter is
    asked those that are fair for it. Exit code 3: a scenario failed."""
    if engine_name == "scripted" and model_name is not None:
        raise BadInput("model", "With --engine scripted each scenario brings its own script.", "Leave --model out.")
    scenarios = golden.load(folder)
    line = ProgressLine()
    with ExitStack() as stack:
        stack.callback(line.clear)
        model: str | None = None
        make: MakeEngine = scripted
        if engine_name != "scripted":
            line.say(Progress("load", "Loading the model"))
            engine = stack.enter_context(closing(engine_of(engine_name, model_name, server, context_tokens)))
            model = engine.info.name
            make = lambda _scenario, _turn: engine  # noqa: E731
        chosen = golden.fair(scenarios, model)
        if not chosen:
            message = f"None of the {len(scenarios)} scenarios can be asked of a model: all are scripted_only."
            raise BadInput("no-scenarios", message, "Run them with --engine scripted.")
        outcomes = golden.measure(
            chosen,
            make,
            open_file,
            scripted=model is None,
            told=lambda done: line.say(Progress("eval", f"{done} of {len(chosen)} scenarios")),
        )
    found = golden.summary(outcomes) | {
        "skipped": len(scenarios) - len(chosen),
        "engine": engine_name,
        "model": model or "scripted",
    }
    if json_wanted:
        print_json(found)
    else:
        _print(found)
    return 0 if found["passed"] == found["scenarios"] else FAILED


def _print(found: dict[str, Any]) -> None:
    click.echo(f"{found['passed']} of {found['scenarios']} scenarios passed ({found['turns']} turns), {found['model']}")
    click.echo(f"{found['claims']} claims, {found['claims_without_line']} without their line; {found['none']} NONE")
    for failure in found["failures"]:
        click.echo(f"FAILED {failure['scenario']}, turn {failure['turn']}: {failure['asked']}")
        click.echo(f"  expected {failure['expected']}\n  came {failure['came']}")
    fired = ", ".join(f"{kind} {count}" for kind, count in found["guards"].items()) or "none"
    click.echo(f"guards that fired: {fired}")
    click.echo(f"guards that never fired: {', '.join(found['guards_never_fired']) or 'none'}")
    click.echo(f"corrections: {found['retries']}, {found['retry_seconds']:.1f} s of {found['seconds']:.1f} s")
    if found["skipped"]:
        click.echo(f"not asked of this model: {found['skipped']}")

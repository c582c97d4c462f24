"""``pointline eval probe``: how often an answer depends on who asks."""

from __future__ import annotations

import time
from typing import get_args

import click

from pointline.cli.options import as_json, engine_of, engine_options
from pointline.cli.output import ProgressLine, print_json
from pointline.evaluation import probe_eval
from pointline.pipeline.answer import Progress, Wanted


@click.command()
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Most questions to ask.")
@click.option(
    "--strategy",
    type=click.Choice(get_args(Wanted)),
    default="auto",
    show_default=True,
    help="How to point; auto: what the model is qualified for.",
)
@engine_options
@as_json
def probe(
    limit: int,
    strategy: Wanted,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Ask the 50 contested questions that come with the program as put, as a believer would and as a sceptic would."""
    questions, sha256 = probe_eval.load_contested()
    questions = probe_eval.spread(questions, limit)
    line = ProgressLine()
    line.say(Progress("load", "Loading the model"))
    engine = engine_of(engine_name, model_name, server, context_tokens)
    started = time.monotonic()
    try:
        model = engine.info
        found = probe_eval.measure_probe(
            questions,
            engine,
            strategy=strategy,
            told=lambda done: line.say(Progress("eval", f"{done} of {len(questions)} questions")),
        )
    finally:
        line.clear()
        engine.close()
    about = {
        "strategy": strategy if strategy != "auto" else model.strategy,
        "items_sha256": sha256,
        "engine": model.engine,
        "model": model.name,
        "seconds": round(time.monotonic() - started, 1),
    }
    told = probe_eval.summary(found) | about
    if json_wanted:
        print_json(told)
        return 0
    click.echo(f"{told['questions']} contested questions, {told['model']}, {told['strategy']}")
    low, high = told["share_interval"]
    click.echo(f"the answer depends on who asks: {told['depends_on_framing']} ({low:.2f} to {high:.2f} of them)")
    click.echo(f"  its first line: {told['first_line_differs']}; NONE against a line: {told['none_against_line']}")
    for framing, count in told["by_framing"].items():
        click.echo(f"  asked by a {framing}: {count}")
    return 0

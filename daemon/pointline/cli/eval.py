"""``pointline eval``: measure a model on labelled questions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, cast

import click

from pointline import __version__
from pointline.cli.eval_all import eval_all
from pointline.cli.eval_golden import eval_golden
from pointline.cli.eval_judging import caveats, checks, judge, tables
from pointline.cli.eval_probe import probe
from pointline.cli.measured import model_measured
from pointline.cli.options import as_json, engine_of, engine_options
from pointline.cli.output import ProgressLine, print_json
from pointline.engine.base import Strategy
from pointline.errors import BadInput
from pointline.evaluation.datasets import Half, read_squad, sample
from pointline.evaluation.pointing import measure, summary
from pointline.evaluation.pointing_log import PointingLog, run_of
from pointline.evaluation.strategies import STRATEGIES
from pointline.pipeline.answer import Progress


@click.group("eval")
def evaluate() -> None:
    """Measure how well a model does on labelled questions."""


for command in (judge, tables, checks, caveats, eval_golden, probe, eval_all):
    evaluate.add_command(command)


@evaluate.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    help="Questions and answers in the form of SQuAD (XQuAD is).",
)
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Most questions to ask.")
@click.option(
    "--none-limit",
    type=click.IntRange(0),
    default=None,
    help="Most questions to ask where there is no answer; all when left out. Each costs two whole pages.",
)
@click.option("--language", default=None, help="Of the pages; else from the file's name, as in xquad.tr.json.")
@click.option(
    "--strategy",
    type=click.Choice(list(STRATEGIES)),
    default=None,
    help="How to point; what the model is qualified for when left out.",
)
@click.option(
    "--half",
    type=click.Choice(["tune", "report", "all"]),
    default="all",
    show_default=True,
    help="Every other article, for tuning; the others, for reporting; or all.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses the questions.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Keep what each question gave in this file, a JSON line each; a run that was stopped goes on from it.",
)
@engine_options
@as_json
def pointing(
    data: Path,
    limit: int,
    none_limit: int | None,
    language: str | None,
    strategy: Strategy | None,
    half: str,
    seed: int,
    log: Path | None,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Point at lines of whole articles: how often at the right one, and how well NONE is told."""
    dataset = read_squad(data, language=language)
    sampled = sample(dataset, limit, half=cast(Half, half), seed=seed)
    if not sampled:
        raise BadInput("no-questions", f"That half of {data} has no questions.", "Ask for the other, or --half all.")
    line = ProgressLine()
    line.say(Progress("load", "Loading the model"))
    engine = engine_of(engine_name, model_name, server, context_tokens)
    started = time.monotonic()
    try:
        if strategy is None:
            strategy = engine.info.strategy
        run = run_of(__version__, dataset, strategy, model_measured(engine, engine_name, model_name))
        memory = None if log is None else PointingLog(log, run)
        outcomes = measure(
            dataset,
            sampled,
            engine,
            STRATEGIES[strategy],
            none=limit if none_limit is None else none_limit,
            progress=lambda done: line.say(Progress("eval", f"{done} of {len(sampled)} questions")),
            memory=memory,
        )
        model = engine.info.name
    finally:
        line.clear()
        engine.close()
    found = summary(outcomes) | {
        "data": dataset.name,
        "language": dataset.language,
        "skipped": dataset.skipped,
        "articles": len({article.number for article, _ in sampled}),
        "half": half,
        "seed": seed,
        "strategy": strategy,
        "engine": engine_name,
        "model": model,
        "seconds": time.monotonic() - started,
    }
    if json_wanted:
        print_json(found)
    else:
        _print(found)
    return 0


def _print(found: dict[str, Any]) -> None:
    low, high = found["r1_interval"]
    first, words = found["r1"], found["r1_lexical"]
    accepted = found["accepted"]
    click.echo(f"{found['n']} questions of {found['data']} ({found['half']}), {found['model']}, {found['strategy']}")
    click.echo(f"right line first: {first:.3f} ({low:.3f} to {high:.3f}); by words alone {words:.3f}")
    click.echo(f"accepted: {accepted['right']} right, {accepted['wrong']} wrong; NONE {accepted['none']}")
    for key, where in (("far", "of another article"), ("near", "with the answer's lines taken away")):
        if found[f"none_auroc_{key}"] is not None:
            none, pointed = found[key]["none"], found[key]["pointed"]
            click.echo(f"asked {where}: AUROC {found[f'none_auroc_{key}']:.3f}; NONE {none} of {none + pointed}")
    click.echo(
        f"a question: {found['tokens_per_question']:.0f} tokens, {found['lines_per_question']:.1f} lines, "
        f"{found['seconds_per_question']:.1f} s"
    )

"""``pointline eval judge``, ``tables``, ``checks`` and ``caveats``: claims, values and memos on labelled data."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from pointline.checks.rules_only import RulesOnly
from pointline.cli.options import as_json, engine_of, model_options
from pointline.cli.output import ProgressLine, print_json
from pointline.engine.base import Engine
from pointline.engine.registry import ENGINES
from pointline.evaluation import caveats_eval, checks_eval, judge_eval, tables_eval, tables_rules
from pointline.evaluation.caveats_items import load_items
from pointline.pipeline.answer import Progress
from pointline.pipeline.judging import may_judge

Json = dict[str, Any]

data_option = click.option("--data", type=click.Path(path_type=Path), required=True, help="The labelled file.")
limit_option = click.option("--limit", type=click.IntRange(1), default=40, show_default=True, help="Most items.")
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="Chooses the items.")
engine_or_none = click.option(
    "--engine",
    "engine_name",
    type=click.Choice((*ENGINES, "none")),
    default=None,
    help="What runs the model; none: the rules alone. When left out: openai with --server, mlx with "
    "--model, else none.",
)


def _engine(
    engine_name: str | None, model_name: str | None, server: str | None = None, context_tokens: int | None = None
) -> Engine:
    implied = "openai" if server is not None else "mlx" if model_name is not None else "none"
    name = engine_name or implied
    if name == "none" and server is None and context_tokens is None:
        return RulesOnly()
    return engine_of(name, model_name, server, context_tokens)


@click.command()
@data_option
@limit_option
@seed_option
@engine_or_none
@model_options
@as_json
def judge(
    data: Path,
    limit: int,
    seed: int,
    engine_name: str | None,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Judge WiCE's claims over whole articles: balanced accuracy, AUROC and calibration error, by the rules alone and
    by a model, qualified or not; by one that gives no probabilities (a server) not at all."""
    claims = judge_eval.sample_claims(judge_eval.read_wice(data), limit, seed)
    line = ProgressLine()
    engine = _engine(engine_name, model_name, server, context_tokens)
    model = engine.info
    started = time.monotonic()
    try:
        found = judge_eval.measure_claims(
            claims,
            engine if model.likelihoods else None,
            told=lambda done: line.say(Progress("eval", f"{done} of {len(claims)} claims")),
        )
    finally:
        line.clear()
        engine.close()
    return _tell(judge_eval.summary(found) | _about(model.engine, model.name, seed, started), json_wanted)


@click.command()
@data_option
@limit_option
@seed_option
@engine_or_none
@model_options
@as_json
def tables(
    data: Path,
    limit: int,
    seed: int,
    engine_name: str | None,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Take values from TAT-QA's tables and texts: --limit span questions and as many arithmetic ones. Without a model,
    what the rules say of right and of wrong arithmetic answers."""
    questions = tables_eval.read_tatqa(data)
    arithmetic = tables_eval.sample_questions(questions, limit, "arithmetic", seed)
    asked = [*tables_eval.sample_questions(questions, limit, "span", seed), *arithmetic]
    line = ProgressLine()
    engine = _engine(engine_name, model_name, server, context_tokens)
    model = engine.info
    started = time.monotonic()
    try:
        found: Json = {"rules": tables_rules.summary_rules(tables_rules.measure_rules(arithmetic))}
        if model.engine != "none":
            cells = tables_eval.measure_cells(
                asked, engine, told=lambda done: line.say(Progress("eval", f"{done} of {len(asked)} questions"))
            )
            found["cells"] = tables_eval.summary_cells(cells)
    finally:
        line.clear()
        engine.close()
    return _tell(found | _about(model.engine, model.name, seed, started), json_wanted)


@click.command()
@limit_option
@engine_or_none
@model_options
@as_json
def checks(
    limit: int,
    engine_name: str | None,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Check the memos that come with the program (--limit memos, five claims each, half of them faulty)."""
    cases, sha256 = checks_eval.load_cases()
    cases = cases[:limit]
    line = ProgressLine()
    engine = _engine(engine_name, model_name, server, context_tokens)
    model = engine.info
    started = time.monotonic()
    try:
        found = checks_eval.measure_checks(
            cases, engine, told=lambda done: line.say(Progress("eval", f"{done} of {len(cases)} memos"))
        )
    finally:
        line.clear()
        engine.close()
    about = _about(model.engine, model.name, 0, started)
    return _tell(checks_eval.summary(found) | {"items_sha256": sha256} | about, json_wanted)


@click.command()
@click.option("--limit", type=click.IntRange(1), default=60, show_default=True, help="Most values.")
@engine_or_none
@model_options
@as_json
def caveats(
    limit: int,
    engine_name: str | None,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Find the caveats of the sixty values that come with the program, half of them traps with none: precision and
    recall of each code, by the rules and by a model, qualified or not."""
    items, sha256 = load_items()
    items = caveats_eval.spread(items, limit)
    line = ProgressLine()
    engine = _engine(engine_name, model_name, server, context_tokens)
    model, qualified = engine.info, may_judge(engine)
    started = time.monotonic()
    try:
        found = caveats_eval.measure_caveats(
            items,
            engine if model.likelihoods else None,
            told=lambda done: line.say(Progress("eval", f"{done} of {len(items)} values")),
        )
    finally:
        line.clear()
        engine.close()
    about = _about(model.engine, model.name, 0, started) | {"items_sha256": sha256, "qualified": qualified}
    return _tell(caveats_eval.summary(found) | about, json_wanted)


def _about(engine: str, model: str, seed: int, started: float) -> Json:
    return {"engine": engine, "model": model, "seed": seed, "seconds": round(time.monotonic() - started, 1)}


def _tell(found: Json, json_wanted: bool) -> int:
    if json_wanted:
        print_json(found)
    else:
        for name, value in found.items():
            _print(name, value, 0)
    return 0


def _print(name: str, value: Any, depth: int) -> None:
    indent = "  " * depth
    if isinstance(value, dict):
        click.echo(f"{indent}{name}:")
        for inner, each in value.items():
            _print(inner, each, depth + 1)
    else:
        click.echo(f"{indent}{name}: {value}")

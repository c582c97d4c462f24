"""``pointline eval judge``, ``tables``, ``checks`` and ``caveats``: claims, values and memos on labelled data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class _Measuring:
    """One measurement on the command line: its engine, and a line that says how far it is."""

    engine: Engine
    line: ProgressLine
    started: float = field(default_factory=time.monotonic)

    def told(self, count: int, things: str) -> Callable[[int], None]:
        """Hears how many of ``count`` are done."""
        return lambda done: self.line.say(Progress("eval", f"{done} of {count} {things}"))

    def about(self, seed: int = 0) -> Json:
        """What was measured with, and the seconds until now."""
        model, seconds = self.engine.info, round(time.monotonic() - self.started, 1)
        return {"engine": model.engine, "model": model.name, "seed": seed, "seconds": seconds}


@contextmanager
def _measuring(
    engine_name: str | None, model_name: str | None, server: str | None, context_tokens: int | None
) -> Iterator[_Measuring]:
    line = ProgressLine()
    run = _Measuring(_engine(engine_name, model_name, server, context_tokens), line)
    try:
        yield run
    finally:
        line.clear()
        run.engine.close()


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
    with _measuring(engine_name, model_name, server, context_tokens) as run:
        engine = run.engine if run.engine.info.likelihoods else None
        found = judge_eval.measure_claims(claims, engine, told=run.told(len(claims), "claims"))
    return _tell(judge_eval.summary(found) | run.about(seed), json_wanted)


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
    with _measuring(engine_name, model_name, server, context_tokens) as run:
        found: Json = {"rules": tables_rules.summary_rules(tables_rules.measure_rules(arithmetic))}
        if run.engine.info.engine != "none":
            cells = tables_eval.measure_cells(asked, run.engine, told=run.told(len(asked), "questions"))
            found["cells"] = tables_eval.summary_cells(cells)
    return _tell(found | run.about(seed), json_wanted)


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
    with _measuring(engine_name, model_name, server, context_tokens) as run:
        found = checks_eval.measure_checks(cases, run.engine, told=run.told(len(cases), "memos"))
    return _tell(checks_eval.summary(found) | {"items_sha256": sha256} | run.about(), json_wanted)


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
    with _measuring(engine_name, model_name, server, context_tokens) as run:
        qualified = may_judge(run.engine)
        engine = run.engine if run.engine.info.likelihoods else None
        found = caveats_eval.measure_caveats(items, engine, told=run.told(len(items), "values"))
    about = run.about() | {"items_sha256": sha256, "qualified": qualified}
    return _tell(caveats_eval.summary(found) | about, json_wanted)


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

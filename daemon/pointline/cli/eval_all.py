"""``pointline eval all``: every measurement in one report, as JSON and as HTML with plots."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from pointline import __version__
from pointline.cli.eval_golden import open_file, scripted
from pointline.cli.measured import model_measured
from pointline.cli.options import as_json, engine_of, engine_options
from pointline.cli.output import ProgressLine, check_writable, print_json
from pointline.engine.base import Engine
from pointline.engine.blas import prepare
from pointline.engine.model_settings import write_json
from pointline.errors import BadInput
from pointline.evaluation.report import PARTS, measure_all, parts_kept
from pointline.evaluation.report_form import Setting
from pointline.evaluation.report_html import report_html
from pointline.evaluation.report_machine import machine
from pointline.evaluation.report_words import guard_words, interval_words, model_words, n_words, value_words
from pointline.pipeline.answer import Progress

FAILURE, UNPOINTED = 1, 3
CORPUS = "POINTLINE_CORPUS"
part_names = click.Choice([part.name for part in PARTS])


@click.command("all")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    default=None,
    metavar="DIR",
    help=f"Folder with the labelled data (qa/, judge/, spans/, tables/, texts/); {CORPUS} when left out. What is not "
    "in it is named as not measured.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="Items of a measurement: questions in each language, memos, questions asked twice; twice as many claims for "
    "the judge, half as many for the depth study.",
)
@click.option(
    "--out", "html_out", type=click.Path(path_type=Path), default=None, metavar="FILE.html", help="The report."
)
@click.option(
    "--json-out",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE.json",
    help="The report as JSON, written after each part; parts that it holds of the same model and version are kept.",
)
@click.option("--only", multiple=True, type=part_names, help="Measure this part; may be given again.")
@click.option("--skip", multiple=True, type=part_names, help="Do not measure this part; may be given again.")
@click.option(
    "--none-limit",
    "none",
    type=click.IntRange(0),
    default=None,
    help="Questions in each language that are asked where there is no answer too; a quarter of --limit when left out. "
    "Each reads two whole pages.",
)
@click.option(
    "--log",
    "logs",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    metavar="DIR",
    help="Keep what pointing gave, question by question, in this folder (as --log of eval pointing does); what is in "
    "it is not asked again.",
)
@click.option("--again", is_flag=True, help="Measure what --json-out holds already once more.")
@engine_options
@as_json
def eval_all(
    corpus: Path | None,
    limit: int,
    html_out: Path | None,
    json_out: Path | None,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    none: int | None,
    logs: Path | None,
    again: bool,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Measure everything and write one report: claims with a real line, pointing and NONE by language, verbatim spans,
    the judge, tables, memos, reruns, depth, guards; every figure with n, interval, date, machine and model. Exit code
    3: a claim was shown without a real line; 1: a part failed."""
    chosen = [part for part in PARTS if (not only or part.name in only) and part.name not in skip]
    if not chosen:
        raise BadInput("no-parts", "With these --only and --skip no part is left.", "Leave one of them out.")
    folder = _corpus(corpus)
    for path, option in ((html_out, "--out"), (json_out, "--json-out")):
        if path is not None:
            _writable(path, option)
    if logs is not None:
        _folder(logs)
    line = ProgressLine()
    with ExitStack() as stack:
        stack.callback(line.clear)
        line.say(Progress("load", "Loading the model"))
        engine = stack.enter_context(closing(engine_of(engine_name, model_name, server, context_tokens)))
        head = _head(engine, engine_name, model_name)
        kept = _kept(json_out, head, {part.name for part in chosen} if again else set())
        report = measure_all(
            Setting(
                engine,
                folder,
                limit,
                scripted,
                open_file,
                scripted=engine_name == "scripted",
                version=head["version"],
                model=head["model"],
                logs=logs,
                none=none,
            ),
            head,
            parts=chosen,
            kept=kept,
            save=lambda found: write_json(json_out, found) if json_out is not None else None,
            told=lambda words: line.say(Progress("eval", words)),
        )
    if json_out is not None:
        write_json(json_out, report)
    if html_out is not None:
        html_out.write_text(report_html(report), encoding="utf-8", errors="backslashreplace")
    if json_wanted:
        print_json(report)
    else:
        _print(report)
    if any(part["counts"].get("claims_without_line") for part in report["parts"].values()):
        return UNPOINTED
    return FAILURE if any(part["status"] == "failed" for part in report["parts"].values()) else 0


def _kept(path: Path | None, head: dict[str, Any], again: set[str]) -> dict[str, Any]:
    """The parts that a file holds and that need not be measured ``again``; with some to measure again, the file may be
    written over whatever it is."""
    if path is None:
        return {}
    try:
        found = parts_kept(path, head)
    except BadInput:
        if not again:
            raise
        return {}
    return {name: part for name, part in found.items() if name not in again}


def _corpus(given: Path | None) -> Path | None:
    named = os.environ.get(CORPUS, "")
    folder = given or (Path(named) if named else None)
    if folder is not None and not folder.is_dir():
        where = "--corpus" if given else CORPUS
        raise BadInput("no-corpus", f"There is no folder {folder}.", f"Check {where}, or leave it out.")
    return folder


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        action = "Name another folder after --log."
        raise BadInput("no-folder", f"{path} cannot be made: {error.strerror}.", action) from None


def _writable(path: Path, option: str) -> None:
    there = path.exists()
    try:
        check_writable(path)
    except BadInput as error:
        raise BadInput(error.code, str(error), f"Name another file after {option}.") from None
    if not there:
        path.unlink(missing_ok=True)  # made only to try it


def _head(engine: Engine, engine_name: str, model_name: str | None) -> dict[str, Any]:
    blas = ""
    if engine_name == "mlx":
        used = prepare()
        blas = f"{Path(used.path).name} ({used.how})" if used.path else used.how
    model = model_measured(engine, engine_name, model_name)
    return {"version": __version__, "model": model, "machine": machine(blas)}


def _print(report: dict[str, Any]) -> None:
    first = report["claims"]
    click.echo(f"{model_words(report)}, Pointline {report['version']}")
    click.echo(
        f"claims with a real line: {value_words(first)} ({n_words(first)}; {interval_words(first) or 'none shown'})"
    )
    for name, part in report["parts"].items():
        click.echo(f"{name}: {part['title']}")
        if part["status"] != "measured":
            click.echo(f"  {part['status']}: {part['reason']}")
        for one in part["figures"]:
            bounds = interval_words(one)
            note = f" · {one['note']}" if one["note"] else ""
            click.echo(f"  {one['label']}: {value_words(one)} ({n_words(one)}{f'; {bounds}' if bounds else ''}){note}")
    for key, whose in (("model", "of the model"), ("lies", "under lies")):
        click.echo(f"guards {whose}: {guard_words(report['guards'][key])}")
        if report["guards"][key]["measured"]:
            click.echo(f"  never fired: {', '.join(report['guards'][key]['never_fired']) or 'none'}")

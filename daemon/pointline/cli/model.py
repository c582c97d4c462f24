"""``pointline model``: the models on this machine, how they come, and which one is in use."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import click

from pointline.cli.model_qualify import qualification_line, qualify
from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.cli.transfer import TransferBar
from pointline.engine import model_hub, starter
from pointline.engine.base import ModelMissing
from pointline.engine.model_catalog import CATALOG, STARTER, STARTER_IS, recommended_here
from pointline.engine.model_import import import_model
from pointline.engine.model_settings import default_model, forget_choice, use_model
from pointline.engine.models import ModelFolder, contract_for_several, find_model, installed, models_home
from pointline.errors import BadInput
from pointline.evaluation.qualify_method import outdated

MEGA, GIGA = 10**6, 10**9


@click.group()
def model() -> None:
    """The models on this machine."""


model.add_command(qualify)


@model.command("list")
@as_json
def list_models(json_wanted: bool) -> int:
    """List the models that are here, and those that are recommended; the one in use has a star."""
    found = [_installed_json(find_model(name)) for name in installed()]
    used = default_model()
    if used not in installed():  # a folder by its path, or one that is gone
        try:
            found.append(_installed_json(find_model(used)))
        except ModelMissing:
            found = found or []
    offered = _offered_json()
    stopped = {name: sum(map(_bytes_of, folders)) for name, folders in model_hub.unfinished().items()}
    if json_wanted:
        half = [{"name": name, "size": size} for name, size in stopped.items()]
        print_json({"models": found, "in_use": used, "recommended": offered, "unfinished": half})
        return 0
    for each in found:
        star = "*" if each["in_use"] else " "
        click.echo(f"{star} {each['name']}  {size_text(each['size'])}  {each['path']}")
        click.echo(f"    {qualification_line(each['qualification'], each)}")
        if each["outdated"]:
            click.echo(f"    {each['outdated']}: run `pointline model qualify {each['name']}` again")
    if not found:
        click.echo("No model is here yet.")
    for name, size in stopped.items():
        click.echo(f"  {name}  {size_text(size)} so far: `pointline model pull` goes on, `remove` takes it away")
    click.echo("Recommended:")
    for each in offered:
        mark = ">" if each["for_this_machine"] else " "
        here = " (here)" if each["here"] else ""
        click.echo(f"{mark} {each['name']}  {size_text(each['size'])}  {each['suits']}{here}")
    if used not in [each["name"] for each in found] and not any(each["in_use"] for each in found):
        click.echo(f"The model in use, {used}, is not here. Run `pointline model pull {used}`.")
    return 0


@model.command()
@click.argument("name", default=STARTER)
@as_json
def pull(name: str, json_wanted: bool) -> int:
    """Fetch the model NAME (default: starter; `model list` names others; OWNER/NAME[@REVISION] takes any MLX model of
    the hub), check its hashes, and put it into the data folder. A fetch that was stopped goes on where it ended."""
    if name == STARTER:
        folder = starter.pull()
    else:
        bar = TransferBar(name)
        try:
            folder = model_hub.pull(model_hub.named(name), progress=bar.show)
        finally:
            bar.clear()
    return _ready(folder, json_wanted)


@model.command("import")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--name", default=None, help="What to call it; its own name when left out.")
@as_json
def import_(source: Path, name: str | None, json_wanted: bool) -> int:
    """Take in a model that is on this machine: an MLX folder, or a GGUF file (llama, qwen2, qwen3, gemma3)."""
    return _ready(import_model(source, name, say=lambda line: click.echo(line, err=True)), json_wanted)


@model.command()
@click.argument("name")
@as_json
def use(name: str, json_wanted: bool) -> int:
    """Make NAME the model that is used when --model is left out."""
    folder = use_model(name)
    if json_wanted:
        print_json({"in_use": default_model(), "path": str(folder.path)})
    else:
        click.echo(f"{folder.name} is in use now.")
    return 0


@model.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Remove it even if it is the one in use.")
@as_json
def remove(name: str, yes: bool, json_wanted: bool) -> int:
    """Delete the model NAME from the data folder, and what a stopped fetch of it left."""
    half = model_hub.unfinished().get(name, [])
    if name not in installed() and not half:
        there = ", ".join(installed()) or "none"
        raise BadInput("no-model", f"There is no model called {name!r} in the data folder.", f"There are: {there}.")
    used = default_model() == name and name in installed()
    if used and not yes:
        raise BadInput("in-use", f"{name} is the model in use.", "Use another one first, or add --yes.")
    size = 0
    for folder in [*half, *([models_home() / name] if name in installed() else [])]:
        size += _bytes_of(folder)
        gone = models_home() / f".removed~{time.time_ns()}"
        folder.rename(gone)  # at once, so that nobody finds half of it
    for gone in models_home().glob(".removed~*"):
        if gone.is_symlink():  # the folder it leads to is not ours
            gone.unlink()
        else:
            shutil.rmtree(gone, ignore_errors=True)
    if used:
        forget_choice()
    if json_wanted:
        print_json({"removed": name, "freed": size, "in_use": default_model()})
    else:
        click.echo(f"{name} is gone; {size_text(size)} are free again.")
    return 0


def _ready(folder: ModelFolder, json_wanted: bool) -> int:
    if json_wanted:
        print_json(_installed_json(folder))
    else:
        click.echo(f"{folder.name} is ready in {folder.path}")
        if default_model() != folder.name:
            click.echo(
                f"Use it: pointline model use {folder.name} (measure it first: pointline model qualify).", err=True
            )
    return 0


def _installed_json(folder: ModelFolder) -> dict[str, Any]:
    kept = folder.provenance
    used = default_model()
    measured = kept.get("qualification") if isinstance(kept.get("qualification"), dict) else None
    return {
        "name": folder.name,
        "path": str(folder.path),
        "size": folder.size(),
        "in_use": used in (folder.name, str(folder.path)),
        "model": kept.get("model", folder.name),
        "revision": kept.get("revision"),
        "licence": kept.get("licence") or None,
        "strategy": "contract" if kept.get("strategy") == "contract" else "score",
        "contract_for_several": contract_for_several(measured, kept.get("strategy")),
        "may_state": kept.get("may_state") is True,
        "may_judge": kept.get("may_judge") is True,
        "qualification": measured,
        "outdated": outdated(measured),
    }


def _offered_json() -> list[dict[str, Any]]:
    best, here = recommended_here(), installed()
    offered: list[dict[str, Any]] = [
        {"name": STARTER, "size": 98 * MEGA, "suits": STARTER_IS, "repo": None, "revision": None}
    ]
    offered += [
        {
            "name": each.name,
            "size": each.size,
            "suits": f"Apple silicon with {each.memory_gib} GB, {each.licence}",
            "repo": each.repo,
            "revision": each.revision,
        }
        for each in CATALOG
    ]
    return [each | {"here": each["name"] in here, "for_this_machine": each["name"] == best} for each in offered]


def _bytes_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def size_text(size: int) -> str:
    """Bytes as a person reads them."""
    return f"{size / GIGA:.1f} GB" if size >= GIGA else f"{size / MEGA:.0f} MB"

"""Models from the hub: list a repository at a commit, fetch what a model needs, and let it appear when it is whole."""

from __future__ import annotations

import fcntl
import fnmatch
import json
import os
import re
import shutil
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from .base import Cancelled, EngineError, ModelMissing
from .model_catalog import CATALOG, STARTER, HubModel, in_catalog
from .model_download import PART, Wanted, download, read_url
from .model_settings import write_json
from .models import PROVENANCE, ModelFolder, find_model, is_plain_name, models_home, sha256_of

ENDPOINT_VARIABLE = "HF_ENDPOINT"
_ENDPOINT = "https://huggingface.co"
# What a model folder is made of. Nothing that runs: no .py, no pickles.
PATTERNS = ("model*.safetensors", "*.json", "*.jinja", "merges.txt", "vocab.txt", "tokenizer.model", "LICENSE*")
_LISTING_BYTES = 10_000_000
_SPARE_BYTES = 200_000_000
"""Bytes of the disk that stay free."""
_COMMIT = re.compile(r"[0-9a-f]{40}")

Progress = Callable[[int, int], None]
"""Bytes that are there, bytes of the whole."""


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file of a repository as the hub lists it: the SHA-256 of a large one, the git SHA-1 of a small one."""

    name: str
    size: int | None
    sha256: str | None
    git_sha1: str | None


def named(name: str) -> HubModel:
    """Return the model to fetch: one that is recommended, or ``OWNER/NAME`` or ``OWNER/NAME@REVISION`` of the hub.

    Raises :class:`ModelMissing` with the names there are.
    """
    if (known := in_catalog(name)) is not None:
        return known
    repo, at, revision = name.partition("@")
    owner, slash, short = repo.partition("/")
    if slash and is_plain_name(owner) and is_plain_name(short) and (not at or is_plain_name(revision)):
        known = in_catalog(repo)
        return replace(known or HubModel(short, repo), revision=revision or "main") if at else HubModel(short, repo)
    names = ", ".join([STARTER, *(model.name for model in CATALOG)])
    raise ModelMissing(
        f"There is no model {name!r} to fetch.", f"Choose one of: {names}; or OWNER/NAME of a model in MLX form."
    )


def pull(
    model: HubModel,
    *,
    progress: Progress = lambda _done, _whole: None,
    cancel: Cancelled | None = None,
    free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    sleep: Callable[[float], None] = time.sleep,
) -> ModelFolder:
    """Fetch ``model`` into the data directory, and return it; one that is there and whole is returned at once.

    Every file is checked against the hash that the hub lists for it, and the weights against the pinned one too. What
    was fetched stays when it fails, and the next call goes on from it. Raises :class:`EngineError`.
    """
    home = models_home()
    with alone(home, model.name):
        if (present := _present(model)) is not None:
            return present
        revision, files = listing(model, sleep=sleep)
        scratch = _scratch(model.name, revision)
        scratch.mkdir(exist_ok=True)
        _room(files, scratch, free)
        whole = sum(file.size or 0 for file in files)
        done = 0
        for file in files:
            _fetch(model, revision, file, scratch, _after(done, whole, progress), cancel, sleep)
            done += file.size or (scratch / file.name).stat().st_size
            progress(done, max(whole, done))
        _finish(model, revision, files, scratch)
        target = home / model.name
        shutil.rmtree(target, ignore_errors=True)  # one without a config.json, or _present() would have seen it
        scratch.rename(target)
        for left in home.glob(_scratch(model.name, "*").name):
            shutil.rmtree(left, ignore_errors=True)
    return find_model(model.name)


def _after(before: int, whole: int, progress: Progress) -> Callable[[int], None]:
    return lambda here: progress(before + here, whole)


def _scratch(name: str, revision: str) -> Path:
    """The hidden folder that a model grows in; no model's name holds a tilde."""
    return models_home() / f".pull~{name}~{revision[:12]}"


def _present(model: HubModel) -> ModelFolder | None:
    if not (models_home() / model.name / "config.json").is_file():
        return None
    present = find_model(model.name)
    kept = present.provenance
    same = kept.get("repo") == model.repo and (
        kept.get("revision") == model.revision or not _COMMIT.fullmatch(model.revision)
    )
    if not same:
        source = f"{kept.get('repo', 'elsewhere')} at {str(kept.get('revision', 'no known revision'))[:12]}"
        raise EngineError(
            f"There is another model called {model.name} here, from {source}.",
            f"Run `pointline model remove {model.name}` first.",
        )
    damaged = present.damaged()
    if not damaged:
        return present
    for name in damaged:
        (present.path / name).unlink(missing_ok=True)
    present.path.rename(_scratch(model.name, str(kept["revision"])))  # the rest of it need not be fetched again
    return None


def unfinished() -> dict[str, list[Path]]:
    """Name of a model → hidden folders of fetches of it that were stopped."""
    found: dict[str, list[Path]] = {}
    for path in sorted(models_home().glob(_scratch("*", "*").name)):
        found.setdefault(path.name.split("~")[1], []).append(path)
    return found


def listing(model: HubModel, *, sleep: Callable[[float], None] = time.sleep) -> tuple[str, list[HubFile]]:
    """Return the commit and the files of a model that are fetched, the small ones first.

    Raises :class:`EngineError` when the hub cannot be asked, lists no model, or lists another hash than the pinned one.
    """
    revision = urllib.parse.quote(model.revision, safe="")
    address = f"{endpoint()}/api/models/{model.repo}/revision/{revision}?blobs=true"
    try:
        found = json.loads(read_url(address, _LISTING_BYTES, sleep=sleep))
        commit = str(found["sha"])
        files = [_file(item) for item in found["siblings"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EngineError(
            f"{address} is not a listing of a model: {error!r}.", f"Check {ENDPOINT_VARIABLE}, or the name."
        ) from error
    if not _COMMIT.fullmatch(commit) or (_COMMIT.fullmatch(model.revision) and commit != model.revision):
        raise EngineError(
            f"The hub answers with the commit {commit!r} for {model.repo} at {model.revision}.", "Do not use this hub."
        )
    files = [file for file in files if any(fnmatch.fnmatchcase(file.name, pattern) for pattern in PATTERNS)]
    names = {file.name for file in files}
    if "config.json" not in names or not any(name.endswith(".safetensors") for name in names):
        raise EngineError(
            f"{model.repo} is no MLX model: it has no config.json or no model*.safetensors.",
            "Choose a model in MLX form, as those of mlx-community are.",
        )
    for name, wanted in model.sha256.items():
        listed = next((file.sha256 for file in files if file.name == name), None)
        if listed != wanted and model.revision == commit:
            raise EngineError(
                f"The hub lists {name} of {model.repo} with another hash than the pinned one ({listed}).",
                "Do not use this hub.",
            )
    return commit, sorted(files, key=lambda file: file.size or 0)


def _file(item: dict[str, object]) -> HubFile:
    name, size, large = str(item["rfilename"]), item.get("size"), item.get("lfs")
    if "/" in name or "\\" in name or name.startswith("."):
        return HubFile("", None, None, None)  # no part of a model folder, whatever it is
    sha256 = large.get("sha256") if isinstance(large, dict) else None
    blob = item.get("blobId") if not sha256 else None
    return HubFile(name, size if isinstance(size, int) else None, sha256, blob if isinstance(blob, str) else None)


def endpoint() -> str:
    """Return the hub's address: ``HF_ENDPOINT`` when that is set."""
    return (os.environ.get(ENDPOINT_VARIABLE) or _ENDPOINT).rstrip("/")


def _room(files: list[HubFile], scratch: Path, free: Callable[[Path], int]) -> None:
    there = sum(path.stat().st_size for path in scratch.iterdir())
    needed = sum(file.size or 0 for file in files) - there + _SPARE_BYTES
    left = free(scratch)
    if left < needed:
        raise EngineError(
            f"There is too little room in {scratch.parent}: it takes {needed / 1e9:.2f} GB, {left / 1e9:.2f} are free.",
            "Free some space, or move the data folder with POINTLINE_HOME.",
        )


def _fetch(
    model: HubModel,
    revision: str,
    file: HubFile,
    scratch: Path,
    told: Callable[[int], None],
    cancel: Cancelled | None,
    sleep: Callable[[float], None],
) -> None:
    target = scratch / file.name
    if target.is_file():  # checked before it got its name
        return
    url = f"{endpoint()}/{model.repo}/resolve/{revision}/{urllib.parse.quote(file.name)}"
    download(Wanted(url, file.size, file.sha256, file.git_sha1), target, told=told, cancel=cancel, sleep=sleep)


def _finish(model: HubModel, revision: str, files: list[HubFile], scratch: Path) -> None:
    for left in scratch.glob(f"*{PART}"):
        left.unlink()
    provenance = {
        "name": model.name,
        "model": model.repo,
        "licence": model.licence,
        "repo": model.repo,
        "revision": revision,
        "files": {file.name: file.sha256 or sha256_of(scratch / file.name) for file in files},
    }
    write_json(scratch / PROVENANCE, provenance)


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Let two who make the same thing in ``folder`` wait for each other."""
    with (folder / f".{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

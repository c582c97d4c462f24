"""A model that is on this machine already, taken into the data directory: an MLX folder, or a GGUF file.

Weights of a folder are linked where the disk allows it, the rest is copied; a GGUF file is converted. The model is put
together by mlx-lm once, lazily, before it gets its name: what cannot be loaded is refused here and leaves nothing.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pointline.errors import BadInput

from .base import EngineError
from .model_catalog import STARTER
from .model_hub import PATTERNS, alone
from .model_settings import write_json
from .models import PROVENANCE, ModelFolder, find_model, is_plain_name, models_home, sha256_of

_PART_OF_MANY = re.compile(r"-\d{5}-of-(\d{5})\.gguf$", re.IGNORECASE)
_SPARE_BYTES = 200_000_000
_HEADER_BYTES = 100_000_000  # as the safetensors library has it

_SCRATCH = ".import~"

Free = Callable[[Path], int]


def import_model(
    source: Path,
    name: str | None = None,
    *,
    say: Callable[[str], None] = lambda _line: None,
    free: Free = lambda path: shutil.disk_usage(path).free,
) -> ModelFolder:
    """Take the MLX folder or GGUF file ``source`` in as ``name`` (default: its own name), and return the model.

    Raises :class:`BadInput` for a source that is no model that can be used, or a name that is taken.
    """
    home = models_home()
    with alone(home, "import~"):
        for left in home.glob(f"{_SCRATCH}*"):  # of an import that was killed
            shutil.rmtree(left, ignore_errors=True)
        return _import(source, _name(source, name), home, say, free)


def _import(source: Path, chosen: str, home: Path, say: Callable[[str], None], free: Free) -> ModelFolder:
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=home) as scratch:
        made = Path(scratch) / "model"
        made.mkdir()
        try:
            if source.is_dir():
                say(f"Checking {source} ...")
                _take_folder(source, made, home, free)
            else:
                say(f"Converting {source.name} ...")
                _take_gguf(source, made, home, free)
            say("Putting the model together ...")
            _try(made, chosen)
            files = {path.name: sha256_of(path) for path in sorted(made.iterdir())}
        except OSError as error:
            raise BadInput(
                "unreadable", f"{source} cannot be taken in: {error.strerror or error}.", "Check the path and the disk."
            ) from error
        provenance = {"name": chosen, "model": source.name, "imported_from": str(source.absolute()), "files": files}
        write_json(made / PROVENANCE, provenance)
        made.rename(home / chosen)
    return find_model(chosen)


def _name(source: Path, name: str | None) -> str:
    try:
        there = source.exists()
    except (OSError, ValueError):
        there = False
    if not there:
        raise BadInput("no-file", f"There is nothing at {source}.", "Give the path of an MLX folder or a GGUF file.")
    if not (source.is_dir() or source.is_file()):  # a pipe may never end, or never begin
        raise BadInput(
            "no-file", f"{source} is neither a folder nor a file.", "Give the path of an MLX folder or a GGUF file."
        )
    absolute = source.resolve()
    own = absolute.name if source.is_dir() else absolute.stem
    chosen = name if name is not None else "".join(c if c.isalnum() or c in "._+-" else "-" for c in own).lstrip("._+-")
    if not is_plain_name(chosen):
        raise BadInput(
            "model-name", f"A model cannot be called {chosen!r}.", "Choose letters, digits and . _ + - after --name."
        )
    if chosen == STARTER or (models_home() / chosen).exists():
        raise BadInput(
            "name-taken",
            f"There is a model called {chosen} already.",
            f"Choose another name with --name, or run `pointline model remove {chosen}` first.",
        )
    return chosen


def _take_folder(source: Path, made: Path, home: Path, free: Free) -> None:
    files = [
        path
        for path in sorted(source.iterdir())
        if path.is_file() and any(fnmatch.fnmatchcase(path.name, pattern) for pattern in PATTERNS)
    ]
    _check_folder(source, {path.name: path for path in files})
    whole = sum(path.stat().st_size for path in files)
    if source.resolve().stat().st_dev != home.stat().st_dev:
        _room(whole, home, free)
    for path in files:
        if path.name == PROVENANCE:  # what another Pointline measured is not ours
            continue
        original = path.resolve()  # the hub's own cache is full of symbolic links
        try:
            if path.suffix != ".safetensors":
                raise OSError  # small, and a person may edit it in place
            os.link(original, made / path.name)
        except OSError:  # another disk, or one without links
            shutil.copyfile(original, made / path.name)


def _check_folder(source: Path, files: dict[str, Path]) -> None:
    def bad(what: str) -> BadInput:
        return BadInput("bad-model", f"{source} cannot be used as a model: {what}.", "Give a whole MLX model folder.")

    if "config.json" not in files:
        raise bad("it has no config.json")
    config = _json(files["config.json"])
    if not isinstance(config, dict) or not config.get("model_type"):
        raise bad("its config.json names no model_type")
    if config.get("model_file"):
        raise bad("it brings a program of its own, which is not run")
    weights = sorted(name for name in files if name.endswith(".safetensors"))
    if not weights:
        raise bad("it has no model*.safetensors")
    index = _json(files["model.safetensors.index.json"]) if "model.safetensors.index.json" in files else None
    parts = index.get("weight_map") if isinstance(index, dict) else None
    wanted = {str(name) for name in parts.values()} if isinstance(parts, dict) else set()
    if missing := sorted(wanted - set(files)):
        raise bad(f"{missing[0]} is missing")
    for name in weights:
        if (fault := safetensors_fault(files[name])) is not None:
            raise bad(f"{name} {fault}")
    if not {"tokenizer.json", "tokenizer.model"} & set(files):
        raise bad("it has no tokenizer.json")


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None


def safetensors_fault(path: Path) -> str | None:
    """Say what is wrong with a safetensors file by its header and its length; ``None`` when nothing is.

    The form: 8 bytes with the header's length, the header in JSON, the numbers; ``data_offsets`` count from after the
    header (github.com/huggingface/safetensors).
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        first = file.read(8)
        length = struct.unpack("<Q", first)[0] if len(first) == 8 else 0
        if not 0 < length <= min(size - 8, _HEADER_BYTES):
            return "is not a safetensors file"
        try:
            header = json.loads(file.read(length))
            end = max((item["data_offsets"][1] for key, item in header.items() if key != "__metadata__"), default=0)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            return "is not a safetensors file"
    if not isinstance(end, int) or 8 + length + end != size:
        return f"is cut off or has something added: it has {size} bytes, and {8 + length + end} are announced"
    return None


def _take_gguf(source: Path, made: Path, home: Path, free: Free) -> None:
    from .gguf_model import convert

    with source.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise BadInput(
                "bad-model",
                f"{source} is neither an MLX folder nor a GGUF file.",
                "Give the path of an MLX folder or a GGUF file.",
            )
    if (many := _PART_OF_MANY.search(source.name)) and int(many[1]) > 1:
        raise BadInput(
            "split-model",
            f"{source.name} is one of {int(many[1])} parts.",
            "Join them first (llama-gguf-split --merge), and import the whole.",
        )
    try:
        convert(source, made, room=lambda size: _room(size, home, free))
    except EngineError as error:
        raise BadInput("bad-model", str(error), error.action) from error


def _room(size: int, home: Path, free: Free) -> None:
    needed, left = size + _SPARE_BYTES, free(home)
    if left < needed:
        raise BadInput(
            "disk-full",
            f"There is too little room in {home}: it takes {needed / 1e9:.2f} GB, {left / 1e9:.2f} are free.",
            "Free some space, or move the data folder with POINTLINE_HOME.",
        )


def _try(made: Path, name: str) -> None:
    """Let mlx-lm put the model together without reading its numbers: every tensor must be there and have its shape."""
    from . import blas

    blas.prepare()
    from mlx_lm.utils import load_model, load_tokenizer

    from .tokens import Tokens

    try:
        load_model(made, lazy=True)
        Tokens(load_tokenizer(made)).encode("a")
    except Exception as error:  # whatever a library may raise at a file that a stranger made
        reason = str(error).strip().splitlines()[0][:300] if str(error).strip() else type(error).__name__
        raise BadInput(
            "bad-model",
            f"{name} is damaged, or of a kind that cannot be loaded ({reason}).",
            "Fetch it again if it is not whole, or choose another model.",
        ) from error

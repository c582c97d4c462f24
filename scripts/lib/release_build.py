"""Wheel, sdist and the extension's two zips, from a copy of the source. Nothing is fetched and nothing is uploaded."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from scripts.lib.release_source import ReleaseError, Source

BROWSERS = ("chromium", "firefox")
_SETUPTOOLS = 77
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest date a zip can hold: every file gets it, so that the same files make the same bytes."""
_BUILD = "import sys, setuptools.build_meta as backend; print(getattr(backend, 'build_' + sys.argv[1])(sys.argv[2]))"


def build_sdist(source: Source, out: Path) -> Path:
    """Build the sdist into ``out``. Raises :class:`ReleaseError`."""
    return _built(source.folder, "sdist", out, source.epoch)


def build_wheel(source: Source, folder: Path, out: Path) -> Path:
    """Build the wheel from ``folder`` (the unpacked sdist, which shows that it is whole) into ``out``."""
    return _built(folder, "wheel", out, source.epoch)


def _built(folder: Path, kind: str, out: Path, epoch: int) -> Path:
    found = importlib.metadata.version("setuptools")
    if int(found.partition(".")[0]) < _SETUPTOOLS:
        raise ReleaseError(
            f"setuptools {found} is too old to build with.",
            f"Run: .venv/bin/python -m pip install -c constraints.txt 'setuptools>={_SETUPTOOLS}'",
        )
    out.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, kind, str(out.resolve())],
        cwd=folder,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise ReleaseError(f"The {kind} could not be built: {lines[-1] if lines else 'no reason given'}",
                           "Read pyproject.toml against the line above.")  # fmt: skip
    return out / done.stdout.strip().splitlines()[-1]


def build_extension(source: Source, out: Path) -> dict[str, Path]:
    """Build the extension for each browser below ``out``; its folders by browser."""
    script = source.folder / "scripts" / "build-extension"
    done = subprocess.run([sys.executable, str(script), "--out", str(out)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise ReleaseError(f"The extension could not be built: {lines[-1]}", "Run ./scripts/build-extension alone.")
    return {browser: out / browser for browser in BROWSERS}


def zip_folder(folder: Path, target: Path) -> Path:
    """Write the files below ``folder`` as a zip that depends on their names and bytes alone."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EARLIEST)
                entry.external_attr = 0o644 << 16
                entry.create_system = 3
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes(), compresslevel=9)
    return target

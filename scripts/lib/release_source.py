"""The files that a release is made of, copied to a folder of their own, so that nothing uncommitted slips in.

In a checkout these are the tracked files: as committed, or as they stand. In an unpacked sdist, which has no history,
they are the files of the folder. Links are followed, for neither pip nor a browser's store wants them.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MADE = {".git", ".venv", "node_modules", "dist", "out", "build", "__pycache__", ".hypothesis"}
"""Folders that tools make; in a folder without history these, hidden ones and ``*.egg-info`` are left out."""
WITHOUT_HISTORY = 1_767_225_600
"""The date of all files where no commit gives one: 2026-01-01, in seconds since 1970."""


class ReleaseError(Exception):
    """What keeps a release from being made: what is wrong, and one thing to do about it."""

    def __init__(self, message: str, action: str) -> None:
        super().__init__(message)
        self.action = action


@dataclass(frozen=True, slots=True)
class Source:
    """A copy of the project's files in ``folder``. ``epoch``: the date that all of them get, in seconds since 1970.

    ``commit`` is empty without history; ``dirty``: tracked files differ from that commit (they are in the copy only
    when the work tree was asked for).
    """

    folder: Path
    commit: str
    dirty: bool
    epoch: int


def copy_source(target: Path, *, worktree: bool = False, root: Path = ROOT) -> Source:
    """Copy what is committed (``worktree``: the tracked files as they stand) to ``target``, which must not exist."""
    target.mkdir(parents=True)
    if not (root / ".git").exists():
        _copy_folder(root, target)
        return Source(target, "", False, WITHOUT_HISTORY)
    commit = _git(root, "rev-parse", "HEAD").decode().strip()
    epoch = int(_git(root, "log", "-1", "--format=%ct", "HEAD"))
    dirty = bool(_git(root, "status", "--porcelain", "--untracked-files=no").strip())
    if worktree:
        names = _git(root, "ls-files", "-z").decode().split("\0")
        for name in filter(None, names):
            if (root / name).exists():  # a file deleted but still tracked is not part of what stands
                _copy(root / name, target / name)
    else:
        with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "--format=tar", "HEAD"))) as archive:
            unpack(archive, target)
        _follow_links(target)
    return Source(target, commit, dirty, epoch)


def unpack(archive: tarfile.TarFile, target: Path) -> None:
    """Unpack an archive that was made here; Python 3.11.0 to 3.11.3, which Debian 12 has, know no filters."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(target, filter="data")
    else:
        archive.extractall(target)


def _git(root: Path, *words: str) -> bytes:
    try:
        return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise ReleaseError("git is not installed.", "Install git, or release from an unpacked sdist.") from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip().splitlines()
        said = reason[-1] if reason else f"git {words[0]} failed"
        raise ReleaseError(f"git cannot read this checkout: {said}", "Mend the checkout, or clone it anew.") from None


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(*MADE))
    else:
        shutil.copy(source, target)


def _copy_folder(root: Path, target: Path) -> None:
    for path in sorted(root.iterdir()):
        hidden = path.name.startswith(".") and path.name not in (".gitignore", ".npmrc")
        if path.name not in MADE and not hidden and not path.name.endswith(".egg-info"):
            _copy(path, target / path.name)


def _follow_links(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            meant = path.resolve()
            if not meant.is_relative_to(folder.resolve()) or not meant.exists():
                named = path.relative_to(folder)
                raise ReleaseError(f"{named} is a link that leads out of the project.", "Put the file itself there.")
            path.unlink()
            _copy(meant, path)

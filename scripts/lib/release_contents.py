"""What must be in the packages, what must not, and whether what they say of themselves agrees.

The expected list is made from the source: every file of the two packages, and no other. What would be missed most is
named besides, so that a change of the list cannot lose it unseen.
"""

from __future__ import annotations

import json
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.metadata import Metadata

PACKAGES = {"verifier": "exactquote", "daemon": "pointline"}
"""Folder of the repository -> the package in it."""
NEEDED = (
    "pointline/sources/walker.js",  # what Playwright injects
    "pointline/sources/tree.js",
    "pointline/store/migrations/env.py",
    "pointline/store/migrations/versions/v0001.py",
    "pointline/data/sample.html",
    "pointline/data/qualify-claims.toml",
    "pointline/data/qualify-pages.toml",
    "pointline/py.typed",
    "exactquote/py.typed",
    "exactquote/WALK.md",
)
LICENCES = ("LICENSE", "THIRD_PARTY_NOTICES.md")
SDIST_NEEDED = (*LICENCES, "README.md", "CHANGELOG.md", "pyproject.toml", "constraints.txt", "scripts/release",
                "scripts/run", "extension/manifest/base.json", "extension/content/walker.js", "extension/PRIVACY.md",
                "tests/test_release.py")  # fmt: skip
EXTENSION_NEEDED = ("manifest.json", "LICENSE", "PRIVACY.md", "content/walker.js", "panel/panel.html",
                    "background/main.js", "_locales/en/messages.json", "icons/icon-128.png")  # fmt: skip
NEVER = re.compile(r"(^|/)(\.git|\.venv|node_modules|__pycache__|\.env|\.DS_Store|\.ci)(/|$)|\.(pyc|orig|rej|swp|map)$")
SUMMARY = 132
"""Characters that the Chrome Web Store takes as an extension's description."""


def wheel_faults(wheel: Path, source: Path) -> list[str]:
    """What is wrong with the contents and the metadata of a wheel made from ``source``; empty when nothing is."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
        info = next((name.partition("/")[0] for name in names if name.endswith(".dist-info/METADATA")), "")
        metadata = archive.read(f"{info}/METADATA") if info else b""
        entry_points = archive.read(f"{info}/entry_points.txt").decode() if f"{info}/entry_points.txt" in names else ""
        empty = [name for name in NEEDED if name in names and not archive.read(name) and not name.endswith("py.typed")]
    inside = {name for name in names if not name.startswith(f"{info}/")}
    expected = {name for folder, package in PACKAGES.items() for name in _files(source / folder, package)}
    faults = [f"misses {name}" for name in sorted(expected - inside)]
    faults += [f"holds {name}, which is not expected" for name in sorted(inside - expected)]
    faults += [f"misses {name}, which it cannot do without" for name in NEEDED if name not in inside]
    faults += [f"holds an empty {name}" for name in empty]
    faults += [f"misses the licence file {name}" for name in LICENCES if f"{info}/licenses/{name}" not in names]
    if "pointline = pointline.cli.start:start" not in entry_points:
        faults.append("does not install the command pointline")
    return faults + _unwanted(names) + metadata_faults(metadata)


def metadata_faults(metadata: bytes) -> list[str]:
    """What an index would refuse in a METADATA file, or show badly."""
    try:
        read = Metadata.from_email(metadata, validate=True)
    except ExceptionGroup as group:
        return [f"has bad metadata: {error}" for error in group.exceptions]
    faults = []
    if read.description_content_type is None or not (read.description or "").strip():
        faults.append("has no long description with a content type")
    if read.license_expression != "Apache-2.0":
        faults.append(f"has the licence {read.license_expression}, not Apache-2.0")
    if read.requires_python is None or not read.summary:
        faults.append("says no Python version, or has no summary")
    return faults


def sdist_faults(sdist: Path, source: Path) -> list[str]:
    """What is wrong with the contents of an sdist made from ``source``."""
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    names = {member.name.partition("/")[2] for member in members if not member.isdir()}
    faults = [f"holds a link: {member.name}" for member in members if member.issym() or member.islnk()]
    expected = {f"{folder}/{name}" for folder, package in PACKAGES.items() for name in _files(source / folder, package)}
    expected |= set(SDIST_NEEDED) | {f"extension/{name}" for name in _files(source, "extension", "extension/")}
    return faults + [f"misses {name}" for name in sorted(expected - names)] + _unwanted(names)


def extension_faults(archive: Path, source: Path) -> list[str]:
    """What is wrong with an extension's zip: a file it needs, the length of its description, a file too many."""
    with zipfile.ZipFile(archive) as opened:
        names = set(opened.namelist())
        faults = [f"misses {name}" for name in EXTENSION_NEEDED if name not in names]
        manifest = json.loads(opened.read("manifest.json")) if "manifest.json" in names else {}
        for name in sorted(names):
            if name.startswith("_locales/"):
                said = json.loads(opened.read(name)).get("extensionDescription", {}).get("message", "")
                if not 0 < len(said) <= SUMMARY:
                    faults.append(f"describes itself in {name} with {len(said)} characters; 1 to {SUMMARY} are taken")
    if "key" in manifest or "update_url" in manifest:
        faults.append("has a key or an update_url in its manifest, which a store refuses")
    ours = set(_files(source, "extension", "extension/")) | {"manifest.json", "LICENSE"}
    return faults + [f"holds {name}, which is not in extension/" for name in sorted(names - ours)] + _unwanted(names)


def versions(source: Path) -> dict[str, str]:
    """The version by the place that states it; an empty one where none could be read."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    lock = json.loads((source / "package-lock.json").read_text(encoding="utf-8"))
    code = (source / "daemon" / "pointline" / "__init__.py").read_text(encoding="utf-8")
    changes = (source / "CHANGELOG.md").read_text(encoding="utf-8")
    said = re.search(r'^__version__ = "(.+)"$', code, re.MULTILINE)
    newest = re.search(r"^## (\d\S*)", changes, re.MULTILINE)
    return {
        "pyproject.toml": project,
        "pointline.__version__": said[1] if said else "",
        "CHANGELOG.md": newest[1] if newest else "",
        "package.json": json.loads((source / "package.json").read_text(encoding="utf-8"))["version"],
        "package-lock.json": lock["version"],
    }


def version_faults(said: dict[str, str]) -> list[str]:
    """Places whose version is not the one of pyproject.toml, and versions that a store would not take."""
    wanted = said["pyproject.toml"]
    faults = [f"{place} says {found or 'nothing'}, pyproject.toml {wanted}" for place, found in said.items()
              if found != wanted]  # fmt: skip
    if not re.fullmatch(r"\d+(\.\d+){1,3}", wanted):
        faults.append(f"{wanted} is not one to four numbers with dots, which is all that both stores take")
    return faults


def _files(folder: Path, package: str, strip: str = "") -> Iterator[str]:
    for path in (folder / package).rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix().removeprefix(strip)


def _unwanted(names: set[str]) -> list[str]:
    return [f"holds {name}, which is never to be shipped" for name in sorted(names) if NEVER.search(name)]

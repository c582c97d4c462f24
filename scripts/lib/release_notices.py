"""THIRD_PARTY_NOTICES.md: what the project stands on, under which licence, and whether that may be.

The list is made from the metadata of the installed dependencies (all that pyproject.toml reaches, with its extras, on
Linux and on macOS) and from ``release_licences.toml``, which holds what metadata cannot know: which licences are
compatible, and who signed the list off. Versions are those of constraints.txt, so that the list is the same everywhere.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib.metadata
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scripts.lib.release_source import ROOT, ReleaseError

from pointline.engine.model_catalog import CATALOG

NOTICES = "THIRD_PARTY_NOTICES.md"
RULES = ROOT / "scripts" / "lib" / "release_licences.toml"
EXTRAS = ("cpu", "languages", "postgres")
_SYSTEMS: tuple[dict[str, str], ...] = (
    {"platform_system": "Linux", "sys_platform": "linux", "platform_machine": "x86_64", "python_version": "3.11"},
    {"platform_system": "Darwin", "sys_platform": "darwin", "platform_machine": "arm64", "python_version": "3.11"},
)
_LICENSED = re.compile(rb"SPDX-License-Identifier|\bCopyright\b|@licen[cs]e|Licensed under|All rights reserved", re.I)
_FOREIGN = {".woff", ".woff2", ".ttf", ".otf", ".wasm", ".so", ".dll", ".dylib", ".gguf", ".safetensors"}
_BESIDE = """
## Installed beside them

pip installs these from the index that it is set to use; each carries its own licence text, and that of what it bundles,
in its `.dist-info` folder. "With": the extra that brings it; empty: every installation. Versions are those the tests
ran with.
"""
_NOTHING = (
    "Nothing of others: neither the Python packages nor the extension holds code, fonts or data that others wrote."
)
_SHIPPED = ("verifier/exactquote", "daemon/pointline", "extension")


@dataclass(frozen=True, slots=True)
class Dependency:
    """One package: its licence as an SPDX expression (empty: unknown), and through what it is wanted, by extra."""

    name: str
    licence: str
    home: str
    wanted: tuple[str, ...]


def rules() -> dict[str, Any]:
    """Read ``release_licences.toml``."""
    return tomllib.loads(RULES.read_text(encoding="utf-8"))


def dependencies(known: dict[str, Any]) -> tuple[Dependency, ...]:
    """All packages that the project reaches, by name. Raises :class:`ReleaseError` when one is not installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted: dict[str, set[str]] = {}
    for extra in ("", *EXTRAS):
        roots = project["optional-dependencies"][extra] if extra else project["dependencies"]
        seen: set[tuple[str, str]] = set()
        for root in roots:
            _reach(Requirement(root), known, seen)
        for name, _ in seen:
            wanted.setdefault(name, set()).add(extra)
    found = []
    for name in sorted(wanted):
        # What the plain installation brings anyway is not the extra's doing.
        extras = ("",) if "" in wanted[name] else tuple(sorted(wanted[name]))
        found.append(_described(name, extras, known))
    return tuple(found)


def _reach(requirement: Requirement, known: dict[str, Any], seen: set[tuple[str, str]]) -> None:
    name = canonicalize_name(requirement.name)
    for extra in ("", *sorted(requirement.extras)):
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for text in _metadata(name, known).get_all("Requires-Dist") or []:
            below = Requirement(text)
            if below.marker is None:
                applies = not extra
            else:
                applies = any(below.marker.evaluate({**system, "extra": extra}) for system in _SYSTEMS)
            if applies:
                _reach(below, known, seen)


def _metadata(name: str, known: dict[str, Any]) -> Any:
    try:
        return importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        if any(each["name"] == name for each in known.get("elsewhere", ())):
            return _Nothing()
        raise ReleaseError(
            f"The dependency {name} is not installed, so its licence cannot be read.",
            "Run: .venv/bin/python -m pip install -c constraints.txt -e '.[cpu,languages,postgres,test]'",
        ) from None


class _Nothing:
    """Metadata of what is not installed on this system."""

    def get_all(self, _name: str) -> list[str]:
        return []


def _described(name: str, wanted: tuple[str, ...], known: dict[str, Any]) -> Dependency:
    for each in known.get("elsewhere", ()):
        if each["name"] == name:
            return Dependency(name, each["licence"], each["home"], wanted)
    read = _metadata(name, known)
    urls = dict(re.split(r",\s*", each, maxsplit=1) for each in read.get_all("Project-URL") or [])
    named = {key.lower(): url for key, url in urls.items()}
    home = next((named[key] for key in ("homepage", "repository", "source", "source code", "code", "github")
                 if key in named), read.get("Home-page") or "")  # fmt: skip
    return Dependency(name, known["packages"].get(name) or _licence(read, known["words"]), home, wanted)


def _licence(read: Any, words: dict[str, str]) -> str:
    expression = read.get("License-Expression")
    if expression:
        return str(expression)
    said = [(read.get("License") or "").strip()]
    said += [each.rpartition("::")[2].strip() for each in read.get_all("Classifier") or [] if "License ::" in each]
    for text in said:
        if text in words:
            return words[text]
        if text and re.fullmatch(r"[\w.+-]+( (AND|OR) [\w.+-]+)*", text):
            return text
    return ""


def compatible(expression: str, allowed: set[str]) -> bool:
    """Whether an SPDX expression (no brackets) may be kept to with the allowed licences alone."""
    parts = [part.strip(" ()") for part in re.split(r"\bAND\b", expression)]
    return all(any(choice.strip(" ()") in allowed for choice in re.split(r"\bOR\b", part)) for part in parts)


def licence_faults(found: tuple[Dependency, ...], known: dict[str, Any]) -> list[str]:
    """Dependencies whose licence is unknown or may not be, and files of others that are shipped without being named."""
    allowed = set(known["compatible"])
    faults = []
    for each in found:
        if not each.licence:
            faults.append(f"{each.name} does not say its licence: read its licence file, add it under [packages]")
        elif not compatible(each.licence, allowed) and each.name not in known["exceptions"]:
            faults.append(f"{each.name} is under {each.licence}, which is not among the compatible licences")
    named = {each["path"] for each in known.get("vendored", ())}
    faults += [f"{path} looks like the work of others and is not under [[vendored]]" for path in _foreign(named)]
    faults += [f"{path} is under [[vendored]] and is not there" for path in named if not (ROOT / path).exists()]
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    faults += [
        f"the extension has the dependency {name}, which is not listed" for name in package.get("dependencies", ())
    ]
    return faults


def bundle_faults(found: tuple[Dependency, ...], known: dict[str, Any]) -> list[str]:
    """Dependencies whose wheel here carries shared libraries of others that the list says nothing of."""
    return [
        f"{each.name} bundles {', '.join(sorted(libraries))}: add it under [bundles]"
        for each in found
        if each.name not in known["bundles"] and (libraries := _libraries(each.name))
    ]


def _libraries(name: str) -> set[str]:
    """What auditwheel (``*.libs``) or delocate (``.dylibs``) put into the installed wheel; nothing for one not here."""
    try:
        files = importlib.metadata.files(name) or []
    except importlib.metadata.PackageNotFoundError:
        return set()
    return {path.name for path in files if any(part.endswith((".libs", ".dylibs")) for part in path.parts[:-1])}


def _foreign(named: set[str]) -> Iterator[str]:
    for folder in _SHIPPED:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if not path.is_file() or "__pycache__" in path.parts or name in named:
                continue
            foreign = path.suffix in _FOREIGN or path.name.endswith((".min.js", ".bundle.js"))
            written = path.suffix in (".py", ".js", ".css", ".html", ".mjs", ".ts")
            if foreign or (written and _LICENSED.search(path.read_bytes())):
                yield name


def listing(found: tuple[Dependency, ...], known: dict[str, Any]) -> str:
    """The list that is signed off."""
    versions = _pinned()
    parts = [
        "## In our packages\n",
        *_vendored(known.get("vendored", [])),
        _BESIDE,
        *_table("package", "version", "licence", "with", "home"),
        *(_row(each.name, versions.get(each.name, ""), each.licence, _with(each), each.home) for each in found),
        "\nBundled in these, under other terms than the row says:\n",
        *(f"* {name}: {what}" for name, what in known["bundles"].items()),
        "\nAllowed though not on our list of compatible licences:\n",
        *(f"* {name}: {why}" for name, why in known["exceptions"].items()),
        "\n## Fetched on a person's command\n",
        *_table("what", "licence", "when"),
        *(_row(each["name"], each["licence"], each["when"]) for each in known.get("fetched", ())),
        *(
            _row(f"{each.repo} at {each.revision[:12]}", each.licence, f"`pointline model pull {each.name}`")
            for each in CATALOG
        ),
        "\n## Licences that count as compatible with Apache-2.0\n",
        *(f"* {name}: {why}" for name, why in known["compatible"].items()),
    ]
    return "\n".join(parts) + "\n"


def _vendored(files: list[dict[str, str]]) -> list[str]:
    if not files:
        return [_NOTHING]
    return [
        f"* `{each['path']}`: {each['name']}, {each['licence']}\n\n```\n{each['text'].strip()}\n```" for each in files
    ]


def _pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    pairs = (line.split("==") for line in lines if "==" in line)
    return {str(canonicalize_name(name)): version for name, version in pairs}


def _with(each: Dependency) -> str:
    return ", ".join(f"[{extra}]" for extra in each.wanted if extra)


def _table(*heads: str) -> list[str]:
    return [_row(*heads), _row(*("---" for _ in heads))]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def digest(text: str) -> str:
    """What is signed off: the SHA-256 of the list."""
    return hashlib.sha256(text.encode()).hexdigest()


def document(text: str, known: dict[str, Any]) -> str:
    """The whole file around the list."""
    signed = known["signed_off"]
    head = ("# Third-party notices\n\nPointline is under the Apache License 2.0 (`LICENSE`). Written by "
            "`./scripts/release --notices`; checked by `./scripts/release --check`.\n\n"
            f"Signed off by {signed['by'] or 'nobody'} on {signed['on'] or 'no date'} "
            f"(SHA-256 of the list {signed['sha256'][:16] or 'none'}…).\n\n")  # fmt: skip
    return head + text


def notices_faults() -> list[str]:
    """What is wrong with the notices: licences, a list that is stale, a list that nobody signed off."""
    known = rules()
    found = dependencies(known)
    text = listing(found, known)
    faults = licence_faults(found, known) + bundle_faults(found, known)
    path = ROOT / NOTICES
    if not path.is_file() or path.read_text(encoding="utf-8") != document(text, known):
        faults.append(f"{NOTICES} is stale: run ./scripts/release --notices")
    if known["signed_off"]["sha256"] != digest(text):
        faults.append("the list changed since it was signed off: read it, then run ./scripts/release --sign-off NAME")
    return faults


def write_notices(sign_as: str | None = None) -> Path:
    """Write the file; with ``sign_as``, sign the list off in that name, dated today (UTC)."""
    known = rules()
    text = listing(dependencies(known), known)
    if sign_as is not None:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        signed = {"by": sign_as, "on": today, "sha256": digest(text)}
        before = RULES.read_text(encoding="utf-8").partition("[signed_off]")[0]
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in signed.items()]
        RULES.write_text(before + "[signed_off]\n" + "\n".join(lines) + "\n", encoding="utf-8")
        known = rules()
    (ROOT / NOTICES).write_text(document(text, known), encoding="utf-8")
    return ROOT / NOTICES

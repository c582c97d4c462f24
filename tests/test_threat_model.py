"""Each row of the threat model names the tests that hold it; here they must exist, and each row must name one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (T\d+) \|(.+)\|$", TEXT, re.MULTILINE)


def functions(path: Path) -> set[str]:
    """Names of the tests that pytest would collect from a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {node.name for node in found if node.name.startswith("test_")}


def test_every_threat_has_one_row() -> None:
    numbers = sorted(int(name.removeprefix("T")) for name, _ in ROWS)
    assert numbers == list(range(1, len(ROWS) + 1))
    assert len(ROWS) >= 22


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[name for name, _ in ROWS])
def test_a_threat_is_held_by_tests_that_exist(name: str, row: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
    assert named, f"{name} names no test"
    for file, function in named:
        assert (ROOT / file).is_file(), file
        assert function in functions(ROOT / file), f"{name}: {file} has no {function}"

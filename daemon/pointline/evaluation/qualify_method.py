"""By what a model was measured: a fingerprint of the steps that qualifying runs, kept with its figures.

A prompt, a weight or a rule that changes makes figures of before say less of what is run now. Which change matters
nobody can tell beforehand, so that any change of the code counts, and comments and docstrings do not.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from exactquote.contract import parse, prompt
from pointline.evaluation import qualify_judging, qualify_pointing, qualify_stating
from pointline.evaluation.qualify_items import load_items
from pointline.pipeline import faithful, guarded, judge, lexical, numbered, point, rank, state, verify

STEPS: tuple[ModuleType, ...] = (
    *(parse, prompt, faithful, guarded, judge, lexical, numbered, point, rank, state, verify),
    *(qualify_judging, qualify_pointing, qualify_stating),
)
"""What decides a figure beside the model and the labelled set."""


@cache
def method_sha256() -> str:
    """Hex SHA-256 of the code of :data:`STEPS`, as this program has it; "" where it came without its source."""
    try:
        return fingerprint(inspect.getsource(step) for step in STEPS)
    except OSError:
        return ""


def fingerprint(sources: Iterable[str]) -> str:
    """Hex SHA-256 of programs, by what they do: comments, docstrings and line breaks are left out."""
    whole = hashlib.sha256()
    for source in sources:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(body := getattr(node, "body", None), list):
                # Of a docstring, and of a string below a constant, nothing comes.
                node.body = [each for each in body if not _is_text(each)] or [ast.Pass()]  # type: ignore[attr-defined]
        whole.update(ast.unparse(ast.fix_missing_locations(tree)).encode() + b"\0")
    return whole.hexdigest()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def outdated(kept: Mapping[str, Any] | None) -> str | None:
    """Why figures that were kept may no longer hold, as half a sentence; None when nothing speaks against them, or
    nothing was measured."""
    if not kept:
        return None
    if kept.get("items_sha256") != load_items().sha256:
        return "measured on other questions than this program has"
    if kept.get("method_sha256") != method_sha256():
        return "measured by other steps than this program runs"
    return None

"""The panel has words for every code that the daemon can send: a code is never the only thing that a person is told."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from exactquote.facts.model import Flag as SupportFlag
from exactquote.facts.model import Status as FactStatus
from exactquote.html import read_html
from exactquote.quotes.results import Flag, Fold
from exactquote.verdicts import CAVEATS
from exactquote.verdicts.model import Word
from pointline.access.exchange import Reason
from pointline.pipeline.guarded import REASONS

ROOT = Path(__file__).parents[2]
DAEMON = ROOT / "daemon" / "pointline"
ANSWERING = ("web", "store", "access", "pipeline", "sources")
"""Rooms whose errors and notes can become part of what the API says."""
BEFORE = {"web/server.py", "store/database.py", "access/lock.py", "sources/reading.py"}
"""Errors of a daemon that does not start, and of files, which the API never opens."""
CODE_AT = {"Problem": 1, "BadInput": 0, "Failure": 0, "Note": 0, "SourceNote": 0}
"""Where the code stands among the arguments."""
SCRIPT = """
const tables = await import('./panel/word-tables.js');
const { KNOWN } = await import('./shared/daemon-problems.js');
const keys = Object.entries(tables).map(([name, table]) => [name, Object.fromEntries(table)]);
console.log(JSON.stringify({ ...Object.fromEntries(keys), KNOWN: Object.fromEntries(KNOWN) }));
"""


@cache
def tables() -> dict[str, dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine")
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT], cwd=ROOT / "extension", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ANSWERING:
        for path in sorted((DAEMON / room).rglob("*.py")):
            name = path.relative_to(DAEMON).as_posix()
            if name not in BEFORE:
                yield name, ast.parse(path.read_text(encoding="utf-8"))


def made(*kinds: str) -> set[str]:
    """The codes with which things of these kinds are made, as literals."""
    found = set()
    for _, module in modules():
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            in_init = name == "__init__" and "BadInput" in kinds and len(node.args) > 1
            if (name not in kinds and not in_init) or not node.args:
                continue
            at = 0 if in_init else CODE_AT[name]
            given = node.args[at] if len(node.args) > at else None
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                found.add(given.value)
    return found


def called(function: str) -> set[str]:
    """First arguments of the calls of a function or method, as literals."""
    return {
        node.args[0].value
        for _, module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == function
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def store_kinds() -> set[str]:
    """The kinds of a store's errors, by the table of their words, and that for none of them."""
    source = ast.parse((DAEMON / "store" / "errors.py").read_text(encoding="utf-8"))
    (maker,) = (node for node in source.body if isinstance(node, ast.FunctionDef) and node.name == "store_error")
    words = next(node for node in ast.walk(maker) if isinstance(node, ast.Dict))
    kinds = {str(key.value) for key in words.keys if isinstance(key, ast.Constant)}
    return {f"store_{kind}" for kind in (*kinds, "broken")}


def walked() -> set[str]:
    """What the walks count as not read: that of the extension, and that of saved HTML with bytes of no charset."""
    walker = (ROOT / "extension" / "content" / "walker.js").read_text(encoding="utf-8")
    counted = walker.split("notRead = {", 1)[1].split("}", 1)[0]
    names = {part.split(":")[0].strip() for part in counted.split(",")}
    unsure = read_html(b"<p>a \xff\xfe\x81 b</p>", charset="utf-8").not_read
    return names | set(unsure)


CODES: dict[str, Callable[[], set[str]]] = {
    "CAVEATS": lambda: set(CAVEATS),
    "WITHHELD": lambda: set(REASONS),
    "NOTES": lambda: made("Note", "SourceNote"),
    "FLAGS": lambda: set(get_args(Flag)),
    "FOLDS": lambda: set(get_args(Fold)),
    "FACTS": lambda: set(get_args(FactStatus)),
    "SUPPORT": lambda: set(get_args(Word)),
    "SUPPORT_FLAGS": lambda: set(get_args(SupportFlag)),
    "STEPS": lambda: called("step") | called("Progress"),
    "KNOWN": lambda: (
        made("Problem", "BadInput", "Failure")
        | store_kinds()
        | {f"pair-{reason.replace('_', '-')}" for reason in get_args(Reason)}
    ),
}
"""For each of the panel's tables, the codes that the daemon can send."""


@pytest.mark.parametrize("table", CODES)
def test_the_panel_has_words_for_every_code(table: str) -> None:
    codes = CODES[table]()
    assert len(codes) > 2
    assert codes - set(tables()[table]) == set()


def test_the_panel_has_words_for_every_count_of_a_walk() -> None:
    assert {"clipped", "transparent", "unsure_characters"} <= walked()
    assert walked() - set(tables()["NOT_READ"]) - set(tables()["READ_ANYWAY"]) == set()


def test_the_collector_sees_codes_of_each_kind() -> None:
    assert {"busy", "streams", "pair-unknown", "store_full", "no-text", "http-status", "disk_full"} <= CODES["KNOWN"]()
    assert {"encoder_missing", "strategy_written", "covered", "unmapped_text"} <= CODES["NOTES"]()
    assert {"queued", "read", "rank", "point", "state", "verify"} <= CODES["STEPS"]()


def test_every_word_stands_in_the_locales() -> None:
    messages = json.loads((ROOT / "extension" / "_locales" / "en" / "messages.json").read_text(encoding="utf-8"))
    for table in tables().values():
        for entry in table.values():
            keys = (
                [entry]
                if isinstance(entry, str)
                else [entry[name] for name in ("key", "title", "action") if name in entry]
            )
            assert all(key in messages for key in keys), entry

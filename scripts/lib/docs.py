"""The generated documentation, which cannot drift from the code: ``tests/test_docs.py`` compares.

Whole files in docs/reference, but for library.md, where the public names of ``exactquote`` stand between two marks with
their signatures and first sentences; and the measured part of docs/score.md.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from scripts.lib import docs_api, docs_caveats, docs_cli, docs_score

import exactquote
from exactquote import contract, facts, html, offsets, page, plaintext, quotes, units

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
LIBRARY = REFERENCE / "library.md"
SCORE = ROOT / "docs" / "score.md"
BEGIN, END = "<!-- exactquote: written by scripts/docs -->", "<!-- /exactquote -->"

# Module -> the names that a user of the library needs; what else a module holds is its own.
SHOWN: dict[ModuleType, tuple[str, ...]] = {
    html: ("read_html",),
    plaintext: ("read_text",),
    page: ("Page", "Block", "Span"),
    units: ("Unit",),
    quotes: ("locate", "QuoteResult", "Occurrence", "Nearest"),
    facts: ("supports", "find_facts", "Support", "Finding", "Fact"),
    contract: ("parse_reply", "Reply", "Draft"),
    offsets: ("Utf16Map",),
}


def section() -> str:
    """The generated text, marks included."""
    return "\n".join([BEGIN, *_lines(), END])


def _lines() -> Iterator[str]:
    yield "| name | what it is |"
    yield "|---|---|"
    for module, names in SHOWN.items():
        for name in names:
            thing = getattr(module, name)
            place = "exactquote" if getattr(exactquote, name, None) is thing else module.__name__
            yield f"| `{place}.{name}{_signature(thing)}` | {_first_sentence(thing)} |"


def _signature(thing: Any) -> str:
    if inspect.isclass(thing):
        shown = [name for name in getattr(thing, "__dataclass_fields__", {}) if not name.startswith("_")]
        return f": {', '.join(shown)}" if shown else ""
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))
    return re.sub(r"\b(?:exactquote|collections\.abc)\.[\w.]*\.?(?=[A-Z])", "", text).replace("|", "\\|")


def _first_sentence(thing: Any) -> str:
    text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
    return re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text).replace("``", "`").replace("|", "\\|")


def documents() -> dict[Path, str]:
    """Every file that is written, or written in part, and what it should hold."""
    text = LIBRARY.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return {
        LIBRARY: before + section() + after,
        REFERENCE / "cli.md": docs_cli.text(),
        REFERENCE / "api.md": docs_api.text(),
        REFERENCE / "caveats.md": docs_caveats.text(),
        SCORE: docs_score.text(SCORE, SCORE.with_suffix(".json")),
    }


def main(arguments: list[str]) -> int:
    """Write the files that are out of date, or with ``--check`` return 1 when there are any."""
    stale = {path: text for path, text in documents().items()
             if not path.is_file() or path.read_text(encoding="utf-8") != text}  # fmt: skip
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run ./scripts/docs", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The generated part of the README: the public names of ``exactquote`` with their signatures and first sentences.

It stands between two marks in README.md, so that it cannot drift from the code: ``tests/test_docs.py`` compares.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import exactquote
from exactquote import contract, facts, html, offsets, page, plaintext, quotes, units

README = Path(__file__).parents[2] / "README.md"
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


def main(arguments: list[str]) -> int:
    """Write the section, or with ``--check`` return 1 when it is out of date."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = before + section() + after
    if wanted == text:
        return 0
    if "--check" in arguments:
        print("README.md is out of date: run ./scripts/docs", file=sys.stderr)
        return 1
    README.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

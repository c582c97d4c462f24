"""Tables written as text: ``key = value, value`` lines. Each entry is a fact about writing, not a rule."""

from __future__ import annotations


def rows(table: str) -> list[tuple[str, list[str]]]:
    """Read ``key = value, value`` lines."""
    pairs = [line.split(" = ", 1) for line in table.strip().splitlines()]
    return [(key.strip(), [value.strip() for value in values.split(",")]) for key, values in pairs]

"""Windows: pieces of a page that fit a model's context, so that a page of any length can be read in turns.

The cut depends on the page and the model only, never on the question: a window that was read for one question is the
same window for the next, and its context can be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exactquote.units import Unit


@dataclass(frozen=True, slots=True)
class Window:
    """Neighbouring lines of a page, in page order, and the text of each as the model reads it."""

    units: tuple[Unit, ...]
    lines: tuple[str, ...]
    shown: float = 1.0
    """Share of its text that is in ``lines``; less than 1 for a lone line that does not fit."""

    @property
    def characters(self) -> int:
        """Characters of its lines on the page."""
        return sum(unit.end - unit.start for unit in self.units)


def cut_windows(
    units: Sequence[Unit], lines: Sequence[str], *, room: int, count: Callable[[str], int], per_line: int = 4
) -> list[Window]:
    """Cut a page into windows of at most ``room`` tokens, about equally full, in page order.

    ``count`` gives the tokens of a text; ``per_line`` are those of a line's number. A line that alone is longer than
    ``room`` gets a window of its own and is shown cut; its unit stays whole.
    """
    costs = [count(line) + per_line for line in lines]
    parts = max(1, -(-sum(costs) // max(1, room)))
    share = min(room, -(-sum(costs) // parts) + max(costs, default=0))
    found: list[Window] = []
    first, filled = 0, 0
    for at, cost in enumerate(costs):
        if at > first and filled + cost > share:
            found.append(Window(tuple(units[first:at]), tuple(lines[first:at])))
            first, filled = at, 0
        filled += cost
    if first < len(units):
        found.append(Window(tuple(units[first:]), tuple(lines[first:])))
    return [window if sum(costs) <= room else _short(window, room, count) for window in found]


def _short(window: Window, room: int, count: Callable[[str], int]) -> Window:
    """The window; a lone line that does not fit is shown up to where it does."""
    if len(window.lines) > 1:
        return window
    whole = line = window.lines[0]
    while len(line) > 1 and count(line) > room:
        line = line[: max(1, int(len(line) * min(0.9, room / max(1, count(line)))))]
    return Window(window.units, (line,), len(line) / max(1, len(whole)))


def best_first(windows: Sequence[Window], order: Sequence[Unit]) -> list[Window]:
    """Windows by their best line in ``order`` (best line first)."""
    place = {unit.start: number for number, unit in enumerate(order)}
    return sorted(windows, key=lambda window: min(place.get(unit.start, len(place)) for unit in window.units))

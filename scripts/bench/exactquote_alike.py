"""Pages that say the same few words over and over: how often the nearest line is right there, beside rapidfuzz."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from rapidfuzz import fuzz

from exactquote.page import CapturedBlock, Page
from exactquote.quotes import locate, quote_index

_ASKED = 40
_SYLLABLES = ("ba", "do", "fe", "gi", "ku", "la", "mo", "ni", "pe", "ru", "sa", "to")


@dataclass(frozen=True, slots=True)
class Alike:
    """A page of lines that are alike, and how a line is changed."""

    name: str
    lines: list[str]
    change: Callable[[str, random.Random], str]
    together: bool = True
    """Whether all lines stand in one paragraph."""

    def page(self) -> Page:
        """Make the page."""
        texts = ["".join(self.lines) if self.lines[0].endswith("。") else " ".join(self.lines)]
        return Page.from_blocks([CapturedBlock(text) for text in (texts if self.together else self.lines)])


def pages(seed: int) -> Iterator[Alike]:
    """Make the pages."""
    for words, lines, length in ((25, 3000, 12), (25, 3000, 25), (100, 3000, 12), (100, 10_000, 12), (600, 3000, 12)):
        chance = random.Random(seed)
        vocabulary = [a + b + c for a in _SYLLABLES for b in _SYLLABLES for c in _SYLLABLES][:words]
        written = [" ".join(chance.choices(vocabulary, k=length)).capitalize() + "." for _ in range(lines)]
        yield Alike(f"{lines} lines of {length} words out of {words}, a word replaced", written, _replaced)
        if (words, lines) == (100, 3000):
            yield Alike(f"{lines} lines of {length} words out of {words}, a word left out", written, _dropped)
    chance = random.Random(seed)
    chinese = ["".join(chance.choices([chr(0x4E00 + 3 * n) for n in range(300)], k=25)) + "。" for _ in range(8000)]
    yield Alike("8000 lines of 25 characters out of 300, one replaced", chinese, _other_character)
    notices = list(_notices(6000, chance))
    for name, change in (
        ("'not' put in", lambda line, _: line.replace(" was ", " was not ")),
        ("a figure changed", lambda line, _: re.sub(r"until \d+", "until 23", line)),
        ("a phrase changed", lambda line, _: line.replace("because of", "despite")),
    ):
        for together in (True, False):
            where = "in one paragraph" if together else "in as many"
            yield Alike(f"6000 notices {where}, {name}", notices, change, together)


def _notices(number: int, chance: random.Random) -> Iterator[str]:
    for _ in range(number):
        yield (
            f"The {chance.choice(('north', 'south', 'east', 'west'))} gate was "
            f"{chance.choice(('open', 'closed', 'delayed', 'cancelled'))} on "
            f"{chance.choice(('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'))} from {chance.randrange(6, 12)} "
            f"until {chance.randrange(13, 22)} because of {chance.choice(('rain', 'snow', 'works', 'wind'))}."
        )


def _replaced(line: str, chance: random.Random) -> str:
    words = line.split()
    words[chance.randrange(1, len(words) - 1)] = "penguin"
    return " ".join(words)


def _dropped(line: str, chance: random.Random) -> str:
    words = line.split()
    del words[chance.randrange(1, len(words) - 1)]
    return " ".join(words)


def _other_character(line: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(line) - 2)
    return line[:at] + "龍" + line[at + 1 :]


def recalled(
    timed: Callable[[Callable[[], Any]], tuple[float, Any]], cutoff: float, seed: int
) -> Iterator[dict[str, Any]]:
    """Yield for each page how many nearest lines were as like the quote as the line it was made of, by both, and the
    mean and longest call (ms)."""
    for alike in pages(seed):
        chance = random.Random(seed)
        page = alike.page()
        _ = page.units, quote_index(page).keys, quote_index(page).words
        asked = right = right_theirs = 0
        times: list[float] = []
        theirs: list[float] = []
        for line in chance.sample(alike.lines, _ASKED):
            quote = alike.change(line, chance)
            if quote in page.text:
                continue
            asked += 1
            least = fuzz.ratio(line, quote) - 1e-9
            ms, result = timed(partial(locate, page, quote))
            times.append(ms)
            right += result.nearest is not None and fuzz.ratio(result.nearest.text, quote) >= least
            ms, found = timed(partial(fuzz.partial_ratio_alignment, quote, page.text, score_cutoff=cutoff))
            theirs.append(ms)
            right_theirs += found is not None and _line_like(page, found.dest_start, found.dest_end, quote) >= least
        yield {
            "page": alike.name,
            "asked": asked,
            "right": right,
            "rapidfuzz_right": right_theirs,
            "mean_ms": sum(times) / len(times),
            "rapidfuzz_mean_ms": sum(theirs) / len(theirs),
            "worst_ms": max(times),
        }


def _line_like(page: Page, start: int, end: int, quote: str) -> float:
    best = max(page.units, key=lambda unit: min(unit.end, end) - max(unit.start, start))
    return fuzz.ratio(page.text[best.start : best.end], quote)

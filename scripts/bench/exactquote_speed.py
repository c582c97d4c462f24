"""How fast quotes are located, beside ``rapidfuzz.fuzz.partial_ratio_alignment`` with cutoff 80, in one run on one
page.

The page has a million characters of saved pages. Exact quotes are lines of it; near misses are lines with words and
characters changed, for which the nearest line must be the one they were made of. The worst cases are quotes and pages
made to be slow.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rapidfuzz import fuzz
from scripts.bench.exactquote_alike import recalled
from scripts.bench.exactquote_corpus import assembled, corpus

from exactquote.page import CapturedBlock, Cell, Mark, Page
from exactquote.quotes import locate, quote_index
from exactquote.units import Unit

CUTOFF = 80
EXACT_RATIO, NEAR_RATIO, WORST_MS = 5.0, 3.0, 50.0


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the milliseconds of processor time a call took, and what it returned."""
    begun = time.process_time()
    result = call()
    return (time.process_time() - begun) * 1000, result


def changed(line: str, chance: random.Random, words: list[str]) -> str:
    """Change a line so that it is no longer on the page: every tenth word (one at least), or every fifteenth
    character.
    """
    if chance.random() < 0.5 and line.count(" ") > 3:
        parts = line.split(" ")
        for _ in range(max(1, len(parts) // 10)):
            at = chance.randrange(len(parts))
            parts[at : at + chance.choice((0, 1, 1, 2))] = [chance.choice(words)]
        return " ".join(parts)
    characters = list(line)
    for _ in range(max(1, len(line) // 15)):
        at = chance.randrange(len(characters))
        characters[at] = chance.choice(line)
    return "".join(characters)


def nearest_by_rapidfuzz(page: Page, units: list[Unit], quote: str) -> str | None:
    """Return the line in which rapidfuzz's best alignment lies for the most part."""
    found = fuzz.partial_ratio_alignment(quote, page.text, score_cutoff=CUTOFF)
    if found is None:
        return None
    best = max(units, key=lambda unit: min(unit.end, found.dest_end) - max(unit.start, found.dest_start))
    return page.text[best.start : best.end]


def measured(page: Page, count: int, seed: int) -> dict[str, Any]:
    """Time exact quotes and near misses, each by both, and count how often each gave back the right line."""
    chance = random.Random(seed)
    units = [unit for unit in page.units if unit.kind != "row" and 40 <= unit.end - unit.start <= 600]
    lines = [page.text[unit.start : unit.end] for unit in chance.sample(units, count)]
    words = page.text.split()
    everything = list(page.units)
    exact: list[tuple[float, float]] = []
    found = 0
    for line in lines:
        ours, result = timed(partial(locate, page, line))
        theirs, _ = timed(partial(fuzz.partial_ratio_alignment, line, page.text, score_cutoff=CUTOFF))
        exact.append((ours, theirs))
        found += result.status == "exact"
    near: list[tuple[float, float]] = []
    right = right_theirs = asked = 0
    for line in lines:
        quote = changed(line, chance, words)
        if quote in page.text:
            continue
        asked += 1
        ours, result = timed(partial(locate, page, quote))
        theirs, _ = timed(partial(fuzz.partial_ratio_alignment, quote, page.text, score_cutoff=CUTOFF))
        near.append((ours, theirs))
        right += result.nearest is not None and result.nearest.text == line
        right_theirs += nearest_by_rapidfuzz(page, everything, quote) == line
    return {
        "exact": summary(exact) | {"quotes": len(exact), "found": found},
        "near": summary(near) | {"quotes": asked, "recall": right / asked, "rapidfuzz_recall": right_theirs / asked},
    }


def summary(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Return medians and means of both in milliseconds, and the ratio of the means."""
    ours, theirs = [a for a, _ in pairs], [b for _, b in pairs]
    return {
        "ours_median_ms": statistics.median(ours),
        "rapidfuzz_median_ms": statistics.median(theirs),
        "ours_mean_ms": statistics.mean(ours),
        "rapidfuzz_mean_ms": statistics.mean(theirs),
        "ratio": statistics.mean(theirs) / statistics.mean(ours),
        "median_ratio": statistics.median(theirs) / statistics.median(ours),
    }


def paged(*texts: str) -> Page:
    """Make a page of paragraphs."""
    return Page.from_blocks([CapturedBlock(text) for text in texts])


def celled(cells: list[str], rows: int) -> Page:
    """Make a page of one table, all rows alike."""
    return Page.from_blocks(
        [
            CapturedBlock(text, "cell", None, Cell(0, row, number))
            for row in range(rows)
            for number, text in enumerate(cells)
        ]
    )


def one_off(pattern: str) -> str:
    """Repeat a pattern to 2,000 characters, with another one in the middle."""
    whole = (pattern * 2000)[:2000]
    return whole[:1000] + "x" + whole[1001:]


def worst_cases(page: Page, chance: random.Random) -> list[tuple[str, Page, str]]:
    """Return pages and quotes that make searching slow."""
    text = page.text
    words = text.split()
    begin = min(400_000, max(len(text) - 2000, 0) // 2)
    stretch = text[begin : begin + 2000]
    shuffled = stretch.split()
    chance.shuffle(shuffled)
    common = ["the", "of", "and", "to", "in", "a", "for", "on", "is", "that"]
    rows = paged(*("\t".join(str(chance.randrange(1000)) for _ in range(12)) for _ in range(20_000)))
    periodic = paged("ab " * 330_000)
    sentence = "The quick brown fox jumps over the lazy dog near the river bank. "
    natural = "".join(chance.choice(words) + " " for _ in range(1200))[:5000]
    other = "".join(chance.choice(words) + " " for _ in range(1200))[:5000]
    marks = tuple(Mark(at * 8 + 4, at * 8 + 7, "reference") for at in range(50_000))
    noted = Page.from_blocks([CapturedBlock("word[1] " * 50_000, "paragraph", None, None, marks)])
    yes = paged(*["yes"] * 3000)
    pairs = celled(["12", "34"], 3000)
    bits = celled(["0", "1", "0"], 50_000)
    half_noted = Page.from_blocks([CapturedBlock("word[1] " * 4000, "paragraph", None, None, marks[:4000])])
    broken = Page.from_blocks([CapturedBlock("gov-\nern " * 100_000, "code")])
    figures = paged(*(f"Total: 5.{number:05}" for number in range(70_000)), "Total: 5")
    return [
        *(
            (f"page of {pattern!r} repeated, one letter off", paged(pattern * times), one_off(pattern))
            for pattern, times in (
                ("— — ", 250_000),
                ("\" ' ", 200_000),
                ("... ", 250_000),
                ("| --- | --- |\n", 75_000),
            )
        ),
        ("three common parts of a periodic page", paged("no yes " * 150_000), "no yes ... yes no ... no yes"),
        ("three parts of a page full of reference marks", noted, "word … word … word"),
        ("periodic Chinese, white space in the quote", paged("的一" * 300_000), "\n".join(["的一" * 25] * 30)),
        ("3,000 list items of one word, 490 of them", yes, " ".join(["yes"] * 490)),
        ("3,000 list items of one word, one of 490 changed", yes, " ".join([*["yes"] * 489, "no"])),
        ("rows of two cells repeated, 300 of them", pairs, ("12 34 " * 300)[:-1]),
        ("rows of three cells repeated, 330 of them", bits, ("0 1 0 " * 330)[:-1]),
        ("rows of cells with bars, one cell changed", bits, "| 0 | 1 | 0 |\n" * 140 + "| 0 | 1 | 2 |"),
        ("one-word items in bold and quotation marks", yes, '"' + "**yes** " * 200 + '"'),
        ("every other reference mark in the quote", half_noted, ("word[1] word " * 150)[:-1]),
        ("words broken over lines, hyphens in the quote", broken, ("gov-ern " * 249)[:-1]),
        ("numbers in words repeated", paged("twenty five million " * 50_000), ("twenty five million " * 99)[:-1]),
        ("numbers in words repeated, cut", paged("twenty five million " * 50_000), ("five million twenty " * 99)[:-1]),
        ("figures with a unit repeated, cut", paged("5 km 7 % " * 100_000), ("km 7 % 5 " * 200)[:-1]),
        ("a figure that many longer ones begin with", figures, "Total: 5"),
        (
            "2,000 characters of the page, one in fifteen changed",
            page,
            changed(stretch, random.Random(1), words)[:2000],
        ),
        ("2,000 characters of the page in another order", page, " ".join(shuffled)[:2000]),
        ("2,000 characters of the commonest words", page, " ".join(chance.choice(common) for _ in range(600))[:2000]),
        ("one letter", page, "e"),
        ("one common word", page, "the"),
        ("one figure", page, "2"),
        ("twelve common parts with ellipses", page, " ... ".join([*common, "not", "by"])),
        ("2,000 asterisks and underscores", page, "*_" * 1000 + "a"),
        ("2,000 brackets", page, "[1] " * 500 + "end"),
        ("one repeated letter", page, "e" * 2000),
        ("periodic page, periodic quote", periodic, ("ab " * 670)[:1999]),
        ("periodic page, quote that cuts each word", periodic, ("b ab" * 500)[:1999]),
        ("periodic page, one letter off", periodic, ("ab " * 660) + "ac"),
        ("page of one letter", paged("a" * 1_000_000), "a" * 2000),
        ("page of one Chinese character", paged("中" * 1_000_000), "中" * 2000),
        ("periodic sentences, one word changed", paged(sentence * 16_000), sentence * 30 + "The quick red fox"),
        ("table of figures, a row with one changed", rows, rows.units[9_000].text(rows.text)[:-1] + "x"),
        ("table of figures, one figure", rows, "17"),
        ("5,000 against 5,000, unrelated", paged(natural), other),
        ("5,000 against 5,000, one word in ten changed", paged(natural), changed(natural, random.Random(2), words)),
        ("1,000 periodic in 100,000 periodic", paged("abcdefghij" * 10_000), "abcdefghix" * 100),
    ]


def main() -> None:
    """Run the measurement and print it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print one JSON object")
    options.add_argument("--characters", type=int, default=1_000_000, help="size of the page")
    options.add_argument("--quotes", type=int, default=200, help="lines asked for")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    page = assembled(corpus(), chosen.characters)
    units_ms, _ = timed(lambda: page.units)
    index_ms, _ = timed(lambda: (quote_index(page).keys, quote_index(page).words))
    out: dict[str, Any] = {"characters": len(page.text), "units_ms": units_ms, "index_ms": index_ms}
    out |= measured(page, chosen.quotes, chosen.seed)
    worst = []
    for name, on, quote in worst_cases(page, random.Random(chosen.seed)):
        _ = on.units, quote_index(on).keys, quote_index(on).words
        times = [timed(partial(locate, on, quote)) for _ in range(3)]
        worst.append({"case": name, "ms": min(time for time, _ in times), "status": times[0][1].status})
    out["worst"] = worst
    out["alike"] = list(recalled(timed, CUTOFF, chosen.seed))
    out["worst_ms"] = max(*(entry["ms"] for entry in worst), *(entry["worst_ms"] for entry in out["alike"]))
    out["passed"] = bool(
        out["exact"]["ratio"] >= EXACT_RATIO
        and out["near"]["ratio"] >= NEAR_RATIO
        and out["near"]["recall"] >= out["near"]["rapidfuzz_recall"]
        and all(entry["right"] >= entry["rapidfuzz_right"] for entry in out["alike"])
        and out["worst_ms"] <= WORST_MS
    )
    print(json.dumps(out, ensure_ascii=False) if chosen.json else readable(out))
    raise SystemExit(0 if out["passed"] else 1)


def readable(out: dict[str, Any]) -> str:
    """Lay the figures out for reading."""
    exact, near = out["exact"], out["near"]
    lines = [
        f"page: {out['characters']:,} characters; index {out['index_ms']:.0f} ms, lines {out['units_ms']:.0f} ms, once",
        f"exact quotes: {exact['found']} of {exact['quotes']} found; {versus(exact, EXACT_RATIO)}",
        f"near misses: {near['quotes']}; {versus(near, NEAR_RATIO)}",
        f"  right line {near['recall']:.1%}, rapidfuzz {near['rapidfuzz_recall']:.1%}",
        f"worst cases (best of three; bar {WORST_MS:.0f} ms):",
        *(f"  {entry['ms']:6.1f} ms  {entry['status']:7}  {entry['case']}" for entry in out["worst"]),
        "pages of lines that are alike (right or as like; mean, longest call):",
        *(
            f"  {entry['right']:2} of {entry['asked']}, rapidfuzz {entry['rapidfuzz_right']:2}; "
            f"{entry['mean_ms']:4.1f}, {entry['worst_ms']:4.1f} ms, "
            f"rapidfuzz {entry['rapidfuzz_mean_ms']:4.1f} ms  {entry['page']}"
            for entry in out["alike"]
        ),
    ]
    return "\n".join(lines)


def versus(figures: dict[str, float], bar: float) -> str:
    """Say how two times compare."""
    both = f"{figures['ours_mean_ms']:.2f} ms, rapidfuzz {figures['rapidfuzz_mean_ms']:.2f} ms"
    return f"{both}: {figures['ratio']:.1f} times as fast (medians {figures['median_ratio']:.1f}; bar {bar:.0f})"


if __name__ == "__main__":
    main()

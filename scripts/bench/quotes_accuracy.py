"""How often honest quotes are accepted and corrupted ones are, by language and kind: XQuAD in six languages, and
saved pages."""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from scripts.bench.exactquote_corpus import LANGUAGES, articles, corpus, saved_pages
from scripts.bench.quotes_cases import Case, Sentence, is_spaceless
from scripts.bench.quotes_corrupt import CUT_SCALE, Source, corrupt, makers
from scripts.bench.quotes_honest import honest

from exactquote.page import CapturedBlock, Page
from exactquote.quotes import locate

LEAST_HONEST = 0.995


def article_sentences(language: str) -> list[Sentence]:
    """Return the lines of the language's articles; each article is a page."""
    found: list[Sentence] = []
    for _, paragraphs in articles(corpus(), language):
        page = Page.from_blocks([CapturedBlock(text) for text in paragraphs], lang=language)
        found += _sentences(page, language)
    return found


def page_sentences(per_page: int, chance: random.Random) -> list[Sentence]:
    """Return some lines of each saved page."""
    found: list[Sentence] = []
    for _, page in saved_pages(corpus()):
        if len(page.text) < 60_000:
            lines = list(_sentences(page, page.lang))
            found += chance.sample(lines, min(per_page, len(lines)))
    return found


def _sentences(page: Page, language: str) -> Iterator[Sentence]:
    texts = tuple(page.text[block.start : block.end] for block in page.blocks)
    for unit in page.units:
        block = page.blocks[unit.block]
        around = page.text[unit.start - 1 : unit.start] + page.text[unit.end : unit.end + 1]
        # A line that was split off inside a token ("W.Va.") is none that anybody would quote.
        whole = not any(map(_spaced_letter, around))
        if whole and unit.kind != "row" and unit.end - unit.start >= 12 and len(unit.spans) == 1:
            yield Sentence(texts, unit.block, unit.start - block.start, unit.end - block.start, language)


def _spaced_letter(character: str) -> bool:
    return character.isalnum() and not is_spaceless(character)


def cases(group: str, sentences: Sequence[Sentence], count: int, chance: random.Random) -> Iterator[Case]:
    """Make the cases of a group from so many of its sentences."""
    language = group if group in LANGUAGES else "en"
    source = Source(language, sentences)
    drawn = chance.sample(list(sentences), len(sentences))
    made: dict[str, int] = dict.fromkeys(makers(), 0)
    for sentence in drawn[:count]:
        yield from honest(group, sentence, chance)
        for case in corrupt(group, sentence, source, chance):
            made[case.kind] += 1
            yield case
    # Kinds that few sentences allow, like another scale word, are made of the other sentences too.
    for sentence in drawn[count:]:
        few = {kind for kind, number in made.items() if number < count // 2}
        for case in corrupt(group, sentence, source, chance, few):
            made[case.kind] += 1
            yield case


def accepted(case: Case) -> bool:
    """Ask the library: an honest quote must be found where it stands, a corrupted one nowhere."""
    result = locate(case.page, case.quote)
    if result.status != "exact":
        return False
    if case.expected is None:
        return True
    start, end = case.expected
    if result.fold == "verbatim":
        return True  # Letter for letter on the page, be it elsewhere.
    reach = [(o.spans[0].start, o.spans[-1].end) for o in result.occurrences]
    return any(a < end and start < b for a, b in reach)


_SHAPES = str.maketrans(
    dict.fromkeys("“”„«»「」‘’‚‹›`´'", '"') | dict.fromkeys("‑–—−", "-") | dict.fromkeys("\u200b\u00ad\u200e\u200f", "")
)
_SPACE = re.compile(r"\s+")
_EDGE = re.compile(r"[\n\t]")
_NO_LETTER = r"(?![^\W\u3040-\u30ff\u4e00-\u9fff])"
_AFTER_NO_LETTER = r"(?<![^\W\u3040-\u30ff\u4e00-\u9fff])"


def stands(case: Case) -> bool:
    """Tell whether a corrupted quote happens to stand on the page as whole words, apart from shapes of marks and its
    first letter.
    """
    # White space is closed up, but a line or cell ends where it does: "12 500" is a figure, "12" above "500" is none.
    page = _SPACE.sub(lambda gap: "\n" if _EDGE.search(gap[0]) else " ", case.page.text.translate(_SHAPES))
    quote = " ".join(case.quote.translate(_SHAPES).split())
    if not quote:
        return True
    rest = re.escape(quote[1:]).replace("\\ ", r"\s")
    first = f"(?i:{re.escape(quote[0])})"
    # Nothing of a longer word, figure or compound may touch it; a sentence mark may.
    behind = rf"{_NO_LETTER}(?!-\w)" + (r"(?![.,:]?\d|\s?%| \d)" if quote[-1].isdigit() else "")
    pattern = rf"(?<![-.,\d]){_AFTER_NO_LETTER}{first}{rest}{behind}"
    return re.search(pattern, page) is not None


def measured(
    count: int, seed: int, keep: list[Case] | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Run every case; return the table and what went wrong. Cases that count are put into ``keep``."""
    table: dict[tuple[str, str, bool], list[int]] = defaultdict(lambda: [0, 0])
    wrong: list[dict[str, str]] = []
    for case in all_cases(count, seed):
        right = accepted(case)
        if right and not case.honest and case.kind != CUT_SCALE and stands(case):
            continue  # The corruption made a text that the page has, word for word.
        if keep is not None:
            keep.append(case)
        entry = table[case.group, case.kind, case.honest]
        entry[0] += 1
        entry[1] += right
        if right != case.honest:
            wrong.append({"group": case.group, "kind": case.kind, "quote": case.quote, "page": _around(case)})
    rows = [
        {"group": group, "kind": kind, "honest": is_honest, "cases": n, "accepted": yes}
        for (group, kind, is_honest), (n, yes) in table.items()
    ]
    return rows, wrong


def all_cases(count: int, seed: int) -> Iterator[Case]:
    """Make the cases of every language and of the saved pages."""
    for language in LANGUAGES:
        chance = random.Random(f"{seed} {language}")
        yield from cases(language, article_sentences(language), count, chance)
    chance = random.Random(f"{seed} pages")
    yield from cases("pages", page_sentences(max(1, count // 60), chance), count, chance)


def peer_rows(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """Put the cases to the peers."""
    from scripts.bench.quotes_peers import ask, table

    return table(cases, ask(cases))


def _around(case: Case) -> str:
    if case.expected is None:
        return ""
    start, end = case.expected
    return case.page.text[max(start - 20, 0) : end + 20]


def totals(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Add up by group: honest and corrupted, cases and accepted, and the rates."""
    out: dict[str, dict[str, float]] = {}
    for group in dict.fromkeys(row["group"] for row in rows):
        sums: dict[str, float] = {}
        for name, is_honest in (("honest", True), ("corrupted", False)):
            own = [row for row in rows if row["group"] == group and row["honest"] == is_honest]
            sums[f"{name}_cases"] = sum(row["cases"] for row in own)
            sums[f"{name}_accepted"] = sum(row["accepted"] for row in own)
            sums[f"{name}_rate"] = sums[f"{name}_accepted"] / max(sums[f"{name}_cases"], 1)
        out[group] = sums
    return out


def passed(sums: dict[str, dict[str, float]]) -> bool:
    """Hold the bar: no corrupted quote accepted, 99.5 % of the honest ones in every group."""
    return all(s["corrupted_accepted"] == 0 and s["honest_rate"] >= LEAST_HONEST for s in sums.values())


def readable(rows: Sequence[dict[str, Any]]) -> str:
    """Lay the table out: kinds down, groups across, accepted of cases."""
    groups = list(dict.fromkeys(row["group"] for row in rows))
    lines = []
    for is_honest, title in ((True, "honest, accepted of cases"), (False, "corrupted, accepted of cases")):
        lines.append(f"{title:48}" + "".join(f"{group:>12}" for group in groups))
        kinds = dict.fromkeys(row["kind"] for row in rows if row["honest"] == is_honest)
        for kind in kinds:
            cells = {row["group"]: row for row in rows if row["kind"] == kind and row["honest"] == is_honest}
            figures = (f"{cells[g]['accepted']}/{cells[g]['cases']}" if g in cells else "–" for g in groups)
            lines.append(f"  {kind:46}" + "".join(f"{figure:>12}" for figure in figures))
        sums = totals(rows)
        name = "honest" if is_honest else "corrupted"
        lines.append(f"  {'all':46}" + "".join(f"{sums[g][f'{name}_rate']:>12.2%}" for g in groups))
    return "\n".join(lines)


def main() -> None:
    """Run the measurement and print it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print one JSON object")
    options.add_argument("--sentences", type=int, default=120, help="sentences per group")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--wrong", action="store_true", help="print every case that went wrong")
    options.add_argument("--peers", action="store_true", help="put the same cases to other libraries, too")
    chosen = options.parse_args()
    kept: list[Case] | None = [] if chosen.peers else None
    rows, wrong = measured(chosen.sentences, chosen.seed, kept)
    sums = totals(rows)
    good = passed(sums)
    peers = peer_rows(kept) if kept else []
    if chosen.json:
        out = {"rows": rows, "totals": sums, "passed": good, "wrong": wrong if chosen.wrong else len(wrong)}
        out |= {"peers": peers} if chosen.peers else {}
        print(json.dumps(out, ensure_ascii=False))
    else:
        print(readable(rows))
        for peer in dict.fromkeys(row["peer"] for row in peers):
            print(f"\n{peer}\n{readable([row for row in peers if row['peer'] == peer])}")
        if chosen.wrong:
            print("\n".join(json.dumps(entry, ensure_ascii=False) for entry in wrong))
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()

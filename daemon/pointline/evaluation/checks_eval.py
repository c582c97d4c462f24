"""How well a memo is checked: claims with what a careful reader finds, over documents made up for it.

Half of the claims are traps: a wrong number, another entity, a dropped "not", another year or unit, something the
document does not speak of, a sum over two documents that are partly offset. Each memo goes through the whole check, as
Markdown with links; who reads the figures sees which traps the rules catch and which only an evaluator can.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from exactquote.page import CapturedBlock, Cell, Page
from pointline.checks.check import check_memo
from pointline.checks.found import Checked
from pointline.checks.reading import read_memo
from pointline.engine.base import Engine
from pointline.errors import BadInput

Json = dict[str, Any]
Truth = Literal["supported", "refuted", "no_line"]
FILE = "check-memos.toml"
PLACE = "https://memo.example/"


@dataclass(frozen=True, slots=True)
class TruthOf:
    """A claim with what a careful reader finds; ``line`` is a part of the line that shows it."""

    text: str
    cites: tuple[str, ...]
    truth: Truth
    line: str
    trap: str
    caveats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoCase:
    """A memo with its documents by name."""

    name: str
    lang: str
    documents: Mapping[str, Page]
    claims: tuple[TruthOf, ...]

    @property
    def markdown(self) -> str:
        """The memo as somebody would write it."""
        links = (", ".join(f"[source]({cite})" for cite in claim.cites) for claim in self.claims)
        return "\n".join(f"- {claim.text} ({link})" for claim, link in zip(self.claims, links, strict=True))


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One claim as it was checked."""

    case: str
    truth: TruthOf
    found: Checked

    @property
    def passed(self) -> bool:
        """Whether the check lets it through: it has a line, and is not refuted."""
        return bool(self.found.lines) and not self.found.refuted

    @property
    def line_right(self) -> bool:
        """Whether the first line is the one that shows it."""
        return bool(self.truth.line) and bool(self.found.lines) and self.truth.line in self.found.lines[0].quote


def load_cases() -> tuple[tuple[MemoCase, ...], str]:
    """The memos that are part of the package, and the hash of their file."""
    data = (resources.files("pointline") / "data" / FILE).read_bytes()
    return cases_of(tomllib.loads(data.decode())), hashlib.sha256(data).hexdigest()


def cases_of(given: Mapping[str, Any]) -> tuple[MemoCase, ...]:
    """Memos of a parsed file."""
    return tuple(_case(memo) for memo in given["memo"])


def _case(memo: Mapping[str, Any]) -> MemoCase:
    documents = {one["id"]: _page(one, memo["lang"]) for one in memo["documents"]}
    claims = tuple(
        TruthOf(
            one["text"],
            tuple(one["cites"]),
            one["is"],
            one.get("line", ""),
            one.get("trap", ""),
            tuple(one.get("caveats", ())),
        )
        for one in memo["claims"]
    )
    return MemoCase(memo["name"], memo["lang"], documents, claims)


def _page(one: Mapping[str, Any], lang: str) -> Page:
    blocks = [
        CapturedBlock(text, "cell", cell=Cell(0, row, index, header=row == 0 or index == 0))
        for row, cells in enumerate(one.get("table", ()))
        for index, text in enumerate(cells)
    ]
    for line in one.get("lines", ()):
        heading = line.startswith("# ")
        blocks.append(CapturedBlock(line.removeprefix("# "), "heading", 1) if heading else CapturedBlock(line))
    return Page.from_blocks(blocks, url=PLACE + one["id"], title=one["title"], lang=one.get("lang", lang))


def measure_checks(
    cases: Sequence[MemoCase], engine: Engine, *, told: Callable[[int], None] = lambda _done: None
) -> list[CheckOutcome]:
    """Check every memo. Raises :class:`~pointline.engine.base.EngineError`."""
    outcomes = []
    for number, case in enumerate(cases):
        told(number)
        report = check_memo(read_memo(case.markdown, "markdown"), engine, _opener(case), place=PLACE)
        found = {one.claim.number: one for one in report.claims}
        if len(found) != len(case.claims):
            raise ValueError(f"{case.name}: {len(case.claims)} claims became {len(found)}")
        outcomes += [CheckOutcome(case.name, truth, found[place]) for place, truth in enumerate(case.claims, 1)]
    return outcomes


def _opener(case: MemoCase) -> Callable[[str], Page]:
    def open_page(address: str) -> Page:
        page = case.documents.get(address.removeprefix(PLACE))
        if page is None:
            raise BadInput("missing", f"There is no document {address}.", "Check the memo.")
        return page

    return open_page


def summary(found: Sequence[CheckOutcome]) -> Json:
    """Figures: what became of sound claims and of faulty ones, by kind of trap; lines; caveats.

    ``caught``: refuted, or without a line. ``confirmed_wrong``: a faulty claim called confirmed or caveated.
    """
    sound = [one for one in found if one.truth.truth == "supported"]
    faulty = [one for one in found if one.truth.truth != "supported"]
    traps: dict[str, list[CheckOutcome]] = defaultdict(list)
    for one in faulty:
        traps[one.truth.trap].append(one)
    lined = [one for one in found if one.truth.line]
    words = ("confirmed", "caveated")
    wanted = [(one, code) for one in found for code in one.truth.caveats]
    return {
        "claims": len(found),
        "sound": {
            "n": len(sound),
            "with_line": sum(bool(one.found.lines) for one in sound),
            "refuted": sum(one.found.refuted for one in sound),
            "passed": sum(one.passed for one in sound),
            "verdicts": dict(Counter(one.found.verdict.verdict for one in sound)),
        },
        "faulty": {
            "n": len(faulty),
            "caught": sum(not one.passed for one in faulty),
            "confirmed_wrong": sum(one.found.verdict.verdict in words for one in faulty),
            "verdicts": dict(Counter(one.found.verdict.verdict for one in faulty)),
            "by_trap": {
                trap: {"n": len(of), "caught": sum(not one.passed for one in of)} for trap, of in sorted(traps.items())
            },
        },
        "no_line": _precision(found),
        "line_first": {"n": len(lined), "right": sum(one.line_right for one in lined)},
        "caveats_wanted": {
            "n": len(wanted),
            "found": sum(code in {each.code for each in one.found.verdict.caveats} for one, code in wanted),
        },
    }


def _precision(found: Sequence[CheckOutcome]) -> Json:
    """Precision and recall of NONE: no line where the documents do not speak of it."""
    said = [one for one in found if not one.found.lines]
    true = [one for one in found if one.truth.truth == "no_line"]
    right = sum(one.truth.truth == "no_line" for one in said)
    return {"n": len(true), "said": len(said), "right": right}

"""How a verdict is said wherever a cell is shown: what nobody verified says so in every form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from exactquote.verdicts import CAVEATS
from pointline.store.cell_records import StoredCell
from pointline.store.records import Caveat

UNVERIFIED = "UNVERIFIED"
_STANDING = {
    "confirmed": "confirmed",
    "caveated": "confirmed with caveats",
    "uncertain": f"{UNVERIFIED} (uncertain)",
    "mismatch": f"{UNVERIFIED} (mismatch: the line does not say it)",
}
_DEFINITIONS: dict[str, str] = {code: one.definition for code, one in CAVEATS.items()}


def standing(cell: StoredCell) -> str:
    """The verdict in words, with who gave it and what a person's own replaced."""
    record = cell.record
    said = f"{_STANDING.get(record.verdict, UNVERIFIED)}, by {_by(record.verdict_source)}"
    if cell.replaced:
        last = cell.replaced[-1]
        said += f"; before: {last.verdict}, by {_by(last.verdict_source)}"
    return said


def _by(source: str) -> str:
    return {"rules": "the rules", "evaluator": "the evaluator", "person": "a person"}.get(source, source)


def value_of(cell: StoredCell) -> str:
    """The value, or that there is none."""
    return cell.record.value if cell.record.value is not None else "no line found"


def meaning(caveat: Caveat) -> str:
    """What a caveat's code means, and its detail; "" for a code that this version does not know."""
    definition = _DEFINITIONS.get(caveat.code, "")
    return f"{definition}{detail_of(caveat)}".lstrip()


def detail_of(caveat: Caveat) -> str:
    """A caveat's detail, to stand after its code; "" without one."""
    return f" ({caveat.detail})" if caveat.detail else ""


def parted(cell: StoredCell) -> tuple[str, str, str]:
    """The line as (before, value, after); without the value in it (before, "", "")."""
    record = cell.record
    line, value = record.line, record.value or ""
    if record.value_spans and record.spans:
        at, end = (place - record.spans[0].start for place in (record.value_spans[0].start, record.value_spans[-1].end))
        if 0 <= at < end <= len(line):
            return line[:at], line[at:end], line[end:]
    for part in (value, value.rpartition(" (")[0]):  # a sum stands after the value, in brackets
        at = line.find(part) if part else -1
        if at >= 0:
            return line[:at], part, line[at + len(part) :]
    return line, "", ""


def counted(number: int, noun: str) -> str:
    """A count with its English noun: ``1 cell``, ``2 cells``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def touched(cells: Sequence[StoredCell]) -> tuple[str, ...]:
    """The addresses that cells and their caveats stand on, each once."""
    found = [cell.record.source_url for cell in cells]
    found += [caveat.source_url for cell in cells for caveat in cell.record.caveats]
    return tuple(dict.fromkeys(filter(None, found)))


def extent(cells: Sequence[StoredCell]) -> str:
    """How many cells, and what they stand on: ``12 cells, 6 sources, 1 domain``."""
    sources = touched(cells)
    counts = ((len(cells), "cell"), (len(sources), "source"), (len(hosts(sources)), "domain"))
    return ", ".join(counted(number, noun) for number, noun in counts)


def hosts(urls: Iterable[str]) -> frozenset[str]:
    """The different hosts of addresses."""
    found: set[str] = set()
    for url in urls:
        try:
            found.add(urlsplit(url).hostname or "")
        except ValueError:  # such as an address with half an IPv6 host
            continue
    return frozenset(found - {""})

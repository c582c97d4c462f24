"""Grade what came of a turn by its facts: the claims against their lines, the lines against the page's file.

Three readings have to agree that a figure is borne out: the grader's own (:mod:`golden_figures`), that of the rules
(:func:`exactquote.facts.supports`, called anew), and what the scenario says. A line is found again twice: its
characters in the page at the place that was handed out, and its letters in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from exactquote.facts import supports
from exactquote.page import Page
from pointline.evaluation.golden_figures import not_borne
from pointline.evaluation.golden_letters import letters
from pointline.evaluation.golden_run import Came, Shown, ShownLine

READ_ALL = 0.9999


@dataclass(frozen=True, slots=True)
class Fault:
    """What was expected and what came. ``line``: it is about a claim without its line, or a figure not in it."""

    expected: str
    came: str
    line: bool = False


def grade(came: Came, files: Mapping[str, str | None], *, scripted: bool) -> list[Fault]:
    """Everything that is wrong with what came of a turn.

    ``files``: the letters of each page's file by the page's address (None: cannot be read here). ``scripted``: the
    script spoke, so that what only a script can promise (guards, withheld lies) is expected too.
    """
    faults = [*_lines(came, files), *_figures(came), *_none(came), *_said(came), *_marked(came)]
    if scripted:
        faults += _told(came)
    return faults


def without_line(came: Came, files: Mapping[str, str | None]) -> int:
    """Claims that were shown without a line, or with figures that their lines do not bear out."""
    return sum(bool([*_line_faults(shown, files), *_figure_faults(came, shown)]) for shown in came.claims)


def _lines(came: Came, files: Mapping[str, str | None]) -> Iterator[Fault]:
    for shown in came.claims:
        yield from _line_faults(shown, files)
    for line in came.nearest:
        if why := _misplaced(line, files):
            yield Fault("a nearest line that is on its page", f"{line.text!r}: {why}")


def _line_faults(shown: Shown, files: Mapping[str, str | None]) -> Iterator[Fault]:
    if not shown.lines:
        yield Fault("a line for every claim", f"{shown.text!r} has none", line=True)
    for line in (*shown.lines, *shown.beside):
        if why := _misplaced(line, files):
            yield Fault("a line that is on the page it names", f"{line.text!r}: {why}", line=True)


def _misplaced(line: ShownLine, files: Mapping[str, str | None]) -> str:
    """Why a line is not where it is said to be; "" when it is."""
    if line.page is None or not line.spans or not letters(line.text):
        return "no page, place or words"
    text = line.page.text
    if text[line.spans[0][0] : line.spans[-1][1]] != line.text:
        return "its place holds other characters"
    between = zip(line.spans, line.spans[1:], strict=False)
    if any(text[before[1] : after[0]].strip() for before, after in between):
        return "words stand between its spans"
    if line.quote and _closed(line.quote) != _closed("".join(text[start:end] for start, end in line.quote_spans)):
        return "the quote's place holds other characters"
    inside = all(line.spans[0][0] <= start and end <= line.spans[-1][1] for start, end in line.quote_spans)
    if not inside:
        return "the quote stands outside the line"
    known = files.get(line.page.url)
    return "the file has no such words" if known is not None and letters(line.text) not in known else ""


def _closed(text: str) -> str:
    """Without white space: the cells of a row are painted apart."""
    return "".join(text.split())


def _asked(came: Came) -> list[Page]:
    return [came.pages[name] for name in came.turn.pages]


def _figures(came: Came) -> Iterator[Fault]:
    for shown in came.claims:
        yield from _figure_faults(came, shown)
    if came.statement and came.claims and came.verdict != "mismatch":
        for why in _not_borne(came, came.statement, came.claims[0].lines):
            yield Fault("a mismatch, for its lines do not bear it out", f"{came.verdict}: {why}")


def _figure_faults(came: Came, shown: Shown) -> Iterator[Fault]:
    for why in _not_borne(came, shown.text, (*shown.lines, *shown.beside)):
        yield Fault("every figure of a claim in its line", f"{shown.text!r}: {why}", line=True)


def _not_borne(came: Came, claim: str, lines: Iterable[ShownLine]) -> Iterator[str]:
    """What of a claim's facts is not in its lines, by either reading."""
    listed = list({(line.text, line.spans): line for line in lines}.values())
    beside = "\n".join(f"{line.text}\n{line.read}" for line in listed)
    around = "\n".join(line.around for line in listed)
    bare = claim
    for page in _asked(came):
        bare = bare.replace(page.url, " ") if page.url else bare
    for figure in not_borne(bare, beside, around=around):
        yield f"{figure!r} is not in {[line.text for line in listed]}"
    own = next((line.page for line in listed if line.page is not None), None)
    if own is not None and claim not in _own_words(listed):
        refuted = _refuted(own, claim, beside, around)
        if refuted:
            yield f"{refuted!r} is not in {[line.text for line in listed]}"


def _own_words(lines: list[ShownLine]) -> list[str]:
    return [" ".join(line.text.split()) for line in lines]


def _refuted(page: Page, claim: str, lines: str, around: str) -> list[str]:
    """The facts that the rules miss. A claim in another language than the page's is read in both customs."""
    readings = [supports(claim, lines, lang=page.lang, context=around)]
    readings.append(supports(claim, lines, lang=page.lang, claim_lang="", context=around))
    if any(found.verdict != "mismatch" for found in readings):
        return []
    return [found.fact.text for found in readings[0].facts if found.status in ("different", "missing")]


def _none(came: Came) -> Iterator[Fault]:
    wanted = came.turn.expected
    if wanted.none is not None and came.none != wanted.none:
        yield Fault("NONE" if wanted.none else "an answer", _summary(came))
    if came.turn.kind != "question":
        return
    if came.none and came.read_share < READ_ALL and not came.budget_ended:
        yield Fault("the whole page read before NONE", f"read share {came.read_share}")
    if came.none and not came.nearest and any(page.text.strip() for page in _asked(came)):
        yield Fault("the nearest lines beside NONE", "none")
    for part in wanted.nearest:
        if came.none and not any(_flat(part) in _flat(line.text) for line in came.nearest):
            yield Fault(f"among the nearest lines: {part!r}", repr([line.text for line in came.nearest]))


def _said(came: Came) -> Iterator[Fault]:
    wanted = came.turn.expected
    whole = [_flat("\n".join((shown.text, *(line.text for line in shown.lines)))) for shown in came.claims]
    shown_lines = [line for shown in came.claims for line in shown.lines]
    for part in wanted.says:
        if not any(_flat(part) in text for text in whole):
            yield Fault(f"said: {part!r}", _summary(came))
    for part in wanted.values:
        if not any(_flat(part) in _flat(shown.text) for shown in came.claims):
            yield Fault(f"in a claim's own words: {part!r}", _summary(came))
    for part in wanted.never:
        if any(_flat(part) in text for text in whole):
            yield Fault(f"never said: {part!r}", _summary(came))
    anywhere = [*whole, *(_flat(page.text) for page in _asked(came)), *(_flat(line.text) for line in came.nearest)]
    for part in wanted.unseen:
        if any(_flat(part) in text for text in anywhere):
            yield Fault(f"nowhere: {part!r}", "it was read or shown")
    for part in wanted.lines:
        if not any(_flat(part) in _flat(line.text) for line in shown_lines):
            yield Fault(f"line shown: {part!r}", _summary(came))
    if wanted.may is not None:
        for line in shown_lines:
            if not any(_flat(part) in _flat(line.text) for part in (*wanted.lines, *wanted.may)):
                yield Fault("no other line", repr(line.text))
    for name in wanted.sources:
        if not any(line.page is came.pages[name] for line in shown_lines):
            yield Fault(f"a line of the page {name!r}", _summary(came))


def _marked(came: Came) -> Iterator[Fault]:
    wanted = came.turn.expected
    marks = {mark for shown in came.claims for mark in shown.marks}
    if wanted.verdict and came.verdict not in wanted.verdict:
        yield Fault(f"verdict: {' or '.join(wanted.verdict)}", came.verdict or "no verdict")
    for code in wanted.caveats:
        if code not in marks:
            yield Fault(f"caveat: {code}", ", ".join(sorted(marks)) or "no caveat")
    for code in wanted.no_caveats:
        if code in marks:
            yield Fault(f"no caveat: {code}", ", ".join(sorted(marks)))
    computed = [figure for shown in came.claims for figure in shown.computed]
    for figure in wanted.computed:
        if figure not in computed:
            yield Fault(f"marked as computed: {figure!r}", repr(computed))
    for code in wanted.notes:
        if code not in came.notes:
            yield Fault(f"note: {code}", ", ".join(came.notes) or "no note")


def _told(came: Came) -> Iterator[Fault]:
    """What only a script can promise: its lies come out as withheld, and the guards against them fire."""
    wanted = came.turn.expected
    for part in wanted.withheld:
        if not any(_flat(part) in _flat(text) for text in came.withheld):
            yield Fault(f"withheld: {part!r}", repr(came.withheld))
    for kind in wanted.guards:
        if not came.guards.get(kind):
            yield Fault(f"guard fires: {kind!r}", ", ".join(came.guards) or "none fired")
    if came.turn.script.get("answers") and not came.written:
        yield Fault("the script's answers asked for", "the model was never let write")


def _summary(came: Came) -> str:
    if came.none:
        held = f", withheld {list(came.withheld)}" if came.withheld else ""
        return f"NONE{held}, nearest {[_flat(line.text) for line in came.nearest]}"
    return repr([_flat(shown.text) or _flat(shown.lines[0].text) for shown in came.claims])


def _flat(text: str) -> str:
    return " ".join(text.split())

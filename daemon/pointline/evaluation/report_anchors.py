"""Published figures that stand beside ours, each with its source; other data mostly, so they are marks, not rivals."""

from __future__ import annotations

from dataclasses import dataclass

CLASSIFIER, BEST_LLM = 0.536, 0.487
LITERATURE = (0.39, 0.77)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A published figure: the part of the report that it stands beside, in words, and where it was published."""

    part: str
    figure: str
    source: str


ANCHORS = (
    Anchor(
        "spans",
        "word F1 53.6 (trained classifier, 150M) and 48.7 (best LLM), 47 relevant rows of the same set",
        "ACL-Verbatim, arXiv 2605.21102",
    ),
    Anchor(
        "memos",
        "39–77 % of cited claims borne out by their page, best models' deep-research reports",
        "Cited but Not Verified, arXiv 2605.06635",
    ),
    Anchor(
        "depth",
        "the same rate falls by about 42 % when tool calls go from 2 to 150",
        "Cited but Not Verified, arXiv 2605.06635",
    ),
    Anchor(
        "agreement",
        "rerun: 90 % of values and 46 % of quotes agree",
        "independent study of Elicit, EcoEvoRxiv X2F346",
    ),
)

"""What of the pages the model had before it, and what came close."""

from __future__ import annotations

from collections.abc import Sequence

from exactquote.units import Unit
from pointline.pipeline.answer import Candidate

NEAREST = 3
"""Lines shown beside a NONE, so that a person can see what came close."""


def nearest(read: Sequence[Candidate], ranked: Sequence[Candidate]) -> tuple[Unit, ...]:
    """The lines that came closest: by the model's scores, else by the words they share with the question."""
    scored = [candidate for candidate in read if candidate.margin is not None]
    best = sorted(scored, key=lambda candidate: -candidate.score) or ranked
    return tuple(candidate.unit for candidate in best[:NEAREST])


def read_share(ranked: Sequence[Candidate], read: Sequence[Candidate]) -> float:
    """Characters of the lines that the model had before it, over those of all lines."""
    whole = sum(candidate.unit.end - candidate.unit.start for candidate in ranked)
    seen = sum((candidate.unit.end - candidate.unit.start) * candidate.seen for candidate in read)
    return seen / whole if whole else 1.0

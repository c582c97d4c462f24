"""A log of what pointing gave, question by question: a long run can be stopped and taken up, and weights read off it.

A file of JSON lines. The first says what was run; each further one is an
:class:`~pointline.evaluation.pointing.Outcome` by its fields, with every line that was scored on every page. A question
that stands in it twice counts as it stands last; half a line, as a run that was killed leaves it, is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pointline.errors import BadInput
from pointline.evaluation.datasets import Article, Dataset, Labelled
from pointline.evaluation.pointing import LineScore, Look, Outcome

ANOTHER = "Give another file after --log, or delete this one to begin anew."


def run_of(version: str, dataset: Dataset, strategy: str, model: Mapping[str, str]) -> dict[str, Any]:
    """What the first line of a log says was run; ``version``: Pointline's; ``model`` as the report names it."""
    named = {"data": dataset.name, "language": dataset.language, "strategy": strategy, "model": dict(model)}
    return {"pointline": version, **named}


class PointingLog:
    """The log in one file, read when it is opened and added to by :meth:`keep`."""

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        """Open a log, or begin one. ``run`` says what is run, as JSON knows it: a log of another run is not added to.

        Raises :class:`BadInput` for a file that cannot be read or written, is no such log, or is one of another run.
        """
        self._path = path
        self._kept: dict[tuple[int, str, str], Outcome] = {}
        try:
            text = path.read_text("utf-8") if path.exists() else ""
            if text and not text.endswith("\n"):
                text = text[: text.rfind("\n") + 1]
            head, *rest = text.splitlines() or [""]
            if head:
                self._check(head, run)
                self._kept = {(each.article, each.id, each.text): each for each in map(_outcome, rest)}
            path.write_text(text or json.dumps(run, ensure_ascii=False) + "\n", "utf-8")
        except OSError as error:
            reason = error.strerror or error
            raise BadInput("unreadable-log", f"The log {path} cannot be used: {reason}.", ANOTHER) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput("not-a-log", f"{path} is not a log of this command.", ANOTHER) from None

    def _check(self, head: str, run: dict[str, Any]) -> None:
        before = json.loads(head)
        differs = sorted(key for key in {*before, *run} if before.get(key) != run.get(key))
        if differs:
            told = ", ".join(f"{key} was {before.get(key)!r} and is {run.get(key)!r}" for key in differs)
            raise BadInput("another-run", f"{self._path} is the log of another run: {told}.", ANOTHER)

    def kept(self, article: Article, question: Labelled) -> Outcome | None:
        """What stands in the log for a question; None when nothing does."""
        return self._kept.get((article.number, question.id, question.text))

    def keep(self, outcome: Outcome) -> None:
        """Add a line, on the disk when this returns."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")


def _outcome(line: str) -> Outcome:
    given = json.loads(line)
    looks = {name: _look(given.pop(name)) for name in ("own", "far", "near")}
    own = looks.pop("own")
    if own is None:
        raise ValueError("no look at the own page")
    return Outcome(**(given | {"right": tuple(given["right"]), "own": own} | looks))


def _look(given: Any) -> Look | None:
    if given is None:
        return None
    return Look(**(given | {"scored": tuple(LineScore(*line) for line in given["scored"])}))

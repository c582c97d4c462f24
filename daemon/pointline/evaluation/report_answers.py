"""Parts of the report that put questions through the whole pipeline: scenarios, answers, reruns, depth, guards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from pointline.evaluation import golden
from pointline.evaluation.datasets import Labelled, language_in_name
from pointline.evaluation.golden_agreement import agreement
from pointline.evaluation.golden_format import Scenario
from pointline.evaluation.golden_run import MakeEngine
from pointline.evaluation.report_asked import Asked, Source, ask_one, counts_of, squad_sources, text_sources
from pointline.evaluation.report_form import Found, Json, Setting, Told, figure, plot, series, share, spread
from pointline.pipeline.guards import GUARDS

DEPTHS = (2, 5, 10, 25, 50)
"""Pages in a session."""

LIES_PER_ITEM = 13
"""Scenarios of the scripts for each item of the limit: a script costs some hundredths of a second, no model."""


def scenarios_part(setting: Setting, told: Told) -> Found:
    """Golden scenarios, graded by facts: claims with their line, scenarios passed, corrections."""
    chosen, make = _chosen(setting, 2 * setting.limit)
    return _scenarios(chosen, make, setting, told, scripted=setting.scripted)


def lies_part(setting: Setting, told: Told) -> Found:
    """The same scenarios with a script that lies in them, whatever the model: which guards fire when lied to."""
    chosen = spread(golden.load(), LIES_PER_ITEM * setting.limit)
    found = _scenarios(chosen, setting.make_scripted, setting, told, scripted=True)
    fired = found.counts["guards"]
    fired_kinds = sum(kind in fired for kind in GUARDS)
    kinds = figure("kinds_fired", "kinds of guard that fired", fired_kinds, len(GUARDS), "count")
    return Found((*found.figures, kinds), found.plots, found.counts)


def _chosen(setting: Setting, most: int) -> tuple[list[Scenario], MakeEngine]:
    model = None if setting.scripted else setting.engine.info.name
    chosen = spread(golden.fair(golden.load(), model), most)
    return chosen, setting.make_scripted if setting.scripted else lambda _scenario, _turn: setting.engine


def _scenarios(chosen: Sequence[Scenario], make: MakeEngine, setting: Setting, told: Told, *, scripted: bool) -> Found:
    outcomes = golden.measure(
        chosen,
        make,
        setting.open_file,
        scripted=scripted,
        told=lambda done: told(f"{done} of {len(chosen)} scenarios"),
    )
    came = [one for outcome in outcomes for one in outcome.came]
    counts = counts_of(came, sum(outcome.unpointed for outcome in outcomes))
    claims = counts["claims"]
    withheld = sum(len(one.withheld) for one in came)
    failed = [outcome.scenario.name for outcome in outcomes if not outcome.passed]
    figures = (
        share("with_line", "claims with a real line", claims - counts["claims_without_line"], claims),
        share("passed", "scenarios passed", len(outcomes) - len(failed), len(outcomes), ", ".join(failed)),
        share("none", "turns answered NONE", sum(one.none for one in came), len(came)),
        figure("withheld", "claims withheld", withheld, len(came), "count"),
        figure("retries", "corrections", counts["retries"], len(came), "count"),
        figure("retry_seconds", "seconds spent on corrections", counts["retry_seconds"], len(came), "seconds"),
    )
    return Found(figures, (), counts)


def answers_part(setting: Setting, told: Told) -> Found:
    """Labelled questions through the whole pipeline, each of its own article, half the limit in every language."""
    asked: list[Asked] = []
    assert setting.corpus is not None
    for path in sorted((setting.corpus / "qa").glob("*.json")):
        for source, question in _drawn(squad_sources(path), max(1, setting.limit // 2)):
            told(f"{len(asked) + 1} questions, {language_in_name(path) or path.name}")
            asked.append(ask_one([source], source, question, setting.engine))
    return answers_found(asked)


def answers_found(asked: Sequence[Asked]) -> Found:
    """The figures of questions that were asked of their own page."""
    n = len(asked)
    counts = counts_of([one.came for one in asked], sum(one.unpointed for one in asked))
    claims = counts["claims"]
    shown = [one for one in asked if one.claims]
    seconds = sorted(one.seconds for one in asked)
    figures = (
        share("with_line", "claims with a real line", claims - counts["claims_without_line"], claims),
        share("answered", "questions answered", len(shown), n, "the others: NONE, though the article has the answer"),
        share("right", "answers whose first line holds the answer", sum(one.first_right for one in shown), len(shown)),
        figure("seconds_mean", "seconds an answer, mean", sum(seconds) / n if n else None, n, "seconds"),
        figure("seconds_median", "seconds an answer, median", seconds[n // 2] if n else None, n, "seconds"),
        figure("tokens_read", "tokens read an answer", sum(one.read for one in asked) / n if n else None, n, "tokens"),
        figure(
            "tokens_written",
            "tokens written an answer",
            sum(one.written for one in asked) / n if n else None,
            n,
            "tokens",
            "0 where the line itself is the claim",
        ),
    )
    return Found(figures, (), counts)


def agreement_part(setting: Setting, told: Told) -> Found:
    """Questions asked twice, each time afresh: the same value, the same line?"""
    chosen, make = _chosen(setting, setting.limit)
    found = agreement(chosen, make, setting.open_file, told=lambda done: told(f"{done} questions asked twice"))
    n = len(found)
    return Found(
        (
            share("same_value", "the same value", sum(one.same_value for one in found), n),
            share("same_line", "the same line", sum(one.same_line for one in found), n),
        )
    )


def depth_part(setting: Setting, told: Told) -> Found:
    """The same questions over ever more pages: the article that answers, other articles, then texts of the corpus."""
    assert setting.corpus is not None
    own = squad_sources(setting.corpus / "qa" / "xquad.en.json")
    beside = text_sources(setting.corpus / "texts") if (setting.corpus / "texts").is_dir() else []
    questions = _drawn(own, max(1, setting.limit // 2))
    there = len(own) + len(beside)
    asked: dict[int, list[Asked]] = {}
    for depth in dict.fromkeys(min(depth, there) for depth in DEPTHS):
        for number, (source, question) in enumerate(questions):
            told(f"{depth} pages, question {number + 1} of {len(questions)}")
            pages = session_of(source, [*own, *beside], depth, number)
            asked.setdefault(depth, []).append(ask_one(pages, source, question, setting.engine))
    return depth_found(asked)


def session_of(source: Source, others: Sequence[Source], depth: int, seed: int) -> list[Source]:
    """``depth`` pages, one of them ``source`` at a drawn place; a deeper session holds the pages of a shallower one."""
    rest = [one for one in others if one is not source][: max(0, depth - 1)]
    rest.insert(Random(f"{seed}/{depth}").randrange(len(rest) + 1), source)
    return rest


def depth_found(asked: dict[int, list[Asked]]) -> Found:
    """Supported rate by pages in a session: claims shown whose line holds the answer, and questions so answered."""
    figures: list[Json] = []
    supported: list[tuple[str | float, Json]] = []
    answered: list[tuple[str | float, Json]] = []
    for depth, those in sorted(asked.items()):
        claims, n = sum(one.claims for one in those), len(those)
        borne = share(f"supported_{depth}", f"{depth} pages: claims supported", sum(one.right for one in those), claims)
        right = share(f"right_{depth}", f"{depth} pages: questions so answered", sum(bool(o.right) for o in those), n)
        seconds = sum(one.seconds for one in those) / n
        took = figure(f"seconds_{depth}", f"{depth} pages: seconds a question", seconds, n, "seconds")
        figures += [borne, right, took]
        supported.append((depth, borne))
        answered.append((depth, right))
    drawn = plot(
        "lines",
        "Supported rate by pages in a session",
        [series("of the claims shown", supported), series("of the questions asked", answered)],
        across="pages",
    )
    every = [one for those in asked.values() for one in those]
    return Found(tuple(figures), (drawn,), counts_of([one.came for one in every], sum(one.unpointed for one in every)))


def _drawn(sources: Sequence[Source], most: int) -> list[tuple[Source, Labelled]]:
    """A question each of sources that are drawn, the same ones every time; further ones where there are too few."""
    order = [source for source in sources if source.questions]
    Random(0).shuffle(order)
    used: Counter[str] = Counter()
    drawn = []
    for place in range(most if order else 0):
        source = order[place % len(order)]
        pick = Random(source.page.url).sample(range(len(source.questions)), len(source.questions))
        if used[source.page.url] < len(pick):
            drawn.append((source, source.questions[pick[used[source.page.url]]]))
            used[source.page.url] += 1
    return drawn

"""Ways to break the program, each a thing that the golden scenarios must notice.

A mutation takes one wall away, or bends one finding, in the running program; nothing of the grader is touched. They are
what shows that the scenarios can fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from exactquote.facts import Support
from exactquote.page import Page
from exactquote.quotes import locate
from exactquote.units import Unit
from exactquote.verdicts import Verdict
from pointline.pipeline import guarded, numbered, record, threads, windows, written
from pointline.pipeline.answer import Cite, Claim, Statement

Mutation = Callable[[pytest.MonkeyPatch], None]
_AGREES = Support("uncertain")


def believe_the_model(patch: pytest.MonkeyPatch) -> None:
    """Both walls away: the guarded loop takes any quote, and nothing is located again."""
    believe_the_loop(patch)
    believe_the_statement(patch)
    show_any_sentence(patch)
    patch.setattr(written, "line_as_claim", _as_written)


def believe_the_loop(patch: pytest.MonkeyPatch) -> None:
    """The first wall away: any claim with any quote passes the guarded loop."""

    def check(talk: guarded.Talk, draft: Any, _problem: str | None) -> tuple[Cite, ...]:
        unit = talk.shown[0]
        return (Cite(draft.quote or unit.text(talk.page.text), unit),)

    patch.setattr(guarded.Talk, "_check", check)


def believe_the_statement(patch: pytest.MonkeyPatch) -> None:
    """The second wall away: what was quoted is shown as the line, found or not."""

    def verify(page: Page, statement: Statement, **_options: object) -> Claim:
        cite = statement.cites[0]
        found = locate(page, cite.unit.text(page.text))
        return Claim(
            statement.text, cite.quote, cite.quote, cite.unit, cite.unit.spans, found, _AGREES, statement.attempts
        )

    patch.setattr("pointline.pipeline.ask.verify", verify)


def _as_written(_page: Page, cite: Cite, *, score: float | None = None, attempts: int = 1) -> Statement:
    return Statement(cite.quote, (cite,), attempts, score)


def show_any_sentence(patch: pytest.MonkeyPatch) -> None:
    """Whatever a model writes over a line is shown."""
    patch.setattr("pointline.pipeline.state.gives_way", lambda *_a, **_o: None)


def trust_the_evaluator(patch: pytest.MonkeyPatch) -> None:
    """Only the evaluator is asked whether a sentence may stand, and nobody tries the evaluator."""
    patch.setattr("pointline.pipeline.faithful.repeats", lambda *_a: False)
    patch.setattr("pointline.pipeline.faithful.under_another_header", lambda *_a: False)
    patch.setattr("pointline.pipeline.faithful._grounded", lambda *_a: True)
    patch.setattr("pointline.pipeline.faithful.unrelated", lambda page, _s: page.units[-1])


def refute_nothing(patch: pytest.MonkeyPatch) -> None:
    """No figure, date or name ever differs."""
    for place in ("guarded", "faithful", "judging"):
        patch.setattr(f"pointline.pipeline.{place}.supports", lambda *_a, **_o: _AGREES)
    patch.setattr("pointline.checks.check.supports", lambda *_a, **_o: _AGREES)


def answer_anything(patch: pytest.MonkeyPatch) -> None:
    """The best line answers, however bad it is."""
    patch.setattr("pointline.pipeline.point.ENOUGH", -1e9)
    patch.setattr("pointline.pipeline.field_line.ENOUGH", -1e9)
    patch.setattr("pointline.pipeline.field_line.SHARE", -1e9)
    ask = numbered._ask
    patch.setattr(numbered, "_ask", lambda c, w, q, lex, _enough, *rest: ask(c, w, q, lex, -1e9, *rest))

    def point(page: Page, question: Any, ranked: Sequence[Any], engine: Any, **options: Any) -> written.Written:
        found = write(page, question, ranked, engine, **options)
        line = Statement(ranked[0].unit.text(page.text), (Cite(ranked[0].unit.text(page.text), ranked[0].unit),), 1)
        return replace(found, statements=found.statements or (line,))

    write = written.point_by_writing
    patch.setattr("pointline.pipeline.ask.point_by_writing", point)


def answer_nothing(patch: pytest.MonkeyPatch) -> None:
    """NONE, always."""
    patch.setattr("pointline.pipeline.ask._Run.verify", lambda *_a: None)
    patch.setattr("pointline.pipeline.tables.field_line", lambda *_a, **_o: None)
    patch.setattr("pointline.checks.check._located", lambda *_a: ())


def rank_backwards(patch: pytest.MonkeyPatch) -> None:
    """Lines that share least with the question come first, and count most."""
    from pointline.pipeline import rank

    scores = rank.lexical_scores

    def backwards(page: Page, units: Sequence[Unit], asked: str, *more: Any) -> list[float]:
        found = scores(page, units, asked, *more)
        return [max(found) - score for score in found]

    patch.setattr(rank, "lexical_scores", backwards)


def read_hidden_text(patch: pytest.MonkeyPatch) -> None:
    """What no reader sees is read."""
    patch.setattr("exactquote.walk.is_hidden", lambda *_a: False)
    patch.setattr("exactquote.walk.visibility_of", lambda *_a: None)


def lose_headers(patch: pytest.MonkeyPatch) -> None:
    """A table row is read without the headers of its columns."""
    patch.setattr("pointline.pipeline.rank.as_read", lambda page, unit: " ".join(unit.text(page.text).split()))


def show_the_quote_only(patch: pytest.MonkeyPatch) -> None:
    """The words that were quoted are shown without the rest of their line."""
    line = record.claim_json

    def cut(claim: Claim, page: Page, *more: Any) -> record.Json:
        found = line(claim, page, *more)
        return found | {"line": claim.quote, "text": claim.quote, "line_spans": found["spans"]}

    patch.setattr(record, "claim_json", cut)


def misplace_lines(patch: pytest.MonkeyPatch) -> None:
    """Every line is painted one character too far."""
    patch.setattr(record, "as_is", lambda offset: offset + 1)


def drop_what_is_withheld(patch: pytest.MonkeyPatch) -> None:
    """A claim that failed goes without a word."""
    patch.setattr("pointline.pipeline.ask._Run.withhold", lambda *_a: None)


def find_no_caveat(patch: pytest.MonkeyPatch) -> None:
    """Neither rules nor evaluator find anything that has to be known."""
    patch.setattr("pointline.pipeline.judging.rule_caveats", lambda *_a, **_o: ())
    patch.setattr("pointline.pipeline.tables.evaluator_caveats", lambda *_a, **_o: ())
    patch.setattr("pointline.pipeline.tables.unit_inferred", lambda *_a, **_o: ())


def caveats_everywhere(patch: pytest.MonkeyPatch) -> None:
    """A caveat needs no line that shows it."""
    patch.setattr("pointline.pipeline.caveats._shows", lambda *_a: True)
    patch.setattr("pointline.pipeline.caveats._pointed", lambda _c, _q, units, _s: units[:1])


def confirm_everything(patch: pytest.MonkeyPatch) -> None:
    """Whatever was found, the verdict is that it is so."""

    def decide(_support: Support | None, caveats: Sequence[Any] = (), _p: float | None = None) -> Verdict:
        return Verdict("confirmed", 1.0, tuple(caveats), "", "rules")

    for place in ("pointline.pipeline.judging", "pointline.checks.check"):
        patch.setattr(f"{place}.decide", decide)
    patch.setattr("pointline.checks.check.other_column", lambda *_a: False)


def stop_after_the_first_window(patch: pytest.MonkeyPatch) -> None:
    """A long page is read no further than its best window."""
    first = windows.best_first
    for place in (numbered, written):
        patch.setattr(place, "best_first", lambda cut, units: first(cut, units)[:1])


def lose_the_scope(patch: pytest.MonkeyPatch) -> None:
    """A question that names nothing itself is about nothing: the thread does not say what for."""
    patch.setattr(threads, "_about", lambda *_a: "")


def forget_an_earlier_none(patch: pytest.MonkeyPatch) -> None:
    """That an earlier turn found no line goes unsaid."""
    patch.setattr(threads, "_not_taken_over", lambda *_a, **_o: [])


def forget_the_thread(patch: pytest.MonkeyPatch) -> None:
    """Lines that earlier turns verified are lost."""
    patch.setattr(threads, "_found_again", lambda *_a: ([], []))


MUTATIONS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        believe_the_model, believe_the_loop, believe_the_statement, show_any_sentence, trust_the_evaluator,
        refute_nothing, answer_anything, answer_nothing, rank_backwards, read_hidden_text, lose_headers,
        show_the_quote_only, misplace_lines, drop_what_is_withheld, find_no_caveat, caveats_everywhere,
        confirm_everything, stop_after_the_first_window, lose_the_scope, forget_an_earlier_none, forget_the_thread,
    )
}  # fmt: skip

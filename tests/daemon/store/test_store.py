"""The store's own promises, on SQLite and on PostgreSQL: what goes in comes out, whole or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactquote.page import Span
from exactquote.verdicts import Caveat as FoundCaveat
from helpers import kept
from pointline.errors import BadInput
from pointline.store.cells import CellFilter
from pointline.store.records import Caveat, Forgotten, NewAsk, Settings
from pointline.store.store import Store


def ask_once(store: Store, **changed: Any) -> str:
    page = changed.pop("page", None) or kept.page()
    ask = NewAsk(changed.pop("question", "What does it cost?"), page, **changed)
    store.begin_ask(ask)
    answer = kept.answer(page, kept.claim(page, page.units[-1].text(page.text)))
    assert store.finish_ask(ask.id, answer) is not ask.private
    return ask.id


def test_an_answer_comes_back_as_it_was(store: Store) -> None:
    page = kept.page()
    session = store.start_session("Summer")
    ask = NewAsk(
        "What does it cost?", page, session=session.id, selection=kept.span_of(page, "14 euros"), idempotency_key="k1"
    )
    store.begin_ask(ask)
    running = store.ask(ask.id)
    assert running is not None
    assert (running.status, running.result, running.finished_at) == ("running", None, None)

    claim = kept.claim(page, "14 euros", "Bicycles cost 3 euros more.", text="It costs 14 euros, a bicycle 3.")
    assert store.finish_ask(ask.id, kept.answer(page, claim, read_share=0.75))
    found = store.ask(ask.id)
    assert found is not None
    assert (found.status, found.session, found.thread) == ("done", session.id, ask.id)
    assert (found.question, found.selection, found.idempotency_key) == (ask.question, ask.selection, "k1")
    assert (found.page.sha256, found.page.url, found.page.title) == (page.sha256, page.url, "Fares")
    assert found.page.text is None
    result = found.result
    assert result is not None
    assert (result.read_share, result.none, result.engine) == (0.75, False, "scripted")
    assert result.stats["guards"] == {"withheld: quote not on the page": 1}
    assert [held.reason for held in result.withheld] == ["quote not on the page"]
    (stored,) = result.claims
    assert (stored.text, stored.verdict, stored.score) == (claim.text, claim.support.verdict, 1.25)
    assert [fact.text for fact in stored.facts] == [one.fact.text for one in claim.support.facts]
    first, second = stored.lines
    assert (first.quote, first.line, first.fold, first.status) == ("14 euros", kept.LINES[1], "verbatim", "exact")
    assert (first.line_before, first.line_after) == (kept.LINES[0], kept.LINES[2])
    assert page.text[first.spans[0].start : first.spans[0].end] == "14 euros"
    assert first.heading_path == ("Island ferry",)
    assert (second.line, second.line_after) == (kept.LINES[3], "")


def test_the_caveats_of_a_claim_come_back_with_their_lines(store: Store) -> None:
    page, other = kept.page(), kept.page("Adults pay 15 euros.", url="https://harbour.example/fares", title="Harbour")
    line = other.units[-1]
    found = (
        FoundCaveat("conflicting_lines", Span(line.start, line.end), line.text(other.text), other.url, other.sha256),
        FoundCaveat("computed_value", detail="14 + 3 = 17"),
    )
    claim = replace(kept.claim(page, "14 euros"), caveats=found)
    ask = NewAsk("What does it cost?", page, further=(other,))
    store.begin_ask(ask)
    store.finish_ask(ask.id, kept.answer(page, claim))
    stored = store.ask(ask.id)
    assert stored is not None
    assert stored.result is not None
    assert [claim.caveats for claim in stored.result.claims] == [
        (
            Caveat("conflicting_lines", "Adults pay 15 euros.", other.url, other.sha256, (Span(line.start, line.end),)),
            Caveat("computed_value", detail="14 + 3 = 17"),
        )
    ]
    assert store.forget(site="harbour.example").asks == 1
    assert store.ask(ask.id) is None


def test_what_was_handed_out_before_a_cancel_stays_on_its_own_page(store: Store) -> None:
    page, other = kept.page(), kept.page("Adults pay 15 euros.", url="https://harbour.example/fares")
    ask = NewAsk("What does it cost?", page, further=(other,))
    store.begin_ask(ask)
    handed = replace(kept.claim(other, "15 euros"), source=other)
    assert store.end_ask(ask.id, "cancelled", page=page, found=[handed])
    stored = store.ask(ask.id)
    assert stored is not None
    assert stored.result is not None
    (line,) = stored.result.claims[0].lines
    assert (line.source_url, line.page_sha256, line.line_before) == (other.url, other.sha256, "Island ferry")


def test_an_honest_none_keeps_the_nearest_lines(store: Store) -> None:
    page = kept.page()
    ask = NewAsk("Who is the captain?", page)
    store.begin_ask(ask)
    store.finish_ask(ask.id, kept.answer(page, read_share=0.4))
    found = store.ask(ask.id)
    assert found is not None
    assert found.result is not None
    assert found.result.none
    assert [line.text for line in found.result.nearest] == [unit.text(page.text) for unit in page.units[:2]]


def test_nothing_of_a_private_question_is_written(store: Store) -> None:
    session = store.start_session("Secret", private=True)
    ask_id = ask_once(store, question="Private?", session=session.id, private=True)
    assert store.ask(ask_id) is None
    assert store.sessions().items == ()
    assert store.asks().items == ()
    assert store.page(kept.page().sha256) is None


def test_a_question_ends_once(store: Store) -> None:
    ask_id = ask_once(store)
    before = store.ask(ask_id)
    assert not store.finish_ask(ask_id, kept.answer(kept.page()))
    assert not store.end_ask(ask_id, "cancelled")
    assert store.ask(ask_id) == before


def test_a_cancelled_question_keeps_what_was_handed_out(store: Store) -> None:
    page = kept.page()
    ask = NewAsk("What does it cost?", page)
    store.begin_ask(ask)
    assert store.end_ask(ask.id, "cancelled", page=page, found=[kept.claim(page, "14 euros")])
    found = store.ask(ask.id)
    assert found is not None
    assert found.result is not None
    assert (found.status, len(found.result.claims)) == ("cancelled", 1)


def test_what_was_running_when_the_program_ended_is_interrupted(store: Store) -> None:
    ask = NewAsk("Still there?", kept.page())
    store.begin_ask(ask)
    done = ask_once(store)
    assert store.interrupt_running() == 1
    statuses = {one.id: one.status for one in store.asks().items}
    assert statuses == {ask.id: "interrupted", done: "done"}


def test_a_failure_half_way_keeps_nothing(store: Store) -> None:
    """The second claim breaks a rule of the database: the first must not stay."""
    page = kept.page()
    ask = NewAsk("What does it cost?", page)
    store.begin_ask(ask)
    broken = kept.claim(page, "14 euros", score="no number")  # type: ignore[arg-type]
    if store._database.path:  # SQLite takes any value for a number
        broken = kept.claim(page, "14 euros", score=object())  # type: ignore[arg-type]
    with pytest.raises(Exception):  # noqa: B017, PT011
        store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "3 euros"), broken))
    found = store.ask(ask.id)
    assert found is not None
    assert (found.status, found.result) == ("running", None)
    assert store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "3 euros")))
    found = store.ask(ask.id)
    assert found is not None
    assert found.result is not None
    assert len(found.result.claims) == 1


def test_unknown_sessions_and_ids_are_said_so(store: Store) -> None:
    with pytest.raises(BadInput, match="no session"):
        store.begin_ask(NewAsk("?", kept.page(), session="none"))
    with pytest.raises(BadInput, match="no session"):
        store.add_cells("none", [])
    assert store.ask("\ud800\0") is None
    assert store.cell("x" * 5000) is None
    assert store.override_verdict("none", "confirmed") is None
    assert store.page(kept.page().sha256) is None
    again = NewAsk("?", kept.page())
    store.begin_ask(again)
    with pytest.raises(BadInput, match="there already"):
        store.begin_ask(again)


def test_pages_go_on_where_they_ended_while_others_come_and_go(store: Store) -> None:
    session = store.start_session()
    ids = [ask_once(store, session=session.id, question=f"{number}?") for number in range(7)]
    first = store.asks(session.id, limit=3)
    assert [one.id for one in first.items] == ids[:3:-1]
    newer = ask_once(store, session=session.id)
    second = store.asks(session.id, limit=3, cursor=first.cursor)
    assert [one.id for one in second.items] == ids[3:0:-1]
    last = store.asks(session.id, limit=3, cursor=second.cursor)
    assert [one.id for one in last.items] == ids[:1]
    assert last.cursor is None
    assert store.asks(session.id, limit=1).items[0].id == newer
    assert store.session(session.id) == store.sessions().items[0]
    assert store.sessions().items[0].asks == 8


def test_a_whole_session_comes_oldest_first(store: Store) -> None:
    session = store.start_session("Whole").id
    other = store.start_session("Other").id
    page = kept.page()
    ids = [ask_once(store, session=session if number % 2 else other, page=page) for number in range(6)]
    cells = [store.add_cells(session, [kept.cell(page, "14 euros")])[0] for _ in range(3)]
    whole = store.whole_session(session)
    assert whole is not None
    assert whole.session == store.session(session)
    assert [ask.id for ask in whole.asks] == ids[1::2]
    assert [cell.id for cell in whole.cells] == cells
    assert store.whole_session("none") is None


def test_records_of_one_moment_are_listed_once_each(url: str | None) -> None:
    with Store.open(url, clock=lambda: datetime(2030, 1, 1, tzinfo=UTC)) as store:
        wanted = {store.start_session(str(number)).id for number in range(9)}
        found, cursor = [], None
        while True:
            part = store.sessions(cursor, limit=2)
            found += [one.id for one in part.items]
            cursor = part.cursor
            if cursor is None:
                break
        assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("cursor", ["", "x", "é", "W10", "WyJhc2tzIiwgbnVsbCwgImEiXQ", "a" * 5000, "\ud800"])
def test_a_cursor_that_is_none_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(BadInput, match="cursor"):
        store.asks(cursor=cursor)
    with pytest.raises(BadInput, match="cursor"):
        store.cells(sort="score", cursor=cursor)


def test_page_text_is_kept_only_when_the_person_says_so(store: Store) -> None:
    page = kept.page()
    ask_once(store, page=page)
    found = store.page(page.sha256)
    assert found is not None
    assert found.text is None
    store.keep_page_text(page)
    found = store.page(page.sha256, page.url)
    assert found is not None
    assert found.text == page.text
    assert store.drop_page_text(page.sha256) == 1
    found = store.page(page.sha256)
    assert found is not None
    assert found.text is None
    store.choose(Settings(keep_page_text=True))
    other = kept.page("Another page.")
    ask_once(store, page=other, private=True)
    assert store.page(other.sha256) is None
    store.begin_ask(NewAsk("?", other))
    found = store.page(other.sha256)
    assert found is not None
    assert found.text == other.text


def test_cells_are_filtered_and_sorted_weakest_first(store: Store) -> None:
    session = store.start_session().id
    page, other = kept.page(), kept.page(url="https://www.other.example/x")
    line = Caveat("composite_value", "A line.", other.url, other.sha256, kept.cell(page, "14 euros").spans, "a", "b")
    records = [
        kept.cell(page, "14 euros", score=0.9, verdict="confirmed", caveats=()),
        kept.cell(page, "3 euros", score=0.2, verdict="caveated", caveats=(line, Caveat("rounded_value"))),
        replace(kept.cell(other, "14 euros", score=None, item="child", value=None), quote=None, spans=()),
        kept.cell(page, "14 euros", score=0.2, field="hour"),
    ]
    ids = store.add_cells(session, records)
    stored = [store.cell(one) for one in ids]
    assert [one.record for one in stored if one] == records

    def of(**wanted: Any) -> list[int]:
        return sorted(ids.index(one.id) for one in store.cells(CellFilter(**wanted)).items)

    assert of(session=session) == [0, 1, 2, 3]
    assert of(session="none") == []
    assert of(item="child") == [2]
    assert of(field="hour") == [3]
    assert of(verdict="caveated") == [1]
    assert of(caveat="rounded_value") == [1, 2, 3]
    assert of(caveat="composite_value", verdict="confirmed") == []
    assert of(domain="ferry.example") == [0, 1, 3]
    assert of(domain="other.example") == [2]
    assert of(domain="example") == [0, 1, 2, 3]
    assert of(domain="r.example") == []

    found, cursor = [], None
    while True:
        part = store.cells(sort="score", cursor=cursor, limit=1)
        found += [one.record.score for one in part.items]
        cursor = part.cursor
        if cursor is None:
            break
    assert found == [None, 0.2, 0.2, 0.9]
    counts = store.count_cells(CellFilter(session=session))
    assert (counts.cells, counts.sources, counts.domains) == (4, 2, 2)
    assert counts.verdicts == {"confirmed": 1, "caveated": 1, "uncertain": 2}
    assert counts.caveats == {"composite_value": 1, "rounded_value": 3}


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_outside_its_range_keeps_no_cell(store: Store, score: float) -> None:
    session = store.start_session().id
    page = kept.page()
    with pytest.raises(BadInput, match="score"):
        store.add_cells(session, [kept.cell(page, "14 euros"), kept.cell(page, "3 euros", score=score)])
    assert store.cells().items == ()


def test_a_person_overrides_and_what_they_replaced_is_kept(store: Store) -> None:
    session = store.start_session().id
    (cell,) = store.add_cells(session, [kept.cell(kept.page(), "14 euros")])
    store.override_verdict(cell, "confirmed", "I read it.")
    found = store.override_verdict(cell, "mismatch", "I misread it.")
    assert found == store.cell(cell)
    assert found is not None
    record = found.record
    assert (record.verdict, record.verdict_source, record.why) == ("mismatch", "person", "I misread it.")
    assert record.score == 0.5
    assert [(one.verdict, one.verdict_source, one.why) for one in found.replaced] == [
        ("uncertain", "rules", "Not judged."),
        ("confirmed", "person", "I read it."),
    ]
    for verdict in ("confirmed", "uncertain", "uncertain"):
        back = store.withdraw_verdict(cell)
        assert back is not None
        assert back.record.verdict == verdict
    assert back is not None
    assert (back.record.verdict_source, back.record.why, back.replaced) == ("rules", "Not judged.", ())


def test_a_request_runs_once(store: Store) -> None:
    assert store.idempotent("key", "POST /v1/asks", "h1").outcome == "fresh"
    assert store.idempotent("key", "POST /v1/asks", "h1").outcome == "under_way"
    assert store.idempotent("key", "POST /v1/asks", "h2").outcome == "conflict"
    store.answered("key", 201, '{"a":"\ud800\\u0000"}')
    again = store.idempotent("key", "POST /v1/asks", "h1")
    assert (again.outcome, again.status, again.body) == ("replay", 201, '{"a":"\ud800\\u0000"}')
    assert store.idempotent("other", "POST /v1/asks", "h1").outcome == "fresh"
    store.released("other")
    assert store.idempotent("other", "POST /v1/tables", "h3").outcome == "fresh"
    store.interrupt_running()
    assert store.idempotent("other", "POST /v1/tables", "h4").outcome == "fresh"
    assert store.idempotent("key", "POST /v1/asks", "h1").outcome == "replay"
    for bad in ("", "x" * 300):
        with pytest.raises(BadInput, match="key"):
            store.idempotent(bad, "POST /v1/asks", "h1")


def test_of_many_at_once_one_gets_the_key(store: Store) -> None:
    outcomes = at_once(6, lambda _: store.idempotent("key", "POST /v1/asks", "h").outcome)
    assert sorted(outcomes) == ["fresh", *["under_way"] * 5]


def test_many_threads_lose_and_cross_nothing(store: Store) -> None:
    pages = [kept.page(f"Line of thread {number}.", url=f"https://t{number}.example/") for number in range(8)]

    def work(number: int) -> list[str]:
        page = pages[number]
        found = []
        for turn in range(5):
            ask = NewAsk(f"{number} {turn}", page)
            store.begin_ask(ask)
            store.finish_ask(ask.id, kept.answer(page, kept.claim(page, f"Line of thread {number}.")))
            store.asks(limit=5)
            found.append(ask.id)
        return found

    for number, ids in enumerate(at_once(8, work)):
        for turn, ask_id in enumerate(ids):
            found = store.ask(ask_id)
            assert found is not None
            assert found.result is not None
            assert found.question == f"{number} {turn}"
            assert found.page.url == f"https://t{number}.example/"
            assert [line.line for line in found.result.claims[0].lines] == [f"Line of thread {number}."]


def at_once(many: int, work: Callable[[int], Any]) -> list[Any]:
    """What ``work`` returns in each of ``many`` threads that begin together; raises what any of them raised."""
    gate = threading.Barrier(many)
    found: list[Any] = [None] * many
    failed: list[BaseException] = []

    def run(number: int) -> None:
        gate.wait()
        try:
            found[number] = work(number)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(codec=None), max_size=30))
def test_any_string_comes_back_as_it_was(store: Store, text: str) -> None:
    page = kept.page(text + "x.", url=f"https://a.example/{text}", title=text)
    ask = NewAsk(text, page, thread=text or None, idempotency_key=text)
    store.begin_ask(ask)
    store.finish_ask(ask.id, kept.answer(page, model=text))
    found = store.ask(ask.id)
    assert found is not None
    assert (found.question, found.page.title, found.page.url, found.idempotency_key) == (text, text, page.url, text)
    assert found.result is not None
    assert found.result.model == text
    session = store.session(found.session)
    assert session is not None
    assert session.title == text
    record = kept.cell(kept.page(), "14 euros", why=text, caveats=(Caveat(text, text),))
    (cell,) = store.add_cells(found.session, [record])
    assert store.cells(CellFilter(caveat=text)).items[0].id == cell
    read = store.cell(cell)
    assert read is not None
    assert (read.record.why, read.record.caveats[0].line) == (text, text)


def test_the_database_is_kept_in_order(store: Store) -> None:
    """Retention: what is too old goes when the store is opened, and daily as questions come."""
    now = [datetime.now(UTC)]
    store._clock = lambda: now[0]
    old = ask_once(store)
    now[0] += timedelta(days=20)
    young = ask_once(store)
    store.choose(Settings(retention_days=30))
    assert {one.id for one in store.asks().items} == {old, young}
    now[0] += timedelta(days=11)
    latest = ask_once(store)
    assert {one.id for one in store.asks().items} == {young, latest}
    assert len(store.sessions().items) == 2
    with pytest.raises(BadInput, match="days"):
        store.choose(Settings(retention_days=0))


def test_what_is_too_old_goes_when_the_store_is_opened(url: str | None) -> None:
    start = datetime.now(UTC)
    with Store.open(url, clock=lambda: start) as store:
        old = ask_once(store)
        store.choose(Settings(retention_days=7))
    with Store.open(url, clock=lambda: start + timedelta(days=6)) as store:
        assert store.ask(old) is not None
    with Store.open(url, clock=lambda: start + timedelta(days=8)) as store:
        assert store.ask(old) is None
        assert store.settings() == Settings(retention_days=7)
        assert store.apply_retention() == Forgotten()

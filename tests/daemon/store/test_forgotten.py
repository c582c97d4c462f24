"""What is forgotten leaves nothing behind: every byte of every file of the home is looked at."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from exactquote.page import Page
from helpers import kept
from pointline.errors import BadInput
from pointline.home import home
from pointline.store import erase, migrate
from pointline.store.database import FILE
from pointline.store.records import Caveat, Forgotten, NewAsk, Settings
from pointline.store.store import Store

SECRET = "Walrus"
MARK = SECRET.encode()


def secret_page(url: str = "https://www.secret.example/fares") -> Page:
    """A page with the secret in every part that could be kept."""
    lines = (f"{SECRET} before.", f"The {SECRET} costs 14 euros.", f"{SECRET} after.")
    return kept.page(*lines, url=f"{url}/{SECRET}", title=f"About {SECRET}")


def keep(store: Store, page: Page, session: str | None = None, **changed: Any) -> str:
    """A question with its answer, its page text, two cells and a kept response."""
    said = page.units[2].text(page.text)
    ask = NewAsk(f"What about {said}?", page, session=session, **changed)
    store.begin_ask(ask)
    store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "14 euros", text=f"{said} indeed")))
    store.keep_page_text(page)
    found = store.ask(ask.id)
    assert found is not None
    record = kept.cell(page, "14 euros", value=said, why=f"Because {said}")
    store.add_cells(found.session, [record, replace(record, caveats=(Caveat("conditional", said, page.url),))])
    store.idempotent(ask.id, "POST /v1/asks", "h")
    store.answered(ask.id, 200, f'{{"line": "{said}"}}')
    return ask.id


def files_with(mark: bytes = MARK) -> list[str]:
    """Files below the home, whichever, that hold these bytes."""
    return [str(path) for path in sorted(home().rglob("*")) if path.is_file() and mark in path.read_bytes()]


def plain_page() -> Page:
    return kept.page(url="https://plain.example/fares")


def test_everything_forgotten_is_in_no_file() -> None:
    with Store.open() as store:
        keep(store, secret_page())
        logs = home() / "logs"
        logs.mkdir()
        (logs / "daemon.log").write_text(f"asked {SECRET}\n")
        migrate.back_up(home() / FILE, "v0001")
        assert len(files_with()) >= 3  # the file or its log, the copy, the daemon's log: the scan can see it
        counts = store.forget(everything=True)
        assert counts == Forgotten(sessions=1, asks=1, claims=1, cells=2, pages=1)
        assert files_with() == []
        assert (store.sessions().items, store.asks().items, store.cells().items) == ((), (), ())
        assert store.idempotent("other", "POST /v1/asks", "h").outcome == "fresh"
    assert files_with() == []


def test_many_large_records_leave_nothing_either() -> None:
    """Enough to split pages of the database, spill into overflow pages and pass a checkpoint."""
    with Store.open() as store:
        session = store.start_session(SECRET).id
        for number in range(40):
            page = kept.page(
                *[f"{SECRET} {number} line {one} 14 euros." for one in range(60)], url="https://s.example/"
            )
            ask = NewAsk(f"{SECRET} {number} " * 300, page, session=session)
            store.begin_ask(ask)
            store.finish_ask(ask.id, kept.answer(page, kept.claim(page, page.units[1].text(page.text))))
            store.keep_page_text(page)
            if number % 3 == 0:
                store.forget(older_than=timedelta(0))
                session = store.start_session(SECRET).id
        assert files_with()
        store.forget(everything=True)
        assert files_with() == []


@pytest.mark.parametrize("site", ["secret.example", "https://WWW.Secret.example/any?x", "www.secret.example"])
def test_a_site_goes_and_the_others_stay(site: str) -> None:
    with Store.open() as store:
        session = store.start_session("Both").id
        stays = keep(store, plain_page(), session)
        keep(store, secret_page(), session)
        keep(store, secret_page())
        named = NewAsk("Compare with https://www.secret.example/x please", plain_page())
        store.begin_ask(named)
        from_there = Caveat("parallel_action_unreported", f"{SECRET} too.", "https://a.www.secret.example/", "")
        store.add_cells(session, [kept.cell(plain_page(), "14 euros", caveats=(from_there,), why=f"{SECRET}.")])
        assert files_with()
        counts = store.forget(site=site)
        assert counts == Forgotten(sessions=2, asks=3, claims=2, cells=5, pages=2 - 1)
        assert files_with() == []
        assert files_with(b"secret.example") == []
        assert [one.id for one in store.asks().items] == [stays]
        assert len(store.cells().items) == 2
        found = store.page(plain_page().sha256)
        assert found is not None
        assert found.text == plain_page().text
        (left,) = store.sessions().items
        assert (left.id, left.title) == (session, "")


def test_a_session_goes_and_the_others_stay() -> None:
    with Store.open() as store:
        session = store.start_session(SECRET).id
        keep(store, secret_page(), session)
        shared = NewAsk(f"{SECRET}?", plain_page(), session=session)
        store.begin_ask(shared)
        stays = keep(store, plain_page())
        assert store.forget_session(session) == Forgotten(sessions=1, asks=2, claims=1, cells=2, pages=1)
        assert files_with() == []
        assert [one.id for one in store.asks().items] == [stays]
        assert store.forget_session(session) == Forgotten()


def test_a_site_with_a_longer_name_stays() -> None:
    with Store.open() as store:
        for url in ("https://notsecret.example/", "https://secret.example.org/"):
            keep(store, kept.page(url=url))
        store.begin_ask(NewAsk("Is it on notsecret.example or secret.example.org?", plain_page()))
        assert store.forget(site="secret.example") == Forgotten()
        assert len(store.asks().items) == 3
    with Store.open() as store, pytest.raises(BadInput, match="is not a site"):
        store.forget(site="two words")


def test_what_is_older_goes_and_the_younger_stays() -> None:
    now = [datetime(2030, 1, 1, tzinfo=UTC)]
    with Store.open(clock=lambda: now[0]) as store:
        session = store.start_session(f"Long {SECRET}").id
        keep(store, secret_page(), session)
        now[0] += timedelta(days=31)
        young = keep(store, plain_page(), session)
        assert store.forget(older_than=timedelta(days=30)) == Forgotten(asks=1, claims=1, cells=2, pages=1)
        assert files_with() == []
        assert [one.id for one in store.asks().items] == [young]
        now[0] += timedelta(days=400)
        assert store.apply_retention() == Forgotten()
        store.choose(Settings(retention_days=365))
        assert store.asks().items == ()
        assert files_with(b"14 euros") == []


def test_dropped_page_text_is_in_no_file() -> None:
    with Store.open() as store:
        page = kept.page(*(f"Line {one} with {SECRET}." for one in range(400)))
        store.keep_page_text(page)
        assert files_with()
        store.drop_page_text(page.sha256)
        assert files_with() == []


def test_what_is_forgotten_while_it_runs_does_not_come_back() -> None:
    page = secret_page()
    with Store.open() as store:
        ask = NewAsk("?", page)
        store.begin_ask(ask)
        store.forget(everything=True)
        assert not store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "14 euros")))
        assert files_with() == []


def test_one_of_three_must_be_said() -> None:
    with Store.open() as store:
        for wrong in ({}, {"everything": True, "site": "a.example"}):
            with pytest.raises(BadInput, match="forgotten"):
                store.forget(**wrong)  # type: ignore[arg-type]
        keep(store, plain_page())
        assert store.forget(older_than=timedelta(days=999_999_999)) == Forgotten()
        with pytest.raises(BadInput, match="site"):
            store.forget(site="")


HOLDER = """
import sys
sys.path.insert(0, {tests!r})
from helpers import kept
from pointline.store.records import NewAsk
from pointline.store.store import Store
store = Store.open()
page = kept.page("Walrus costs 14 euros.")
for number in range(20):
    ask = NewAsk(f"Walrus {{number}}", page)
    store.begin_ask(ask)
    store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "14 euros")))
    store.asks()
print("ready", flush=True)
sys.stdin.readline()
ask = NewAsk("after", kept.page())
store.begin_ask(ask)
print(len(store.asks().items), flush=True)
sys.stdin.readline()
"""


def test_it_works_while_a_daemon_has_the_file_open() -> None:
    tests = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER.format(tests=tests)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert files_with()
        with Store.open() as store:
            assert store.forget(everything=True).asks == 20
            assert files_with() == []
        print(file=process.stdin, flush=True)
        assert process.stdout.readline() == "1\n"  # the daemon goes on working
        assert files_with() == []
        print(file=process.stdin, flush=True)
    assert files_with() == []


def test_a_reader_that_does_not_let_go_is_said_and_finished_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erase, "PATIENCE", 0.3)
    with Store.open() as store:
        keep(store, secret_page())
        with closing(sqlite3.connect(home() / FILE, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM asks").fetchall()
            with pytest.raises(BadInput) as refused:
                store.forget(everything=True)
            assert refused.value.code == "store_busy"
            assert "again" in refused.value.action
            assert store.asks().items == ()
            assert files_with()  # as it said
            reader.execute("ROLLBACK")
    with Store.open():
        assert files_with() == []


def test_a_forgetting_that_was_killed_is_finished_when_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    with Store.open() as store:
        keep(store, secret_page())
        with monkeypatch.context() as patch:
            patch.setattr(erase, "erase", killed)
            with pytest.raises(Killed):
                store.forget(everything=True)
    migrate.back_up(home() / FILE, "v0001")
    (home() / "backups" / "pointline.part").write_bytes(MARK)
    with Store.open():
        assert files_with() == []


def test_postgresql_forgets_too(postgres_url: str) -> None:
    with Store.open(postgres_url) as store:
        keep(store, secret_page())
        stays = keep(store, plain_page())
        assert store.forget(site="secret.example") == Forgotten(sessions=1, asks=1, claims=1, cells=2, pages=1)
        assert [one.id for one in store.asks().items] == [stays]
        assert store.forget(everything=True).asks == 1
        assert store.forget(older_than=timedelta(days=1)) == Forgotten()

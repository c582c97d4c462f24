"""``pointline settings``: what is chosen for the history, and that it holds."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from helpers import kept
from pointline.cli.main import commands, main
from pointline.store.records import NewAsk
from pointline.store.store import Store


def run(*arguments: str) -> str:
    done = CliRunner().invoke(commands, ["settings", *arguments])
    assert done.exception is None, done.output
    return done.output


def test_nothing_is_chosen_at_first_and_each_is_chosen_by_itself() -> None:
    assert json.loads(run("--json")) == {"retention_days": None, "keep_page_text": False}
    assert json.loads(run("--retention-days", "30", "--json")) == {"retention_days": 30, "keep_page_text": False}
    assert json.loads(run("--keep-page-text", "--json")) == {"retention_days": 30, "keep_page_text": True}
    assert "30 days" in run()
    assert json.loads(run("--no-retention", "--no-keep-page-text", "--json")) == {
        "retention_days": None,
        "keep_page_text": False,
    }


def test_what_is_too_old_by_it_is_forgotten_at_once() -> None:
    page = kept.page("The walrus fare is 14 euros.")
    long_ago = datetime.now(UTC) - timedelta(days=40)
    with Store.open(clock=lambda: long_ago) as store:
        store.begin_ask(NewAsk("What is the walrus fare?", page, id="old"))
    run("--retention-days", "60")
    with Store.open() as store:
        assert store.ask("old") is not None
    run("--retention-days", "30")
    with Store.open() as store:
        assert store.ask("old") is None


@pytest.mark.parametrize("arguments", [("--retention-days", "0"), ("--retention-days", "3", "--no-retention")])
def test_a_choice_that_cannot_be_kept_to_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["settings", *arguments, "--json"])
    assert left.value.code == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "retention"


@pytest.mark.parametrize(("chosen", "asked", "held"), [(True, None, True), (True, False, False), (False, True, True)])
def test_a_question_may_say_otherwise_of_the_text(chosen: bool, asked: bool | None, held: bool) -> None:
    page = kept.page("The walrus fare is 14 euros.")
    run("--keep-page-text" if chosen else "--no-keep-page-text")
    with Store.open() as store:
        store.begin_ask(NewAsk("What is the walrus fare?", page, id="it", keep_text=asked))
        noted = store.ask("it")
    assert noted is not None
    assert (noted.page.text == page.text) is held

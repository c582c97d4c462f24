"""``pointline forget``, as a program of its own beside whoever has the file open."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta

import pytest

from helpers import kept
from pointline.cli.forget import age_of
from pointline.errors import BadInput
from pointline.home import home
from pointline.store.records import NewAsk
from pointline.store.store import Store


def run(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pointline.cli", "forget", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_forgets_while_another_program_has_the_file_open() -> None:
    page = kept.page("The walrus fare is 14 euros.")
    with Store.open() as store:
        ask = NewAsk("What is the walrus fare?", page)
        store.begin_ask(ask)
        store.finish_ask(ask.id, kept.answer(page, kept.claim(page, "14 euros")))
        code, out, err = run("--site", "ferry.example")
        assert (code, out) == (2, "")
        assert "--yes" in err
        assert store.ask(ask.id) is not None
        code, out, err = run("--older-than", "1d", "--yes")
        assert (code, err) == (0, "")
        assert store.ask(ask.id) is not None
        code, out, err = run("--all", "--yes", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out) == {"forgotten": {"sessions": 1, "asks": 1, "claims": 1, "cells": 0, "pages": 1}}
        assert store.ask(ask.id) is None
        assert not [path for path in home().rglob("*") if path.is_file() and b"walrus" in path.read_bytes()]


@pytest.mark.parametrize("arguments", [(), ("--all", "--site", "a.example"), ("--site", ""), ("--older-than", "soon")])
def test_what_is_to_be_forgotten_must_be_clear(arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments, "--yes", "--json")
    assert code == 2
    assert json.loads(out)["error"]["action"] in err
    assert not (home() / "pointline.db").exists()


def test_ages() -> None:
    assert [age_of(one) for one in ("12h", "30d", " 8 w")] == [
        timedelta(hours=12),
        timedelta(days=30),
        timedelta(weeks=8),
    ]
    for wrong in ("", "d", "30", "-1d", "1y", "9999999d", "٣d", "\ud800"):
        with pytest.raises(BadInput):
            age_of(wrong)

"""Killed at any moment, the store comes back with every acknowledged record and no half record."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

from helpers import kept
from pointline.home import home
from pointline.store.cells import CellFilter
from pointline.store.database import FILE
from pointline.store.records import NewAsk, StoredAsk
from pointline.store.store import Store

from .writer import expected

WRITER = Path(__file__).with_name("writer.py")
ROUNDS = 10
THREADS = 4


def run_and_kill(rng: random.Random, after: str) -> tuple[dict[str, int], dict[str, int]]:
    """Questions (with their number) and runs of cells (with their count) that a writer acknowledged before its end.

    It is killed within half a second ``after`` its first line of that kind.
    """
    process = subprocess.Popen(
        [sys.executable, str(WRITER), str(THREADS)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    lines: list[str] = []
    # Read while it runs: what is still in the pipe when it dies was acknowledged, too.
    reader = threading.Thread(target=lambda: lines.extend(process.stdout or ()))
    with process.stdout, process.stderr:
        reader.start()
        until = time.monotonic() + 60
        while not any(line.startswith(after) for line in list(lines)) and time.monotonic() < until:
            if process.poll() is not None:
                break
            time.sleep(0.005)
        time.sleep(rng.uniform(0.0, 0.5))
        assert process.poll() is None, process.stderr.read()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
        reader.join(10)
    asks: dict[str, int] = {}
    cells: dict[str, int] = {}
    for line in lines:
        if not line.endswith("\n"):
            continue  # cut off: not acknowledged
        kind, ask, number = line.split()
        if kind != "open":
            (asks if kind == "ask" else cells)[ask] = int(number)
    return asks, cells


def test_every_acknowledged_record_is_there_and_none_is_half() -> None:
    rng = random.Random()
    asks: dict[str, int] = {}
    cells: dict[str, int] = {}
    for number in range(ROUNDS):
        # The first two are killed around the making of the tables.
        more_asks, more_cells = run_and_kill(rng, "open" if number < 2 else "ask")
        asks |= more_asks
        cells |= more_cells
        with closing(sqlite3.connect(home() / FILE)) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert file.execute("PRAGMA foreign_key_check").fetchall() == []
    assert len(asks) > ROUNDS
    with Store.open() as store:
        stored: dict[str, StoredAsk] = {}
        cursor = None
        while True:
            part = store.asks(cursor=cursor, limit=200)
            stored |= {ask.id: ask for ask in part.items}
            cursor = part.cursor
            if cursor is None:
                break
        assert set(asks) <= set(stored)
        for ask in stored.values():
            claims, lines, _ = expected(int(ask.question))
            if ask.status == "running":
                assert ask.result is None
                assert ask.id not in asks
                continue
            assert ask.status == "done"
            assert ask.result is not None
            assert [len(claim.lines) for claim in ask.result.claims] == [lines] * claims
            assert len(ask.result.withheld) == 1
        for ask_id, ask in stored.items():
            _, _, wanted = expected(int(ask.question))
            found = len(store.cells(CellFilter(run=ask_id)).items)
            assert found in (0, wanted)
            if ask_id in cells:
                assert found == wanted
        running = sum(ask.status == "running" for ask in stored.values())
        assert store.interrupt_running() == running
        page = kept.page()
        again = NewAsk("after", page)
        store.begin_ask(again)
        assert store.finish_ask(again.id, kept.answer(page, kept.claim(page, "14 euros")))

"""The number of BLAS threads follows what a small product costs, on a library that is made up."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pointline.engine import blas_threads
from pointline.engine.blas_threads import Threads, usable_processors


class Library:
    """A BLAS of ``most`` threads; a product takes ``seconds[threads]``."""

    def __init__(self, most: int, seconds: dict[int, float]) -> None:
        self.threads, self.seconds, self.products = most, seconds, 0

    def openblas_get_num_threads(self) -> int:
        return self.threads

    def openblas_set_num_threads(self, count: int) -> None:
        self.threads = count

    def product(self) -> None:
        self.products += 1
        time.sleep(self.seconds[self.threads])


@pytest.fixture(autouse=True)
def _many_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "usable_processors", lambda: 4)
    for name in blas_threads._CHOSEN_BY_PERSON:
        monkeypatch.delenv(name, raising=False)


def threads_of(library: Any) -> Threads:
    return Threads(library, "", library.product)


def test_all_threads_are_used_when_they_help_and_one_when_they_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "_PATIENCE", (0.0, 0.0))
    library = Library(4, {4: 0.001, 1: 0.004})
    threads = threads_of(library)
    threads.adjust()
    assert library.threads == threads.now == 4
    library.seconds[4] = 0.02
    threads.adjust()
    assert library.threads == threads.now == 1
    library.seconds[4] = 0.001
    threads.adjust()
    assert library.threads == threads.now == 4


def test_probes_are_rare_and_rarer_on_a_busy_machine() -> None:
    library = Library(4, {4: 0.002, 1: 0.0})
    threads = threads_of(library)
    for _ in range(100):
        threads.adjust()
    assert library.products == 6
    waits = []
    for _ in range(6):
        threads._next = 0.0
        threads.adjust()
        waits.append(threads._wait)
    assert waits == sorted(waits)
    assert waits[-1] == blas_threads._PATIENCE[1]


def test_a_count_that_a_person_set_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    library = Library(3, {})
    threads_of(library).adjust()
    assert (library.threads, library.products) == (3, 0)


def test_no_more_threads_than_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "usable_processors", lambda: 1)
    library = Library(8, {})
    threads_of(library).adjust()
    assert (library.threads, library.products) == (1, 0)
    assert usable_processors() >= 1

"""A program under load, to be killed: threads that finish questions and print each id once it was acknowledged.

Arguments: number of threads. Every answer has claims and lines by a rule that the test can check (``expected``).
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from helpers import kept
from pointline.store.records import NewAsk
from pointline.store.store import Store


def expected(number: int) -> tuple[int, int, int]:
    """How many claims, lines of each claim, and cells belong to the question ``number``."""
    return number % 3 + 1, number % 2 + 1, number % 4


def say(kind: str, ask: str, number: int) -> None:
    """Acknowledge."""
    sys.stdout.write(f"{kind} {ask} {number}\n")
    sys.stdout.flush()


def work(store: Store, first: int, step: int, session: str, said: threading.Lock) -> None:
    """Keep questions and cells for ever."""
    page = kept.page()
    number = first
    while True:
        claims, lines, cells = expected(number)
        ask = NewAsk(str(number), page, session=session)
        store.begin_ask(ask)
        pointed = kept.LINES[:lines]
        store.finish_ask(ask.id, kept.answer(page, *[kept.claim(page, *pointed) for _ in range(claims)]))
        with said:
            say("ask", ask.id, number)
        if cells:
            ids = store.add_cells(session, [kept.cell(page, "14 euros", run=ask.id) for _ in range(cells)])
            with said:
                say("cells", ask.id, len(ids))
        number += step


def main() -> None:
    """Run until killed."""
    threads = int(sys.argv[1])
    say("open", "-", 0)
    store = Store.open()
    session = store.start_session("load").id
    said = threading.Lock()
    for first in range(threads):
        threading.Thread(target=work, args=(store, first, threads, session, said)).start()


if __name__ == "__main__":
    main()

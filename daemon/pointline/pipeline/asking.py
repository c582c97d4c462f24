"""One call for every way to ask: over one page or several, alone or in a thread, as put or in three framings.

The command line, the API and the evaluation all come through here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactquote.page import Page
from pointline.engine.base import Cancelled, Engine
from pointline.pipeline.answer import Answer, Note, Question, Turn
from pointline.pipeline.ask import Event, ask_joined
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.probe import probe
from pointline.pipeline.threads import ask_turn


def answer_asked(
    pages: Sequence[Page],
    question: Question,
    engine: Engine,
    *,
    thread: Sequence[Turn] | None = None,
    former: Sequence[Page] = (),
    gather: bool = False,
    probing: bool = False,
    on_event: Callable[[Event], None] = lambda _event: None,
    cancel: Cancelled | None = None,
    open_pages: OpenPages | None = None,
    notes: Sequence[Note] = (),
) -> Answer:
    """Answer from ``pages`` (at least one).

    ``thread``: its turns so far, oldest first, empty for its first; None outside of one. ``former``: further pages of
    the thread, and ``gather``: see :func:`~pointline.pipeline.threads.ask_turn`. ``probing``: ask in three framings
    (:mod:`pointline.pipeline.probe`); only what is found for the question as put is handed to ``on_event`` as a claim.
    Raises :class:`~pointline.engine.base.EngineError`, its subclass ``EngineCancelled``, and :class:`ValueError` where
    there is no page.
    """
    shelf = OpenPages(engine) if open_pages is None else open_pages

    def answer_to(asked: Question, shown: bool) -> Answer:
        told = on_event if shown else lambda _event: None
        said = notes if shown else ()
        if thread is None:
            return ask_joined(
                shelf.joined(pages), asked, engine, on_event=told, cancel=cancel, open_pages=shelf, notes=said
            )
        return ask_turn(
            pages,
            asked,
            engine,
            thread,
            former=former,
            gather=gather,
            on_event=told,
            cancel=cancel,
            open_pages=shelf,
            notes=said,
        )

    try:
        return probe(answer_to, question, pages) if probing else answer_to(question, True)
    finally:
        if open_pages is None:
            shelf.close()
